// What has happened, and what lies where, in words: for the log, for announcements and for the board as text.

import { list, t, words, type Key } from "../i18n/index.svelte";
import type { GameEvent } from "../live/state";
import type { FlorentineSpace, Outcome, Piece, SeatInfo } from "../wire";
import type { Fit, Said } from "./adapter";
import * as chromino from "./chromino";
import { edition } from "./edition.svelte";
import * as florentine from "./florentine";

export type Namer = (seat: number) => string;

export function nameOf(info: SeatInfo | undefined, seat: number): string {
  if (!info) return t("seat.number", { n: seat });
  if (info.kind === "open") return t("seat.open");
  if (info.name) return info.name;
  if (info.kind === "bot") return t("seat.bot", { n: seat });
  return t("seat.guest", { n: seat });
}

/** A reason as a sentence of its own. */
export function say(said: Said): string {
  const filled = Object.fromEntries(Object.entries(said.words ?? {}).map(([key, word]) => [key, t(word)]));
  const text = t(said.key, { ...said.values, ...filled });
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}

const PROBLEMS = [
  "away", "bad-name", "bad-options", "bad-record", "bad-seats", "full", "illegal", "no-seat", "no-table", "not-yours", "over",
  "stood-in", "too-fast", "too-many", "waiting",
] as const;

/** Why the server refused something. It gives its reasons in English; in other languages its code has to do. */
export function problem(failure: { code: string; reason: string; status?: number }): string {
  if (failure.status === 0) return t("error.unreachable");
  if (words.language === "en" && failure.reason !== "") return failure.reason.charAt(0).toUpperCase() + failure.reason.slice(1);
  const code = PROBLEMS.find((each) => each === failure.code);
  return t(code ? `problem.${code}` : "problem.other");
}

/** "blue, green, red" */
export function tileWords(squares: string): string {
  return [...squares].map((letter) => t(edition.colour(letter))).join(", ");
}

/** "red with jade, blue, …" from the north on. */
export function cardWords(triangles: string): string {
  return [...triangles]
    .map((letter) => {
      const upper = letter.toUpperCase();
      const colour = t(`colour.f${upper}` as Key);
      return letter === upper ? t("words.withGem", { colour, gem: t(`gem.${upper}` as Key) }) : colour;
    })
    .join(", ");
}

/** A placement in words: what it is, and where. */
export function layWords(lay: string): string {
  if (lay.startsWith("black@")) {
    const [x = "0", y = "0"] = lay.slice("black@".length).split(",");
    return t("words.black", { x, y });
  }
  if (/[>v]$/.test(lay)) {
    const { squares, x, y, down } = chromino.parse(lay);
    return t(down ? "words.down" : "words.right", { tile: tileWords(squares), x: String(x), y: String(y) });
  }
  const { triangles, x, y } = florentine.parse(lay);
  return t("words.card", { card: cardWords(triangles), x: String(x), y: String(y) });
}

/** What was laid, without where. */
export function pieceOf(lay: string): string {
  return /[>v]$/.test(lay) ? tileWords(chromino.parse(lay).squares) : cardWords(florentine.parse(lay).triangles);
}

export function pieceWords(piece: Piece, name: Namer): string {
  const said = layWords(piece.lay);
  return piece.seat === null ? said : t("words.by", { words: said, name: name(piece.seat) });
}

/** An action as a record writes it, in words. */
export function actionWords(action: string): string {
  const [word = "", rest = ""] = action.split(" ");
  if (word === "draw") return t("bar.drawIt");
  if (word === "pass") return t("bar.passIt");
  if (word === "aside") return t("pair", { label: t("bar.aside"), value: cardWords(rest) });
  return word.includes("@") ? layWords(word) : action;
}

/** A line for the log; null for what is not worth one. Aloud it is also said where a piece was laid. */
export function told(event: GameEvent, name: Namer, aloud = false): string | null {
  switch (event.event) {
    case "laid": {
      const what = aloud ? layWords(event.lay) : pieceOf(event.lay);
      if ("points" in event && event.points > 0)
        return t("log.scored", { name: name(event.seat), what, n: event.points });
      if ("closed" in event && event.closed.length > 0)
        return t("log.closed", { name: name(event.seat), what, n: event.closed.length });
      return t("log.laid", { name: name(event.seat), what });
    }
    case "drew":
      return t("tile" in event ? "log.drew" : "log.drewCard", { name: name(event.seat) });
    case "shown":
      return t("log.shown", { name: name(event.seat), what: tileWords(event.tile) });
    case "called":
      return t("log.called", { name: name(event.seat) });
    case "spotted":
      return t("log.spotted", { name: name(event.seat), by: name(event.by) });
    case "claimed":
      return t("log.claimed", { name: name(event.seat), by: name(event.by) });
    case "tookback":
      return t("log.tookBack", { name: name(event.seat) });
    case "passed":
      return t("log.passed", { name: name(event.seat) });
    case "putaside":
      return t("log.aside", { name: name(event.seat), what: cardWords(event.card) });
    case "freshdeal":
      return t("log.fresh");
    case "poolopened":
      return t("log.pool");
    case "blackturn":
      return t("log.black");
    case "blacklaid":
      return aloud ? t("pair", { label: name(event.seat), value: layWords(event.lay) }) : t("log.blackLaid", { name: name(event.seat) });
    case "ended":
      return t("log.ended");
    case "turn":
      return null;
  }
}

/** What laying a piece there would bring: the spaces that it closes, or points. */
export function worthWords({ closes, gain }: Fit, game: string): string {
  if (game === "florentine") return closes.map(closing).join(" · ");
  return gain > 0 ? t("bar.points", { n: gain }) : "";
}

function closing({ colour, gems }: FlorentineSpace): string {
  return gems === 0 ? t("bar.closes") : t("bar.closesGems", { n: gems, gem: t(`gem.${florentine.letterOf(colour)}` as Key) });
}

/** Who won; `mine` are the seats of those who read it. */
export function outcomeWords({ winners, scores }: Outcome, mine: readonly number[], name: Namer): string {
  const won = winners.some((seat) => mine.includes(seat));
  if (scores.length === 1) return t(won ? "end.solved" : winners.length > 0 ? "end.laid" : "end.stuck");
  if (won && winners.length === 1 && mine.length === 1) return t("end.youWin");
  if (winners.length > 1) return t("end.shared", { names: list(winners.map(name)) });
  return t("end.wins", { name: list(winners.map(name)) });
}

/** What a score counts. */
export function measureKey(outcome: Outcome): Key {
  switch (outcome.measure) {
    case "points":
      return "measure.points";
    case "gems":
      return "measure.gems";
    case "tiles drawn":
      return "measure.drawn";
    default:
      return "measure.left";
  }
}
