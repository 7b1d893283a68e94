// The pieces on a board, from a view of any game.

import type { Piece, View } from "../wire";

type Board = Pick<View, "board" | "laid_by">;

/** The pieces with the seats that laid them. */
export function piecesOf({ board, laid_by }: Board): Piece[] {
  return board.map((lay, i) => ({ lay, seat: laid_by[i] ?? null }));
}

/** The last piece, if a player laid it. */
export function lastLaid({ board, laid_by }: Board): string | null {
  return (laid_by.at(-1) ?? null) === null ? null : board.at(-1)!;
}
