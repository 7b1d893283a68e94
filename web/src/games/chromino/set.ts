// The tiles of the set, and which of them a seat has seen.

import type { ChrominoView } from "../../wire";
import type { SetPiece } from "../ui";
import { parse, reversed } from "./notation";

const COLOURS = "BGRYP";
/** The wild tiles, by the names that the server has for them (C2). */
const WILD_TILES = ["B*G", "B*Y", "G*R", "R*P", "Y*P"];

/** The name of a tile: of its two readings, the one whose first colour comes first. */
function named(squares: string): string {
  return COLOURS.indexOf(squares[0]!) <= COLOURS.indexOf(squares[2]!) ? squares : reversed(squares);
}

/** All tiles, in the order of the set (C1, C2). */
export function tilesOf(wild: boolean): string[] {
  const letters = [...COLOURS];
  const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  return [...all.filter((tile) => named(tile) === tile), ...(wild ? WILD_TILES : [])];
}

export function unseen(view: ChrominoView, seat: number | null): SetPiece[] {
  const seen = new Set([
    ...view.board.map((lay) => named(parse(lay).squares)),
    ...view.seats.flatMap(({ known }) => known),
    ...(seat !== null && view.seat === seat ? view.hand : []),
  ]);
  return tilesOf(view.options["wild-tiles"] !== "no").map((piece) => ({ piece, seen: seen.has(piece) }));
}
