import { describe, expect, it } from "vitest";
import { adapterOf, tileAdapter } from "../src/games/chromino/adapter";
import * as chromino from "../src/games/chromino/notation";
import { cardAdapter, type Offer } from "../src/games/florentine/adapter";
import * as florentine from "../src/games/florentine/notation";
import lessons from "../src/games/chromino/lessons.json";
import type { ChrominoView } from "../src/wire";

describe("Chromino", () => {
  const board = ["G*R@-1,0>"];
  const offered = [
    { lay: "GBR@-1,1>", contacts: [[0, -1, 0], [1, 0, 0], [2, 1, 0]] as [number, number, number][], points: 0 },
  ];

  it("reads a placement and writes it again", () => {
    for (const text of ["BGR@4,-2>", "P*Y@-12,0v"]) expect(chromino.write(chromino.parse(text))).toBe(text);
    expect(() => chromino.parse("BGR@4,-2<")).toThrow();
  });

  it("turns a tile about its middle square", () => {
    const lays = [0, 1, 2, 3].map((turn) => chromino.write(chromino.around("BGR", { x: 5, y: 5 }, turn)));
    expect(lays).toEqual(["BGR@4,5>", "BGR@5,4v", "RGB@4,5>", "RGB@5,4v"]);
    lays.forEach((lay, turn) => expect(chromino.turnOf("BGR", chromino.parse(lay))).toBe(turn));
  });

  it("finds what touches, and a wild square agrees with everything", () => {
    const grid = new chromino.Grid(board);
    const touches = chromino.touches(grid, chromino.parse("GYB@-1,1>"));
    expect(touches.map((touch) => touch.mark.good)).toEqual([true, true, false]);
  });

  it("finds the contacts that the engine finds", () => {
    // The lessons are written by the engine (web/tools/lessons.py), each place with its contacts.
    const places = lessons.flatMap(({ board: lesson, lays }) => lays.map((place) => ({ grid: new chromino.Grid(lesson), ...place })));
    expect(places.length).toBeGreaterThan(8);
    for (const { grid, lay, contacts } of places) {
      const touches = chromino.touches(grid, chromino.parse(lay));
      expect(touches.map((touch) => touch.contact)).toEqual(contacts);
      expect(touches.every((touch) => touch.mark.good)).toBe(true);
    }
  });

  it("knows a place that is offered, with its contacts", () => {
    const adapter = tileAdapter(board, offered);
    const fit = adapter.at("GBR", { x: 0, y: 1 }, 0);
    expect(fit.why).toBeNull();
    expect(fit.marks).toEqual([
      { x: -0.5, y: 1, good: true },
      { x: 0.5, y: 1, good: true },
      { x: 1.5, y: 1, good: true },
    ]);
    expect(adapter.places("RBG")).toHaveLength(1);
    expect(adapter.places("BBB")).toHaveLength(0);
  });

  it("says why a place will not do", () => {
    const adapter = tileAdapter(board, offered);
    expect(adapter.at("GBR", { x: 0, y: 0 }, 0).why?.key).toBe("why.taken");
    expect(adapter.at("GBR", { x: 0, y: 1 }, 2).why).toEqual({
      key: "why.clash",
      words: { ours: "colour.R", theirs: "colour.G" },
    });
    expect(adapter.at("GBR", { x: 3, y: 0 }, 2).why).toEqual({ key: "why.two", values: { n: 1 } });
    expect(adapter.at("GBR", { x: 9, y: 9 }, 0).why).toEqual({ key: "why.two", values: { n: 0 } });
  });
});

describe("A tile that fits and yet may not be laid", () => {
  const board = ["G*R@-1,0>"];
  const view = { game: "chromino", board, options: {}, hand: ["GYR"], drawn_tile: null, places: [], claims: [] } as unknown as ChrominoView;
  const why = (changed: Partial<ChrominoView>, tile = "GYR"): string | undefined =>
    adapterOf({ ...view, ...changed }, false).at(tile, { x: 0, y: 1 }, 0).why?.key;

  it("is a tile beside the one just drawn", () => {
    expect(why({ hand: ["BBB", "GYR"], drawn_tile: "BBB" })).toBe("why.drawn");
    expect(why({ hand: ["BBB", "GYR"], drawn_tile: "GYR" })).toBe("why.later");
  });

  it("is a chameleon as the last one", () => {
    expect(why({ hand: ["G*R"] }, "G*R")).toBe("bar.wildLast");
    expect(why({ hand: ["G*R", "BBB"] }, "G*R")).toBe("why.later");
  });
});

describe("Florentine Dominoes", () => {
  const board = ["RRbg@0,0"];
  const offer: Offer = { lays: ["bgor@1,0"], black: [{ x: 4, y: 0 }], own: "blue" };

  it("turns a card clockwise", () => {
    expect([0, 1, 2, 3].map((turn) => florentine.turnedCard("RrBb", turn))).toEqual(["RrBb", "bRrB", "BbRr", "rBbR"]);
    expect(florentine.turnOf("RrBb", "BbRr")).toBe(2);
    expect(florentine.turnOf("RrBb", "RRRR")).toBe(-1);
  });

  it("says which edges agree", () => {
    expect(florentine.touches(board, florentine.parse("bgor@1,0")).map((touch) => touch.mark)).toEqual([
      { x: 1, y: 0.5, good: true },
    ]);
  });

  it("knows what is offered and why the rest is not", () => {
    const adapter = cardAdapter(board, offer);
    expect(adapter.at("rbgo", { x: 1, y: 0 }, 3).why).toBeNull();
    expect(adapter.at("rbgo", { x: 1, y: 0 }, 0).why?.key).toBe("why.clash");
    expect(adapter.at("rbgo", { x: 1, y: 1 }, 0).why?.key).toBe("why.cross");
    expect(adapter.at("rbgo", { x: 5, y: 0 }, 0).why?.key).toBe("why.outside");
    expect(adapter.at("black", { x: 4, y: 0 }, 0).why).toBeNull();
  });

  it("says what a card would close, and what that brings", () => {
    const adapter = cardAdapter(["RBgo@0,0"], { lays: ["bgRo@0,-1", "ggoB@1,0"], own: "red" });
    const own = adapter.at("Robg", { x: 0, y: -1 }, 2);
    expect([own.gain, own.closes.map(({ colour, gems }) => [colour, gems])]).toEqual([2, [["red", 2]]]);
    const theirs = adapter.at("Bggo", { x: 1, y: 0 }, 3);
    expect([theirs.gain, theirs.closes.map(({ colour, gems }) => [colour, gems])]).toEqual([0, [["blue", 2]]]);
  });

  it("draws the outline of a space without the edges inside it", () => {
    const one = { colour: "red", gems: 0, open: 0, triangles: [[0, 0, "N"]] as [number, number, string][] };
    expect(florentine.outline(one).match(/M/g)).toHaveLength(3);
    const two = { ...one, triangles: [[0, 0, "N"], [0, 0, "E"]] as [number, number, string][] };
    expect(florentine.outline(two).match(/M/g)).toHaveLength(4);
    const across = { ...one, triangles: [[0, 0, "E"], [1, 0, "W"]] as [number, number, string][] };
    expect(florentine.outline(across).match(/M/g)).toHaveLength(4);
  });

  it("turns a black card's triangle towards the square", () => {
    expect(florentine.facing(4, 1)).toBe(3);
    expect(florentine.facing(-4, 0)).toBe(1);
    expect(florentine.facing(0, -4)).toBe(2);
    expect(florentine.facing(2, 4)).toBe(0);
  });
});
