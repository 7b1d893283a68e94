import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { figure, type FigureName } from "../src/learn/figures";
import { EDITIONS, PAGES, type EditionName } from "../src/learn/pages";
import { LANGUAGES } from "../src/settings.svelte";

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
function law(game: "chromino" | "florentine"): string[] {
  const text = readFileSync(new URL(`../../docs/rules/${game}.md`, HERE), "utf8");
  return [...text.matchAll(/^- \*\*([CF]\d+)\*\*/gm)].map((match) => match[1]!);
}

/** What an edition has no need of, because another clause stands in its place. */
const ELSEWHERE: Record<EditionName, string[]> = {
  classic: ["C11", "C15", "C22", "C23", "C25", "C26"],
  joker: ["C11", "C15", "C22", "C23", "C24", "C26"],
  meccano: ["C2", "C6", "C10", "C14", "C21", "C24", "C25", "C28"],
  florentine: [],
};

function clauses(edition: EditionName): string[] {
  const keys = PAGES[edition].flatMap((section) => section.text);
  return [...new Set(keys.map((key) => key.split(".")[0]!).filter((clause) => /^[CF]\d+$/.test(clause)))];
}

const sections = Object.values(PAGES).flat();
const sorted = (all: Iterable<string>): string[] => [...new Set(all)].sort();

describe("the rules", () => {
  it("are as many clauses as the documents say", () => {
    expect(law("chromino").length).toBe(37);
    expect(law("florentine").length).toBe(16);
  });

  it.each([...EDITIONS.chromino, ...EDITIONS.florentine])("of %s lack no clause of it, and have none of another's", (edition) => {
    const all = law(edition === "florentine" ? "florentine" : "chromino");
    expect(clauses(edition).sort()).toEqual(all.filter((clause) => !ELSEWHERE[edition].includes(clause)).sort());
  });

  it("say everything once on a page", () => {
    for (const [edition, page] of Object.entries(PAGES)) {
      const keys = page.flatMap((section) => section.text);
      expect(keys.length, edition).toBe(new Set(keys).size);
    }
  });

  it.each(LANGUAGES)("are complete in %s, with no word that is on no page", (language) => {
    const { titles, text, figures } = words(language);
    expect(sorted(Object.keys(titles))).toEqual(sorted(sections.map((section) => section.title)));
    expect(sorted(Object.keys(text))).toEqual(sorted(sections.flatMap((section) => section.text)));
    expect(sorted(Object.keys(figures))).toEqual(sorted(sections.flatMap((section) => section.figures ?? [])));
    for (const said of [titles, text, figures].flatMap((each) => Object.values(each))) expect(said.trim().length).toBeGreaterThan(2);
  });

  it.each(LANGUAGES)("name in %s the same numbers as in English", (language) => {
    const numbers = (said: string): string[] => said.match(/\d+/g) ?? [];
    const model = words("en").text;
    for (const [key, said] of Object.entries(words(language).text)) expect(numbers(said).sort(), key).toEqual(numbers(model[key]!).sort());
  });

  it("have the examples of the rulebooks", () => {
    const sums = (edition: EditionName): (string | null)[] => PAGES[edition].flatMap((section) => (section.figures ?? []).map((name: FigureName) => figure(name).sum)).filter(Boolean);
    expect(sums("classic")).toEqual(["3 + 3 = 6", "2 + 1 = 3", "2 + 1 + 2 = 5"]);
    expect(sums("joker")).toEqual(sums("classic"));
    expect(sums("meccano")).toEqual(["(3 + 2) + (3 + 3) + (3 + 3) = 17"]);
  });
});
