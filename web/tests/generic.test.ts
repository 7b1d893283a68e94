import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GAMES } from "../src/games";

const SOURCES = new URL("../src/", import.meta.url);
/** The registry, the wire types and the words of every game stand outside the folders of the games. */
const EXEMPT = [/^games\/index\.ts$/, /^wire\.ts$/, /^i18n\/.*\.json$/, ...GAMES.map(({ name }) => new RegExp(`^games/${name}/`))];

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|ts|css|json)$/.test(name));
const generic = files.filter((name) => !EXEMPT.some((pattern) => pattern.test(name)));
const names = new RegExp(GAMES.map(({ name }) => name).join("|"), "i");

function read(name: string): string {
  return readFileSync(new URL(name, SOURCES), "utf8");
}

/** The modules that a file imports, statically or not. */
function imports(name: string): string[] {
  return [...read(name).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
}

describe("generic code", () => {
  it("is most of the client", () => {
    expect(generic.length).toBeGreaterThan(60);
    expect(files.length).toBeGreaterThan(generic.length);
  });

  it.each(generic)("names no game in %s", (name) => {
    const lines = read(name).split("\n").filter((line) => names.test(line));
    expect(lines).toEqual([]);
  });

  it("reaches a game only through the registry", () => {
    const folders = new RegExp(`(^|/)(${GAMES.map(({ name }) => name).join("|")})(/|$)`);
    for (const name of generic) expect(imports(name).filter((path) => folders.test(path)), name).toEqual([]);
  });

  it("has a board that imports no game, nor anything about games", () => {
    const board = files.filter((name) => name.startsWith("board/"));
    expect(board.length).toBeGreaterThan(5);
    for (const name of board) expect(imports(name).filter((path) => /games|wire/.test(path)), name).toEqual([]);
  });
});

describe("a game", () => {
  it.each(GAMES.map(({ name }) => name))("called %s imports no other game", (name) => {
    const others = GAMES.filter((game) => game.name !== name).map((game) => game.name);
    for (const file of files.filter((each) => each.startsWith(`games/${name}/`))) {
      expect(imports(file).filter((path) => others.some((other) => path.includes(other))), file).toEqual([]);
    }
  });
});
