import { expect, it } from "vitest";
import { header, steps } from "../src/games/record";
import { frames } from "../src/replay/frames";
import { parse } from "../src/router.svelte";
import type { Events } from "../src/wire";

const TEXT = `tessella record 1
game: chromino
seed: 7

# The youngest insists on beginning.
1 BRG@-2,1>     # a bold start
2 draw
2 B*G@-2,2>
result: unfinished
check: 0f5a
`;

it("reads the actions of a record and nothing else", () => {
  expect(steps(TEXT)).toEqual([
    { seat: 1, action: "BRG@-2,1>" },
    { seat: 2, action: "draw" },
    { seat: 2, action: "B*G@-2,2>" },
  ]);
});

it("reads a header", () => {
  expect(header(TEXT, "seed")).toBe("7");
  expect(header(TEXT, "commitment")).toBeNull();
});

it("knows the view after every action", () => {
  const view = (turn: number): object => ({ game: "chromino", seat: null, turn });
  const events = {
    snapshot: { views: [{ ...view(1), options: {}, board: ["G*R@-1,0>"], laid_by: [null] }] },
    updates: [
      { laid: [{ lay: "BRG@-2,1>", seat: 1 }], views: [view(2)] },
      { laid: [], views: null },
      { laid: [{ lay: "B*G@-2,2>", seat: 2 }], views: [view(3)] },
    ],
  } as unknown as Events;
  const views = frames(events);
  expect(views.map(({ board }) => board.length)).toEqual([1, 2, 2, 3]);
  expect(views.map(({ turn }) => turn)).toEqual([1, 2, 2, 3]);
  expect(views.at(-1)!.board.at(-1)).toBe("B*G@-2,2>");
  expect(views.at(-1)!.laid_by).toEqual([null, 1, 2]);
});

it("takes whatever stands in an address for a whole number of moves", () => {
  const at = (query: string): unknown => (parse(`/replay/abc${query}`) as { ply: unknown }).ply;
  expect(["?move=12", "?move=2.5", "?move=-3", "?move=x", "?move=", ""].map(at)).toEqual([12, 2, -3, 0, 0, null]);
});
