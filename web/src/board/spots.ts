// Cells, and the places where a piece may go. The places are handed in: there are no rules here.

export interface Cell {
  x: number;
  y: number;
}

/** A contact between a piece and its neighbour, in cells: the middle of the edge that they share. */
export interface Mark {
  x: number;
  y: number;
  good: boolean;
}

/** A place for a piece. `turn` is how it lies, from 0 to 3; `at` the cell that it turns about. */
export interface Place {
  lay: string;
  at: Cell;
  turn: number;
  cells: Cell[];
  marks: Mark[];
  points: number;
}

export function same(a: Cell, b: Cell): boolean {
  return a.x === b.x && a.y === b.y;
}

function distance(place: Place, point: Cell): number {
  return Math.hypot(place.at.x + 0.5 - point.x, place.at.y + 0.5 - point.y);
}

/** How far a point is from the cells of a place; 0 on them. */
export function gap(place: Place, point: Cell): number {
  const beyond = (from: number, at: number): number => Math.max(0, from - at, at - from - 1);
  return Math.min(...place.cells.map((cell) => Math.hypot(beyond(cell.x, point.x), beyond(cell.y, point.y))));
}

/** Two gaps that differ by less are equal: points come from pixels. */
const EQUAL = 1e-6;

/** The places that pointing somewhere may mean (in cells, with fractions): those under it, else the nearest within reach. */
export function candidates(places: readonly Place[], point: Cell, reach: number): Place[] {
  const gaps = places.map((place) => gap(place, point));
  const least = Math.min(...gaps);
  return least > reach ? [] : places.filter((_, i) => gaps[i]! <= least + EQUAL);
}

/**
 * The one that is meant first: that whose middle is nearest; of those around the same middle, the one that is turned as
 * `turn` says.
 */
export function meant(places: readonly Place[], point: Cell, turn: number, reach = 0): Place | null {
  let best: Place | null = null;
  let score = Infinity;
  for (const place of candidates(places, point, reach)) {
    const value = distance(place, point) + (place.turn === turn ? 0 : 0.01);
    if (value < score) [best, score] = [place, value];
  }
  return best;
}

/** The nearest place no farther off than `reach`: what a dragged piece snaps to. */
export function nearest(places: readonly Place[], point: Cell, turn: number, reach: number): Place | null {
  let best: Place | null = null;
  let score = Infinity;
  for (const place of places) {
    const value = distance(place, point) + (place.turn === turn ? 0 : 0.3);
    if (distance(place, point) <= reach && value < score) [best, score] = [place, value];
  }
  return best;
}

/** The next place after this one, round and round, in reading order; backwards if `step` is -1. */
export function following(places: readonly Place[], current: string | null, step: 1 | -1): Place | null {
  const order = [...places].sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x || a.turn - b.turn);
  const index = order.findIndex((place) => place.lay === current);
  if (index < 0) return order.at(step === 1 ? 0 : -1) ?? null;
  return order[(index + step + order.length) % order.length] ?? null;
}

/** How a piece lies after a turn: one step on, or, where `places` says so, on to the next turn that fits. */
export function turned(places: readonly Place[], at: Cell, turn: number, way: 1 | -1 = 1): number {
  const here = new Set(places.filter((place) => same(place.at, at)).map((place) => place.turn));
  for (let step = 1; step <= 4; step++) {
    const next = (turn + way * step + 4) % 4;
    if (here.has(next)) return next;
  }
  return (turn + way + 4) % 4;
}
