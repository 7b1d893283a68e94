import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { Database } from "../src/engine/database";
import { DeviceStorage } from "../src/engine/storage";
import type { StorageState } from "../src/engine/protocol";

const ID = "dabcdefghijkl";

interface Shelf {
  storage: DeviceStorage;
  states: StorageState[];
  displaced: string[];
}

/** The storage of one window; windows of one browser share the factory. */
function window(factory: IDBFactory | undefined, writer = "one", open?: () => Promise<Database>): Shelf {
  const states: StorageState[] = [];
  const displaced: string[] = [];
  const usual = (): Promise<Database> => Database.open("tables", factory as IDBFactory);
  return { storage: new DeviceStorage(open ?? usual, writer, (state) => states.push(state), (id) => displaced.push(id)), states, displaced };
}

/** A database whose writes fail with an error of this name, as long as it is set. */
async function failing(factory: IDBFactory): Promise<{ open: () => Promise<Database>; fault: { name: string | null } }> {
  const fault: { name: string | null } = { name: null };
  const database = await Database.open("tables", factory);
  const proxy = new Proxy(database, {
    get(target, key) {
      if (fault.name !== null && ["append", "create"].includes(String(key))) {
        return () => Promise.reject(Object.assign(new Error("no"), { name: fault.name }));
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
  return { open: () => Promise.resolve(proxy), fault };
}

describe("tables in IndexedDB", () => {
  it("are there again after a reload, with their entries in order", async () => {
    const factory = new IDBFactory();
    const { storage } = window(factory);
    await storage.create(ID, "head 0");
    for (let n = 1; n <= 12; n++) await storage.append(ID, n, [`entry ${n}`], `head ${n}`);
    const again = window(factory, "two").storage;
    const entries = Array.from({ length: 12 }, (_, i) => `entry ${i + 1}`);
    expect(await again.load(ID)).toEqual({ head: "head 12", entries });
    expect(await again.heads()).toEqual(["head 12"]);
  });

  it("do not mix their entries, and go as a whole", async () => {
    const { storage } = window(new IDBFactory());
    const other = "dabcdefghijkm";
    for (const id of [ID, other]) {
      await storage.create(id, id);
      await storage.append(id, 1, [`first of ${id}`, `second of ${id}`], id);
    }
    await storage.remove(ID);
    expect(await storage.load(ID)).toBeNull();
    expect(await storage.load(other)).toEqual({ head: other, entries: [`first of ${other}`, `second of ${other}`] });
    expect(await storage.shelf()).toEqual([{ id: other, head: other }]);
  });

  it("refuse a table and an entry that exist, and then change nothing", async () => {
    const { storage } = window(new IDBFactory());
    await storage.create(ID, "head");
    await expect(storage.create(ID, "other")).rejects.toMatchObject({ name: "Conflict" });
    await storage.append(ID, 1, ["a"], "head 1");
    await expect(storage.append(ID, 1, ["b", "c"], "head 2")).rejects.toMatchObject({ name: "Conflict" });
    expect(await storage.load(ID)).toEqual({ head: "head 1", entries: ["a"] });
  });

  it("accept only the window that took the table last", async () => {
    const factory = new IDBFactory();
    const first = window(factory, "one");
    const second = window(factory, "two");
    await first.storage.create(ID, "head");
    await second.storage.claim(ID);
    await expect(first.storage.append(ID, 1, ["lost"], "head 1")).rejects.toMatchObject({ name: "Conflict" });
    expect(first.displaced).toEqual([ID]);
    await second.storage.append(ID, 1, ["kept"], "head 1");
    expect(await first.storage.load(ID)).toEqual({ head: "head 1", entries: ["kept"] });
  });

  it("keep settings", async () => {
    const factory = new IDBFactory();
    await window(factory).storage.set("person", "Ann");
    expect(await window(factory).storage.get("person")).toBe("Ann");
    expect(await window(factory).storage.get("nothing")).toBeNull();
  });

  it("are opened again when the browser has closed the database", async () => {
    const factory = new IDBFactory();
    const databases: Database[] = [];
    const { storage, states } = window(factory, "one", async () => {
      databases.push(await Database.open("tables", factory));
      return databases.at(-1)!;
    });
    await storage.create(ID, "head");
    databases[0]!.close();
    await storage.append(ID, 1, ["a"], "head 1");
    expect(await window(factory).storage.load(ID)).toEqual({ head: "head 1", entries: ["a"] });
    expect(states).toEqual([]);
  });
});

describe("a storage that takes nothing", () => {
  it("goes on in memory where there is no database, and says so once", async () => {
    const { storage, states } = window(undefined, "one", () => Database.open("tables", { open: () => { throw new Error("SecurityError"); } } as unknown as IDBFactory));
    expect(await storage.heads()).toEqual([]);
    await storage.create(ID, "head");
    await storage.append(ID, 1, ["a"], "head 1");
    await storage.append(ID, 2, ["b"], "head 2");
    await storage.set("person", "Ann");
    expect(await storage.load(ID)).toEqual({ head: "head 2", entries: ["a", "b"] });
    expect(await storage.heads()).toEqual(["head 2"]);
    expect(await storage.get("person")).toBe("Ann");
    await expect(storage.append(ID, 2, ["c"], "head 3")).rejects.toMatchObject({ name: "Conflict" });
    await expect(storage.create(ID, "head")).rejects.toMatchObject({ name: "Conflict" });
    expect(states).toEqual(["forbidden"]);
  });

  it("keeps what does not fit in memory, and stores it when there is room again", async () => {
    const factory = new IDBFactory();
    const { open, fault } = await failing(factory);
    const { storage, states } = window(factory, "one", open);
    await storage.create(ID, "head");
    await storage.append(ID, 1, ["a"], "head 1");
    fault.name = "QuotaExceededError";
    await storage.append(ID, 2, ["b"], "head 2");
    await storage.append(ID, 3, ["c"], "head 3");
    expect(await storage.load(ID)).toEqual({ head: "head 3", entries: ["a", "b", "c"] });
    expect(await window(factory).storage.load(ID)).toEqual({ head: "head 1", entries: ["a"] });
    expect(states).toEqual(["full"]);
    fault.name = null;
    await storage.append(ID, 4, ["d"], "head 4");
    expect(await window(factory).storage.load(ID)).toEqual({ head: "head 4", entries: ["a", "b", "c", "d"] });
    expect(states).toEqual(["full", "stored"]);
  });

  it("stores a table that was begun in memory when there is room again", async () => {
    const factory = new IDBFactory();
    const { open, fault } = await failing(factory);
    const { storage } = window(factory, "one", open);
    fault.name = "QuotaExceededError";
    await storage.create(ID, "head");
    await storage.append(ID, 1, ["a"], "head 1");
    fault.name = null;
    await storage.append(ID, 2, ["b"], "head 2");
    expect(await window(factory).storage.load(ID)).toEqual({ head: "head 2", entries: ["a", "b"] });
  });

  it("does not take a table that cannot be read for one that does not exist", async () => {
    const broken = { load: () => Promise.reject(Object.assign(new Error("no"), { name: "UnknownError" })) } as unknown as Database;
    const { storage, states } = window(undefined, "one", () => Promise.resolve(broken));
    await expect(storage.load(ID)).rejects.toMatchObject({ name: "UnknownError" });
    expect(states).toEqual(["broken"]);
  });
});
