import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fill, type Entry } from "../src/i18n/index.svelte";
import { LANGUAGES, read, spoken } from "../src/settings.svelte";

const SOURCES = new URL("../src/", import.meta.url);

function catalogue(language: string): Record<string, Entry> {
  return JSON.parse(readFileSync(new URL(`i18n/${language}.json`, SOURCES), "utf8")) as Record<string, Entry>;
}

function texts(): string {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.startsWith("i18n"))
    .map((name) => readFileSync(new URL(name, SOURCES), "utf8"))
    .join("\n");
}

/** What stands in braces, over all plural forms. */
function values(entry: Entry): string[] {
  const all = typeof entry === "string" ? [entry] : Object.values(entry);
  return [...new Set(all.flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
}

const english = catalogue("en");

describe.each(LANGUAGES)("the words in %s", (language) => {
  const words = catalogue(language);

  it("are all there, and none besides", () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
  });

  it("have every plural form of the language, and a number where there are several", () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, entry] of Object.entries(words)) {
      if (typeof english[key] === "string") expect(typeof entry, key).toBe("string");
      else for (const form of forms) expect(Object.keys(entry), key).toContain(form);
    }
  });

  it("name no value that the English ones do not", () => {
    for (const [key, entry] of Object.entries(words)) {
      const known = [...values(english[key]!), ...(typeof english[key] === "string" ? [] : ["{n}"])];
      for (const value of values(entry)) expect(known, key).toContain(value);
      for (const value of values(english[key]!)) if (value !== "{n}") expect(values(entry), key).toContain(value);
    }
  });

  it("put no name into a sentence that would be wrong of “you”", () => {
    // A name stands before a colon, alone in brackets, or at the end of a list; there it needs no ending and no case.
    for (const [key, entry] of Object.entries(words)) {
      if (!/^log\.|^replay\.claimed|^end\.shared/.test(key)) continue;
      for (const text of typeof entry === "string" ? [entry] : Object.values(entry)) {
        const rest = text.replace(/^\{(name|by)\}\u00a0?:/, "").replace("({name})", "").replace(/: \{names\}$/, "");
        expect(rest, key).not.toMatch(/\{(name|by|names)\}/);
      }
    }
  });
});

describe.each(LANGUAGES)("a palette with other colours, in %s,", (language) => {
  const OTHER = "okabe-ito";

  it("has its own words wherever a colour is named that it does not show", () => {
    const words = catalogue(language);
    const rules = JSON.parse(readFileSync(new URL(`i18n/rules/${language}.json`, SOURCES), "utf8")) as { figures: Record<string, string> };
    const replaced = Object.keys(words).filter((key) => key.startsWith("colour.") && `${key}.${OTHER}` in words).map((key) => String(words[key]));
    expect(replaced).toHaveLength(4);
    const named = new RegExp(`(?<!\\p{L})(${replaced.join("|")})(?!\\p{L})`, "iu");
    let found = 0;
    for (const texts of [words, rules.figures]) {
      for (const [key, entry] of Object.entries(texts)) {
        if (key.startsWith("colour.") || !named.test(JSON.stringify(entry))) continue;
        found++;
        expect(Object.keys(texts), key).toContain(`${key}.${OTHER}`);
        expect(JSON.stringify(texts[`${key}.${OTHER}`])).not.toMatch(named);
      }
    }
    expect(found).toBeGreaterThanOrEqual(4);
  });
});

describe("French", () => {
  it.each(["fr.json", "rules/fr.json"])("has no-break spaces before its signs and inside its quotes, in %s", (file) => {
    const strings = (value: unknown): string[] => (typeof value === "string" ? [value] : Object.values(value as object).flatMap(strings));
    for (const text of strings(JSON.parse(readFileSync(new URL(`i18n/${file}`, SOURCES), "utf8")))) {
      expect(text).not.toMatch(/[^\u202f][;!?]/);
      expect(text).not.toMatch(/[^\u00a0][:»]/);
      expect(text).not.toMatch(/«[^\u00a0]/);
    }
  });
});

describe("keys", () => {
  const code = texts();
  // A key that is put together, like t(`level.${level}`), stands for all that begin and end like it.
  const patterns = [...code.matchAll(/[`]([a-z][\w.-]*\.[\w.-]*\$\{[^`]*)[`]/gi)].map((match) => {
    const parts = match[1]!.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&"));
    return new RegExp(`^${parts.join(".+")}$`);
  });

  it("that are used have words", () => {
    const used = [...code.matchAll(/\bt\(\s*"([^"]+)"\s*[,)]/g)].map((match) => match[1]!);
    expect(used.length).toBeGreaterThan(100);
    for (const key of used) expect(Object.keys(english), key).toContain(key);
  });

  it("that have words are used", () => {
    const idle = Object.keys(english).filter((key) => !code.includes(`"${key}"`) && !patterns.some((pattern) => pattern.test(key)));
    expect(idle).toEqual([]);
  });
});

describe("filling in", () => {
  it("chooses the plural form", () => {
    const entry = { one: "{n} tile", other: "{n} tiles" };
    expect(fill(entry, "en", { n: 1 })).toBe("1 tile");
    expect(fill(entry, "en", { n: 0 })).toBe("0 tiles");
    expect(fill({ one: "{n} tuile", other: "{n} tuiles" }, "fr", { n: 0 })).toBe("0 tuile");
  });

  it("leaves what it does not know", () => {
    expect(fill("{a} and {b}", "en", { a: "x" })).toBe("x and {b}");
  });
});

describe("settings", () => {
  it("begin with the browser's language", () => {
    expect(spoken(["pt-BR", "ca-ES", "es"])).toBe("ca");
    expect(spoken(["ja"])).toBe("en");
  });

  it("survive whatever was stored", () => {
    expect(read("nonsense", ["de"]).language).toBe("de");
    expect(read({ language: "xx", look: "dark", palette: 3, sound: "yes" }, [])).toMatchObject({
      language: "en",
      look: "dark",
      palette: "game",
      sound: false,
    });
  });
});
