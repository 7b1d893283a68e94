// What every game says alike: names, reasons, results, and the events that all games have.

import { list, t, words, type Key } from "../i18n/index.svelte";
import type { Ended, GameEvent, HintFact, Outcome, Passed, Piece, SeatInfo, TimeRanOut, TookBack, Turn } from "../wire";
import type { Fit, Message } from "./adapter";
import type { Namer, Words } from "./ui";

/** What the name at a seat depends on. */
type Seated = Pick<SeatInfo, "kind" | "name">;

/** As many as there are seats: at a table no two share one. */
const BOT_NAMES = 8;

/** How many seats before this one are like it. */
function before(seats: readonly Seated[], seat: number, like: (info: Seated) => boolean): number {
  return seats.slice(0, seat - 1).filter(like).length;
}

/** The number of a bot's name and face, from 0. Bots do not take the name of a person at the table. */
export function botNumber(seats: readonly Seated[], seat: number): number {
  const taken = new Set(seats.flatMap(({ name }) => (name ? [name.toLocaleLowerCase()] : [])));
  const free = Array.from({ length: BOT_NAMES }, (_, i) => i).filter((i) => !taken.has(botName(i).toLocaleLowerCase()));
  return free[before(seats, seat, ({ kind }) => kind === "bot")] ?? 0;
}

function botName(number: number): string {
  return t(`bot.${number + 1}` as Key);
}

/** The name at a seat. Bots and guests without a name are counted by themselves, without gaps. */
export function nameOf(seats: readonly Seated[] | undefined, seat: number): string {
  const info = seats?.[seat - 1];
  if (!seats || !info) return t("seat.number", { n: seat });
  if (info.kind === "open") return t("seat.open");
  if (info.name) return info.name;
  if (info.kind === "bot") return botName(botNumber(seats, seat));
  return t("seat.guest", { n: 1 + before(seats, seat, ({ kind, name }) => kind === "person" && !name) });
}

/** A message in words. */
export function text(message: Message): string {
  const filled = Object.fromEntries(Object.entries(message.words ?? {}).map(([key, word]) => [key, t(word)]));
  return t(message.key, { ...message.values, ...filled });
}

/** A message as a sentence of its own. */
export function sentence(message: Message): string {
  const whole = text(message);
  return whole.charAt(0).toLocaleUpperCase(words.language) + whole.slice(1);
}

const PROBLEMS = [
  "away", "bad-name", "bad-options", "bad-record", "bad-seats", "damaged", "full", "illegal", "key-reused", "needs-server", "no-hints", "no-seat", "no-table",
  "no-undo", "not-on-turn", "not-yours", "other-window", "over", "seats-stay", "stood-in", "too-fast", "too-many", "waiting",
] as const;

/** Why the server refused something. It gives its reasons in English; in other languages its code has to do. */
export function problem(failure: { code: string; reason: string; status?: number }): string {
  // What the engine says when it fails is for those who mend it.
  if (failure.code === "engine" || failure.code === "no-engine") return t(`problem.${failure.code}`);
  if (failure.status === 0 && failure.code !== "needs-server") return t("error.unreachable");
  if (words.language === "en" && failure.reason !== "") return failure.reason.charAt(0).toUpperCase() + failure.reason.slice(1);
  const code = PROBLEMS.find((each) => each === failure.code);
  return t(code ? `problem.${code}` : "problem.other");
}

/** A piece on the board: what, where, and by whom. */
export function describePiece(piece: Piece, game: Words, name: Namer): string {
  const what = game.lay(piece.lay);
  return piece.seat === null ? what : t("words.by", { words: what, name: name(piece.seat) });
}

/** A piece of the rack, from the words for it. */
export function rackLabel(piece: string, fits: boolean | null): string {
  return fits === null ? piece : t(fits ? "rack.fits" : "rack.fitsNot", { words: piece });
}

/** The seat that an event is about; null if it is about all. */
export function seatOf(event: GameEvent): number | null {
  return "seat" in event ? event.seat : null;
}

/** A line for the log about an event that all games have; null for what is not worth one. */
export function describeShared(event: Passed | TookBack | TimeRanOut | Turn | Ended, name: Namer): string | null {
  switch (event.event) {
    case "tookback":
      return t("log.tookBack", { name: name(event.seat) });
    case "timeranout":
      return t("log.time", { name: name(event.seat) });
    case "passed":
      return t("log.passed", { name: name(event.seat) });
    case "ended":
      return t("log.ended");
    case "turn":
      return null;
  }
}

/** What laying a piece there would bring. */
export function worthWords({ worth }: Fit): string {
  return worth.map(text).join(" · ");
}

/** Who won; `mine` are the seats of those who read it. */
export function outcomeWords({ winners, scores }: Outcome, mine: readonly number[], name: Namer): string {
  const won = winners.some((seat) => mine.includes(seat));
  if (scores.length === 1) return t(won ? "end.solved" : winners.length > 0 ? "end.laid" : "end.stuck");
  if (won && winners.length === 1 && mine.length === 1) return t("end.youWin");
  if (winners.length > 1) return t("end.shared", { names: list(winners.map(name)) });
  return t("end.wins", { name: list(winners.map(name)) });
}

/** Something that speaks for an action; `more` are words that a game adds. */
export function factWords({ code, values }: HintFact, name: Namer, more: Record<string, string> = {}): string {
  const seat = values["seat"];
  return t(`hint.fact.${code}` as Key, { ...values, ...more, ...(seat === undefined ? {} : { name: name(seat) }) });
}
