// The engine of this page: one worker for the tables on this device, and another for long work, so that no game waits
// for a review. This module is loaded when it is first needed.

import type { Answer } from "../reply";
import { home } from "../home";
import { fromReply } from "../reply";
import type { Channel } from "./channel";
import { Database } from "./database";
import { Engine, type Platform } from "./engine";
import type { About, StorageState, StoredTable } from "./protocol";
import { listed, type DeviceTables } from "./shelf";
import { engineFiles, engineStatus } from "./status.svelte";

// Several sites may share a host.
const DATABASE = `tables:${home.base.pathname}`;
/** How long the worker for long work stays when it has nothing to do, in milliseconds. */
const REST = 60_000;
/** Requests that may be repeated, and take long. */
const LONG: readonly string[] = ["/reviews"];
/** A request of which nobody notices how long it takes. */
const GAMES = "/games";
const PURE: readonly string[] = ["/reviews", "/replays"];

/** Where tests set how long bots wait, in seconds. */
const PACE = "tessella.pace";

/** The code of an answer that there is none: the engine is not on this device. */
export const NO_ENGINE = "no-engine";

const PLATFORM: Platform = {
  files: engineFiles,
  worker: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  later: (call, milliseconds) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
  pace: () => {
    try {
      const text = localStorage.getItem(PACE);
      return text === null || Number.isNaN(Number(text)) ? null : Number(text);
    } catch {
      return null; // storage may be forbidden
    }
  },
};

class Device {
  /** What runs; null until it does. */
  about = $state.raw<About | null>(null);
  storage = $state<StorageState>("stored");
  private readonly tables = new Engine(
    PLATFORM,
    { about: (about) => (this.about = about), storage: (state) => (this.storage = state) },
    DATABASE,
  );
  private thinker: Engine | null = null;
  private thinking = 0;

  /** Whether the engine can be had at once: it runs, or all of it is on this device. */
  async here(): Promise<boolean> {
    return this.tables.running || (await engineStatus.stored());
  }

  async ask<T>(method: string, path: string, body?: unknown, progress?: (done: number, of: number) => void): Promise<Answer<T>> {
    // It cannot be fetched now.
    if (!navigator.onLine && !(await this.here())) return { ok: false, failure: { status: 0, code: NO_ENGINE, reason: "" } };
    const starts = path !== GAMES && !(LONG.includes(path) ? this.thinker : this.tables)?.running;
    if (starts) engineStatus.starting++;
    try {
      const engine = LONG.includes(path) ? this.forLongWork() : this.tables;
      const reply = await engine.ask(method, path, body, method === "GET" || PURE.includes(path), progress);
      // What is stored should stay when the device runs out of space.
      if (reply.status === 201) void navigator.storage?.persist?.();
      return fromReply<T>(reply);
    } catch (error) {
      console.warn(error);
      return { ok: false, failure: { status: 0, code: "engine", reason: error instanceof Error ? error.message : "" } };
    } finally {
      if (starts) engineStatus.starting--;
      if (LONG.includes(path)) this.afterLongWork();
    }
  }

  open(table: string, since: number | null): Channel {
    return this.tables.open(table, since);
  }

  take(table: string): Promise<void> {
    return this.tables.take(table);
  }

  /** The tables on this device. What is stored is read without starting the engine. */
  async list(): Promise<DeviceTables> {
    return listed(this.tables.running ? await this.tables.shelf() : await this.disk((database) => database.heads(), []));
  }

  /** A table as it is stored. */
  stored(id: string): Promise<StoredTable | null> {
    return this.tables.running ? this.tables.stored(id) : this.disk((database) => database.load(id), null);
  }

  async remove(id: string): Promise<void> {
    if (this.tables.running) return this.tables.remove(id);
    await this.disk((database) => database.remove(id), undefined);
  }

  /** Deletes all that is stored on this device. */
  async forget(): Promise<void> {
    const { listings, unreadable } = await this.list();
    for (const id of [...listings.map((each) => each.id), ...unreadable]) await this.remove(id);
  }

  private async disk<T>(work: (database: Database) => Promise<T>, otherwise: T): Promise<T> {
    const database = await Database.open(DATABASE).catch(() => null);
    if (database === null) return otherwise; // storage is forbidden: nothing is there
    try {
      return await work(database);
    } finally {
      database.close();
    }
  }

  private forLongWork(): Engine {
    this.thinking++;
    return (this.thinker ??= new Engine(PLATFORM, { about: () => {}, storage: () => {} }, null));
  }

  /** Ends the second worker when it has had nothing to do for a while: it takes some memory. */
  private afterLongWork(): void {
    const before = ++this.thinking;
    setTimeout(() => {
      if (this.thinking !== before) return;
      void this.thinker?.stop();
      this.thinker = null;
    }, REST);
  }
}

export const device = new Device();
