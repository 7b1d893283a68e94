// Boards of Florentine Dominoes as scenes.

import { cellBox, drawing, type Drawing, type DrawnPiece, type Scene } from "../../board/scene";
import type { Cell } from "../../board/spots";
import { grown, union, type Box } from "../../board/view";
import type { Purpose } from "../ui";
import Card from "./Card.svelte";
import Ground from "./Ground.svelte";
import { CELL, cellOf, facing, letterOf, parse, parseBlack, REACH, writeBlack } from "./notation";

/** A black card on the board. */
export interface BlackCard extends Cell {
  colour: string | null;
}

export function area(lay: string): Box {
  const { x, y } = cellOf(lay);
  return cellBox(x, y, CELL);
}

function drawBlack({ x, y, colour }: BlackCard): Drawing {
  return drawing(Card, { triangles: "", x, y, black: { letter: letterOf(colour), side: Math.max(0, facing(x, y)) } });
}

function drawCard(lay: string): DrawnPiece {
  return { key: lay, ...drawing(Card, { ...parse(lay) }) };
}

/** The square with so many cells more on each side. */
function square(rim: number): Box {
  const reach = REACH + rim;
  return { x: -reach * CELL, y: -reach * CELL, w: (2 * reach + 1) * CELL, h: (2 * reach + 1) * CELL };
}

interface Setting {
  black?: readonly BlackCard[];
  /** The player's colour: that of the black card in hand. */
  own?: string | null;
  over?: Drawing[];
}

/** Cards framed by a box. */
export function framed(board: readonly string[], box: Box, { black = [], own = null, over = [] }: Setting = {}): Scene {
  return {
    box,
    ground: [],
    pieces: [...board.map(drawCard), ...black.map((card) => ({ key: writeBlack(card), ...drawBlack(card) }))],
    over,
    draw(lay) {
      const cell = parseBlack(lay);
      return cell ? drawBlack({ ...cell, colour: own }) : drawCard(lay);
    },
  };
}

/** A board to play on; `rim` if the cells around the square are needed. */
export function scene(board: readonly string[], rim = false, setting: Setting = {}): Scene {
  const box = grown(square(rim || (setting.black ?? []).length > 0 ? 1 : 0), 12);
  return { ...framed(board, box, setting), ground: [drawing(Ground, {})] };
}

/** A board to look at: on paper the whole square, else only the cards. */
export function picture(board: readonly string[], purpose: Purpose, marked: readonly string[] = []): Scene {
  if (purpose !== "sample") return { ...framed(board, grown(square(0), 6)), ground: [drawing(Ground, {})] };
  return framed(board, union([...board, ...marked].map(area)) ?? cellBox(0, 0, CELL));
}
