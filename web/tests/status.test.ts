import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EngineFiles, Listing, Watcher } from "../src/engine/files";
import { Outdated } from "../src/engine/files";
import { Declined, EngineStatus } from "../src/engine/status.svelte";
import { settings } from "../src/settings.svelte";

const LISTING: Listing = { version: "v1", kernels: "wasm", bytes: 7_000_000, files: [], modules: {} };

/** A download that goes on when the test says so. */
class Source {
  here = false;
  asked = 0;
  durable = true;
  watcher!: Watcher;
  settle: { resolve: () => void; reject: (error: Error) => void } | null = null;
  readonly files = vi.fn(() => Promise.resolve({ version: "v1" } as EngineFiles));
  readonly hurry = vi.fn();
  /** What a removal waits for. */
  removing: Promise<void> = Promise.resolve();

  look(): Promise<{ listing: Listing | null; complete: boolean }> {
    return Promise.resolve({ listing: this.here ? LISTING : null, complete: this.here });
  }

  list(): Promise<Listing> {
    return Promise.resolve(LISTING);
  }

  run(): Promise<Listing> {
    this.asked++;
    return new Promise((resolve, reject) => {
      this.settle = { resolve: () => ((this.here = true), resolve(LISTING)), reject };
    });
  }

  stop(): void {
    this.settle?.reject(new Error("stopped"));
  }

  async remove(): Promise<void> {
    await this.removing;
    this.here = false;
  }
}

let source: Source;
let connection: EventTarget & { saveData?: boolean; type?: string };

beforeEach(() => {
  source = new Source();
  connection = new EventTarget();
  vi.stubGlobal("navigator", { connection });
  settings.engine = true;
});
afterEach(() => vi.unstubAllGlobals());

function status(version = "v1"): EngineStatus {
  return new EngineStatus(version, (watcher) => {
    source.watcher = watcher;
    return Promise.resolve(source);
  });
}

/** All that can happen without anything from outside has happened. */
const calm = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it("fetches the engine when the page is idle, and says how far it is", async () => {
  const engine = status();
  const begun = engine.begin();
  await calm();
  expect([engine.phase, source.asked]).toEqual(["loading", 1]);
  source.watcher.progress(3_000_000, 7_000_000);
  expect([engine.phase, engine.done, engine.total]).toEqual(["loading", 3_000_000, 7_000_000]);
  source.settle!.resolve();
  await begun;
  expect([engine.phase, engine.kernels, engine.durable]).toEqual(["ready", "wasm", true]);
});

it("fetches nothing where the engine is on the device already", async () => {
  source.here = true;
  const engine = status();
  await engine.begin();
  expect([engine.phase, source.asked]).toEqual(["ready", 0]);
});

it("has none where the page was built without one", async () => {
  const engine = status("");
  await engine.begin();
  expect([engine.phase, source.asked]).toEqual(["none", 0]);
  await expect(engine.give()).rejects.toThrow("without an engine");
});

it.each([{ saveData: true }, { type: "cellular" }])("does not fetch it on a connection that may cost money (%o) until somebody asks", async (kind) => {
  Object.assign(connection, kind);
  const engine = status();
  await engine.begin();
  expect([engine.phase, engine.total, source.asked]).toEqual(["metered", 7_000_000, 0]);
  engine.ask();
  await calm();
  expect([engine.phase, source.asked]).toEqual(["loading", 1]);
});

it("does not fetch it for a game on such a connection either, until that player agrees", async () => {
  connection.saveData = true;
  const engine = status();
  const game = engine.give();
  await calm();
  expect([engine.phase, engine.waiting, source.asked]).toEqual(["metered", 1, 0]);
  engine.ask();
  await calm();
  source.settle!.resolve();
  expect(await game).toEqual({ version: "v1" });
  expect([engine.phase, engine.waiting]).toEqual(["ready", 0]);
});

it("fetches it once the connection does not cost money any more", async () => {
  connection.type = "cellular";
  const engine = status();
  await engine.begin();
  connection.type = "wifi";
  connection.dispatchEvent(new Event("change"));
  await calm();
  expect([engine.phase, source.asked]).toEqual(["loading", 1]);
});

it("lets a game wait for a download that runs already, through interruptions", async () => {
  const engine = status();
  void engine.begin();
  await calm();
  const game = engine.give();
  source.watcher.paused();
  expect([engine.phase, engine.waiting]).toEqual(["paused", 1]);
  engine.ask();
  await calm();
  expect([source.hurry.mock.calls.length, source.asked]).toEqual([1, 1]);
  source.watcher.progress(1, 7_000_000);
  expect(engine.phase).toBe("loading");
  source.settle!.resolve();
  expect(await game).toEqual({ version: "v1" });
});

it("lets a player give up waiting, while the download goes on", async () => {
  const engine = status();
  const game = engine.give();
  game.catch(() => {});
  await calm();
  engine.decline();
  await expect(game).rejects.toThrow(Declined);
  expect([engine.phase, engine.waiting]).toEqual(["loading", 0]);
});

it("does not fetch again by itself what was deleted, but does for a game", async () => {
  source.here = true;
  const engine = status();
  await engine.begin();
  await engine.remove();
  expect([engine.phase, settings.engine]).toEqual(["absent", false]);
  await engine.begin();
  expect(source.asked).toBe(0);
  void engine.give();
  await calm();
  expect(source.asked).toBe(1);
});

it("is there until it is deleted, whoever looks meanwhile", async () => {
  source.here = true;
  const engine = status();
  await engine.begin();
  let done = (): void => {};
  source.removing = new Promise((resolve) => (done = resolve));
  const removed = engine.remove();
  await calm();
  await engine.inform();
  expect(engine.phase).toBe("ready");
  done();
  await removed;
  await engine.inform();
  expect(engine.phase).toBe("absent");
});

it("stops when it is told to, and goes on from there when it is asked for", async () => {
  const engine = status();
  const begun = engine.begin();
  await calm();
  source.watcher.progress(3_000_000, 7_000_000);
  await engine.stop();
  await begun;
  expect([engine.phase, settings.engine]).toEqual(["absent", false]);
  engine.ask();
  await calm();
  expect([engine.phase, settings.engine, source.asked]).toEqual(["loading", true, 2]);
});

it("says that the page must be reloaded where the site has a newer engine", async () => {
  const engine = status();
  const begun = engine.begin();
  await calm();
  source.settle!.reject(new Outdated("newer"));
  await begun;
  expect(engine.phase).toBe("outdated");
});

it("can be asked for again after it could not be fetched at all", async () => {
  const engine = status();
  const game = engine.give();
  game.catch(() => {});
  await calm();
  source.settle!.reject(new Error("no"));
  await expect(game).rejects.toThrow("no");
  expect(engine.phase).toBe("absent");
  engine.ask();
  await calm();
  expect(source.asked).toBe(2);
});
