import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import { Database } from "../src/engine/database";
import { Holds } from "../src/engine/holds";
import type { FromWorker, Reply } from "../src/engine/protocol";
import { changed, Service, type Host } from "../src/engine/service";
import { DeviceStorage } from "../src/engine/storage";

const ID = "dabcdefghijkl";

/** Locks as a browser has them, shared by its windows. */
class Locks {
  private readonly held = new Map<string, (reason: Error) => void>();

  request(name: string, options: LockOptions, callback: (lock: Lock | null) => unknown): Promise<unknown> {
    if (this.held.has(name) && !options.steal) return Promise.resolve(callback(null));
    this.held.get(name)?.(Object.assign(new Error("stolen"), { name: "AbortError" }));
    return new Promise((resolve, reject) => {
      this.held.set(name, reject);
      void Promise.resolve(callback({ name, mode: "exclusive" } as Lock)).then((value) => {
        if (this.held.get(name) === reject) this.held.delete(name);
        resolve(value);
      });
    });
  }
}

class FakeHost implements Host {
  connected: string[] = [];
  closed: string[] = [];
  frames: string[] = [];
  asked: string[] = [];
  send: (text: string) => void = () => {};
  reply: Reply = { status: 200, kind: "application/json", text: "[]" };

  ask(method: string, path: string): Promise<Reply> {
    this.asked.push(`${method} ${path}`);
    return path === "/bad" ? Promise.reject(new Error("broken")) : Promise.resolve(this.reply);
  }

  connect(table: string, _since: number | null, send: (text: string) => void): { receive(text: string): void; close(): void } {
    this.connected.push(table);
    this.send = send;
    return { receive: (text) => this.frames.push(text), close: () => this.closed.push(table) };
  }
}

let factory: IDBFactory;
let locks: Locks;
beforeEach(() => {
  factory = new IDBFactory();
  locks = new Locks();
});

interface Window {
  service: Service;
  host: FakeHost;
  storage: DeviceStorage;
  said: FromWorker[];
}

function window(writer: string, withLocks = true): Window {
  const said: FromWorker[] = [];
  const host = new FakeHost();
  const storage = new DeviceStorage(() => Database.open("tables", factory), writer, () => {}, (id) => service.taken(id));
  const holds = new Holds(withLocks ? (locks as unknown as LockManager) : undefined, "/", (id) => storage.claim(id), (id) => service.taken(id));
  const service: Service = new Service(host, storage, holds, (message) => said.push(message));
  return { service, host, storage, said };
}

describe("the worker", () => {
  it("knows which requests change a table", () => {
    expect(changed("POST", `/tables/${ID}/leave`)).toBe(ID);
    expect(changed("GET", `/tables/${ID}`)).toBeNull();
    expect(changed("POST", "/tables")).toBeNull();
  });

  it("answers whatever happens", async () => {
    const { service, said } = window("one");
    await service.receive({ type: "ask", number: 1, method: "GET", path: "/tables", body: null });
    await service.receive({ type: "ask", number: 2, method: "GET", path: "/bad", body: null });
    expect(said).toEqual([
      { type: "answer", number: 1, reply: { status: 200, kind: "application/json", text: "[]" } },
      { type: "answer", number: 2, reply: expect.objectContaining({ status: 500 }) as Reply },
    ]);
  });

  it("passes frames on until the page closes the connection", async () => {
    const { service, host, said } = window("one");
    await service.receive({ type: "connect", number: 1, table: ID, since: 4 });
    await service.receive({ type: "frame", number: 1, text: "move" });
    host.send("news");
    await service.receive({ type: "close", number: 1 });
    host.send("too late");
    expect(host.frames).toEqual(["move"]);
    expect(host.closed).toEqual([ID]);
    expect(said).toEqual([{ type: "opened", number: 1 }, { type: "frame", number: 1, text: "news" }]);
  });
});

describe("two windows at one table", () => {
  const taken = { type: "closed", number: 1, code: 1008, reason: "other-window: this table is open in another window" };

  it("the second is refused, by the connection and by requests that change the table", async () => {
    const [first, second] = [window("one"), window("two")];
    await first.service.receive({ type: "connect", number: 1, table: ID, since: null });
    await second.service.receive({ type: "connect", number: 1, table: ID, since: null });
    expect(second.said).toEqual([taken]);
    expect(second.host.connected).toEqual([]);
    await second.service.receive({ type: "ask", number: 2, method: "POST", path: `/tables/${ID}/leave`, body: "{}" });
    expect(second.host.asked).toEqual([]);
    expect(second.said[1]).toMatchObject({ reply: { status: 409 } });
    // Looking at it is free.
    await second.service.receive({ type: "ask", number: 3, method: "GET", path: `/tables/${ID}`, body: null });
    expect(second.host.asked).toEqual([`GET /tables/${ID}`]);
  });

  it("the second may take it over, and the first is told", async () => {
    const [first, second] = [window("one"), window("two")];
    await first.storage.create(ID, "head");
    await first.service.receive({ type: "connect", number: 1, table: ID, since: null });
    await second.service.receive({ type: "take", number: 5, table: ID });
    await second.service.receive({ type: "connect", number: 1, table: ID, since: null });
    expect(first.said.at(-1)).toEqual(taken);
    expect(first.host.closed).toEqual([ID]);
    expect(second.said).toEqual([{ type: "done", number: 5 }, { type: "opened", number: 1 }]);
    await expect(first.storage.append(ID, 1, ["late"], "head")).rejects.toMatchObject({ name: "Conflict" });
    await second.storage.append(ID, 1, ["move"], "head");
    // And back again.
    await first.service.receive({ type: "take", number: 6, table: ID });
    expect(second.said.at(-1)).toEqual(taken);
    await first.storage.append(ID, 2, ["answer"], "head");
    expect((await second.storage.load(ID))?.entries).toEqual(["move", "answer"]);
  });

  it("a table that nobody watches any more is free", async () => {
    const [first, second] = [window("one"), window("two")];
    await first.service.receive({ type: "connect", number: 1, table: ID, since: null });
    await first.service.receive({ type: "close", number: 1 });
    await second.service.receive({ type: "connect", number: 1, table: ID, since: null });
    expect(second.host.connected).toEqual([ID]);
  });

  it("without locks the last one has it, and the first is told when it writes", async () => {
    const [first, second] = [window("one", false), window("two", false)];
    await first.storage.create(ID, "head");
    await first.service.receive({ type: "connect", number: 1, table: ID, since: null });
    await second.service.receive({ type: "connect", number: 1, table: ID, since: null });
    await expect(first.storage.append(ID, 1, ["late"], "head")).rejects.toMatchObject({ name: "Conflict" });
    expect(first.said.at(-1)).toEqual(taken);
  });

  it("a table is deleted from under the other window", async () => {
    const [first, second] = [window("one"), window("two")];
    await first.storage.create(ID, "head");
    await first.service.receive({ type: "connect", number: 1, table: ID, since: null });
    await second.service.receive({ type: "remove", number: 2, table: ID });
    expect(first.said.at(-1)).toEqual(taken);
    expect(await first.storage.heads()).toEqual([]);
    await expect(first.storage.append(ID, 1, ["late"], "head")).rejects.toMatchObject({ name: "Missing" });
  });
});
