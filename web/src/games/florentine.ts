// Florentine Dominoes as the board needs it: texts of records into cards, and which triangles touch.

import type { Cell, Mark, Place } from "../board/spots";
import type { FlorentineSpace, Piece } from "../wire";

export const CELL = 72;
export const REACH = 3;
export const SIDES = "NESW";
export const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;
export const COLOURS = { R: "red", B: "blue", G: "green", O: "ochre" } as const;

/** The letter of a colour's name. */
export function letterOf(colour: string | null): string {
  return Object.entries(COLOURS).find(([, name]) => name === colour)?.[0] ?? "R";
}

export interface Lay {
  triangles: string;
  x: number;
  y: number;
}

const LAY = /^([RrBbGgOo]{4})@(-?\d+),(-?\d+)$/;

export function parse(text: string): Lay {
  const match = LAY.exec(text);
  if (!match) throw new Error(`${text} is no placement`);
  return { triangles: match[1]!, x: Number(match[2]), y: Number(match[3]) };
}

/** Where a card lies, be it a black one. */
export function placeOf(text: string): Cell {
  const black = /^black@(-?\d+),(-?\d+)$/.exec(text);
  return black ? { x: Number(black[1]), y: Number(black[2]) } : parse(text);
}

export function write(lay: Lay): string {
  return `${lay.triangles}@${lay.x},${lay.y}`;
}

/** A card turned clockwise: what was its last triangle comes first. */
export function turnedCard(card: string, turn: number): string {
  const cut = (4 - (turn % 4)) % 4;
  return card.slice(cut) + card.slice(0, cut);
}

export function turnOf(card: string, triangles: string): number {
  return [0, 1, 2, 3].find((turn) => turnedCard(card, turn) === triangles) ?? -1;
}

export interface Touch {
  side: number;
  ours: string;
  theirs: string;
  mark: Mark;
}

export function touches(board: readonly Piece[], lay: Lay): Touch[] {
  const cards = new Map(board.map((piece) => parse(piece.lay)).map((each) => [`${each.x},${each.y}`, each.triangles]));
  const found: Touch[] = [];
  STEPS.forEach(([dx, dy], side) => {
    const other = cards.get(`${lay.x + dx},${lay.y + dy}`);
    if (other === undefined) return;
    const ours = lay.triangles[side]!.toUpperCase();
    const theirs = other[(side + 2) % 4]!.toUpperCase();
    const mark = { x: lay.x + 0.5 + dx / 2, y: lay.y + 0.5 + dy / 2, good: ours === theirs };
    found.push({ side, ours, theirs, mark });
  });
  return found;
}

export function placesOf(card: string, board: readonly Piece[], offered: readonly string[]): Place[] {
  const found: Place[] = [];
  for (const text of offered) {
    const lay = parse(text);
    const turn = turnOf(card, lay.triangles);
    if (turn < 0) continue;
    found.push({
      lay: text,
      at: { x: lay.x, y: lay.y },
      turn,
      cells: [{ x: lay.x, y: lay.y }],
      marks: touches(board, lay).map((touch) => touch.mark),
      points: 0,
    });
  }
  return found;
}

export function blackPlaces(offered: readonly (readonly [number, number])[]): Place[] {
  return offered.map(([x, y]) => ({
    lay: `black@${x},${y}`,
    at: { x, y },
    turn: 0,
    cells: [{ x, y }],
    marks: [{ x: x + 0.5 + inwards(x) / 2, y: y + 0.5 + inwards(y) / 2, good: true }],
    points: 0,
  }));
}

function inwards(at: number): number {
  return Math.abs(at) <= REACH ? 0 : -Math.sign(at);
}

/** The side of a black card that faces the square. */
export function facing(x: number, y: number): number {
  return STEPS.findIndex(([dx, dy]) => dx === inwards(x) && dy === inwards(y));
}

/** The corners of a card around its middle, the side of each number beginning there, clockwise. */
const CORNERS = [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const;

/** The outline of a space as a path, in the board's units: the edges of its triangles that it does not share. */
export function outline(space: FlorentineSpace): string {
  const own = new Set(space.triangles.map(([x, y, side]) => `${x},${y},${side}`));
  const has = (x: number, y: number, side: number): boolean => own.has(`${x},${y},${SIDES[(side + 4) % 4]}`);
  const half = CELL / 2;
  let path = "";
  for (const [x, y, name] of space.triangles) {
    const side = SIDES.indexOf(name);
    const middle = { x: x * CELL + half, y: y * CELL + half };
    const corner = (i: number): string => {
      const [cx, cy] = CORNERS[i % 4]!;
      return `${middle.x + cx * half} ${middle.y + cy * half}`;
    };
    const [dx, dy] = STEPS[side]!;
    if (!has(x + dx, y + dy, side + 2)) path += `M${corner(side)}L${corner(side + 1)}`;
    if (!has(x, y, side - 1)) path += `M${middle.x} ${middle.y}L${corner(side)}`;
    if (!has(x, y, side + 1)) path += `M${middle.x} ${middle.y}L${corner(side + 1)}`;
  }
  return path;
}
