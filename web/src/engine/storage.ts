// The storage of the engine: IndexedDB, and memory for what it does not take. A game goes on when the storage is full or
// forbidden; the page is told that it is not stored.

import { failure, type Database } from "./database";
import type { Shelved, StorageState, StoredTable } from "./protocol";

/** What Python stores tables with; see `tessella.browser`. */
export interface Storage {
  /** The heads of all tables. */
  heads(): Promise<string[]>;
  load(id: string): Promise<StoredTable | null>;
  /** Rejects with an error named "Conflict" if the table exists. */
  create(id: string, head: string): Promise<void>;
  /** Stores consecutive entries together with the head. Rejects with "Conflict" if an entry of such a number exists. */
  append(id: string, first: number, entries: string[], head: string): Promise<void>;
  remove(id: string): Promise<void>;
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
}

/** What a table has beyond what is stored. */
interface Unstored {
  head: string;
  /** The number of the first of the entries. */
  first: number;
  entries: string[];
  /** Whether the table itself is not stored. */
  fresh: boolean;
}

/** Failures that mean something for the game; all others are failures of the disk. */
const MEANT: readonly string[] = ["Conflict", "Displaced", "Missing"];

function why(error: unknown): StorageState {
  const name = error instanceof Error ? error.name : "";
  return name === "Forbidden" ? "forbidden" : name === "QuotaExceededError" ? "full" : "broken";
}

export class DeviceStorage implements Storage {
  private database: Promise<Database> | null = null;
  private readonly unstored = new Map<string, Unstored>();
  private readonly settings = new Map<string, string>();
  private state: StorageState = "stored";

  constructor(
    private readonly open: () => Promise<Database>,
    /** The name of this worker among those that write. */
    private readonly writer: string,
    private readonly report: (state: StorageState) => void,
    /** Hears of tables that another window has taken. */
    private readonly displaced: (id: string) => void = () => {},
  ) {}

  async heads(): Promise<string[]> {
    return (await this.shelf()).map(({ head }) => head);
  }

  /** All tables with their ids. */
  async shelf(): Promise<Shelved[]> {
    const stored = await this.onDisk((disk) => disk.heads(), []);
    const all = new Map(stored.map(({ id, head }) => [id, head]));
    for (const [id, { head }] of this.unstored) all.set(id, head);
    return [...all].map(([id, head]) => ({ id, head }));
  }

  async load(id: string): Promise<StoredTable | null> {
    const more = this.unstored.get(id);
    if (more?.fresh) return { head: more.head, entries: [...more.entries] };
    const stored = await this.onDisk((disk) => disk.load(id), null, true);
    if (!more || !stored) return stored;
    return { head: more.head, entries: [...stored.entries.slice(0, more.first - 1), ...more.entries] };
  }

  async create(id: string, head: string): Promise<void> {
    if (this.unstored.has(id)) throw failure("Conflict", "there is a table of this id");
    await this.store(id, { head, first: 1, entries: [], fresh: true });
  }

  async append(id: string, first: number, entries: string[], head: string): Promise<void> {
    const before = this.unstored.get(id);
    if (before && first !== before.first + before.entries.length) throw failure("Conflict", "there is an entry of this number");
    await this.store(id, before ? { ...before, head, entries: [...before.entries, ...entries] } : { head, first, entries, fresh: false });
  }

  async remove(id: string): Promise<void> {
    this.unstored.delete(id);
    await this.onDisk((disk) => disk.remove(id), undefined, true);
  }

  async get(key: string): Promise<string | null> {
    return this.settings.get(key) ?? (await this.onDisk((disk) => disk.get(key), null));
  }

  async set(key: string, value: string): Promise<void> {
    this.settings.set(key, value);
    await this.onDisk((disk) => disk.set(key, value), undefined);
  }

  /** From now on only this worker writes the table. */
  async claim(id: string): Promise<void> {
    await this.onDisk((disk) => disk.claim(id, this.writer), undefined);
  }

  /** Stores what a table has beyond what is stored; keeps it in memory if that fails. */
  private async store(id: string, more: Unstored): Promise<void> {
    try {
      await this.attempt((disk) =>
        more.fresh
          ? disk.create(id, more.head, more.entries, this.writer)
          : disk.append(id, more.first, more.entries, more.head, this.writer),
      );
      this.unstored.delete(id);
    } catch (error) {
      if (error instanceof Error && MEANT.includes(error.name)) {
        // Another window went on from what is stored.
        this.unstored.delete(id);
        if (error.name !== "Displaced") throw error;
        this.displaced(id);
        throw failure("Conflict", error.message);
      }
      this.unstored.set(id, more);
      this.note(why(error));
      return;
    }
    if (this.unstored.size === 0) this.note("stored");
  }

  /** Does something with the database. Without a database the answer is that of an empty one; so it is after other
   * failures, unless it matters (`strict`) what is stored. */
  private async onDisk<T>(work: (disk: Database) => Promise<T>, otherwise: T, strict = false): Promise<T> {
    try {
      return await this.attempt(work);
    } catch (error) {
      const state = why(error);
      this.note(state);
      if (strict && state !== "forbidden") throw error;
      return otherwise;
    }
  }

  /** Does something with the database, which is opened again if the browser has closed it. */
  private async attempt<T>(work: (disk: Database) => Promise<T>): Promise<T> {
    const disk = await (this.database ??= this.open());
    try {
      return await work(disk);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "InvalidStateError") throw error;
      this.database = this.open();
      return work(await this.database);
    }
  }

  private note(state: StorageState): void {
    if (state === this.state) return;
    this.state = state;
    this.report(state);
  }
}
