// A connection that reconnects by itself. Commands that were not confirmed are sent again, under the same key.

import type { Act, ClientMessage, ServerMessage, Undo } from "../wire";

export type Command = Act | Undo;

/** Why the server closed the connection. */
export interface CloseReason {
  code: string;
  reason: string;
}

interface Listener {
  onmessage(message: ServerMessage): void;
  /** True when it is up, false when it has dropped; with the reason, if the server gave one. */
  onstate(up: boolean, reason: CloseReason | null): void;
  /** The server refuses the connection for good: there are no more attempts. */
  onend(reason: CloseReason): void;
  /** The version up to which everything is known; null to get the whole table. */
  since(): number | null;
}

/** Hears what a connection that was closed would still tell. */
const NOBODY: Listener = { onmessage: () => {}, onstate: () => {}, onend: () => {}, since: () => null };

/** What a connection needs of a WebSocket. A table on this device has a channel to the engine that looks like one. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What a connection needs of the browser. Tests pass their own. */
export interface Environment {
  open(url: string): Socket;
  later(call: () => void, milliseconds: number): unknown;
  random(): number;
  /** How long the other side may be silent when it is asked, in milliseconds. */
  silence?: number;
}

export const BROWSER: Environment = {
  open: (url) => new WebSocket(url),
  later: (call, milliseconds) => setTimeout(call, milliseconds),
  random: () => Math.random(),
};

const SHORTEST = 500;
const LONGEST = 15_000;
/** A server that hears us answers sooner: after such a silence the connection is dead. */
const SILENCE = 10_000;
/** After such a pause the server is asked for news: a browser does not notice a connection that was cut elsewhere. */
const QUIET = 25_000;
/** The least number of attempts to count after a refusal, so that the next one does not follow at once. */
const REFUSED_ATTEMPTS = 3;
/** The codes with which the server closes a connection that it refuses, for good or for now. */
const REFUSED: readonly number[] = [1008, 1013];
/** Reasons that will not pass. */
const FINAL: readonly string[] = ["no-table", "damaged", "other-window"];

/** How long to wait before the next attempt: twice as long each time, and not all browsers at once. */
export function backoff(attempt: number, random: number): number {
  return Math.min(LONGEST, SHORTEST * 2 ** attempt) * (0.5 + random / 2);
}

/** The server's reason, as in "full: too many connections". */
function closeReason(event: CloseEvent | undefined): CloseReason | null {
  if (event === undefined || !REFUSED.includes(event.code)) return null;
  const [, code, reason] = /^([a-z-]+): (.*)$/.exec(event.reason) ?? [];
  return code !== undefined && reason !== undefined ? { code, reason } : null;
}

export class Connection {
  private socket: Socket | null = null;
  private attempt = 0;
  private up = false;
  private closed = false;
  private waiting = new Map<string, Command>();
  /** Grows with every message and every attempt, which makes earlier timers void. */
  private beats = 0;

  constructor(
    private readonly url: string,
    private listener: Listener,
    private readonly environment: Environment = BROWSER,
  ) {
    this.connect();
  }

  /** Commands that are not confirmed yet, oldest first. */
  get unconfirmed(): Command[] {
    return [...this.waiting.values()];
  }

  command(command: Command): void {
    this.waiting.set(command.key, command);
    this.send(command);
    this.expectAnswer();
  }

  /** Sends something that need not be repeated. */
  send(message: ClientMessage): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** Connects at once, for instance when the network is back. */
  hurry(): void {
    if (!this.closed && this.socket === null) this.connect();
  }

  /** Asks for news after a pause, and so finds out whether the connection is alive. */
  check(): void {
    const since = this.listener.since();
    if (this.socket?.readyState !== 1 || since === null) return this.hurry();
    this.send({ type: "sync", since });
    this.expectAnswer();
  }

  /** Gives the connection up, for instance when the network is gone. */
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
    // Timers may hold the connection for a while; they must not hold the whole screen.
    this.listener = NOBODY;
  }

  private connect(): void {
    const since = this.listener.since();
    const socket = this.environment.open(since === null ? this.url : `${this.url}?since=${since}`);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket === socket) for (const command of this.waiting.values()) this.send(command);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket !== socket || this.closed) return;
      const beat = ++this.beats;
      this.environment.later(() => beat === this.beats && this.check(), QUIET);
      // Only now it is up: a server that is full accepts the connection, too, to say so.
      this.attempt = 0;
      if (!this.up) this.listener.onstate((this.up = true), null);
      this.receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event: CloseEvent | undefined) => {
      if (this.socket === socket && !this.closed) this.lost(closeReason(event));
    };
    this.expectAnswer();
  }

  /** Drops the connection unless a message comes soon. */
  private expectAnswer(): void {
    if (this.socket === null) return;
    const beat = ++this.beats;
    this.environment.later(() => beat === this.beats && this.drop(), this.environment.silence ?? SILENCE);
  }

  private lost(reason: CloseReason | null): void {
    this.socket = null;
    this.up = false;
    const beat = ++this.beats;
    if (reason && FINAL.includes(reason.code)) {
      this.closed = true;
      this.listener.onend(reason);
      return;
    }
    this.listener.onstate(false, reason);
    if (reason) this.attempt = Math.max(this.attempt, REFUSED_ATTEMPTS);
    this.environment.later(() => beat === this.beats && this.hurry(), backoff(this.attempt++, this.environment.random()));
  }

  private receive(message: ServerMessage): void {
    if (message.type === "confirmed") this.waiting.delete(message.key);
    if (message.type === "refused") {
      const repeated = message.key === null ? this.unconfirmed : [this.waiting.get(message.key)].filter((each) => each !== undefined);
      // The server does not read what comes too fast: it may have been any of them.
      if (repeated.length > 0 && (message.code === "away" || message.code === "too-fast")) {
        this.environment.later(() => repeated.forEach((command) => this.waiting.has(command.key) && this.send(command)), SHORTEST);
        return;
      }
      if (message.key !== null) this.waiting.delete(message.key);
    }
    this.listener.onmessage(message);
  }
}
