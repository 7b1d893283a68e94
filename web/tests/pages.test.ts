import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GAMES, gameUi, type GameName } from "../src/games";
import { learnUi } from "../src/games/learn";
import { LANGUAGES, PALETTES } from "../src/settings.svelte";

const HERE = new URL(".", import.meta.url);

interface Words {
  titles: Record<string, string>;
  text: Record<string, string>;
  figures: Record<string, string>;
}

function words(language: string): Words {
  return JSON.parse(readFileSync(new URL(`../src/i18n/rules/${language}.json`, HERE), "utf8")) as Words;
}

/** The clauses that there are, from the documents that hold them. */
function clausesOf(game: GameName): string[] {
  const text = readFileSync(new URL(`../../docs/rules/${game}.md`, HERE), "utf8");
  return [...text.matchAll(/^- \*\*([CF]\d+)\*\*/gm)].map((match) => match[1]!);
}

/** The clauses that an edition does not need, because it has others in their place. */
const ELSEWHERE: Record<GameName, Record<string, string[]>> = {
  chromino: {
    classic: ["C11", "C15", "C22", "C23", "C25", "C26"],
    joker: ["C11", "C15", "C22", "C23", "C24", "C26"],
    meccano: ["C2", "C6", "C10", "C14", "C21", "C24", "C25", "C28"],
  },
  florentine: { classic: [] },
};

/** The clauses on the page of an edition. */
function clausesOn(game: GameName, edition: string): string[] {
  const keys = learnUi(game).pages[edition]!.flatMap((section) => section.text);
  return [...new Set(keys.map((key) => key.split(".")[0]!).filter((clause) => /^[CF]\d+$/.test(clause)))];
}

const editions = GAMES.flatMap(({ name, setup }) => setup.editions.map((edition) => ({ game: name, edition })));
const sections = GAMES.flatMap(({ name }) => Object.values(learnUi(name).pages).flat());
const sorted = (all: Iterable<string>): string[] => [...new Set(all)].sort();

describe("the rules", () => {
  it("are as many clauses as the documents say", () => {
    expect(clausesOf("chromino").length).toBe(37);
    expect(clausesOf("florentine").length).toBe(16);
  });

  it("have a page for each edition", () => {
    for (const { name, setup } of GAMES) expect(Object.keys(learnUi(name).pages)).toEqual(setup.editions);
  });

  it.each(editions)("of $game, $edition, lack no clause of it, and have none of another's", ({ game, edition }) => {
    const elsewhere = ELSEWHERE[game][edition]!;
    expect(clausesOn(game, edition).sort()).toEqual(clausesOf(game).filter((clause) => !elsewhere.includes(clause)).sort());
  });

  it.each(editions)("of $game, $edition, say everything once", ({ game, edition }) => {
    const keys = learnUi(game).pages[edition]!.flatMap((section) => section.text);
    expect(keys.length).toBe(new Set(keys).size);
  });

  it.each(LANGUAGES)("are complete in %s, with no word that is on no page", (language) => {
    const { titles, text, figures } = words(language);
    expect(sorted(Object.keys(titles))).toEqual(sorted(sections.map((section) => section.title)));
    expect(sorted(Object.keys(text))).toEqual(sorted(sections.flatMap((section) => section.text)));
    // A caption may have other words in a palette with other colours.
    const captions = Object.keys(figures).filter((name) => !PALETTES.some((palette) => name.endsWith(`.${palette}`)));
    expect(sorted(captions)).toEqual(sorted(sections.flatMap((section) => section.figures ?? [])));
    for (const entry of [titles, text, figures].flatMap((each) => Object.values(each))) expect(entry.trim().length).toBeGreaterThan(2);
  });

  it.each(LANGUAGES)("name in %s the same numbers as in English", (language) => {
    const numbers = (entry: string): string[] => entry.match(/\d+/g) ?? [];
    const model = words("en").text;
    for (const [key, entry] of Object.entries(words(language).text)) expect(numbers(entry).sort(), key).toEqual(numbers(model[key]!).sort());
  });

  it("have the examples of the rulebooks", () => {
    const { pages, figure } = learnUi("chromino");
    const sums = (edition: string): (string | null)[] => pages[edition]!.flatMap((section) => (section.figures ?? []).map((name) => figure(name).sum)).filter(Boolean);
    expect(sums("classic")).toEqual(["3 + 3 = 6", "2 + 1 = 3", "2 + 1 + 2 = 5"]);
    expect(sums("joker")).toEqual(sums("classic"));
    expect(sums("meccano")).toEqual(["(3 + 2) + (3 + 3) + (3 + 3) = 17"]);
  });

  it("have a picture for every name", () => {
    for (const { game, edition } of editions) {
      const { pages, figure } = learnUi(game);
      const { cell } = gameUi(game).board.metrics;
      for (const name of pages[edition]!.flatMap((section) => section.figures ?? [])) expect(figure(name).scene.box.w, name).toBeGreaterThan(cell);
    }
  });
});
