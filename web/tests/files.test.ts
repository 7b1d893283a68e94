import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Damaged, Download, Outdated, Stopped, type Listing, type Platform } from "../src/engine/files";

const BASE = new URL("https://host/some/path/");
const sha256 = (data: Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** Bytes that cannot be compressed, the same each time. */
function noise(length: number): Uint8Array {
  let state = 1;
  return new Uint8Array(length).map(() => (state = (state * 48271) % 2147483647) & 255);
}

/** Caches as a browser has them, in memory. */
class Shelf {
  readonly caches = new Map<string, Map<string, Response>>();
  full = false;

  open(name: string): Promise<Cache> {
    if (!this.caches.has(name)) this.caches.set(name, new Map());
    const entries = this.caches.get(name)!;
    return Promise.resolve({
      match: (address: string) => Promise.resolve(entries.get(address)?.clone()),
      put: (address: string, response: Response) => {
        if (this.full) return Promise.reject(new DOMException("no room", "QuotaExceededError"));
        entries.set(address, response);
        return Promise.resolve();
      },
      delete: (address: string) => Promise.resolve(entries.delete(address)),
    } as unknown as Cache);
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.caches.delete(name));
  }

  get entries(): Map<string, Response> {
    return this.caches.get(`engine:${BASE.pathname}`)!;
  }
}

/** A site with an engine of two files in several pieces, and one script. */
class Site {
  readonly contents = { "big.bin": noise(5000), "small.json": new TextEncoder().encode("{}") };
  readonly files = new Map<string, Uint8Array>();
  readonly listing: Listing;
  /** What was asked for, in order. */
  asked: string[] = [];
  /** What becomes of a request: null for none. */
  trouble: (path: string, data: Uint8Array) => Promise<Response> | null = () => null;

  constructor(readonly version = "v1", piece = 1000) {
    const files = Object.entries(this.contents).map(([name, data]) => {
      const packed = new Uint8Array(gzipSync(data));
      const pieces = Array.from({ length: Math.ceil(packed.length / piece) }, (_, i) => {
        const part = packed.slice(i * piece, (i + 1) * piece);
        const path = `engine/${sha256(part).slice(0, 20)}.bin`;
        this.files.set(path, part);
        return { path, bytes: part.length };
      });
      return { name, bytes: data.length, sha256: sha256(data), pieces };
    });
    this.files.set("engine/0f/run.mjs", new TextEncoder().encode("export {}"));
    const bytes = files.flatMap((file) => file.pieces).reduce((sum, each) => sum + each.bytes, 100);
    this.listing = { version, kernels: "interpreted", bytes, files, modules: { "run.mjs": "engine/0f/run.mjs" } };
    this.files.set("engine/engine.json", new TextEncoder().encode(JSON.stringify(this.listing)));
  }

  get pieces(): string[] {
    return this.listing.files.flatMap((file) => file.pieces.map((each) => each.path));
  }

  readonly fetch = (address: string, init: RequestInit): Promise<Response> => {
    const path = new URL(address).href.slice(BASE.href.length);
    this.asked.push(path);
    const data = this.files.get(path);
    if (!data) return Promise.resolve(new Response("", { status: 404 }));
    if (init.signal?.aborted) return Promise.reject(new DOMException("aborted", "AbortError"));
    const aborted = new Promise<never>((_, reject) => init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))));
    return Promise.race([this.trouble(path, data) ?? Promise.resolve(new Response(data.slice(), { headers: { "Content-Type": "x/y" } })), aborted]);
  };
}

let site: Site;
let shelf: Shelf;
let heard: (string | number)[];
let platform: Platform;

beforeEach(() => {
  vi.useFakeTimers();
  site = new Site();
  shelf = new Shelf();
  heard = [];
  platform = { fetch: site.fetch, caches: shelf, sha256: (data) => Promise.resolve(sha256(new Uint8Array(data))) };
});
afterEach(() => vi.useRealTimers());

function download(version = "v1"): Download {
  return new Download(BASE, version, { progress: (done) => heard.push(done), paused: () => heard.push("paused") }, platform);
}

/** Lets a promise run, with all pauses of the download. */
async function over<T>(promise: Promise<T>): Promise<T> {
  let settled = false;
  const end = promise.finally(() => (settled = true));
  end.catch(() => {});
  while (!settled) await vi.advanceTimersByTimeAsync(1000);
  return end;
}

const offline = (): Promise<Response> => Promise.reject(new TypeError("network error"));

describe("a download", () => {
  it("brings every file, unpacked, and says where the scripts are", async () => {
    const { files, modules, version, kernels } = await over(download().files());
    expect([...files.keys()]).toEqual(["big.bin", "small.json"]);
    expect(new Uint8Array(files.get("big.bin")!)).toEqual(site.contents["big.bin"]);
    expect([modules, version, kernels]).toEqual([{ "run.mjs": "https://host/some/path/engine/0f/run.mjs" }, "v1", "interpreted"]);
    expect(site.pieces.length).toBeGreaterThan(3);
  });

  it("counts the bytes up to the total, and never beyond it", async () => {
    await over(download().run());
    const counts = heard as number[];
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect([counts[0], counts.at(-1)]).toEqual([0, site.listing.bytes]);
  });

  it("hands out fresh buffers each time, since the worker takes them away", async () => {
    const engine = download();
    const first = await over(engine.files());
    expect((await over(engine.files())).files.get("big.bin")).not.toBe(first.files.get("big.bin"));
  });

  it("fetches nothing that is on the device already, not even the list", async () => {
    await over(download().run());
    site.asked = [];
    const again = download();
    expect(await over(again.look())).toMatchObject({ complete: true, listing: { version: "v1" } });
    await over(again.files());
    expect(site.asked).toEqual([]);
  });

  it("runs once, however many wait for it", async () => {
    const engine = download();
    await over(Promise.all([engine.run(), engine.run(), engine.files()]));
    expect(site.asked.length).toBe(new Set(site.asked).size);
  });

  it("keeps the scripts with their type, so that the worker of the page can serve them", async () => {
    await over(download().run());
    expect(shelf.entries.get("https://host/some/path/engine/0f/run.mjs")?.headers.get("Content-Type")).toBe("x/y");
  });
});

describe("an interrupted download", () => {
  it("goes on with what is missing, by itself", async () => {
    const reached = site.pieces.slice(0, 3);
    let cut = true;
    site.trouble = (path) => (cut && site.pieces.includes(path) && !reached.includes(path) ? offline() : null);
    const engine = download();
    const running = engine.run();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard.filter((each) => each === "paused").length).toBeGreaterThan(2);
    cut = false;
    site.asked = [];
    await over(running);
    expect(site.asked.filter((path) => reached.includes(path))).toEqual([]);
    expect((await engine.look()).complete).toBe(true);
  });

  it("goes on at once when the network is back", async () => {
    site.trouble = offline;
    const engine = download();
    const running = engine.run();
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(["paused"]);
    site.trouble = () => null;
    engine.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    await running;
  });

  it("goes on in another window, from the pieces of the first", async () => {
    site.trouble = (path) => (path === site.pieces.at(-1) ? offline() : null);
    const first = download();
    const running = first.run();
    running.catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    first.stop();
    await expect(running).rejects.toThrow(Stopped);
    site.trouble = () => null;
    site.asked = [];
    await over(download().run());
    expect(site.asked).toEqual([site.pieces.at(-1)]);
  });

  it("takes back what it counted of a piece that broke off, and gives up one that falls silent", async () => {
    let broken = 0;
    site.trouble = (path, data) => {
      if (path !== site.pieces[0] || broken++ > 0) return null;
      const half = new ReadableStream({ start: (stream) => stream.enqueue(data.slice(0, 500)) });
      return Promise.resolve(new Response(half));
    };
    const fetched = site.fetch;
    // A browser ends the body of a request that is aborted.
    platform.fetch = async (address, init) => {
      const response = await fetched(address, init);
      const reader = response.body!.getReader();
      const body = new ReadableStream({
        async pull(stream) {
          const aborted = new Promise<never>((_, reject) => init.signal!.addEventListener("abort", () => reject(new DOMException("", "AbortError"))));
          const { done, value } = await Promise.race([reader.read(), aborted]);
          if (done) stream.close();
          else stream.enqueue(value);
        },
      });
      return new Response(body, response);
    };
    await over(download().run());
    expect(heard).toContain("paused");
    expect(heard.at(-1)).toBe(site.listing.bytes);
    expect(Math.max(...heard.filter((each) => typeof each === "number"))).toBe(site.listing.bytes);
  });

  it("stops, with all that it waits for, when it is told to", async () => {
    site.trouble = () => new Promise(() => {});
    const engine = download();
    const running = engine.run();
    running.catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    engine.stop();
    await expect(running).rejects.toThrow(Stopped);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a damaged piece", () => {
  it("is fetched again when it arrives damaged, past the browser's own cache", async () => {
    const modes: (string | undefined)[] = [];
    let damaged = 2;
    site.trouble = (path, data) => (path === site.pieces[1] && damaged-- > 0 ? Promise.resolve(new Response(data.slice().fill(7))) : null);
    const fetched = site.fetch;
    platform.fetch = (address, init) => {
      if (address.endsWith(site.pieces[1]!)) modes.push(init.cache);
      return fetched(address, init);
    };
    const { files } = await over(download().files());
    expect(new Uint8Array(files.get("big.bin")!)).toEqual(site.contents["big.bin"]);
    expect(modes).toEqual(["default", "reload", "reload"]);
  });

  it("is noticed on the device, and alone fetched again", async () => {
    await over(download().run());
    const address = new URL(site.pieces[2]!, BASE).href;
    shelf.entries.set(address, new Response("damaged"));
    site.asked = [];
    const { files } = await over(download().files());
    expect(new Uint8Array(files.get("big.bin")!)).toEqual(site.contents["big.bin"]);
    expect(site.asked).toEqual([site.pieces[2]]);
  });

  it("is noticed without hashes, too, by gzip", async () => {
    platform.sha256 = () => Promise.resolve(null);
    await over(download().run());
    const data = site.files.get(site.pieces[2]!)!;
    shelf.entries.set(new URL(site.pieces[2]!, BASE).href, new Response(data.slice().fill(7)));
    const { files } = await over(download().files());
    expect(new Uint8Array(files.get("big.bin")!)).toEqual(site.contents["big.bin"]);
  });

  it("is not fetched for ever where the site contradicts its own list", async () => {
    site.listing.files[0]!.sha256 = sha256(new Uint8Array(1));
    site.files.set("engine/engine.json", new TextEncoder().encode(JSON.stringify(site.listing)));
    await expect(over(download().files())).rejects.toThrow(Damaged);
  });
});

describe("versions", () => {
  it("of the site and of the page must be the same", async () => {
    await expect(over(download("v0").run())).rejects.toThrow(Outdated);
    expect(shelf.caches.size === 0 || shelf.entries.size === 0).toBe(true);
  });

  it("are noticed in the middle of a download, when the pieces are gone", async () => {
    const newer = new Site("v2", 700);
    site.trouble = (path) => {
      if (path !== site.pieces[1]) return null;
      for (const each of site.pieces) site.files.delete(each);
      site.files.set("engine/engine.json", newer.files.get("engine/engine.json")!);
      return Promise.resolve(new Response("", { status: 404 }));
    };
    await expect(over(download().run())).rejects.toThrow(Outdated);
  });

  it("do not get in each other's way: an old window starts its engine from the device after an update", async () => {
    await over(download().run());
    const newer = new Site("v2", 700);
    platform.fetch = newer.fetch;
    await over(download("v2").run());
    newer.asked = [];
    expect((await over(download("v1").files())).version).toBe("v1");
    expect((await over(download("v2").files())).version).toBe("v2");
    expect(newer.asked).toEqual([]);
  });
});

describe("a device without room", () => {
  it.each(["full", "forbidden"])("that is %s still gets the engine, until the window is closed", async (why) => {
    shelf.full = why === "full";
    if (why === "forbidden") platform.caches = undefined;
    const engine = download();
    const { files } = await over(engine.files());
    expect(new Uint8Array(files.get("big.bin")!)).toEqual(site.contents["big.bin"]);
    expect(engine.durable).toBe(false);
    site.asked = [];
    await over(engine.files());
    expect(site.asked).toEqual([]);
  });

  it("has it again after it was deleted and fetched anew", async () => {
    const engine = download();
    await over(engine.run());
    expect(engine.durable).toBe(true);
    await engine.remove();
    expect((await engine.look()).complete).toBe(false);
    await over(engine.run());
    expect((await engine.look()).complete).toBe(true);
  });
});
