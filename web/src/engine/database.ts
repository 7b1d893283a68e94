// Tables in IndexedDB. A transaction resolves when it is durable, not merely accepted.

import type { Shelved, StoredTable } from "./protocol";

/** What is stored beside the entries of a table. */
interface Row {
  head: string;
  /** Whose entries are accepted: the worker that took the table last. */
  writer: string;
}

const TABLES = "tables";
const ENTRIES = "entries";
const SETTINGS = "settings";
/** How long to wait for a database that does not answer, in milliseconds. */
const PATIENCE = 5000;

/** An error whose name says why. */
export function failure(name: "Conflict" | "Displaced" | "Missing" | "Forbidden", message: string): Error {
  return Object.assign(new Error(message), { name });
}

/** All entries of a table, by their key [table, number]. */
function entriesOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database failed"));
  });
}

export class Database {
  private constructor(private readonly database: IDBDatabase) {}

  /** Opens the database of this name, and creates it if there is none; rejects where the browser forbids it. */
  static open(name: string, factory: IDBFactory | undefined = globalThis.indexedDB): Promise<Database> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(failure("Forbidden", "the database does not answer")), PATIENCE);
      const refuse = (error: unknown): void => {
        clearTimeout(timer);
        reject(failure("Forbidden", error instanceof Error ? error.message : "there is no database"));
      };
      try {
        if (!factory) return refuse(null);
        const request = factory.open(name, 1);
        request.onupgradeneeded = () => {
          for (const store of [TABLES, ENTRIES, SETTINGS]) request.result.createObjectStore(store);
        };
        request.onerror = () => refuse(request.error);
        request.onsuccess = () => {
          clearTimeout(timer);
          // A newer page may change the schema; this one then opens the database again.
          request.result.onversionchange = () => request.result.close();
          resolve(new Database(request.result));
        };
      } catch (error) {
        refuse(error);
      }
    });
  }

  close(): void {
    this.database.close();
  }

  heads(): Promise<Shelved[]> {
    return this.read([TABLES], async (transaction) => {
      const store = transaction.objectStore(TABLES);
      const [keys, rows] = await Promise.all([settled(store.getAllKeys()), settled<Row[]>(store.getAll())]);
      return rows.map(({ head }, i) => ({ id: String(keys[i]), head }));
    });
  }

  load(id: string): Promise<StoredTable | null> {
    return this.read([TABLES, ENTRIES], async (transaction) => {
      const row = settled<Row | undefined>(transaction.objectStore(TABLES).get(id));
      const entries = settled<string[]>(transaction.objectStore(ENTRIES).getAll(entriesOf(id)));
      const head = (await row)?.head;
      return head === undefined ? null : { head, entries: await entries };
    });
  }

  get(key: string): Promise<string | null> {
    return this.read([SETTINGS], async (transaction) => {
      const value = await settled<string | undefined>(transaction.objectStore(SETTINGS).get(key));
      return value ?? null;
    });
  }

  set(key: string, value: string): Promise<void> {
    return this.write([SETTINGS], (transaction) => {
      transaction.objectStore(SETTINGS).put(value, key);
    });
  }

  /** Stores a new table, with its entries if there are any; rejects with "Conflict" if there is one of this id. */
  create(id: string, head: string, entries: readonly string[], writer: string): Promise<void> {
    return this.write([TABLES, ENTRIES], (transaction) => {
      transaction.objectStore(TABLES).add({ head, writer } satisfies Row, id);
      entries.forEach((text, i) => transaction.objectStore(ENTRIES).add(text, [id, i + 1]));
    });
  }

  /** Stores consecutive entries and the head; rejects with "Conflict" if they are there, "Displaced" if another worker has
   * the table, "Missing" if it was deleted. */
  append(id: string, first: number, entries: readonly string[], head: string, writer: string): Promise<void> {
    return this.write([TABLES, ENTRIES], async (transaction) => {
      const tables = transaction.objectStore(TABLES);
      const row = await settled<Row | undefined>(tables.get(id));
      if (!row) throw failure("Missing", "the table was deleted");
      if (row.writer !== writer) throw failure("Displaced", "the table is open in another window");
      entries.forEach((text, i) => transaction.objectStore(ENTRIES).add(text, [id, first + i]));
      tables.put({ ...row, head }, id);
    });
  }

  /** From now on only the entries of this worker are accepted. */
  claim(id: string, writer: string): Promise<void> {
    return this.write([TABLES], async (transaction) => {
      const tables = transaction.objectStore(TABLES);
      const row = await settled<Row | undefined>(tables.get(id));
      if (row && row.writer !== writer) tables.put({ ...row, writer }, id);
    });
  }

  remove(id: string): Promise<void> {
    return this.write([TABLES, ENTRIES], (transaction) => {
      transaction.objectStore(TABLES).delete(id);
      transaction.objectStore(ENTRIES).delete(entriesOf(id));
    });
  }

  private async read<T>(stores: string[], work: (transaction: IDBTransaction) => Promise<T>): Promise<T> {
    return work(this.database.transaction(stores, "readonly"));
  }

  private write(stores: string[], work: (transaction: IDBTransaction) => void | Promise<void>): Promise<void> {
    const transaction = this.database.transaction(stores, "readwrite", { durability: "strict" });
    let reason: unknown = null;
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(named(reason ?? transaction.error));
      transaction.onerror = (event) => {
        reason ??= (event.target as IDBRequest | null)?.error ?? null;
      };
    });
    Promise.resolve()
      .then(() => work(transaction))
      .catch((error: unknown) => {
        reason = error;
        try {
          transaction.abort();
        } catch {
          // It is aborted already.
        }
      });
    return done;
  }
}

/** The error under the name that a storage gives it. */
function named(error: unknown): Error {
  if (error instanceof Error && error.name === "ConstraintError") return failure("Conflict", error.message);
  if (error instanceof Error) return error;
  // fake-indexeddb and old browsers have errors that are no Error.
  const { name, message } = (error ?? {}) as { name?: string; message?: string };
  if (name === "ConstraintError") return failure("Conflict", message ?? "");
  return Object.assign(new Error(message ?? "the database failed"), { name: name ?? "Error" });
}
