// Chromino's boards as scenes.

import { cellBox, drawing, type DrawnPiece, type Scene } from "../../board/scene";
import { grown, union, type Box } from "../../board/view";
import type { Purpose } from "../ui";
import { CELL, parse } from "./notation";
import Tile from "./Tile.svelte";

/** What is framed where nothing lies. */
const EMPTY: Box = { x: -CELL, y: 0, w: 3 * CELL, h: CELL };
/** What stays free around the tiles, and around what else must be in sight. */
const MARGIN = CELL;
const RIM = CELL / 4;

export function area(lay: string): Box {
  const { x, y, down } = parse(lay);
  return { x: x * CELL, y: y * CELL, w: (down ? 1 : 3) * CELL, h: (down ? 3 : 1) * CELL };
}

function draw(lay: string): DrawnPiece {
  return { key: lay, ...drawing(Tile, { lay: parse(lay) }) };
}

/** The tiles of a board, framed by a box. */
export function framed(board: readonly string[], box: Box): Scene {
  return { box, ground: [], pieces: board.map(draw), over: [], draw };
}

/** A board to play on; `extent` are placements that must be in sight, too. */
export function scene(board: readonly string[], extent: readonly string[] = [], margin = MARGIN): Scene {
  const tiles = grown(union(board.map(area)) ?? EMPTY, margin);
  return framed(board, union([tiles, ...extent.map((lay) => grown(area(lay), RIM))])!);
}

/** A board to look at; where it is a problem, with the room in which a tile may be laid. */
export function picture(board: readonly string[], purpose: Purpose, marked: readonly string[] = []): Scene {
  const tight = union([...board, ...marked].map(area)) ?? cellBox(0, 0, CELL);
  return framed(board, purpose === "problem" ? grown(tight, CELL) : tight);
}
