import { describe, expect, it } from "vitest";
import { readLink, writeLink } from "../src/conundrum/draft.svelte";
import { HINT, SHOWN, WRONG } from "../src/conundrum/history";
import { Puzzle } from "../src/conundrum/puzzle.svelte";
import type { ConundrumInfo, ConundrumMove } from "../src/wire";

const BASE = { game: "chromino", seed: "a", difficulty: 1, theirs: [], task: {}, moves: [], link: "", text: "", answers: [] } as const;

function move(after: string[], lay: string, replies: string[] = []): ConundrumMove {
  return { after, lay, value: null, replies };
}

/** One tile, and two positions of another on the same squares: below it, from either end. */
const PLACES: ConundrumInfo = {
  ...BASE,
  kind: "places",
  goal: "all",
  board: ["RGR@0,0>"],
  pieces: [{ piece: "RGR", places: ["RGR@0,1>", "RGR@0,-1>"] }],
  answers: [["RGR@0,1>"], ["RGR@0,-1>"]],
  moves: [],
  theirs: [],
};
/** First GGG, then BBB, which fits only then; RRR-like placements lead nowhere. */
const ORDER: ConundrumInfo = {
  ...BASE,
  kind: "order",
  goal: "one",
  board: ["GGB@0,0>"],
  pieces: [{ piece: "GGG", places: ["GGG@0,1>", "GGG@0,-1>"] }, { piece: "BBB", places: [] }],
  theirs: [],
  answers: [["GGG@0,1>", "BBB@3,0>"]],
  moves: [
    move([], "GGG@0,1>"),
    move([], "GGG@0,-1>"),
    move(["GGG@0,1>"], "BBB@3,0>"),
  ],
};

function begun(conundrum: ConundrumInfo, found: string[] = []): Puzzle {
  const puzzle = new Puzzle("chromino");
  puzzle.begin(conundrum, found);
  return puzzle;
}

/** Puts the piece in hand there. The cell is that of its middle. */
function put(puzzle: Puzzle, x: number, y: number, turn = 0): void {
  puzzle.hold.choose(puzzle.hold.piece ?? puzzle.pieces[0]!.piece);
  puzzle.hold.lift();
  puzzle.hold.point({ x, y }, true);
  for (let i = 0; puzzle.hold.turn !== turn && i < 4; i++) puzzle.hold.rotate();
}

describe("a conundrum of which all positions are to be found", () => {
  it("counts a wrong try once, and what was found not again", () => {
    const puzzle = begun(PLACES);
    put(puzzle, 5, 5);
    expect(puzzle.attempt()).toBe("wrong");
    expect(puzzle.attempt()).toBe("nothing");
    put(puzzle, 1, 1);
    expect(puzzle.attempt()).toBe("right");
    put(puzzle, 1, 1);
    expect(puzzle.attempt()).toBe("again");
    expect(puzzle.history).toBe(`${WRONG}1`);
    expect([puzzle.found, puzzle.done]).toEqual([["RGR@0,1>"], false]);
    put(puzzle, 1, -1);
    expect(puzzle.attempt()).toBe("right");
    expect(puzzle.done).toBe(true);
  });

  it("hints at an edge, then at a square, then at nothing more", () => {
    const puzzle = begun(PLACES, ["RGR@0,1>"]);
    expect(puzzle.help()).toBe(true);
    expect(puzzle.hint).toMatchObject({ lay: "RGR@0,-1>", cell: null, mark: { good: true } });
    puzzle.help();
    expect(puzzle.hinted?.cell).toEqual({ x: 1, y: -1 });
    puzzle.help();
    expect(puzzle.history).toBe(HINT + HINT);
  });

  it("says what a position touches, and points at one after the other", () => {
    const puzzle = begun(PLACES, ["RGR@0,1>", "RGR@0,-1>"]);
    expect(puzzle.touching("RGR@0,1>")).toEqual(["colour.R", "colour.G"]);
    puzzle.hold.choose("RGR");
    expect([puzzle.point(1), puzzle.point(1), puzzle.point(1), puzzle.point(-1)]).toEqual(["RGR@0,1>", "RGR@0,-1>", "RGR@0,1>", "RGR@0,-1>"]);
  });

  it("shows the solution piece by piece, and can no longer be solved", () => {
    const puzzle = begun(PLACES);
    puzzle.giveUp();
    expect([puzzle.history, puzzle.found]).toEqual([SHOWN, []]);
    expect([puzzle.showNext(), puzzle.showNext(), puzzle.showNext()]).toEqual(["RGR@0,1>", "RGR@0,-1>", null]);
    put(puzzle, 5, 5);
    expect(puzzle.attempt()).toBe("nothing");
  });

  it("takes nothing from storage that is no answer", () => {
    expect(begun(PLACES, ["nonsense", "RGR@0,1>"]).found).toEqual(["RGR@0,1>"]);
  });
});

describe("a conundrum in which one piece follows the other", () => {
  it("lets people lay what fits, be stuck, and take it back", () => {
    const puzzle = begun(ORDER);
    put(puzzle, 1, -1);
    expect(puzzle.attempt()).toBe("laid");
    expect([puzzle.stuck, puzzle.done, puzzle.history]).toEqual([true, false, `1${WRONG}`]);
    expect(puzzle.help()).toBe(false);
    puzzle.back();
    expect([puzzle.found, puzzle.stuck, puzzle.hold.piece]).toEqual([[], false, "GGG"]);
    put(puzzle, 1, 1);
    expect(puzzle.attempt()).toBe("right");
    expect(puzzle.board).toEqual(["GGB@0,0>", "GGG@0,1>"]);
    expect(puzzle.hold.piece).toBe("BBB");
    put(puzzle, 4, 0);
    expect([puzzle.attempt(), puzzle.done]).toEqual(["right", true]);
  });

  it("hints at what comes next, and shows the rest of it", () => {
    const puzzle = begun(ORDER, ["GGG@0,1>"]);
    puzzle.help();
    expect(puzzle.hint?.lay).toBe("BBB@3,0>");
    puzzle.giveUp();
    expect([puzzle.showNext(), puzzle.showNext()]).toEqual(["BBB@3,0>", null]);
    const stuck = begun(ORDER, ["GGG@0,-1>"]);
    stuck.giveUp();
    expect([[...stuck.found], stuck.showNext()]).toEqual([[], "GGG@0,1>"]);
  });

  it("takes from storage only what can be laid", () => {
    expect(begun(ORDER, ["GGG@0,1>", "BBB@9,9>"]).found).toEqual(["GGG@0,1>"]);
    expect(begun(ORDER, ["BBB@3,0>", "GGG@0,1>"]).found).toEqual([]);
  });

  it("refutes what fits and is no answer, where there is another seat", () => {
    const reply = move([], "GGG@0,-1>", ["RRR@9,9>"]);
    const puzzle = begun({ ...ORDER, kind: "block", theirs: ["RRR"], pieces: [ORDER.pieces[0]!], answers: [["GGG@0,1>"]], moves: [move([], "GGG@0,1>"), reply] });
    put(puzzle, 1, -1);
    expect(puzzle.attempt()).toBe("wrong");
    expect(puzzle.refuted).toEqual(reply);
    put(puzzle, 1, 1);
    expect(puzzle.refuted).toBeNull();
    expect([puzzle.attempt(), puzzle.done]).toEqual(["right", true]);
  });
});

describe("the link of a draft", () => {
  const parts = { kind: "gems", board: ["A@1", "B@2"], pieces: ["C"], theirs: [], task: { colour: "red" } };
  const isLay = (text: string): boolean => text.includes("@");

  it("comes back as it was, finished or not", () => {
    expect(writeLink(parts)).toBe("kind=gems;pieces=C;colour=red;board=A@1_B@2");
    expect(readLink(writeLink(parts), isLay)).toEqual(parts);
    const bare = { ...parts, board: [], pieces: [], task: {} };
    expect(readLink(writeLink(bare), isLay)).toEqual(bare);
  });

  it.each(["", "x", "kind", "kind=a;kind=b", "board=nonsense", "KIND=a", `board=${"A@1_".repeat(2000)}`])("is refused if it is none: %s", (text) => {
    expect(readLink(text, isLay)).toBeNull();
  });
});
