// Which spaces a card would close. They are read off the board, so that the piece in hand shows them within a frame.

import type { Cell } from "../../board/spots";
import type { FlorentineSpace } from "../../wire";
import { COLOURS, facing, parse, SIDES, STEPS, type Lay } from "./notation";

type Triangle = readonly [x: number, y: number, side: number];

/** The square with its cards, and the black cards at its rim. */
class Square {
  private readonly cards = new Map<string, string>();

  constructor(
    cards: readonly Lay[],
    private readonly black: readonly Cell[],
  ) {
    for (const { x, y, triangles } of cards) this.cards.set(`${x},${y}`, triangles);
  }

  at([x, y, side]: Triangle): string | undefined {
    return this.cards.get(`${x},${y}`)?.[side];
  }

  /** The space of a triangle. */
  space(start: Triangle): FlorentineSpace {
    const letter = this.at(start)!.toUpperCase() as keyof typeof COLOURS;
    const triangles = new Map<string, Triangle>([[start.join(), start]]);
    let [gems, open] = [0, 0];
    // A Map goes on to what is added while it is walked through.
    for (const triangle of triangles.values()) {
      if (this.at(triangle) === letter) gems++;
      const [x, y, side] = triangle;
      const [dx, dy] = STEPS[side]!;
      const across: Triangle = [x + dx, y + dy, (side + 2) % 4];
      if (this.at(across) === undefined && !this.black.some(({ x: bx, y: by }) => bx === across[0] && by === across[1])) open++;
      for (const near of [across, [x, y, (side + 1) % 4], [x, y, (side + 3) % 4]] as Triangle[]) {
        if (this.at(near)?.toUpperCase() === letter) triangles.set(near.join(), near);
      }
    }
    const named = [...triangles.values()].map(([x, y, side]): [number, number, string] => [x, y, SIDES[side]!]);
    return { colour: COLOURS[letter], gems, open, triangles: named };
  }
}

function closed(spaces: readonly FlorentineSpace[]): FlorentineSpace[] {
  const different = new Map(spaces.map((space) => [space.triangles.map(String).sort().join(" "), space]));
  return [...different.values()].filter((space) => space.open === 0);
}

/** What a card would close. */
export function closedBy(board: readonly string[], lay: Lay): FlorentineSpace[] {
  const square = new Square([...board.map(parse), lay], []);
  return closed([0, 1, 2, 3].map((side) => square.space([lay.x, lay.y, side])));
}

/** What a black card would close, beside those that lie already. */
export function closedByBlack(board: readonly string[], black: readonly Cell[], at: Cell): FlorentineSpace[] {
  const square = new Square(board.map(parse), [...black, at]);
  const { x, y } = at;
  const side = facing(x, y);
  const [dx, dy] = STEPS[side] ?? [0, 0];
  const start: Triangle = [x + dx, y + dy, (side + 2) % 4];
  return square.at(start) === undefined ? [] : closed([square.space(start)]);
}

/** All that is closed on a board, with the black cards at its rim. */
export function closedOn(board: readonly string[], black: readonly Cell[]): FlorentineSpace[] {
  const cards = board.map(parse);
  const square = new Square(cards, black);
  return closed(cards.flatMap(({ x, y }) => [0, 1, 2, 3].map((side) => square.space([x, y, side]))));
}
