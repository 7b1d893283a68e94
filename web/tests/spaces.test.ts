import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Cell } from "../src/board/spots";
import { parse } from "../src/games/florentine/notation";
import { closedBy, closedByBlack } from "../src/games/florentine/spaces";
import type { FlorentineSpace } from "../src/wire";

// The games that the engine is tested with: the client must find the same closed spaces.
const GOLDEN = new URL("../../tests/golden/florentine/", import.meta.url);
const LAID = /^- seat \d lays (?:its black card at )?(\S+?)(?:,((?: closing an? \w+ space with \w+ \w+,?)+))?$/;

function words(spaces: readonly FlorentineSpace[]): string[] {
  return spaces.map(({ colour, gems }) => `${colour} ${gems}`).sort();
}

function closedIn(line: string): string[] {
  return [...line.matchAll(/closing an? (\w+) space with (\w+)/g)].map(([, colour, gems]) => `${colour} ${gems === "no" ? 0 : gems}`).sort();
}

describe("spaces", () => {
  it.each(readdirSync(GOLDEN).filter((name) => name.endsWith("-players.txt")))("are closed in %s as the engine says", (name) => {
    const board: string[] = [];
    const black: Cell[] = [];
    let [laid, closed] = [0, 0];
    for (const line of readFileSync(new URL(name, GOLDEN), "utf8").split("\n")) {
      const what = LAID.exec(line)?.[1];
      if (what === undefined) continue;
      const expected = closedIn(line);
      if (what.includes("@")) {
        expect(words(closedBy(board, parse(what))), line).toEqual(expected);
        board.push(what);
      } else {
        const [x = 0, y = 0] = what.split(",").map(Number);
        expect(words(closedByBlack(board, black, { x, y })), line).toEqual(expected);
        black.push({ x, y });
      }
      laid++;
      closed += expected.length;
    }
    expect(laid).toBeGreaterThan(30);
    expect(closed).toBeGreaterThan(10);
  });

  it("has no black card closing anything where no card lies", () => {
    expect(closedByBlack(["RRbg@0,0"], [], { x: 4, y: 0 })).toEqual([]);
  });
});
