// The two games behind one face, for the table: where a piece may go, and what to say of a place.

import type { Cell, Mark, Place } from "../board/spots";
import { same } from "../board/spots";
import type { Key, Values } from "../i18n/index.svelte";
import type { ChrominoPlace, ChrominoPosition, FlorentinePosition, FlorentineSpace, Piece } from "../wire";
import * as chromino from "./chromino";
import * as florentine from "./florentine";
import { closedBy, closedByBlack } from "./spaces";

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
  /** What it would bring its player at once: points, or gems of their colour. */
  gain: number;
  /** The spaces that it would close (Florentine). */
  closes: FlorentineSpace[];
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

/** `offered` are the server's places for a turn, or for a claim; `barred` says why a tile may not be laid anywhere now. */
export function chrominoAdapter(
  board: readonly Piece[],
  offered: readonly ChrominoPlace[],
  junior: boolean,
  barred: (tile: string) => Said | null = () => null,
): Adapter {
  const grid = new chromino.Grid(board);
  const places = (piece: string): Place[] => chromino.placesOf(piece, offered);

  function why(tile: string, lay: chromino.Lay, touches: chromino.Touch[]): Said {
    if (chromino.cells(lay).some((cell) => grid.at(cell) !== undefined)) return { key: "why.taken" };
    const clash = touches.find((touch) => !touch.mark.good);
    if (clash) return { key: "why.clash", words: { ours: colour(clash.ours), theirs: colour(clash.theirs) } };
    const n = touches.length;
    if (junior) return n === 1 ? { key: "why.junior" } : { key: "why.one", values: { n } };
    if (n < 2) return { key: "why.two", values: { n } };
    // Its squares fit: it is another rule that forbids it.
    return barred(tile) ?? { key: "why.later" };
  }

  return {
    cell: chromino.CELL,
    places,
    at(piece, at, turn) {
      const lay = chromino.around(piece, at, turn);
      const text = chromino.write(lay);
      const place = places(piece).find((each) => each.lay === text) ?? null;
      if (place) return { lay: text, place, marks: place.marks, why: null, gain: place.points, closes: [] };
      const touches = chromino.touches(grid, lay);
      return { lay: text, place, marks: touches.map((touch) => touch.mark), why: why(piece, lay, touches), gain: 0, closes: [] };
    },
  };
}

export interface FlorentineOffer {
  /** The server's places for cards, and for the black card. */
  lays: readonly string[];
  black?: readonly (readonly [number, number])[];
  /** The black cards that lie already. */
  lying?: readonly (readonly [number, number])[];
  /** The player's colour. */
  own?: string | null;
}

export function florentineAdapter(board: readonly Piece[], { lays, black = [], lying = [], own = null }: FlorentineOffer): Adapter {
  const cards = board.map((piece) => florentine.parse(piece.lay));
  const ring = (at: Cell): boolean => Math.max(Math.abs(at.x), Math.abs(at.y)) > florentine.REACH;
  const cross = cards.filter((card) => card.x === 0 || card.y === 0).length >= 13;

  function places(piece: string): Place[] {
    if (piece === BLACK) return florentine.blackPlaces(black);
    return florentine.placesOf(piece, board, lays);
  }

  function gained(closes: readonly FlorentineSpace[]): number {
    return closes.filter((space) => space.colour === own).reduce((sum, space) => sum + space.gems, 0);
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
        const closes = place ? closedByBlack(board, lying, at.x, at.y) : [];
        return { lay: text, place, marks: place?.marks ?? [], why: place ? null : { key: "why.black" }, gain: gained(closes), closes };
      }
      const lay = { triangles: florentine.turnedCard(piece, turn), x: at.x, y: at.y };
      const text = florentine.write(lay);
      const place = places(piece).find((each) => each.lay === text) ?? null;
      if (place) {
        const closes = closedBy(board, lay);
        return { lay: text, place, marks: place.marks, why: null, gain: gained(closes), closes };
      }
      const touches = florentine.touches(board, lay);
      return { lay: text, place, marks: touches.map((touch) => touch.mark), why: why(at, touches), gain: 0, closes: [] };
    },
  };
}

/** Why a tile may not be laid at all, though it fits. */
function barred(position: ChrominoPosition, tile: string): Said | null {
  if (position.drawn_tile !== null && position.drawn_tile !== tile) return { key: "why.drawn" };
  if (position.hand.length === 1 && tile.includes(chromino.WILD)) return { key: "bar.wildLast" };
  return null;
}

export function adapterOf(
  board: readonly Piece[],
  position: ChrominoPosition | FlorentinePosition,
  options: Readonly<Record<string, string>>,
  claiming: boolean,
): Adapter {
  if (position.game === "florentine") {
    const { lays, black } = position.moves;
    const lying = position.seats.map((seat) => seat.black).filter((at) => at !== null);
    const own = position.seat === null ? null : position.seats[position.seat - 1]!.colour;
    return florentineAdapter(board, { lays, black, lying, own });
  }
  const offered = claiming ? position.moves.claims : position.moves.lays;
  const junior = (options["junior"] ?? "no") !== "no";
  return chrominoAdapter(board, offered, junior, (tile) => (claiming ? null : barred(position, tile)));
}
