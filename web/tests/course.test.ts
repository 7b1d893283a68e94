import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GAMES, type GameName } from "../src/games";
import { recoloured } from "../src/games/florentine/learn";
import { letterOf, parse, turnOf } from "../src/games/florentine/notation";
import { RECONSTRUCTION } from "../src/games/florentine/set";
import { learnUi } from "../src/games/learn";
import type { Lesson } from "../src/games/ui";
import { readProgress } from "../src/learn/course.svelte";
import { LANGUAGES } from "../src/settings.svelte";

const DECK = RECONSTRUCTION.split(" ");
const COLOURS = ["red", "blue", "green", "ochre"];
/** What a child reads without losing the thread: the longest text of a lesson, in characters. */
const LONGEST = 215;

function catalogue(language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`../src/i18n/${language}.json`, import.meta.url), "utf8")) as Record<string, string>;
}

function lessonsOf(game: GameName, choice: string | null = null): readonly Lesson[] {
  return learnUi(game).lessons(choice);
}

const all = GAMES.flatMap(({ name }) => lessonsOf(name).map((lesson) => ({ game: name, key: lesson.key })));
const keysOf = (game: GameName): string[] => lessonsOf(game).map(({ key }) => key);

describe("the course", () => {
  it("has a lesson for everything that a first game needs", () => {
    expect(keysOf("chromino")).toEqual(["aim", "contacts", "clash", "wild", "draw", "last"]);
    expect(keysOf("florentine")).toEqual(["colour", "edges", "aim", "cross", "aside", "corner", "pool", "black"]);
  });

  it.each(all)("says in every language what $game, $key, is about, in short words", ({ game, key }) => {
    for (const language of LANGUAGES) {
      const words = catalogue(language);
      for (const part of ["", ".about", ".done"]) {
        const text = words[`learn.${game}.${key}${part}`];
        expect(text, `${language} ${key}${part}`).toBeTruthy();
        expect(text!.length, `${language} ${key}${part}`).toBeLessThanOrEqual(LONGEST);
      }
    }
  });

  it.each(all)("of $game, $key, can be done", ({ game, key }) => {
    const lesson = lessonsOf(game, "red").find((each) => each.key === key)!;
    const pieces = [...lesson.rack, ...(lesson.drawn === null ? [] : [lesson.drawn])];
    const lays = pieces.flatMap((piece) => lesson.adapter.places(piece).map(({ lay }) => lay));
    if (lesson.task === "choose") expect(lesson.choices.length).toBeGreaterThan(1);
    else if (lesson.task === "aside") expect(lesson.drawn).not.toBeNull();
    else expect(lays.length).toBeGreaterThan(0);
    for (const goal of lesson.goal ?? []) expect(lays).toContain(goal);
    // What lies in hand at first does not fit there.
    if (lesson.start) {
      const { x, y, turn } = lesson.start;
      expect(lesson.adapter.at(lesson.rack[0]!, { x, y }, turn).why).not.toBeNull();
    }
  });

  it("shows the wheel, and every gem by its name, when it comes to them", () => {
    expect(lessonsOf("chromino").find(({ key }) => key === "wild")!.signs.flatMap(({ names }) => names)).toEqual(["colour.*"]);
    const [first] = lessonsOf("florentine");
    expect(first!.choices.flatMap(({ names }) => names)).toEqual(["R", "B", "G", "O"].flatMap((letter) => [`colour.f${letter}`, `gem.${letter}`]));
  });
});

describe("the colour that was chosen", () => {
  it.each(COLOURS)("is the player's in every lesson: %s", (colour) => {
    const letter = letterOf(colour);
    for (const lesson of lessonsOf("florentine", colour)) {
      expect(lesson.colour).toBe(colour);
      expect(lesson.names).toEqual({ colour: `colour.f${letter}`, gem: `gem.${letter}` });
    }
  });

  it.each(COLOURS)("leaves every card in the deck, and none in it twice: %s", (colour) => {
    for (const lesson of lessonsOf("florentine", colour)) {
      const cards = [...lesson.board.map((lay) => parse(lay).triangles), ...lesson.rack].filter((card) => card !== "black");
      const found = cards.map((card) => DECK.findIndex((each) => turnOf(each, card) >= 0));
      expect(found).not.toContain(-1);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it.each(COLOURS)("closes in gems of its own at the goal, and nowhere else: %s", (colour) => {
    for (const key of ["aim", "black"]) {
      const lesson = lessonsOf("florentine", colour).find((each) => each.key === key)!;
      const fits = lesson.adapter.places(lesson.rack[0]!).map(({ at, turn }) => lesson.adapter.at(lesson.rack[0]!, at, turn));
      expect(fits.length).toBeGreaterThan(1);
      expect(fits.filter(({ gain }) => gain > 0).map(({ lay }) => lay)).toEqual(lesson.goal);
    }
  });

  it("changes nothing for the colour that is stored, and two exchanges undo each other", () => {
    expect(recoloured("RbgO@-1,2", "R")).toBe("RbgO@-1,2");
    expect(recoloured("RbgO@-1,2", "B")).toBe("BrgO@-1,2");
    expect(recoloured(recoloured("RbgO@-1,2", "G"), "G")).toBe("RbgO@-1,2");
    expect(recoloured("black@0,-4", "B")).toBe("black@0,-4");
  });
});

describe("the place in the course", () => {
  const tiles = (choice: string | null): readonly Lesson[] => lessonsOf("chromino", choice);
  const cards = (choice: string | null): readonly Lesson[] => lessonsOf("florentine", choice);
  const begin = { step: 0, choice: null, laid: null, drew: false, aside: null };

  it("is the beginning for whatever does not belong to the course", () => {
    for (const stored of [null, "text", 3, {}, { step: -1 }, { step: 99 }, { step: 1.5 }, { step: "x" }]) expect(readProgress(stored, tiles)).toEqual(begin);
  });

  it("is what was kept", () => {
    const { lay } = lessonsOf("chromino")[0]!.adapter.places("GBR")[0]!;
    expect(readProgress({ step: 0, laid: lay }, tiles)).toEqual({ ...begin, laid: lay });
    expect(readProgress({ step: 4, drew: true, laid: null }, tiles)).toEqual({ ...begin, step: 4, drew: true });
    expect(readProgress({ step: 6 }, tiles)).toEqual({ ...begin, step: 6 });
    expect(readProgress({ step: 2, choice: "green" }, cards)).toEqual({ ...begin, step: 2, choice: "green" });
  });

  it("has no placement, draw or choice that the lesson does not offer", () => {
    expect(readProgress({ step: 0, laid: "GBR@7,7>", drew: true, aside: "GBR", choice: "green" }, tiles)).toEqual(begin);
    expect(readProgress({ step: 4, choice: "mauve", aside: "RRRR" }, cards)).toEqual({ ...begin, step: 4 });
  });
});
