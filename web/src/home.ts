// Where the page lives: served by a Tessella server at the root of its host, or lying in any folder of a static site. The
// page says which in index.html; `tessella static` marks it. On a static site routes are in the hash, because a plain
// file server knows no others.

export interface Home {
  /** The server that served this page ("same"); on a static site that of play by link, or null where there is none. */
  readonly server: "same" | URL | null;
  /** The address of the folder that the page lies in. */
  readonly base: URL;
  /** The version of the page. */
  readonly version: string;
  /** The version of the engine that belongs to it; empty if it was built without one. */
  readonly engine: string;
}

/** The address of a server, if the text is one. */
function serverAt(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) ? url : null;
}

/** What the page says of itself, at this address. */
export function read(page: Pick<Document, "querySelector"> | undefined, address: string): Home {
  const meta = (name: string): HTMLMetaElement | null | undefined => page?.querySelector<HTMLMetaElement>(`meta[name="tessella-${name}"]`);
  const version = meta("version")?.content ?? "";
  const engine = meta("version")?.dataset["engine"] ?? "";
  return meta("home")?.content === "static"
    ? { server: serverAt(meta("home")?.dataset["server"] ?? ""), base: new URL(".", address), version, engine }
    : { server: "same", base: new URL("/", address), version, engine };
}

export const home: Home = read(globalThis.document, globalThis.location?.href ?? "http://localhost/");

/** The link to a screen, whose path begins with a slash. */
export function href(path: string, { server }: Home = home): string {
  return server === "same" ? path : `#${path}`;
}

/** The whole address of a screen, to be shared. */
export function address(path: string, at: Home = home): string {
  return new URL(href(path, at), at.base).href;
}

/** The address of a file of the page. */
export function file(name: string, { base }: Home = home): string {
  return new URL(name, base).href;
}

/** The path of the screen that an address leads to; null if it leads to something else. */
export function pathOf(url: Pick<URL, "origin" | "pathname" | "search" | "hash">, { server, base }: Home = home): string | null {
  if (url.origin !== base.origin) return null;
  if (server === "same") return url.pathname.startsWith("/api/") ? null : url.pathname + url.search;
  const folder = url.pathname.replace(/index\.html$/, "");
  if (folder !== base.pathname) return null;
  return url.hash.startsWith("#/") ? url.hash.slice(1) : "/";
}

/** The address of a screen at the server of a static site; null if there is none. */
export function elsewhere(path: string, { server }: Home = home): string | null {
  return server instanceof URL ? new URL(path.slice(1), server).href : null;
}
