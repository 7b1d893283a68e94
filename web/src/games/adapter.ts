// The two games behind one face, for the table: where a piece may go, and what to say of a place.

import type { Cell, Mark, Place } from "../board/spots";
import { same } from "../board/spots";
import type { Key, Values } from "../i18n/index.svelte";
import type { ChrominoPlace, ChrominoPosition, FlorentinePosition, Piece } from "../wire";
import * as chromino from "./chromino";
import * as florentine from "./florentine";

export interface Said {
  key: Key;
  values?: Values;
  /** Values that are words themselves. */
  words?: Record<string, Key>;
}

/** A piece held over the board. */
export interface Fit {
  /** The action that would lay it there. */
  lay: string;
  /** The place, if it is one of those that the server offers. */
  place: Place | null;
  marks: Mark[];
  /** Why it may not lie there; null if it may. */
  why: Said | null;
}

export interface Adapter {
  cell: number;
  places(piece: string): Place[];
  at(piece: string, at: Cell, turn: number): Fit;
}

export const BLACK = "black";

function colour(letter: string): Key {
  return `colour.${letter}` as Key;
}

/** `offered` are the server's places for a turn, or for a claim. */
export function chrominoAdapter(board: readonly Piece[], offered: readonly ChrominoPlace[], junior: boolean): Adapter {
  const grid = new chromino.Grid(board);
  const places = (piece: string): Place[] => chromino.placesOf(piece, offered);

  function why(lay: chromino.Lay, touches: chromino.Touch[]): Said {
    if (chromino.cells(lay).some((cell) => grid.at(cell) !== undefined)) return { key: "why.taken" };
    const clash = touches.find((touch) => !touch.mark.good);
    if (clash) return { key: "why.clash", words: { ours: colour(clash.ours), theirs: colour(clash.theirs) } };
    const n = touches.length;
    if (junior) return n === 1 ? { key: "why.junior" } : { key: "why.one", values: { n } };
    if (n < 2) return { key: "why.two", values: { n } };
    // Its squares fit: it is another rule that forbids it, and the server says which.
    return { key: "why.later" };
  }

  return {
    cell: chromino.CELL,
    places,
    at(piece, at, turn) {
      const lay = chromino.around(piece, at, turn);
      const text = chromino.write(lay);
      const place = places(piece).find((each) => each.lay === text) ?? null;
      if (place) return { lay: text, place, marks: place.marks, why: null };
      const touches = chromino.touches(grid, lay);
      return { lay: text, place, marks: touches.map((touch) => touch.mark), why: why(lay, touches) };
    },
  };
}

export function florentineAdapter(board: readonly Piece[], position: FlorentinePosition): Adapter {
  const cards = board.map((piece) => florentine.parse(piece.lay));
  const ring = (at: Cell): boolean => Math.max(Math.abs(at.x), Math.abs(at.y)) > florentine.REACH;
  const cross = cards.filter((card) => card.x === 0 || card.y === 0).length >= 13;

  function places(piece: string): Place[] {
    if (piece === BLACK) return florentine.blackPlaces(position.moves.black);
    return florentine.placesOf(piece, board, position.moves.lays);
  }

  function why(at: Cell, touches: florentine.Touch[]): Said {
    if (cards.some((card) => same(card, at))) return { key: "why.taken" };
    if (cards.length === 0) return { key: "why.centre" };
    if (ring(at)) return { key: "why.outside" };
    const clash = touches.find((touch) => !touch.mark.good);
    if (clash) return { key: "why.clash", words: { ours: colour(`f${clash.ours}`), theirs: colour(`f${clash.theirs}`) } };
    if (!cross) return { key: "why.cross" };
    if (touches.length < 2) return { key: "why.corner", values: { n: touches.length } };
    return { key: "why.later" };
  }

  return {
    cell: florentine.CELL,
    places,
    at(piece, at, turn) {
      if (piece === BLACK) {
        const place = places(piece).find((each) => same(each.at, at)) ?? null;
        const text = `black@${at.x},${at.y}`;
        return { lay: text, place, marks: place?.marks ?? [], why: place ? null : { key: "why.black" } };
      }
      const lay = { triangles: florentine.turnedCard(piece, turn), x: at.x, y: at.y };
      const text = florentine.write(lay);
      const place = places(piece).find((each) => each.lay === text) ?? null;
      if (place) return { lay: text, place, marks: place.marks, why: null };
      const touches = florentine.touches(board, lay);
      return { lay: text, place, marks: touches.map((touch) => touch.mark), why: why(at, touches) };
    },
  };
}

export function adapterOf(
  board: readonly Piece[],
  position: ChrominoPosition | FlorentinePosition,
  options: Readonly<Record<string, string>>,
  claiming: boolean,
): Adapter {
  if (position.game === "florentine") return florentineAdapter(board, position);
  const offered = claiming ? position.moves.claims : position.moves.lays;
  return chrominoAdapter(board, offered, (options["junior"] ?? "no") !== "no");
}
