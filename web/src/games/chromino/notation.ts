// Chromino as the board needs it: placements as records write them, their cells, and which squares touch. The server
// decides whether a place is allowed; this only reads what is there.

import type { Cell, Mark, Place } from "../../board/spots";
import type { ChrominoPlace } from "../../wire";

export const CELL = 40;
export const WILD = "*";

export interface Lay {
  squares: string;
  x: number;
  y: number;
  down: boolean;
}

export interface Square extends Cell {
  letter: string;
}

const LAY = /^([^@\s]{3})@(-?\d+),(-?\d+)([>v])$/;

export function parse(text: string): Lay {
  const match = LAY.exec(text);
  if (!match) throw new Error(`${text} is not a placement`);
  return { squares: match[1]!, x: Number(match[2]), y: Number(match[3]), down: match[4] === "v" };
}

/** Whether a text is a placement, rather than another action. */
export function isLay(text: string): boolean {
  return LAY.test(text);
}

export function write(lay: Lay): string {
  return `${lay.squares}@${lay.x},${lay.y}${lay.down ? "v" : ">"}`;
}

export function cells(lay: Lay): Square[] {
  return [...lay.squares].map((letter, i) => ({
    letter,
    x: lay.x + (lay.down ? 0 : i),
    y: lay.y + (lay.down ? i : 0),
  }));
}

export function reversed(squares: string): string {
  return [...squares].reverse().join("");
}

/** A tile about its middle square: turn 0 runs right, 1 down, 2 left, 3 up. */
export function around(tile: string, at: Cell, turn: number): Lay {
  const down = turn % 2 === 1;
  return {
    squares: turn >= 2 ? reversed(tile) : tile,
    x: at.x - (down ? 0 : 1),
    y: at.y - (down ? 1 : 0),
    down,
  };
}

export function turnOf(tile: string, lay: Lay): number {
  return (lay.down ? 1 : 0) + (lay.squares === tile ? 0 : 2);
}

export function isOf(tile: string, lay: Lay): boolean {
  return lay.squares === tile || reversed(lay.squares) === tile;
}

/** The squares of a board by their cells. */
export class Grid {
  private squares = new Map<string, string>();

  constructor(board: readonly string[]) {
    for (const lay of board) {
      for (const square of cells(parse(lay))) this.squares.set(`${square.x},${square.y}`, square.letter);
    }
  }

  at(cell: Cell): string | undefined {
    return this.squares.get(`${cell.x},${cell.y}`);
  }
}

export interface Touch {
  ours: string;
  theirs: string;
  mark: Mark;
  /** Which square of the tile it is, and what it touches, in the form that the server uses. */
  contact: [number, number, number];
}

/** Which squares touch: shown by a tick if they look alike, and by a cross if not. For places that fit, the server sends
 * this; here it is computed for places that do not, at once and without a network. A test compares the two. */
export function touches(grid: Grid, lay: Lay): Touch[] {
  const own = cells(lay);
  const result: Touch[] = [];
  for (const [i, square] of own.entries()) {
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]] as const) {
      const near = { x: square.x + dx, y: square.y + dy };
      if (own.some((each) => each.x === near.x && each.y === near.y)) continue;
      const theirs = grid.at(near);
      if (theirs === undefined) continue;
      const good = theirs === square.letter || theirs === WILD || square.letter === WILD;
      result.push({
        ours: square.letter,
        theirs,
        mark: { x: square.x + 0.5 + dx / 2, y: square.y + 0.5 + dy / 2, good },
        contact: [i, near.x, near.y],
      });
    }
  }
  return result;
}

/** The places of one tile among all that the server offers. */
export function placesOf(tile: string, offered: readonly ChrominoPlace[]): Place[] {
  const result: Place[] = [];
  for (const place of offered) {
    const lay = parse(place.lay);
    if (!isOf(tile, lay)) continue;
    const own = cells(lay);
    const at = own[1]!;
    result.push({
      lay: place.lay,
      at: { x: at.x, y: at.y },
      turn: turnOf(tile, lay),
      cells: own.map(({ x, y }) => ({ x, y })),
      marks: place.contacts.map(([i, x, y]) => {
        const square = own[i]!;
        return { x: (square.x + x + 1) / 2, y: (square.y + y + 1) / 2, good: true };
      }),
      points: place.points,
    });
  }
  return result;
}
