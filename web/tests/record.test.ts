import { expect, it } from "vitest";
import { blackAfter, boardAfter, steps } from "../src/games/record";

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

it("lays the board up to any move", () => {
  const opening = [{ lay: "G*R@-1,0>", seat: null }];
  expect(boardAfter(opening, steps(TEXT), 0)).toEqual(opening);
  expect(boardAfter(opening, steps(TEXT), 2)).toHaveLength(2);
  expect(boardAfter(opening, steps(TEXT), 3).at(-1)).toEqual({ lay: "B*G@-2,2>", seat: 2 });
});

it("keeps the black cards apart", () => {
  const all = steps("1 RRbg@0,0\n2 black@4,-1\n1 pass\n");
  expect(boardAfter([], all, 3)).toHaveLength(1);
  expect(blackAfter(all, 3)).toEqual([{ x: 4, y: -1, seat: 2 }]);
  expect(blackAfter(all, 1)).toEqual([]);
});
