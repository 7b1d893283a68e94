import { describe, expect, it } from "vitest";
import { between, fit, grown, holds, LARGEST, overlap, panned, pinched, toScreen, towards, toWorld, union, zoomed } from "../src/board/view";

const size = { w: 800, h: 600 };

describe("fit", () => {
  it("puts the middle of the box into the middle of the screen", () => {
    const box = { x: -100, y: -40, w: 200, h: 80 };
    const view = fit(box, size, 20, 10);
    expect(toScreen(view, { x: 0, y: 0 })).toEqual({ x: 400, y: 300 });
    expect(view.scale).toBeCloseTo(760 / 200);
    expect(holds(view, size, box)).toBe(true);
  });

  it("does not make a small board huge", () => {
    expect(fit({ x: 0, y: 0, w: 10, h: 10 }, size, 0, 1.5).scale).toBe(1.5);
  });

  it("survives a screen without room", () => {
    expect(fit({ x: 0, y: 0, w: 10, h: 10 }, { w: 0, h: 0 }, 20, 1).scale).toBeGreaterThan(0);
  });
});

describe("zoom and pan", () => {
  const view = { x: 30, y: -12, scale: 0.8 };

  it("goes to the world and back", () => {
    const there = toWorld(view, { x: 123, y: 45 });
    const back = toScreen(view, there);
    expect(back.x).toBeCloseTo(123);
    expect(back.y).toBeCloseTo(45);
  });

  it("keeps what is under the pointer where it is", () => {
    const at = { x: 200, y: 100 };
    const before = toWorld(view, at);
    const after = toWorld(zoomed(view, at, 1.7), at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("stops at the largest scale", () => {
    expect(zoomed(view, { x: 0, y: 0 }, 1e6).scale).toBe(LARGEST);
  });

  it("shifts by what the finger moved", () => {
    expect(panned(view, 5, 7)).toEqual({ x: 35, y: -5, scale: 0.8 });
  });

  it("keeps each of two fingers on its spot", () => {
    const before: [{ x: number; y: number }, { x: number; y: number }] = [{ x: 100, y: 100 }, { x: 200, y: 100 }];
    const after: [{ x: number; y: number }, { x: number; y: number }] = [{ x: 50, y: 120 }, { x: 250, y: 120 }];
    const now = pinched(view, before, after);
    expect(now.scale).toBeCloseTo(1.6);
    for (const i of [0, 1] as const) {
      const was = toWorld(view, before[i]);
      const is = toWorld(now, after[i]);
      expect(is.x).toBeCloseTo(was.x);
      expect(is.y).toBeCloseTo(was.y);
    }
  });

  it("ends a glide at its goal", () => {
    const goal = { x: 1, y: 2, scale: 3 };
    expect(between(view, goal, 1)).toEqual(goal);
    expect(between(view, goal, 0)).toEqual(view);
  });
});

describe("towards", () => {
  const view = { x: 0, y: 0, scale: 2 };

  it("shifts nothing that is in sight", () => {
    expect(towards(view, size, { x: 10, y: 10, w: 40, h: 40 })).toEqual({ dx: 0, dy: 0 });
  });

  it("shifts as far as it takes, and no farther", () => {
    for (const area of [{ x: -30, y: 5, w: 20, h: 20 }, { x: 390, y: 295, w: 40, h: 40 }, { x: 900, y: -400, w: 10, h: 10 }]) {
      const { dx, dy } = towards(view, size, area);
      const shifted = panned(view, dx, dy);
      expect(holds(shifted, size, area)).toBe(true);
      expect(towards(shifted, size, area)).toEqual({ dx: 0, dy: 0 });
    }
    expect(towards(view, size, { x: -30, y: 5, w: 20, h: 20 })).toEqual({ dx: 60, dy: 0 });
  });

  it("shows the middle of what is too large", () => {
    const { dx } = towards(view, size, { x: 0, y: 0, w: 1000, h: 10 });
    expect(toScreen(panned(view, dx, 0), { x: 500, y: 0 }).x).toBe(400);
  });
});

it("cuts what is grown off where the other ends", () => {
  const box = { x: 0, y: 0, w: 100, h: 60 };
  expect(grown({ x: 10, y: 20, w: 30, h: 10 }, 5)).toEqual({ x: 5, y: 15, w: 40, h: 20 });
  expect(overlap(grown({ x: 90, y: 0, w: 10, h: 10 }, 20), box)).toEqual([{ x: 70, y: 0, w: 30, h: 30 }]);
  expect(overlap({ x: 101, y: 0, w: 5, h: 5 }, box)).toEqual([]);
});

it("joins boxes", () => {
  expect(union([])).toBeNull();
  expect(union([{ x: 0, y: 0, w: 1, h: 1 }, { x: -2, y: 3, w: 1, h: 1 }])).toEqual({ x: -2, y: 0, w: 3, h: 4 });
});
