import { expect, it } from "vitest";
import { areaOf } from "../src/games/areas";
import { CELL } from "../src/games/florentine";
import type { GameEvent, Known } from "../src/live/state";
import { allLaid, lastOf } from "../src/table/pieces";
import type { FlorentinePosition } from "../src/wire";

const board = [{ lay: "RRBB@0,0", seat: 1 }];

/** A position where these black cards lie. */
function lying(...black: ([number, number] | null)[]): FlorentinePosition {
  return { game: "florentine", seats: black.map((at) => ({ black: at })) } as FlorentinePosition;
}

function known(...lays: string[]): Known {
  const log = lays.map((lay): GameEvent => ({ event: "blacklaid", seat: 1, lay, closed: [] }));
  return { board, log } as unknown as Known;
}

it("counts the black cards among all that lies", () => {
  expect(allLaid(board, lying(null, [4, -1]))).toEqual([...board, { lay: "black@4,-1", seat: 2 }]);
  expect(allLaid(board, null)).toBe(board);
});

it("knows which piece was laid last, also after one was taken back", () => {
  expect(lastOf(known(), lying(null, null))).toBe("RRBB@0,0");
  expect(lastOf(known("black@4,0", "black@0,4"), lying([0, 4], [4, 0]))).toBe("black@0,4");
  expect(lastOf(known("black@4,0", "black@0,4"), lying(null, [4, 0]))).toBe("black@4,0");
  expect(lastOf(known("black@4,0"), lying(null, null))).toBe("RRBB@0,0");
});

it("knows where a black card lies", () => {
  expect(areaOf("florentine", "black@-4,2")).toEqual({ x: -4 * CELL, y: 2 * CELL, w: CELL, h: CELL });
});
