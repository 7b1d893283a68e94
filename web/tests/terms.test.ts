// The words of the rulebooks, and one word for one thing, in every language.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Entry } from "../src/i18n/index.svelte";
import { LANGUAGES, type Language } from "../src/settings.svelte";

const I18N = new URL("../src/i18n/", import.meta.url);

/** All texts of a language by their keys: those of the interface, and those of the rules. */
function texts(language: string): Map<string, string> {
  const interfaceTexts = JSON.parse(readFileSync(new URL(`${language}.json`, I18N), "utf8")) as Record<string, Entry>;
  const rules = JSON.parse(readFileSync(new URL(`rules/${language}.json`, I18N), "utf8")) as Record<string, Record<string, string>>;
  const flat = (entry: Entry): string => (typeof entry === "string" ? entry : Object.values(entry).join(" | "));
  return new Map([
    ...Object.entries(interfaceTexts).map(([key, entry]) => [key, flat(entry)] as const),
    ...Object.entries(rules).flatMap(([part, entries]) => Object.entries(entries).map(([key, entry]) => [`rules ${part} ${key}`, entry] as const)),
  ]);
}

/** A word as a whole, whatever letters the language has. */
function word(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}’])(?:${pattern})(?!\\p{L})`, "iu");
}

/** A tile that is called by the wheel on it, instead of chameleon or joker. */
const WHEELED: Record<Language, RegExp> = {
  en: word("(tiles?|pieces?) with (a|the) wheel|wheel(ed)? tiles?|wild tiles?"),
  fr: word("(tuiles?|pièces?) (à|avec) (la |une )?roue"),
  es: word("(fichas?|piezas?) (con|de) (la )?rueda"),
  ca: word("(fitx(a|es)|pe(ça|ces)) (amb|de) (la )?roda"),
  de: word("Stein(e|en)? mit (dem )?Rad|Radsteine?"),
};

/** A seat, and a position on the board. */
const SEAT: Record<Language, RegExp> = {
  en: word("seats?"),
  fr: word("places?"),
  es: word("asientos?"),
  ca: word("seients?"),
  de: word("platz(es)?|plätzen?"),
};
const POSITION: Record<Language, RegExp> = {
  en: word("positions?"),
  fr: word("positions?"),
  es: word("posición|posiciones"),
  ca: word("posició|posicions"),
  de: word("stellen?"),
};
/** Words that were once used for both. */
const BOTH: Partial<Record<Language, RegExp>> = {
  en: word("places?"),
  es: word("sitios?|lugar(es)?"),
  ca: /(?<![\p{L}’])llocs?(?!\p{L})(?<!en lloc(?= de))/iu,
};
/** To sit down, which in some languages has the word for a seat. */
const SITTING = ["lobby.sit", "seat.stoodIn"];

const english = texts("en");

describe.each(LANGUAGES)("the terms in %s", (language) => {
  const all = texts(language);

  it("call no tile by its wheel", () => {
    for (const [key, entry] of all) expect(entry, key).not.toMatch(WHEELED[language]);
  });

  it("have the seat's word for seats only", () => {
    for (const [key, entry] of all) {
      if (SEAT.en.test(english.get(key)!) || SITTING.includes(key)) continue;
      expect(entry, key).not.toMatch(SEAT[language]);
    }
  });

  it("have another word for positions on the board", () => {
    let found = 0;
    for (const [key, entry] of all) {
      if (!POSITION.en.test(english.get(key)!)) continue;
      found++;
      expect(entry, key).not.toMatch(SEAT[language]);
    }
    expect(found).toBeGreaterThan(20);
    // Some sentences do without the word; but it is the only one.
    const without = [...all].filter(([key, entry]) => POSITION.en.test(english.get(key)!) && !POSITION[language].test(entry)).map(([key]) => key);
    expect(without).toEqual([]);
  });

  it("have no word that could mean either", () => {
    const both = BOTH[language];
    if (both) for (const [key, entry] of all) expect(entry, key).not.toMatch(both);
  });

  it("name the chameleon and the joker where their edition does", () => {
    const names = { en: ["chameleon", "joker"], fr: ["caméléon", "joker"], es: ["camale[óo]n", "joker"], ca: ["camale[óo]", "joker"], de: ["chamäleon", "joker"] }[language] as [string, string];
    const chameleon = new RegExp(names[0], "iu");
    const joker = new RegExp(names[1], "iu");
    for (const key of [...all.keys()].filter((each) => each.endsWith(".joker"))) {
      const plain = all.get(key.slice(0, -".joker".length));
      if (plain === undefined || !chameleon.test(plain)) continue;
      expect(all.get(key), key).toMatch(joker);
      expect(all.get(key), key).not.toMatch(chameleon);
      expect(plain, key).not.toMatch(joker);
    }
    expect(all.get("rules figures six")).toMatch(chameleon);
    expect(all.get("rules figures six.joker")).toMatch(joker);
  });
});
