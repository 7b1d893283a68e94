import { expect, it } from "vitest";
import { CELL } from "../src/games/florentine/notation";
import { play } from "../src/games/florentine/play";
import { area } from "../src/games/florentine/scene";
import type { FlorentineEvent, FlorentineView } from "../src/wire";

/** A view where these black cards lie. */
function lying(...black: ([number, number] | null)[]): FlorentineView {
  return { game: "florentine", board: ["RRBB@0,0"], laid_by: [1], seats: black.map((at) => ({ black: at, colour: "red" })) } as unknown as FlorentineView;
}

function log(...lays: string[]): FlorentineEvent[] {
  return lays.map((lay) => ({ event: "blacklaid", seat: 1, lay, closed: [] }));
}

it("counts the black cards among all that lies", () => {
  const card = { lay: "RRBB@0,0", seat: 1 };
  expect(play.laid(lying(null, [4, -1]))).toEqual([card, { lay: "black@4,-1", seat: 2 }]);
  expect(play.laid(lying(null, null))).toEqual([card]);
});

it("knows which piece was laid last, also after one was taken back", () => {
  expect(play.last(lying(null, null), log())).toBe("RRBB@0,0");
  expect(play.last(lying([0, 4], [4, 0]), log("black@4,0", "black@0,4"))).toBe("black@0,4");
  expect(play.last(lying(null, [4, 0]), log("black@4,0", "black@0,4"))).toBe("black@4,0");
  expect(play.last(lying(null, null), log("black@4,0"))).toBe("RRBB@0,0");
});

it("knows where a black card lies", () => {
  expect(area("black@-4,2")).toEqual({ x: -4 * CELL, y: 2 * CELL, w: CELL, h: CELL });
});
