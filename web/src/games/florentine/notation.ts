// Florentine Dominoes as the board needs it: placements as records write them, and which triangles touch.

import type { Cell, Mark, Place } from "../../board/spots";
import type { FlorentineSpace } from "../../wire";

export const CELL = 72;
export const REACH = 3;
/** How many cards a complete cross has. */
export const CROSS = 4 * REACH + 1;
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

/** The black card of a seat, which has no triangles to be named. */
export const BLACK = "black";

const LAY = /^([RrBbGgOo]{4})@(-?\d+),(-?\d+)$/;

export function parse(text: string): Lay {
  const match = LAY.exec(text);
  if (!match) throw new Error(`${text} is not a placement`);
  return { triangles: match[1]!, x: Number(match[2]), y: Number(match[3]) };
}

/** Whether a text is the placement of a card that is not black. */
export function isLay(text: string): boolean {
  return LAY.test(text);
}

const BLACK_LAY = /^black@(-?\d+),(-?\d+)$/;

/** The cell of a black card; null for any other action. */
export function parseBlack(text: string): Cell | null {
  const match = BLACK_LAY.exec(text);
  return match ? { x: Number(match[1]), y: Number(match[2]) } : null;
}

export function writeBlack({ x, y }: Cell): string {
  return `${BLACK}@${x},${y}`;
}

/** The cell of a card of either kind. */
export function cellOf(text: string): Cell {
  return parseBlack(text) ?? parse(text);
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

/** Which edges meet: shown by a tick if their colours agree, and by a cross if not. */
export function touches(board: readonly string[], lay: Lay): Touch[] {
  const cards = new Map(board.map(parse).map((each) => [`${each.x},${each.y}`, each.triangles]));
  const result: Touch[] = [];
  STEPS.forEach(([dx, dy], side) => {
    const other = cards.get(`${lay.x + dx},${lay.y + dy}`);
    if (other === undefined) return;
    const ours = lay.triangles[side]!.toUpperCase();
    const theirs = other[(side + 2) % 4]!.toUpperCase();
    const mark = { x: lay.x + 0.5 + dx / 2, y: lay.y + 0.5 + dy / 2, good: ours === theirs };
    result.push({ side, ours, theirs, mark });
  });
  return result;
}

/** The places of one card among all that the server offers. */
export function placesOf(card: string, board: readonly string[], offered: readonly string[]): Place[] {
  const result: Place[] = [];
  for (const text of offered) {
    const lay = parse(text);
    const turn = turnOf(card, lay.triangles);
    if (turn < 0) continue;
    result.push({
      lay: text,
      at: { x: lay.x, y: lay.y },
      turn,
      cells: [{ x: lay.x, y: lay.y }],
      marks: touches(board, lay).map((touch) => touch.mark),
      points: 0,
    });
  }
  return result;
}

export function blackPlaces(offered: readonly Cell[]): Place[] {
  return offered.map(({ x, y }) => ({
    lay: writeBlack({ x, y }),
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
