import { expect, it } from "vitest";
import { clock, empty, running, solved, today } from "../src/conundrum/progress";

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
