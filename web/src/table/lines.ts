// The log of a table: its lines, and what happened since a seat's last turn.

import { outcomeWords, seatOf } from "../games/describe";
import { PIECE, type LogLine, type Namer, type PlayUi, type Words } from "../games/ui";
import type { GameEvent, Piece } from "../wire";

/** A line, and which event of the log it is about. */
export interface Numbered extends LogLine {
  index: number;
}

/** The lines of a log from an event on, as this seat may read them. */
export function linesOf(log: readonly GameEvent[], words: Words, name: Namer, own: number | null, from = 0): Numbered[] {
  const lines: Numbered[] = [];
  for (let index = from; index < log.length; index++) {
    const line = words.line(log[index]!, name, { own, before: log[index - 1] ?? null, after: log[index + 1] ?? null });
    if (line) lines.push({ ...line, index });
  }
  return lines;
}

/**
 * What is said aloud of events. Of what others lay also where; of what befell this seat as the log has it, with the piece
 * that was drawn.
 */
export function spoken(events: readonly GameEvent[], ui: PlayUi, words: Words, name: Namer, own: number | null, mine: readonly number[]): string[] {
  const results = events.flatMap((event) => (event.event === "ended" ? [outcomeWords(event.outcome, mine, name)] : []));
  const lines = events.flatMap((event, index) => {
    const mine = own !== null && seatOf(event) === own && ui.laidBy(event) === null;
    const line = mine ? words.line(event, name, { own, before: events[index - 1] ?? null, after: events[index + 1] ?? null }) : null;
    return (line ? line.text.replace(PIECE, line.piece === null ? "" : words.piece(line.piece)) : words.event(event, name, true)) ?? [];
  });
  return [...lines, ...results];
}

/**
 * Where in the log the last turn began that the seat has finished: what follows is news to it. A spectator reads with the
 * seat on turn, so that a whole round is news.
 */
export function lastTurn(log: readonly GameEvent[], seat: number | null): number {
  let others = false;
  for (let index = log.length - 1; index >= 0; index--) {
    const event = log[index]!;
    if (event.event === "ended") others = true;
    if (event.event !== "turn") continue;
    if (event.seat !== seat) others = true;
    else if (others) return index + 1;
  }
  return 0;
}

/** What was laid since then and still lies there. */
export function laidSince(log: readonly GameEvent[], from: number, ui: PlayUi, laid: readonly Piece[]): Piece[] {
  const lying = new Set(laid.map((piece) => piece.lay));
  return log.slice(from).flatMap((event) => ui.laidBy(event) ?? []).filter((piece) => lying.has(piece.lay));
}

/** The piece that a seat drew last, if it has done nothing since; null if it drew none or this browser may not know it. */
export function lastDrawn(log: readonly GameEvent[], seat: number, ui: PlayUi): string | null {
  for (let index = log.length - 1; index >= 0; index--) {
    const event = log[index]!;
    const drawn = ui.drawnBy(event);
    if (drawn?.seat === seat) return drawn.piece;
    if (ui.laidBy(event)?.seat === seat || (event.event === "passed" && event.seat === seat)) return null;
  }
  return null;
}
