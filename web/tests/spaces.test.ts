import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "../src/games/florentine";
import { closedBy, closedByBlack } from "../src/games/spaces";
import type { FlorentineSpace, Piece } from "../src/wire";

// The games that the engine is tested with: what it tells of them is what the ghost should have said before.
const GOLDEN = new URL("../../tests/golden/florentine/", import.meta.url);
const LAID = /^- seat \d lays (?:its black card at )?(\S+?)(?:,((?: closing an? \w+ space with \w+ \w+,?)+))?$/;

function words(spaces: readonly FlorentineSpace[]): string[] {
  return spaces.map(({ colour, gems }) => `${colour} ${gems}`).sort();
}

function told(line: string): string[] {
  return [...line.matchAll(/closing an? (\w+) space with (\w+)/g)].map(([, colour, gems]) => `${colour} ${gems === "no" ? 0 : gems}`).sort();
}

describe("spaces", () => {
  it.each(readdirSync(GOLDEN).filter((name) => name.endsWith("-players.txt")))("are closed in %s as the engine says", (name) => {
    const board: Piece[] = [];
    const black: [number, number][] = [];
    let [laid, closed] = [0, 0];
    for (const line of readFileSync(new URL(name, GOLDEN), "utf8").split("\n")) {
      const what = LAID.exec(line)?.[1];
      if (what === undefined) continue;
      const says = told(line);
      if (what.includes("@")) {
        expect(words(closedBy(board, parse(what))), line).toEqual(says);
        board.push({ lay: what, seat: null });
      } else {
        const [x = 0, y = 0] = what.split(",").map(Number);
        expect(words(closedByBlack(board, black, x, y)), line).toEqual(says);
        black.push([x, y]);
      }
      laid++;
      closed += says.length;
    }
    expect(laid).toBeGreaterThan(30);
    expect(closed).toBeGreaterThan(10);
  });

  it("has no black card closing anything where no card lies", () => {
    expect(closedByBlack([{ lay: "RRbg@0,0", seat: null }], [], 4, 0)).toEqual([]);
  });
});
