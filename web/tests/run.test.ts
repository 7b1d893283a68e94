import { describe, expect, it } from "vitest";
import { LENGTH, levelOf, RunClock, SLIP } from "../src/conundrum/run";
import { LEVELS } from "../src/router.svelte";

describe("the clock of a run", () => {
  it("runs down, and a slip takes some of it", () => {
    const clock = new RunClock();
    expect(clock.left(0)).toBe(LENGTH);
    clock.go(1000);
    expect(clock.left(11_000)).toBe(LENGTH - 10);
    clock.slip();
    expect(clock.left(11_000)).toBe(LENGTH - 10 - SLIP);
    expect(clock.over(1000 + (LENGTH - SLIP) * 1000 - 1)).toBe(false);
    expect(clock.over(1000 + (LENGTH - SLIP) * 1000)).toBe(true);
  });

  it("stands still while nothing is there to be solved", () => {
    const clock = new RunClock();
    clock.go(0);
    clock.wait(10_000);
    expect(clock.left(500_000)).toBe(LENGTH - 10);
    clock.wait(600_000);
    clock.go(700_000);
    // A second start changes nothing.
    clock.go(705_000);
    expect(clock.left(710_000)).toBe(LENGTH - 20);
  });

  it("never goes below nothing, nor gains time from a clock that is set back", () => {
    const clock = new RunClock();
    clock.go(50_000);
    expect(clock.left(0)).toBe(LENGTH);
    expect(clock.left(10_000_000)).toBe(0);
    for (let i = 0; i < 100; i++) clock.slip();
    expect(clock.left(50_000)).toBe(0);
  });
});

it("a run gets harder, and never easier", () => {
  const levels = Array.from({ length: 30 }, (_, n) => levelOf(n));
  expect(levels[0]).toBe(LEVELS[0]);
  expect(levels.at(-1)).toBe(LEVELS.at(-1));
  expect(levels).toEqual([...levels].sort());
  expect(new Set(levels).size).toBe(LEVELS.length);
});
