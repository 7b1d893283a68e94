// A connection that comes back by itself. What was said and not confirmed is said again, under the same key.

import type { Act, ClientMessage, ServerMessage, Undo } from "../wire";

export type Command = Act | Undo;

/** Why the server shows somebody out. */
export interface Rebuff {
  code: string;
  reason: string;
}

interface Told {
  onmessage(message: ServerMessage): void;
  /** True when it is up, false when it has dropped; with the reason, if the server gave one. */
  onstate(up: boolean, rebuff: Rebuff | null): void;
  /** The server will not have it, now or later: nothing is tried any more. */
  onend(rebuff: Rebuff): void;
  /** What the server should not tell again; null for the whole table. */
  since(): number | null;
}

export interface Surroundings {
  open(url: string): WebSocket;
  later(call: () => void, milliseconds: number): unknown;
  random(): number;
}

const BROWSER: Surroundings = {
  open: (url) => new WebSocket(url),
  later: (call, milliseconds) => setTimeout(call, milliseconds),
  random: () => Math.random(),
};

const SHORTEST = 500;
const LONGEST = 15_000;
/** A server that hears us answers sooner: a wire that is silent for so long is a dead one. */
const SILENCE = 10_000;
/** Where nothing happens for so long, it is asked whether that is so: of a wire that is cut far away nobody here is told. */
const QUIET = 25_000;
/** Whoever was shown out does not knock again at once. */
const REBUFFED = 3;
/** The numbers by which the server closes a connection that it refuses, for good or for now. */
const REFUSED: readonly number[] = [1008, 1013];
/** What will be no different later. */
const FINAL: readonly string[] = ["no-table"];

/** How long to wait before the next attempt: twice as long each time, and not all browsers at once. */
export function patience(attempt: number, random: number): number {
  return Math.min(LONGEST, SHORTEST * 2 ** attempt) * (0.5 + random / 2);
}

/** What the server said when it closed: "full: too many connections". */
function rebuffOf(event: CloseEvent | undefined): Rebuff | null {
  if (event === undefined || !REFUSED.includes(event.code)) return null;
  const [, code, reason] = /^([a-z-]+): (.*)$/.exec(event.reason) ?? [];
  return code !== undefined && reason !== undefined ? { code, reason } : null;
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private up = false;
  private closed = false;
  private waiting = new Map<string, Command>();
  /** Grows with whatever is heard or begun anew, so that what was to be done after a silence is not. */
  private beats = 0;

  constructor(
    private readonly url: string,
    private readonly told: Told,
    private readonly around: Surroundings = BROWSER,
  ) {
    this.connect();
  }

  /** Commands that are not confirmed yet, oldest first. */
  get unconfirmed(): Command[] {
    return [...this.waiting.values()];
  }

  command(command: Command): void {
    this.waiting.set(command.key, command);
    this.say(command);
    this.listen();
  }

  /** Something that need not be said again. */
  say(message: ClientMessage): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** Try at once, for instance when the network is back. */
  hurry(): void {
    if (!this.closed && this.socket === null) this.connect();
  }

  /** After a while in which nobody looked: ask how things stand, and see whether anybody answers. */
  check(): void {
    const since = this.told.since();
    if (this.socket?.readyState !== 1 || since === null) return this.hurry();
    this.say({ type: "sync", since });
    this.listen();
  }

  /** The network has gone: what is left of the connection is not worth waiting for. */
  drop(): void {
    const { socket } = this;
    if (socket === null || this.closed) return;
    this.lost(null);
    socket.close();
  }

  close(): void {
    this.closed = true;
    this.beats++;
    this.socket?.close();
  }

  private connect(): void {
    const since = this.told.since();
    const socket = this.around.open(since === null ? this.url : `${this.url}?since=${since}`);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket === socket) for (const command of this.waiting.values()) this.say(command);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket !== socket || this.closed) return;
      const beat = ++this.beats;
      this.around.later(() => beat === this.beats && this.check(), QUIET);
      // Only now it is up: a server that is full also opens the door, to say so.
      this.attempt = 0;
      if (!this.up) this.told.onstate((this.up = true), null);
      this.receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event: CloseEvent | undefined) => {
      if (this.socket === socket && !this.closed) this.lost(rebuffOf(event));
    };
    this.listen();
  }

  /** Something has to be heard soon, or the wire is dead, whatever the browser believes. */
  private listen(): void {
    if (this.socket === null) return;
    const beat = ++this.beats;
    this.around.later(() => beat === this.beats && this.drop(), SILENCE);
  }

  private lost(rebuff: Rebuff | null): void {
    this.socket = null;
    this.up = false;
    const beat = ++this.beats;
    if (rebuff && FINAL.includes(rebuff.code)) {
      this.closed = true;
      this.told.onend(rebuff);
      return;
    }
    this.told.onstate(false, rebuff);
    if (rebuff) this.attempt = Math.max(this.attempt, REBUFFED);
    this.around.later(() => beat === this.beats && this.hurry(), patience(this.attempt++, this.around.random()));
  }

  private receive(message: ServerMessage): void {
    if (message.type === "confirmed") this.waiting.delete(message.key);
    if (message.type === "refused") {
      const again = message.key === null ? this.unconfirmed : [this.waiting.get(message.key)].filter((each) => each !== undefined);
      // What came too fast was not even read: it may have been any of them.
      if (again.length > 0 && (message.code === "away" || message.code === "too-fast")) {
        this.around.later(() => again.forEach((command) => this.waiting.has(command.key) && this.say(command)), SHORTEST);
        return;
      }
      if (message.key !== null) this.waiting.delete(message.key);
    }
    this.told.onmessage(message);
  }
}
