import { describe, expect, it } from "vitest";
import { Connection, patience, type Surroundings } from "../src/live/socket";
import { moved, seen, turnOf } from "../src/live/state";
import type { ChrominoUpdate, ServerMessage, Snapshot } from "../src/wire";

class FakeSocket {
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.drop();
  }

  up(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function setting() {
  const sockets: FakeSocket[] = [];
  const delayed: (() => void)[] = [];
  const states: boolean[] = [];
  const told: ServerMessage[] = [];
  const around: Surroundings = {
    open: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    later: (call) => delayed.push(call),
    random: () => 1,
  };
  const connection = new Connection(
    "ws://here/live",
    { onmessage: (message) => told.push(message), onstate: (up) => states.push(up), since: () => 7 },
    around,
  );
  return { connection, sockets, delayed, states, told };
}

const act = { type: "act", key: "k1", version: 7, seat: 1, action: "draw" } as const;

describe("a connection", () => {
  it("says again what was not confirmed, under the same key", () => {
    const { connection, sockets, delayed, states } = setting();
    sockets[0]!.up();
    connection.command(act);
    expect(sockets[0]!.sent).toHaveLength(1);
    sockets[0]!.drop();
    delayed.shift()!();
    sockets[1]!.up();
    expect(sockets[1]!.sent).toEqual(sockets[0]!.sent);
    expect(sockets[1]!.url).toBe("ws://here/live?since=7");
    sockets[1]!.tell({ type: "confirmed", key: "k1", version: 8 });
    sockets[1]!.drop();
    delayed.shift()!();
    sockets[2]!.up();
    expect(sockets[2]!.sent).toEqual([]);
    expect(states).toEqual([true, false, true, false, true]);
  });

  it("keeps what is done while it is down", () => {
    const { connection, sockets } = setting();
    connection.command(act);
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.up();
    expect(JSON.parse(sockets[0]!.sent[0]!)).toEqual(act);
  });

  it("tries again what was away, and drops what was refused", () => {
    const { connection, sockets, delayed, told } = setting();
    sockets[0]!.up();
    connection.command(act);
    sockets[0]!.tell({ type: "refused", key: "k1", code: "away", reason: "", clause: null, version: null });
    delayed.shift()!();
    expect(sockets[0]!.sent).toHaveLength(2);
    expect(told).toHaveLength(0);
    sockets[0]!.tell({ type: "refused", key: "k1", code: "stale", reason: "", clause: null, version: 9 });
    expect(told).toHaveLength(1);
    expect(connection.unconfirmed).toEqual([]);
  });

  it("stays closed when it was closed", () => {
    const { connection, sockets, delayed } = setting();
    sockets[0]!.up();
    connection.close();
    expect(delayed).toHaveLength(0);
    expect(sockets).toHaveLength(1);
  });

  it("waits longer each time, within bounds", () => {
    expect(patience(0, 1)).toBe(500);
    expect(patience(3, 1)).toBe(4000);
    expect(patience(30, 1)).toBe(15000);
    expect(patience(0, 0)).toBe(250);
  });
});

describe("what is known of a table", () => {
  const snapshot = {
    type: "snapshot",
    version: 3,
    table: { status: "playing" },
    you: { seats: [1], undo: [] },
    board: [{ lay: "G*R@-1,0>", seat: null }],
    positions: [{ game: "chromino", seat: 1, turn: 2 }],
    seconds_left: 30,
  } as unknown as Snapshot;
  const update = {
    type: "chromino",
    version: 4,
    events: [{ event: "laid", seat: 2, lay: "GBR@-1,1>", points: 0 }],
    laid: [{ lay: "GBR@-1,1>", seat: 2 }],
    positions: null,
    you: { seats: [1], undo: [] },
    table: null,
    seconds_left: null,
  } as unknown as ChrominoUpdate;

  it("grows by updates, each once", () => {
    const known = seen(snapshot, 1000);
    expect(known.until).toBe(31000);
    expect(turnOf(known)).toBe(2);
    const next = moved(known, update, 2000);
    expect(next.board).toHaveLength(2);
    expect(next.log).toHaveLength(1);
    expect(next.positions).toBe(known.positions);
    expect(next.until).toBeNull();
    expect(moved(next, update, 3000)).toBe(next);
  });
});
