// What a seat has before it: pure functions of its position.

import { BLACK } from "../games/adapter";
import { letterOf } from "../games/florentine";
import type { Known } from "../live/state";
import type { Piece, Position } from "../wire";

/** The pieces that a seat may take up: its hand, the common pool, its black card, or the tile that somebody missed. */
export function rackOf(position: Position, seat: number, claiming: boolean): string[] {
  if (position.game === "chromino") return claiming && position.missed ? [position.missed.tile] : position.hand;
  if (position.stage === "hands") return position.hand;
  if (position.stage === "pool") return position.pool;
  return position.seats[seat - 1]?.black_done ? [] : [BLACK];
}

/** The black cards that lie at the rim. */
export function blackOf(position: Position | null): { x: number; y: number; letter: string }[] {
  if (position?.game !== "florentine") return [];
  return position.seats.flatMap(({ black, colour }) => (black ? [{ x: black[0], y: black[1], letter: letterOf(colour) }] : []));
}

/** All that lies, the black cards, too. */
export function allLaid(board: readonly Piece[], position: Position | null): readonly Piece[] {
  if (position?.game !== "florentine") return board;
  return [...board, ...position.seats.flatMap(({ black }, i) => (black ? [{ lay: `black@${black.join()}`, seat: i + 1 }] : []))];
}

/** What somebody laid last; null if nobody has laid anything. */
export function lastOf({ board, log }: Known, position: Position | null): string | null {
  // Black cards come after all others; one that was taken back lies no more.
  const black = allLaid([], position).map((each) => each.lay);
  const laid = log.findLast((event) => event.event === "blacklaid" && black.includes(event.lay));
  if (laid?.event === "blacklaid") return laid.lay;
  const last = board.at(-1);
  return last?.seat ? last.lay : null;
}

/** A seat's colour; null where there are none. */
export function colourOf(position: Position | null, seat: number | null): string | null {
  return position?.game === "florentine" && seat !== null ? (position.seats[seat - 1]?.colour ?? null) : null;
}
