import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { address, elsewhere, file, href, pathOf, read, type Home } from "../src/home";
import { parse } from "../src/router.svelte";

/** A page that is marked like this. */
function marked(home: { content: string; server?: string }): Pick<Document, "querySelector"> {
  const metas: Record<string, object> = {
    'meta[name="tessella-home"]': { content: home.content, dataset: { server: home.server ?? "" } },
    'meta[name="tessella-version"]': { content: "0123456789ab", dataset: { engine: "fedcba" } },
  };
  return { querySelector: (selector: string) => metas[selector] ?? null } as unknown as Pick<Document, "querySelector">;
}

const PATHS = ["/", "/table/abc", "/replay/abc?move=3", "/conundrum/florentine?seed=a&level=2", "/learn/chromino/rules/meccano"];
const served = read(marked({ content: "server" }), "http://host:8000/table/abc?x=1");
const lying = read(marked({ content: "static" }), "https://host/some/path/?x=1#/table/abc");
const linked = read(marked({ content: "static", server: "https://play.example/" }), "https://host/some/path/index.html");

it("takes a page that says nothing for one of a server", () => {
  const { server, base } = read({ querySelector: () => null }, "http://host/a/b");
  expect([server, base.href]).toEqual(["same", "http://host/"]);
});

it("reads where the page lies, its versions, and its server", () => {
  expect([served.server, served.base.href, served.version, served.engine]).toEqual(["same", "http://host:8000/", "0123456789ab", "fedcba"]);
  expect([lying.server, lying.base.href]).toEqual([null, "https://host/some/path/"]);
  expect([(linked.server as URL).href, linked.base.href]).toEqual(["https://play.example/", "https://host/some/path/"]);
});

it("takes only a web address for a server", () => {
  for (const server of ["nonsense", "javascript:alert(1)", "ftp://host/"]) {
    expect(read(marked({ content: "static", server }), "https://host/").server).toBeNull();
  }
});

describe.each<[string, Home]>([["of a server", served], ["in a folder", lying], ["named index.html", linked]])("links on a page %s", (_, home) => {
  it.each(PATHS)("lead back to %s", (path) => {
    expect(pathOf(new URL(address(path, home)), home)).toBe(path);
    expect(parse(pathOf(new URL(address(path, home)), home)!)).toEqual(parse(path));
  });

  it("lead to no screen where they lead out of the page", () => {
    expect(pathOf(new URL("https://elsewhere.example/table/abc"), home)).toBeNull();
    expect(pathOf(new URL("/api/tables", home.base), home)).toBeNull();
  });
});

it("writes paths as they are on a server, and into the hash on a static site", () => {
  expect([href("/table/abc", served), href("/table/abc", lying)]).toEqual(["/table/abc", "#/table/abc"]);
  expect(address("/replay/abc?move=3", lying)).toBe("https://host/some/path/#/replay/abc?move=3");
  expect(address("/table/abc", served)).toBe("http://host:8000/table/abc");
  expect(file("icon.svg", lying)).toBe("https://host/some/path/icon.svg");
});

it("finds the home screen at the folder itself, and nothing in its neighbours", () => {
  for (const at of ["https://host/some/path/", "https://host/some/path/index.html", "https://host/some/path/#"]) {
    expect(pathOf(new URL(at), lying)).toBe("/");
  }
  expect(pathOf(new URL("https://host/some/"), lying)).toBeNull();
});

it("leads those who invite friends from a static site to its server, if it has one", () => {
  expect(elsewhere("/setup/x/friends", linked)).toBe("https://play.example/setup/x/friends");
  expect([elsewhere("/setup/x/friends", lying), elsewhere("/setup/x/friends", served)]).toEqual([null, null]);
});

it("makes every link in the sources: none is written for the root of a host", () => {
  const sources = new URL("../src/", import.meta.url);
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|ts)$/.test(name) && name !== "home.ts");
  expect(files.length).toBeGreaterThan(60);
  for (const name of files) {
    const text = readFileSync(new URL(name, sources), "utf8");
    expect(text, name).not.toMatch(/\b(href|src)=(\{?["'`])\/|location\.(origin|pathname|assign\(["'`]\/)|(push|replace)State\([^)]*["'`]\//);
  }
});
