import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveTable } from "../src/live/table.svelte";
import type { GameEvent } from "../src/wire";

interface Request {
  path: string;
  answer(status: number, body: unknown): Promise<void>;
}

let requests: Request[] = [];
let sockets: FakeSocket[] = [];

class FakeSocket {
  readyState = 1;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {
    sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** Lets whatever was answered be taken in. */
const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  sockets = [];
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", (path: string) =>
    new Promise((resolve, reject) => {
      requests.push({
        path,
        answer: (status, body) => {
          if (status === 0) reject(new Error("no network"));
          else resolve(new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } }));
          return settle();
        },
      });
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const snapshot = (version: number, status = "playing"): object => ({
  type: "snapshot",
  version,
  table: { status, seats: [] },
  you: { seats: [1], undo: [], no_undo: ["nothing"] },
  views: [{ game: "chromino", seat: 1, turn: 2, options: {}, board: [], laid_by: [] }],
  seconds_left: null,
});
const laid = (version: number, seat: number): object => ({
  type: "update",
  version,
  events: [{ event: "laid", seat, lay: `GBR@-1,${version}>`, points: 0 }],
  laid: [],
  views: null,
  you: { seats: [1], undo: [], no_undo: ["nothing"] },
  table: null,
  seconds_left: null,
});
const tookBack = (version: number, seat: number): object => ({ ...laid(version, seat), events: [{ event: "tookback", seat }] });

/** A table that has been loaded, with what came before. */
async function sat(version: number, before: object[]): Promise<{ table: LiveTable; announced: GameEvent[][] }> {
  const table = new LiveTable("abc");
  const announced: GameEvent[][] = [];
  table.onevents = (events) => announced.push(events);
  await requests[0]!.answer(200, snapshot(version));
  await requests[1]!.answer(200, { updates: before, snapshot: null });
  return { table, announced };
}

const log = (table: LiveTable): string[] => table.known!.log.map((event) => `${event.event} ${"seat" in event ? event.seat : ""}`);

describe("a table that cannot be loaded", () => {
  it("is asked for again, with patience, and says meanwhile why it is not there", async () => {
    const table = new LiveTable("abc");
    for (const [status, code] of [[0, "unreachable"], [503, "away"], [429, "too-fast"], [403, "wrong-host"]] as const) {
      await requests.at(-1)!.answer(status, { code, reason: "" });
      expect(table.failure).toMatchObject({ status, code });
      const before = requests.length;
      await vi.advanceTimersByTimeAsync(15_000);
      expect(requests).toHaveLength(before + 1);
    }
    await requests.at(-1)!.answer(200, snapshot(3));
    expect(table.failure).toBeNull();
    expect(table.known?.version).toBe(3);
    expect(sockets).toHaveLength(1);
    table.close();
  });

  it("is asked for at once when the network is back", async () => {
    const table = new LiveTable("abc");
    await requests[0]!.answer(0, null);
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(requests).toHaveLength(2);
    table.close();
  });

  it("is not asked for again if it is gone", async () => {
    for (const [status, code] of [[404, "no-table"], [400, "bad-request"]] as const) {
      const table = new LiveTable("abc");
      const before = requests.length;
      await requests.at(-1)!.answer(status, { code, reason: "" });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(requests).toHaveLength(before);
      expect(table.failure?.code).toBe(code);
      table.close();
    }
  });
});

describe("a table that was left", () => {
  it("is not connected to, even if it was not there yet", async () => {
    const table = new LiveTable("abc");
    table.close();
    await requests[0]!.answer(200, snapshot(3));
    expect(sockets).toHaveLength(0);
    expect(requests).toHaveLength(1);
  });

  it("is not waited for either", async () => {
    const table = new LiveTable("abc");
    await requests[0]!.answer(503, {});
    table.close();
    await vi.advanceTimersByTimeAsync(60_000);
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(requests).toHaveLength(1);
  });

  it("has one connection, however often it is begun anew", async () => {
    const table = new LiveTable("abc");
    table.reload();
    table.reload();
    for (const each of [...requests]) await each.answer(200, snapshot(3));
    expect(sockets).toHaveLength(1);
    table.close();
  });
});

describe("the log", () => {
  it("is whole even if something happens before it is known what came before", async () => {
    const table = new LiveTable("abc");
    await requests[0]!.answer(200, snapshot(2));
    sockets[0]!.tell(laid(3, 2));
    await requests[1]!.answer(200, { updates: [laid(1, 1), laid(2, 2), laid(3, 2)], snapshot: null });
    expect(log(table)).toEqual(["laid 1", "laid 2", "laid 2"]);
    table.close();
  });

  it("forgets what was taken back, and says who took it back", async () => {
    const { table, announced } = await sat(1, [laid(1, 2)]);
    sockets[0]!.tell(laid(2, 1));
    sockets[0]!.tell(snapshot(3));
    sockets[0]!.tell(laid(4, 1));
    await requests[2]!.answer(200, { updates: [laid(1, 2), tookBack(3, 1)], snapshot: null });
    expect(log(table)).toEqual(["laid 2", "tookback 1", "laid 1"]);
    expect(announced.map((events) => events.map((event) => event.event))).toEqual([["laid"], ["laid"], ["tookback"]]);
    table.close();
  });

  it("tells what two snapshots left out once, and keeps asking for it", async () => {
    const { table, announced } = await sat(1, [laid(1, 2)]);
    sockets[0]!.tell(snapshot(3));
    sockets[0]!.tell(snapshot(5));
    const all = [laid(1, 2), tookBack(3, 1), tookBack(5, 1)];
    await requests[2]!.answer(200, { updates: all.slice(0, 2), snapshot: null });
    await requests[3]!.answer(503, {});
    expect(announced).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_000);
    await requests[4]!.answer(200, { updates: all, snapshot: null });
    expect(announced).toEqual([[{ event: "tookback", seat: 1 }, { event: "tookback", seat: 1 }]]);
    expect(log(table)).toEqual(["laid 2", "tookback 1", "tookback 1"]);
    table.close();
  });
});

describe("a table that is watched", () => {
  it("says when the game begins", async () => {
    const table = new LiveTable("abc");
    const began = vi.fn();
    table.onbegin = began;
    await requests[0]!.answer(200, snapshot(0, "waiting"));
    sockets[0]!.tell(snapshot(1, "waiting"));
    expect(began).not.toHaveBeenCalled();
    sockets[0]!.tell(snapshot(2));
    sockets[0]!.tell(snapshot(3));
    expect(began).toHaveBeenCalledOnce();
    table.close();
  });

  it("takes the time from the server when it is looked at again", async () => {
    const { table } = await sat(1, []);
    sockets[0]!.tell({ type: "current", version: 1, seconds_left: 60 });
    expect(table.known!.until).toBe(Date.now() + 60_000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(sockets[0]!.sent).toEqual([JSON.stringify({ type: "sync", since: 1 })]);
    sockets[0]!.tell({ type: "current", version: 1, seconds_left: 20 });
    expect(table.known!.until).toBe(Date.now() + 20_000);
    table.close();
  });

  it("knows at once that the network has gone", async () => {
    const { table } = await sat(1, []);
    sockets[0]!.tell({ type: "current", version: 1, seconds_left: null });
    expect(table.online).toBe(true);
    window.dispatchEvent(new Event("offline"));
    expect(table.online).toBe(false);
    window.dispatchEvent(new Event("online"));
    expect(sockets).toHaveLength(2);
    table.close();
  });

  it("says why it is shown out, and that it is gone if it is", async () => {
    const { table } = await sat(1, []);
    sockets[0]!.onclose?.({ code: 1008, reason: "full: too many connections: close some tabs" });
    expect(table.closeReason?.code).toBe("full");
    expect(table.failure).toBeNull();
    await vi.advanceTimersByTimeAsync(4000);
    sockets[1]!.onclose?.({ code: 1008, reason: "no-table: there is no such table any more" });
    expect(table.failure?.code).toBe("no-table");
    table.close();
  });
});
