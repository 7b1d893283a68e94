import { beforeEach, describe, expect, it } from "vitest";
import { DAMAGED, KEY, begin, clock, damagedText, dismissDamaged, empty, givenUp, keyOf, load, ran, read, running, solved, solvedLevels, store, type Progress } from "../src/conundrum/progress";
import { statistics } from "../src/conundrum/statistics";

const NAME = "chromino";

function solve(before: Progress, seed: string, level: number, seconds: number, day: string, steps = "1"): Progress {
  return solved(before, NAME, { seed, level }, { seconds, steps, day });
}

/** A place to store texts, as a browser has it. */
function shelf(): Storage {
  const texts = new Map<string, string>();
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
  return storage as unknown as Storage;
}

beforeEach(() => {
  globalThis.localStorage = shelf();
});

describe("days in a row", () => {
  it("are counted, over the end of a month and of February", () => {
    let progress = solve(empty(), "2026-02-28", 3, 90, "2026-02-28");
    progress = solve(progress, "2026-03-01", 3, 60, "2026-03-01");
    expect(running(progress, NAME, "2026-03-01")).toBe(2);
    expect(running(progress, NAME, "2026-03-02")).toBe(2);
    expect(running(progress, NAME, "2026-03-03")).toBe(0);
    progress = solve(progress, "2026-03-03", 3, 50, "2026-03-03");
    expect(running(progress, NAME, "2026-03-03")).toBe(1);
    expect(progress.streak[NAME]!.longest).toBe(2);
  });

  it("count any level and kind of the day, once", () => {
    let progress = solve(empty(), "2026-03-01", 1, 20, "2026-03-01");
    expect(running(progress, NAME, "2026-03-01")).toBe(1);
    progress = solved(progress, NAME, { seed: "2026-03-01", level: 5, kind: "order" }, { seconds: 9, steps: "1", day: "2026-03-01" });
    expect(running(progress, NAME, "2026-03-01")).toBe(1);
    expect(solvedLevels(progress, NAME, "2026-03-01", [1, 2, 5])).toEqual([1]);
    expect(solvedLevels(progress, NAME, "2026-03-01", [1, 2, 5], "order")).toEqual([5]);
  });

  it("count neither past days nor other conundrums", () => {
    let progress = solve(empty(), "2026-02-01", 3, 20, "2026-03-01");
    progress = solve(progress, "abc", 3, 20, "2026-03-01");
    expect(running(progress, NAME, "2026-03-01")).toBe(0);
  });

  it("survive a journey to the west, where the day comes again", () => {
    let progress = solve(empty(), "2026-03-01", 3, 20, "2026-03-01");
    progress = solve(progress, "2026-03-02", 3, 20, "2026-03-02");
    progress = solve(progress, "2026-03-01", 2, 20, "2026-03-01");
    expect(progress.streak[NAME]).toEqual({ days: 2, last: "2026-03-02", longest: 2 });
    expect(running(progress, NAME, "2026-03-01")).toBe(2);
  });

  it("begin anew after a clock that was years ahead", () => {
    const progress = solve(solve(empty(), "2036-01-01", 3, 20, "2036-01-01"), "2026-03-01", 3, 20, "2026-03-01");
    expect(running(progress, NAME, "2026-03-01")).toBe(1);
  });
});

it("keeps the best time, and counts nothing twice", () => {
  let progress = solve(empty(), "a", 2, 90, "2026-03-01");
  progress = solve(progress, "b", 2, 120, "2026-03-01");
  expect(progress.best["chromino/2"]).toBe(90);
  expect(solve(progress, "a", 2, 5, "2026-03-01")).toBe(progress);
  // A hint makes no best time.
  expect(solve(progress, "c", 2, 5, "2026-03-01", "?1").best["chromino/2"]).toBe(90);
});

it("never counts one whose solution was shown", () => {
  const id = { seed: "2026-03-01", level: 3 };
  let progress = begin(empty(), keyOf(NAME, id), { found: ["x"], seconds: 5, steps: "1" });
  progress = givenUp(progress, NAME, id, { seconds: 30, steps: "1!", day: "2026-03-01" });
  expect(progress.begun).toEqual({});
  expect(solve(progress, id.seed, 3, 10, "2026-03-01")).toBe(progress);
  expect(running(progress, NAME, "2026-03-01")).toBe(0);
});

it("writes times", () => {
  expect(clock(75.9)).toBe("1:15");
});

it("remembers what was found of the last few that are not solved", () => {
  let progress = empty();
  const key = (i: number): string => keyOf(NAME, { seed: `s${i}`, level: 3 });
  for (let i = 0; i < 40; i++) progress = begin(progress, key(i), { found: [`BGR@${i},0>`], seconds: i, steps: "1" });
  expect(Object.keys(progress.begun)).toHaveLength(30);
  expect(progress.begun["chromino/s39/3"]).toEqual({ found: ["BGR@39,0>"], seconds: 39, steps: "1" });
  expect(progress.begun["chromino/s9/3"]).toBeUndefined();
  progress = begin(progress, "chromino/s10/3", { found: [], seconds: 90, steps: "" });
  expect(Object.keys(progress.begun).at(-1)).toBe("chromino/s10/3");
  expect(Object.keys(progress.begun)).toHaveLength(30);
  expect(solve(progress, "s39", 3, 50, "2026-03-01").begun["chromino/s39/3"]).toBeUndefined();
});

it("forgets those that were only looked at first", () => {
  let progress = begin(empty(), "chromino/begun/3", { found: ["BGR@0,0>"], seconds: 5, steps: "1" });
  for (let i = 0; i < 40; i++) progress = begin(progress, `chromino/s${i}/3`, { found: [], seconds: i, steps: "" });
  expect(Object.keys(progress.begun)).toHaveLength(30);
  expect(progress.begun["chromino/begun/3"]).toBeDefined();
  expect(progress.begun["chromino/s39/3"]).toBeDefined();
});

it("keeps the best run of the day and ever", () => {
  let progress = ran(empty(), NAME, { solved: 5, day: "2026-03-01" });
  progress = ran(progress, NAME, { solved: 3, day: "2026-03-01" });
  expect(progress.runs[NAME]).toEqual({ ever: { solved: 5, day: "2026-03-01" }, lately: { solved: 5, day: "2026-03-01" } });
  progress = ran(progress, NAME, { solved: 4, day: "2026-03-02" });
  expect(progress.runs[NAME]).toEqual({ ever: { solved: 5, day: "2026-03-01" }, lately: { solved: 4, day: "2026-03-02" } });
});

it("sums up what was solved by level and kind", () => {
  let progress = solve(empty(), "a", 2, 90, "2026-03-01", "1-1");
  progress = solve(progress, "b", 2, 30, "2026-03-01", "11");
  progress = solved(progress, NAME, { seed: "c", level: 2, kind: "order" }, { seconds: 7, steps: "1", day: "2026-03-01" });
  expect(statistics(progress, NAME, [2, 3])).toEqual([
    { level: 2, solved: 2, clean: 1, best: 30, median: 60 },
    { level: 3, solved: 0, clean: 0, best: null, median: null },
  ]);
  expect(statistics(progress, NAME, [2], "order")[0]).toMatchObject({ solved: 1, best: 7 });
  expect(statistics(progress, "other", [2])[0]!.solved).toBe(0);
});

describe("what was stored", () => {
  const OLD = {
    solved: { "chromino/2026-03-01/3": 61.5 },
    best: { "chromino/3": 61.5 },
    streak: { chromino: { days: 4, last: "2026-03-01" } },
    begun: { "florentine/abc/2": { found: ["RBGO@0,0"], seconds: 12 } },
  };

  it("by the version before this one is read on: times, streak and what was begun", () => {
    const { progress, damaged } = read(JSON.stringify(OLD));
    expect(damaged).toBe(false);
    expect(progress.solved).toEqual(OLD.solved);
    expect(progress.best).toEqual(OLD.best);
    expect(progress.begun["florentine/abc/2"]).toEqual({ found: ["RBGO@0,0"], seconds: 12, steps: "" });
    expect(running(progress, NAME, "2026-03-02")).toBe(4);
    expect(solve(progress, "2026-03-02", 3, 9, "2026-03-02").streak[NAME]).toEqual({ days: 5, last: "2026-03-02", longest: 5 });
  });

  it("comes back as it was", () => {
    const progress = ran(solve(read(JSON.stringify(OLD)).progress, "x", 1, 4, "2026-03-02", "1-?2"), NAME, { solved: 2, day: "2026-03-02" });
    expect(store(progress)).toBe(true);
    expect(load()).toEqual(progress);
    expect(damagedText()).toBeNull();
  });

  it.each([
    "", "{", "null", "[]", "7", '"text"',
    '{"solved": []}', '{"solved": {"a": "b"}}', '{"solved": {"a": -1}}', '{"solved": {"a": 1e999}}', '{"best": null}',
    '{"streak": {"chromino": {"days": 3, "last": "2026-02-30"}}}', '{"streak": {"chromino": {"days": "3", "last": "2026-02-03"}}}',
    '{"begun": {"a": {"found": [1], "seconds": 2}}}', '{"begun": {"a": null}}', '{"results": {"a": {"steps": "<b>", "day": "", "seconds": 1, "shown": false}}}',
    '{"runs": {"chromino": {"ever": 3}}}', '{"__proto__": {"solved": {"a": 1}}, "begun": 1}',
  ])("and cannot be read is set aside, and breaks nothing: %s", (text) => {
    localStorage.setItem(KEY, text);
    expect(load()).toEqual(empty());
    expect(damagedText()).toBe(text);
    // It stays until somebody deletes it, whatever is stored meanwhile.
    store(solve(load(), "a", 1, 5, "2026-03-01"));
    localStorage.setItem(KEY, "worse");
    load();
    expect(localStorage.getItem(DAMAGED)).toBe(`${text}\nworse`);
    dismissDamaged();
    load();
    expect(damagedText()).toBeNull();
  });

  it("and can be read in part is used in part", () => {
    const { progress, damaged } = read(JSON.stringify({ ...OLD, best: { "chromino/3": "fast", "chromino/1": 8 }, begun: 5 }));
    expect(damaged).toBe(true);
    expect(progress.best).toEqual({ "chromino/1": 8 });
    expect(progress.solved).toEqual(OLD.solved);
    expect(running(progress, NAME, "2026-03-01")).toBe(4);
  });

  it("may be out of reach", () => {
    const refuse = (): never => {
      throw new Error("storage is forbidden");
    };
    globalThis.localStorage = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
    expect(load()).toEqual(empty());
    expect(store(empty())).toBe(false);
  });
});
