// A connection that comes back by itself. What was said and not confirmed is said again, under the same key.

import type { Act, ClientMessage, ServerMessage, Undo } from "../wire";

export type Command = Act | Undo;

interface Told {
  onmessage(message: ServerMessage): void;
  /** True when it is up, false when it has dropped. */
  onstate(up: boolean): void;
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

/** How long to wait before the next attempt: twice as long each time, and not all browsers at once. */
export function patience(attempt: number, random: number): number {
  return Math.min(LONGEST, SHORTEST * 2 ** attempt) * (0.5 + random / 2);
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private closed = false;
  private waiting = new Map<string, Command>();

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
  }

  /** Something that need not be said again. */
  say(message: ClientMessage): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** Try at once, for instance when the network is back. */
  hurry(): void {
    if (!this.closed && this.socket === null) this.connect();
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  private connect(): void {
    const since = this.told.since();
    const socket = this.around.open(since === null ? this.url : `${this.url}?since=${since}`);
    this.socket = socket;
    socket.onopen = () => {
      this.attempt = 0;
      this.told.onstate(true);
      for (const command of this.waiting.values()) this.say(command);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.closed) return;
      this.told.onstate(false);
      this.around.later(() => this.hurry(), patience(this.attempt++, this.around.random()));
    };
  }

  private receive(message: ServerMessage): void {
    if (message.type === "confirmed") this.waiting.delete(message.key);
    if (message.type === "refused" && message.key !== null) {
      const command = this.waiting.get(message.key);
      if (message.code === "away" && command) {
        this.around.later(() => this.say(command), SHORTEST);
        return;
      }
      this.waiting.delete(message.key);
    }
    this.told.onmessage(message);
  }
}
