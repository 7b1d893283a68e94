// Fetches the engine (Python and the package, about 7 MB) piece by piece and keeps the pieces on the device. The name of a
// piece holds the hash of its content: a piece that is here is never fetched again, whatever interrupts the rest, and one
// that is damaged is noticed.

import { backoff } from "../live/socket";

/** A part of a compressed file. */
interface Piece {
  path: string;
  bytes: number;
}

/** What engine.json says. */
export interface Listing {
  version: string;
  kernels: "wasm" | "interpreted";
  /** Of all downloads together. */
  bytes: number;
  /** Each compressed with gzip, then cut; size and hash are those of the whole file, unpacked. */
  files: { name: string; bytes: number; sha256: string; pieces: Piece[] }[];
  /** Scripts, which a page may run only from files of its own host. */
  modules: Record<string, string>;
}

/** What the worker needs to start. */
export interface EngineFiles {
  files: Map<string, ArrayBuffer>;
  /** The addresses of the scripts. */
  modules: Record<string, string>;
  version: string;
  kernels: Listing["kernels"];
}

/** What a download needs of the browser. Tests pass their own. */
export interface Platform {
  fetch(address: string, init: RequestInit): Promise<Response>;
  /** Where pieces are kept; undefined where the browser has no such place. */
  caches: Pick<CacheStorage, "open" | "delete"> | undefined;
  /** In hexadecimal digits; null where the browser computes none. */
  sha256(data: ArrayBuffer): Promise<string | null>;
}

export interface Watcher {
  /** Hears how many bytes are here. */
  progress(done: number, total: number): void;
  /** Hears that the download has stopped, and goes on by itself. */
  paused(): void;
}

/** The site has a newer engine than this page: only a reload helps. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}
/** The files that the site serves are not what its list says. */
export class Damaged extends Error {}
/** The download was ended on purpose. */
export class Stopped extends Error {}

const LIST = "engine/engine.json";
/** How many pieces are fetched at the same time. */
const LANES = 3;
/** After such a silence a request is given up, in milliseconds. */
const SILENCE = 30_000;
/** How often a file that turns out to be damaged is fetched again. */
const REPAIRS = 2;

export const BROWSER: Platform = {
  fetch: (address, init) => fetch(address, init),
  caches: globalThis.caches,
  sha256: async (data) => {
    // Without encryption (a server in the living room) browsers compute no hashes.
    const digest = await globalThis.crypto?.subtle?.digest("SHA-256", data);
    return digest ? Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("") : null;
  },
};

/** The hash in the name of a piece. */
function hashIn(path: string): string {
  return /([0-9a-f]+)\.\w+$/.exec(path)?.[1] ?? "";
}

export class Download {
  private listing: Listing | null = null;
  private running: Promise<Listing> | null = null;
  /** What could not be stored, because there is no place for it. */
  private readonly memory = new Map<string, Response>();
  /** Pieces that were damaged when they arrived. */
  private readonly doubtful = new Set<string>();
  private readonly pauses = new Set<() => void>();
  private ends = new AbortController();

  constructor(
    /** The folder of the page, and the version of the engine that belongs to it. */
    private readonly base: URL,
    private readonly version: string,
    private readonly watcher: Watcher,
    private readonly platform: Platform = BROWSER,
  ) {}

  private get cacheName(): string {
    // Several sites may share a host. The worker (public/sw.js) knows this name, too.
    return `engine:${this.base.pathname}`;
  }

  /** The address of a file; that of the list also names the version, since the list of another may be stored beside it. */
  private address(path: string): string {
    return new URL(path === LIST ? `${LIST}?version=${this.version}` : path, this.base).href;
  }

  // ------------------------------------------------------------------------------------------------------- on the device

  private async stored(path: string): Promise<Response | undefined> {
    const address = this.address(path);
    const kept = this.memory.get(address);
    if (kept) return kept.clone();
    try {
      return await this.platform.caches?.open(this.cacheName).then((cache) => cache.match(address));
    } catch {
      return undefined; // storage may be forbidden
    }
  }

  private async store(path: string, data: ArrayBuffer, type: string): Promise<void> {
    const response = new Response(data, { headers: { "Content-Type": type } });
    try {
      if (!this.platform.caches) throw new Error("there is no place");
      const cache = await this.platform.caches.open(this.cacheName);
      await cache.put(this.address(path), response.clone());
    } catch {
      // Forbidden or full: it is here until the window is closed.
      this.memory.set(this.address(path), response);
    }
  }

  private async drop(path: string): Promise<void> {
    this.memory.delete(this.address(path));
    await this.platform.caches?.open(this.cacheName).then((cache) => cache.delete(this.address(path)), () => {});
  }

  /** Deletes everything, of all versions. */
  async remove(): Promise<void> {
    this.memory.clear();
    await this.platform.caches?.delete(this.cacheName).catch(() => {});
  }

  /** Whether the engine will be here without a network, too. */
  get durable(): boolean {
    return this.platform.caches !== undefined && this.memory.size === 0;
  }

  /** The paths of all files that are not here yet, with their sizes; scripts share what is left of the total. */
  private async missing(listing: Listing): Promise<Piece[]> {
    const pieces = listing.files.flatMap((file) => file.pieces);
    const scripts = Object.values(listing.modules);
    const rest = listing.bytes - pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    const all = [...scripts.map((path) => ({ path, bytes: rest / scripts.length })), ...pieces];
    const here = await Promise.all(all.map(({ path }) => this.stored(path)));
    return all.filter((_, i) => !here[i]);
  }

  /** The list, if it is on the device, and whether everything else is, too. */
  async look(): Promise<{ listing: Listing | null; complete: boolean }> {
    if (!this.listing) this.listing = ((await (await this.stored(LIST))?.json()) as Listing | undefined) ?? null;
    return { listing: this.listing, complete: this.listing !== null && (await this.missing(this.listing)).length === 0 };
  }

  // ---------------------------------------------------------------------------------------------------------- from afar

  /** The list of this version, from the device or from the site. */
  async list(): Promise<Listing> {
    const { listing } = await this.look();
    if (listing) return listing;
    const fetched = await this.current();
    if (fetched.version !== this.version) throw new Outdated(`the site has engine ${fetched.version}, this page needs ${this.version}`);
    await this.store(LIST, new TextEncoder().encode(JSON.stringify(fetched)).buffer, "application/json");
    return (this.listing = fetched);
  }

  /** The list that the site has now. */
  private async current(): Promise<Listing> {
    const { data } = await this.get(LIST, "no-cache");
    return JSON.parse(new TextDecoder().decode(data)) as Listing;
  }

  private async get(path: string, cache: RequestCache, onbytes?: (bytes: number) => void): Promise<{ data: ArrayBuffer; type: string }> {
    const { signal } = this.ends;
    const request = new AbortController();
    const end = (): void => request.abort();
    signal.addEventListener("abort", end);
    let timer = setTimeout(end, SILENCE);
    try {
      const response = await this.platform.fetch(new URL(path, this.base).href, { cache, signal: request.signal });
      if (!response.ok || !response.body) throw new Error(`${path}: status ${response.status}`);
      const parts: BlobPart[] = [];
      for (const reader = response.body.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(timer);
        timer = setTimeout(end, SILENCE);
        parts.push(value as BlobPart);
        onbytes?.(value.length);
      }
      return { data: await new Blob(parts).arrayBuffer(), type: response.headers.get("Content-Type") ?? "" };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    }
  }

  /** Fetches one file and stores it, if it is what its name says. */
  private async bring({ path, bytes }: Piece, onbytes: (bytes: number) => void): Promise<void> {
    let arrived = 0;
    const script = path.endsWith("js");
    const count = (more: number): void => {
      // A script arrives unpacked: it counts when all of it is here.
      if (script) return;
      arrived += more;
      onbytes(more);
    };
    try {
      // The first attempt may use what the browser has kept on its own account; after damage it must not.
      const { data, type } = await this.get(path, this.doubtful.has(path) ? "reload" : "default", count);
      if (!script && !(await this.sound(path, bytes, data))) {
        this.doubtful.add(path);
        throw new Damaged(`${path} is damaged`);
      }
      await this.store(path, data, type);
      if (script) onbytes(bytes);
    } catch (error) {
      onbytes(-arrived);
      throw error;
    }
  }

  private async sound(path: string, bytes: number, data: ArrayBuffer): Promise<boolean> {
    if (data.byteLength !== bytes) return false;
    const hash = await this.platform.sha256(data);
    return hash === null || hash.startsWith(hashIn(path));
  }

  /** Fetches what is missing, once. */
  private async attempt(): Promise<void> {
    const listing = await this.list();
    const missing = await this.missing(listing);
    let done = listing.bytes - missing.reduce((sum, piece) => sum + piece.bytes, 0);
    const count = (bytes: number): void => this.watcher.progress((done += bytes), listing.bytes);
    count(0);
    const queue = [...missing];
    const lane = async (): Promise<void> => {
      for (let piece = queue.shift(); piece; piece = queue.shift()) await this.bring(piece, count);
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
    const failed = lanes.find((each) => each.status === "rejected");
    if (!failed) return;
    // Pieces of a version that has been replaced are not on the site any more.
    const current = await this.current().catch(() => listing);
    if (current.version !== this.version) throw new Outdated(`the site has engine ${current.version}, this page needs ${this.version}`);
    throw failed.reason;
  }

  /** Fetches what is missing, with growing pauses after failures, until everything is here. */
  run(): Promise<Listing> {
    this.running ??= this.repeat().finally(() => (this.running = null));
    return this.running;
  }

  private async repeat(): Promise<Listing> {
    this.ends = new AbortController();
    const { signal } = this.ends;
    for (let attempts = 0; ; attempts++) {
      try {
        await this.attempt();
        return this.listing!;
      } catch (error) {
        if (signal.aborted) throw new Stopped("the download was stopped");
        if (error instanceof Outdated) throw error;
        this.watcher.paused();
        await this.pause(backoff(attempts, Math.random()));
        if (signal.aborted) throw new Stopped("the download was stopped");
      }
    }
  }

  /** Goes on at once, for instance when the network is back. */
  hurry(): void {
    for (const end of [...this.pauses]) end();
  }

  stop(): void {
    this.ends.abort();
    this.hurry();
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.pauses.add(end);
    });
  }

  // ------------------------------------------------------------------------------------------------------------ unpacked

  /** All files, unpacked and checked. What turns out to be damaged is fetched again. */
  async files(): Promise<EngineFiles> {
    for (let repairs = 0; ; repairs++) {
      const listing = await this.run();
      const files = new Map<string, ArrayBuffer>();
      const damaged: Listing["files"] = [];
      for (const file of listing.files) {
        const data = await this.unpacked(file);
        if (data) files.set(file.name, data);
        else damaged.push(file);
      }
      if (damaged.length === 0) {
        const modules = Object.fromEntries(Object.entries(listing.modules).map(([name, path]) => [name, new URL(path, this.base).href]));
        return { files, modules, version: listing.version, kernels: listing.kernels };
      }
      if (repairs === REPAIRS) throw new Damaged(`${damaged.map((file) => file.name).join(", ")} cannot be put together`);
      await this.discard(damaged);
    }
  }

  /** A whole file; null if it is not what the list says. */
  private async unpacked({ bytes, sha256, pieces }: Listing["files"][number]): Promise<ArrayBuffer | null> {
    try {
      const parts = await Promise.all(pieces.map(async ({ path }) => (await this.stored(path))!.arrayBuffer()));
      const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
      const data = await new Response(stream).arrayBuffer();
      const hash = await this.platform.sha256(data);
      return data.byteLength === bytes && (hash === null || hash === sha256) ? data : null;
    } catch {
      return null; // the checksum of gzip, or a piece that is gone
    }
  }

  /** Deletes the damaged pieces of files; all of them where none can be blamed. */
  private async discard(files: Listing["files"]): Promise<void> {
    for (const { pieces } of files) {
      const states = await Promise.all(pieces.map(async ({ path, bytes }) => {
        const data = await (await this.stored(path))?.arrayBuffer();
        return data !== undefined && (await this.sound(path, bytes, data));
      }));
      const blamed = pieces.filter((_, i) => !states[i]);
      for (const { path } of blamed.length > 0 ? blamed : pieces) {
        this.doubtful.add(path);
        await this.drop(path);
      }
    }
  }
}
