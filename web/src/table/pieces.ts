// What a seat has before it: pure functions of its position.

import { BLACK } from "../games/adapter";
import { letterOf } from "../games/florentine";
import type { Position } from "../wire";

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

/** A seat's colour; null where there are none. */
export function colourOf(position: Position | null, seat: number | null): string | null {
  return position?.game === "florentine" && seat !== null ? (position.seats[seat - 1]?.colour ?? null) : null;
}
