import { describe, expect, it } from "vitest";
import { backoff, Connection, type CloseReason, type Environment } from "../src/live/socket";
import { afterUpdate, fromSnapshot, turnOf } from "../src/live/state";
import type { ServerMessage, Snapshot, Update } from "../src/wire";

class FakeSocket {
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.drop();
  }

  /** The door opens. */
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  /** It opens, and somebody says that nothing was missed. */
  up(): void {
    this.open();
    this.tell({ type: "current", version: 7, seconds_left: null });
  }

  drop(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function setting() {
  const sockets: FakeSocket[] = [];
  let now = 0;
  const delayed: { at: number; call: () => void }[] = [];
  const states: boolean[] = [];
  const reasons: (CloseReason | null)[] = [];
  const ended: CloseReason[] = [];
  const messages: ServerMessage[] = [];
  const environment: Environment = {
    open: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    later: (call, milliseconds) => delayed.push({ at: now + milliseconds, call }),
    random: () => 1,
  };
  /** Lets time pass, and whatever was to be done meanwhile be done. */
  const pass = (milliseconds: number): void => {
    const end = now + milliseconds;
    for (;;) {
      const next = delayed.sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      delayed.shift();
      now = next.at;
      next.call();
    }
    now = end;
  };
  const connection = new Connection(
    "ws://here/live",
    {
      onmessage: (message) => message.type !== "current" && messages.push(message),
      onstate: (up, reason) => {
        states.push(up);
        reasons.push(reason);
      },
      onend: (reason) => ended.push(reason),
      since: () => 7,
    },
    environment,
  );
  return { connection, sockets, pass, states, reasons, ended, messages };
}

const act = { type: "act", key: "k1", version: 7, seat: 1, action: "draw" } as const;

describe("a connection", () => {
  it("says again what was not confirmed, under the same key", () => {
    const { connection, sockets, pass, states } = setting();
    sockets[0]!.up();
    connection.command(act);
    expect(sockets[0]!.sent).toHaveLength(1);
    sockets[0]!.drop();
    pass(500);
    sockets[1]!.up();
    expect(sockets[1]!.sent).toEqual(sockets[0]!.sent);
    expect(sockets[1]!.url).toBe("ws://here/live?since=7");
    sockets[1]!.tell({ type: "confirmed", key: "k1", version: 8 });
    sockets[1]!.drop();
    pass(500);
    sockets[2]!.up();
    expect(sockets[2]!.sent).toEqual([]);
    expect(states).toEqual([true, false, true, false, true]);
  });

  it("keeps what is done while it is down", () => {
    const { connection, sockets, pass } = setting();
    connection.command(act);
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.drop();
    connection.command({ ...act, key: "k2" });
    pass(500);
    sockets[1]!.up();
    expect(sockets[1]!.sent.map((text) => (JSON.parse(text) as { key: string }).key)).toEqual(["k1", "k2"]);
  });

  it("tries again what was away or too fast, and drops what was refused", () => {
    const { connection, sockets, pass, messages } = setting();
    sockets[0]!.up();
    connection.command(act);
    sockets[0]!.tell({ type: "refused", key: "k1", code: "away", reason: "", clause: null, version: null });
    pass(500);
    expect(sockets[0]!.sent).toHaveLength(2);
    sockets[0]!.tell({ type: "refused", key: null, code: "too-fast", reason: "", clause: null, version: null });
    pass(500);
    expect(sockets[0]!.sent).toHaveLength(3);
    expect(messages).toHaveLength(0);
    sockets[0]!.tell({ type: "refused", key: "k1", code: "stale", reason: "", clause: null, version: 9 });
    expect(messages).toHaveLength(1);
    expect(connection.unconfirmed).toEqual([]);
  });

  it("stays closed when it was closed", () => {
    const { connection, sockets, pass, states } = setting();
    sockets[0]!.up();
    connection.close();
    pass(60_000);
    expect(sockets).toHaveLength(1);
    expect(states).toEqual([true]);
  });

  it("is up only when it has heard something, and knocks more and more seldom where it is shown out", () => {
    const { connection, sockets, pass, states, reasons } = setting();
    for (let second = 0; second < 60; second++) {
      const last = sockets.at(-1)!;
      if (last.readyState === 0) {
        last.open();
        last.drop(1008, "full: too many connections: close some tabs");
      }
      pass(1000);
    }
    expect(states).not.toContain(true);
    expect(reasons.at(-1)).toEqual({ code: "full", reason: "too many connections: close some tabs" });
    expect(sockets.length).toBeLessThanOrEqual(6);
    connection.hurry();
    sockets.at(-1)!.up();
    expect(states.at(-1)).toBe(true);
    expect(reasons.at(-1)).toBeNull();
  });

  it("gives up where there is no such table", () => {
    const { connection, sockets, pass, ended, states } = setting();
    sockets[0]!.open();
    sockets[0]!.drop(1008, "no-table: there is no such table any more");
    expect(ended).toEqual([{ code: "no-table", reason: "there is no such table any more" }]);
    connection.hurry();
    pass(60_000);
    expect(sockets).toHaveLength(1);
    expect(states).toEqual([]);
  });

  it("notices that nobody answers a command, and says it again elsewhere", () => {
    const { connection, sockets, pass, states } = setting();
    sockets[0]!.up();
    pass(20_000);
    expect(states).toEqual([true]);
    connection.command(act);
    pass(9999);
    expect(states).toEqual([true]);
    pass(1);
    expect(states).toEqual([true, false]);
    pass(500);
    sockets[1]!.up();
    expect(sockets[1]!.sent).toEqual(sockets[0]!.sent);
    // What the dead wire still brings is not heard twice.
    sockets[0]!.tell({ type: "confirmed", key: "k1", version: 8 });
    expect(connection.unconfirmed).toHaveLength(1);
  });

  it("does not wait for ever for a door to open", () => {
    const { sockets, pass } = setting();
    pass(10_500);
    expect(sockets).toHaveLength(2);
  });

  it("lets go when the network does, and looks whether anybody is there when asked to", () => {
    const { connection, sockets, pass, states } = setting();
    sockets[0]!.up();
    connection.drop();
    expect(states).toEqual([true, false]);
    connection.hurry();
    sockets[1]!.up();
    pass(20_000);
    expect(sockets).toHaveLength(2);
    connection.check();
    expect(sockets[1]!.sent).toEqual([JSON.stringify({ type: "sync", since: 7 })]);
    sockets[1]!.tell({ type: "current", version: 7, seconds_left: null });
    pass(20_000);
    expect(states).toEqual([true, false, true]);
    connection.check();
    pass(10_000);
    expect(states).toEqual([true, false, true, false]);
  });

  it("asks where nothing happens for long, and notices a wire that was cut far away", () => {
    const { sockets, pass, states } = setting();
    const sync = JSON.stringify({ type: "sync", since: 7 });
    sockets[0]!.up();
    for (let times = 1; times <= 3; times++) {
      pass(25_000);
      expect(sockets[0]!.sent).toEqual(Array(times).fill(sync));
      sockets[0]!.tell({ type: "current", version: 7, seconds_left: null });
    }
    expect(states).toEqual([true]);
    // Nobody answers any more.
    pass(35_000);
    expect(states).toEqual([true, false]);
    pass(500);
    sockets[1]!.up();
    expect(states).toEqual([true, false, true]);
  });

  it("waits longer each time, within bounds", () => {
    expect(backoff(0, 1)).toBe(500);
    expect(backoff(3, 1)).toBe(4000);
    expect(backoff(30, 1)).toBe(15000);
    expect(backoff(0, 0)).toBe(250);
  });
});

describe("what is known of a table", () => {
  const snapshot = {
    type: "snapshot",
    version: 3,
    table: { status: "playing" },
    you: { seats: [1], undo: [], no_undo: ["nothing"] },
    views: [
      { game: "chromino", seat: 1, turn: 2, options: { edition: "joker" }, board: ["G*R@-1,0>"], laid_by: [null] },
      { game: "chromino", seat: 3, turn: 2, options: { edition: "joker" }, board: ["G*R@-1,0>"], laid_by: [null] },
    ],
    seconds_left: 30,
  } as unknown as Snapshot;
  const update = {
    type: "update",
    version: 4,
    events: [{ event: "laid", seat: 2, lay: "GBR@-1,1>", points: 0 }],
    laid: [{ lay: "GBR@-1,1>", seat: 2 }],
    views: null,
    you: { seats: [1], undo: [], no_undo: ["nothing"] },
    table: null,
    seconds_left: null,
  } as unknown as Update;

  it("grows by updates, each once", () => {
    const known = fromSnapshot(snapshot, 1000);
    expect(known.until).toBe(31000);
    expect(turnOf(known)).toBe(2);
    const next = afterUpdate(known, update, 2000);
    expect(next.views.map((view) => view.board)).toEqual(Array(2).fill(["G*R@-1,0>", "GBR@-1,1>"]));
    expect(next.views[0]!.laid_by).toEqual([null, 2]);
    expect(next.log).toHaveLength(1);
    expect(next.until).toBeNull();
    expect(afterUpdate(next, update, 3000)).toBe(next);
  });

  it("keeps the board and the options of each seat's view when the rest is replaced", () => {
    const views = [{ game: "chromino", seat: 3, turn: 1 }, { game: "chromino", seat: 1, turn: 1 }];
    const known = fromSnapshot(snapshot, 0);
    const next = afterUpdate({ ...known, views: [known.views[0]!, { ...known.views[1]!, board: ["YYY@0,0>"] }] }, { ...update, views } as unknown as Update, 0);
    expect(next.views).toEqual([
      { game: "chromino", seat: 3, turn: 1, options: { edition: "joker" }, board: ["YYY@0,0>", "GBR@-1,1>"], laid_by: [null, 2] },
      { game: "chromino", seat: 1, turn: 1, options: { edition: "joker" }, board: ["G*R@-1,0>", "GBR@-1,1>"], laid_by: [null, 2] },
    ]);
    expect(turnOf(next)).toBe(1);
  });
});
