import { describe, expect, it } from "vitest";
import { idOf } from "../src/conundrum/cache";
import { address, columnsFor, fresh, ownAddress, sheet, sheetAddress } from "../src/conundrum/seeds";
import { COUNTS, LEVELS, parse, RISING } from "../src/router.svelte";

/** What the server takes for a seed. */
const SEED = /^[a-z0-9-]{1,40}$/;

function at(path: string): ReturnType<typeof parse> {
  return parse(path);
}

describe("addresses of conundrums", () => {
  it("lead back to what they were made of", () => {
    expect(at(address("florentine", { seed: "abc-1", level: 5, kind: "gems" }))).toEqual({ screen: "conundrum", game: "florentine", seed: "abc-1", level: 5, kind: "gems", own: null });
    expect(at(sheetAddress("chromino", { seed: "abc", level: RISING }, 6))).toEqual({ screen: "sheet", game: "chromino", seed: "abc", level: RISING, count: 6, kind: "places" });
    const link = "kind=order;pieces=BGR,P*R;board=BGR@4,2>_RRR@0,0v";
    expect(at(ownAddress("chromino", link))).toMatchObject({ screen: "conundrum", own: link });
  });

  it("mean the conundrum of the day where they make no sense", () => {
    const daily = { screen: "conundrum", game: "chromino", seed: null, level: 3, kind: "places", own: null };
    for (const path of ["/conundrum", "/conundrum/chess", "/conundrum/chromino?seed=Ä&level=9", "/conundrum/chromino?seed=&level=x", "/conundrum/chromino?kind=gems"]) {
      expect(at(path), path).toEqual(daily);
    }
    expect(at("/sheet/chromino?count=77&level=-1")).toEqual({ screen: "sheet", game: "chromino", seed: null, level: RISING, count: 4, kind: "places" });
    expect(at("/days/chromino?month=2026-13&kind=x")).toEqual({ screen: "days", game: "chromino", kind: "places", month: null });
  });

  it("are new when they should be", () => {
    const many = Array.from({ length: 50 }, fresh);
    expect(new Set(many).size).toBe(50);
    for (const seed of many) expect(seed).toMatch(SEED);
  });

  it("are known again among the kept answers", () => {
    const url = "http://localhost/api/conundrums/chromino?seed=abc&difficulty=2&kind=order";
    expect(idOf(url, "chromino")).toEqual({ seed: "abc", level: 2, kind: "order" });
    expect(idOf(url, "florentine")).toBeNull();
    // Answers of a version without kinds look different.
    expect(idOf("http://localhost/api/conundrums/chromino?seed=abc&difficulty=2", "chromino")).toBeNull();
  });
});

describe("a sheet", () => {
  it("keeps to one kind", () => {
    expect(sheet({ seed: "a", level: 2, kind: "order" }, 2).map((each) => each.kind)).toEqual(["order", "order"]);
  });

  it.each(COUNTS)("of %i begins with its seed and holds no conundrum twice", (count) => {
    const ids = sheet({ seed: "x".repeat(40), level: RISING }, count);
    expect(ids[0]!.seed).toBe("x".repeat(40));
    expect(new Set(ids.map((each) => each.seed)).size).toBe(count);
    for (const { seed } of ids) expect(seed).toMatch(SEED);
  });

  it("rises from the easiest on", () => {
    expect(sheet({ seed: "a", level: RISING }, 6).map((each) => each.level)).toEqual([1, 1, 2, 3, 4, 5]);
    expect(sheet({ seed: "a", level: RISING }, 1).map((each) => each.level)).toEqual([1]);
    for (const level of LEVELS) expect(sheet({ seed: "a", level }, 2).map((each) => each.level)).toEqual([level, level]);
  });

  it("has its solutions in as many rows as fit below each other", () => {
    for (let answers = 1; answers <= 18; answers++) expect(Math.ceil(answers / columnsFor(answers))).toBeLessThanOrEqual(5);
  });
});
