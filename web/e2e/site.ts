// A static site, written by `tessella static`, below a path of a plain file server. The server
// can refuse files, as a network does that breaks off, and the site can be replaced by another version.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Listing } from "../src/engine/files";

const ROOT = new URL("../../", import.meta.url).pathname;
const KINDS: Record<string, string> = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json",
};

/** Writes the client into a folder as a static site. */
export function writeSite(folder: string, server = ""): void {
  const words = ["static", folder, ...(server ? ["--server", server] : [])];
  const { status, stderr } = spawnSync(join(ROOT, ".venv/bin/tessella"), words, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

export class Site {
  /** The address of the site, with a slash at its end. */
  address = "";
  /** The paths below the host that were asked for. */
  asked: string[] = [];
  /** Whether the connection breaks when this path is asked for. */
  refuse: (path: string) => boolean = () => false;
  readonly folder = mkdtempSync(join(tmpdir(), "tessella-site-"));
  private server!: Server;

  constructor(private readonly path = "some/path") {}

  /** The folder of the site itself. */
  get place(): string {
    return join(this.folder, this.path);
  }

  async open(server = ""): Promise<void> {
    writeSite(this.place, server);
    this.server = createServer((asked, answer) => {
      const path = new URL(asked.url!, "http://host").pathname;
      this.asked.push(path);
      if (this.refuse(path)) return void asked.socket.destroy();
      const file = join(this.folder, path, path.endsWith("/") ? "index.html" : "");
      if (!existsSync(file) || !statSync(file).isFile()) return void answer.writeHead(404).end();
      answer.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
    });
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${this.path}/`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  get listing(): Listing {
    return JSON.parse(readFileSync(join(this.place, "engine/engine.json"), "utf8")) as Listing;
  }

  /** Replaces the page by another version, or at first only some of its files. */
  update(version: string, engine?: string, names: readonly string[] = ["index.html", "sw.js"]): void {
    const pattern = /(version" content="|VERSION = ")[0-9a-f]{12}/;
    for (const name of names) {
      const file = join(this.place, name);
      let text = readFileSync(file, "utf8").replace(pattern, `$1${version}`);
      if (engine !== undefined) text = text.replace(/(data-engine="|ENGINE = ")[0-9a-f]*/, `$1${engine}`);
      writeFileSync(file, text);
    }
  }

  /** Replaces the page and the engine: the smallest of its files is another one. */
  updateEngine(version: string, engine: string): void {
    const listing = this.listing;
    const file = listing.files.find((each) => each.name.endsWith(".json"))!;
    const packed = Buffer.concat(file.pieces.map((piece) => readFileSync(join(this.place, piece.path))));
    const data = Buffer.concat([gunzipSync(packed), Buffer.from("\n")]);
    const piece = gzipSync(data);
    const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
    const path = `engine/${hash(piece).slice(0, 20)}.bin`;
    for (const old of file.pieces) rmSync(join(this.place, old.path));
    writeFileSync(join(this.place, path), piece);
    Object.assign(file, { bytes: data.length, sha256: hash(data), pieces: [{ path, bytes: piece.length }] });
    writeFileSync(join(this.place, "engine/engine.json"), JSON.stringify({ ...listing, version: engine }));
    this.update(version, engine);
  }
}
