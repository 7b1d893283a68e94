import { expect, it } from "vitest";
import { begin, clock, empty, keyOf, running, solved, today } from "../src/conundrum/progress";

it("counts the days in a row", () => {
  let progress = solved(empty(), "chromino", "2026-02-28", 3, 90, "2026-02-28");
  progress = solved(progress, "chromino", "2026-03-01", 3, 60, "2026-03-01");
  expect(running(progress, "chromino", "2026-03-01")).toBe(2);
  expect(running(progress, "chromino", "2026-03-02")).toBe(2);
  expect(running(progress, "chromino", "2026-03-03")).toBe(0);
  progress = solved(progress, "chromino", "2026-03-03", 3, 50, "2026-03-03");
  expect(running(progress, "chromino", "2026-03-03")).toBe(1);
});

it("keeps the best time, and counts nothing twice", () => {
  let progress = solved(empty(), "chromino", "a", 2, 90, "2026-03-01");
  progress = solved(progress, "chromino", "b", 2, 120, "2026-03-01");
  expect(progress.best["chromino/2"]).toBe(90);
  expect(solved(progress, "chromino", "a", 2, 5, "2026-03-01")).toBe(progress);
  expect(running(progress, "chromino", "2026-03-01")).toBe(0);
});

it("writes days and times", () => {
  expect(today(new Date(2026, 0, 5))).toBe("2026-01-05");
  expect(clock(75.9)).toBe("1:15");
});

it("remembers what was found of the last few that are not solved", () => {
  let progress = empty();
  for (let i = 0; i < 40; i++) progress = begin(progress, keyOf("chromino", `s${i}`, 3), { found: [`BGR@${i},0>`], seconds: i });
  expect(Object.keys(progress.begun)).toHaveLength(30);
  expect(progress.begun["chromino/s39/3"]).toEqual({ found: ["BGR@39,0>"], seconds: 39 });
  expect(progress.begun["chromino/s9/3"]).toBeUndefined();
  progress = begin(progress, "chromino/s10/3", { found: [], seconds: 90 });
  expect(Object.keys(progress.begun).at(-1)).toBe("chromino/s10/3");
  expect(Object.keys(progress.begun)).toHaveLength(30);
  expect(solved(progress, "chromino", "s39", 3, 50, "2026-03-01").begun["chromino/s39/3"]).toBeUndefined();
});

it("forgets those that were only looked at first", () => {
  let progress = begin(empty(), "chromino/begun/3", { found: ["BGR@0,0>"], seconds: 5 });
  for (let i = 0; i < 40; i++) progress = begin(progress, `chromino/s${i}/3`, { found: [], seconds: i });
  expect(Object.keys(progress.begun)).toHaveLength(30);
  expect(progress.begun["chromino/begun/3"]).toBeDefined();
  expect(progress.begun["chromino/s39/3"]).toBeDefined();
});

it("counts for a row of days only the conundrum that everybody gets", () => {
  const progress = solved(empty(), "chromino", "2026-03-01", 1, 20, "2026-03-01");
  expect(running(progress, "chromino", "2026-03-01")).toBe(0);
});
