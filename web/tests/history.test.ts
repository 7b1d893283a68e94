import { expect, it } from "vitest";
import { dots, HINT, isHistory, resultText, SHOWN, signs, step, tally, WRONG } from "../src/conundrum/history";

const HISTORY = step(0) + WRONG + step(1) + HINT + step(0);

it("counts what went wrong, and what was given", () => {
  expect(tally(HISTORY)).toEqual({ wrong: 1, hints: 1, shown: 0 });
  expect(tally(SHOWN + WRONG + WRONG)).toEqual({ wrong: 2, hints: 0, shown: 1 });
  expect(tally("")).toEqual({ wrong: 0, hints: 0, shown: 0 });
});

it("shows the order in signs", () => {
  expect(signs(HISTORY)).toBe("①✕②💡①");
  expect([...signs(step(0).repeat(500))]).toHaveLength(60);
  for (let piece = 0; piece < 50; piece++) expect(isHistory(step(piece))).toBe(true);
});

it("takes nothing else for a history", () => {
  for (const each of [null, 3, "a", "1 2", "<b>", "1".repeat(10_001)]) expect(isHistory(each)).toBe(false);
});

it("tells the result, and gives nothing away", () => {
  const text = resultText({ title: "Tessella · Chromino · 1 March 2026", level: 3, levels: 5, time: "2:31", history: HISTORY, link: "http://x/conundrum/chromino?seed=2026-03-01&level=3" });
  expect(text.split("\n")).toEqual([
    "Tessella · Chromino · 1 March 2026",
    "●●●○○  ⏱ 2:31  ✕ 1  💡 1",
    "①✕②💡①",
    "http://x/conundrum/chromino?seed=2026-03-01&level=3",
  ]);
  // No placement, and no name of a piece.
  expect(text).not.toMatch(/@|[BGRYP*]{3}|[RrBbGgOo]{4}/);
  expect(dots(5, 5)).toBe("●●●●●");
});
