// The worker's side: answers the page with what the engine says. It knows nothing of Python, so that tests can pass an
// engine of their own.

import type { Holds } from "./holds";
import { ELSEWHERE, type FromWorker, type Reply, type ToWorker } from "./protocol";
import type { DeviceStorage } from "./storage";

/** A connection to a table, as Python offers it. */
export interface HostConnection {
  receive(text: string): void;
  close(): void;
}

/** The engine; see `tessella.browser`. */
export interface Host {
  ask(method: string, path: string, body: string | null, progress: (done: number, of: number) => void): Promise<Reply>;
  connect(table: string, since: number | null, send: (text: string) => void, close: (code: number, reason: string) => void): HostConnection;
}

interface Channel {
  table: string;
  /** Null until the engine has it. */
  connection: HostConnection | null;
}

type Request = Exclude<ToWorker, { type: "start" }>;

/** The codes with which a connection is closed. */
const REFUSED = 1008;
const BROKEN = 1011;

const elsewhere = "this table is open in another window";

function problem(status: number, code: string, reason: string): Reply {
  return { status, kind: "application/json", text: JSON.stringify({ code, reason }) };
}

/** The table that a request would change; null for one that only reads. */
export function changed(method: string, path: string): string | null {
  return method === "GET" ? null : (/^\/tables\/([a-z0-9]{13})(\/|$)/.exec(path)?.[1] ?? null);
}

export class Service {
  private readonly channels = new Map<number, Channel>();

  constructor(
    private readonly host: Host,
    private readonly storage: DeviceStorage,
    private readonly holds: Holds,
    private readonly post: (message: FromWorker) => void,
  ) {}

  async receive(message: Request): Promise<void> {
    try {
      await this.handle(message);
    } catch (error) {
      // An answer in any case: the page waits for it.
      this.post({ type: "refused", number: message.number, reason: String(error) });
    }
  }

  private async handle(message: Request): Promise<void> {
    switch (message.type) {
      case "ask":
        return this.post({ type: "answer", number: message.number, reply: await this.answer(message) });
      case "connect":
        return this.connect(message.number, message.table, message.since);
      case "frame":
        this.channels.get(message.number)?.connection?.receive(message.text);
        return;
      case "close":
        return this.disconnect(message.number);
      case "take":
        await this.holds.take(message.table, true);
        return this.post({ type: "done", number: message.number });
      case "shelf":
        return this.post({ type: "shelf", number: message.number, tables: await this.storage.shelf() });
      case "export":
        return this.post({ type: "exported", number: message.number, table: await this.storage.load(message.table) });
      case "remove":
        return this.remove(message.number, message.table);
      case "ping":
        return this.post({ type: "pong", number: message.number });
    }
  }

  /** Another window has taken a table: whoever watches it here is told so. */
  taken(table: string): void {
    for (const [number, channel] of this.channels) {
      if (channel.table !== table) continue;
      this.channels.delete(number);
      channel.connection?.close();
      this.refuse(number, `${ELSEWHERE}: ${elsewhere}`);
    }
  }

  private async answer({ number, method, path, body }: Extract<Request, { type: "ask" }>): Promise<Reply> {
    const table = changed(method, path);
    if (table !== null && !(await this.holds.take(table))) return problem(409, ELSEWHERE, elsewhere);
    try {
      return await this.host.ask(method, path, body, (done, of) => this.post({ type: "progress", number, done, of }));
    } catch (error) {
      return problem(500, "error", String(error));
    } finally {
      if (table !== null) this.letGo(table);
    }
  }

  private async connect(number: number, table: string, since: number | null): Promise<void> {
    const channel: Channel = { table, connection: null };
    this.channels.set(number, channel);
    if (!(await this.holds.take(table))) {
      this.channels.delete(number);
      return this.refuse(number, `${ELSEWHERE}: ${elsewhere}`);
    }
    // The page may have closed it meanwhile.
    if (this.channels.get(number) !== channel) return this.letGo(table);
    this.post({ type: "opened", number });
    const send = (text: string): void => {
      if (this.channels.get(number) === channel) this.post({ type: "frame", number, text });
    };
    const closed = (code: number, reason: string): void => {
      if (this.channels.get(number) !== channel) return;
      this.channels.delete(number);
      this.letGo(table);
      this.post({ type: "closed", number, code, reason });
    };
    try {
      channel.connection = this.host.connect(table, since, send, closed);
    } catch (error) {
      closed(BROKEN, String(error));
    }
  }

  private disconnect(number: number): void {
    const channel = this.channels.get(number);
    if (!channel) return;
    this.channels.delete(number);
    channel.connection?.close();
    this.letGo(channel.table);
  }

  private async remove(number: number, table: string): Promise<void> {
    // Also from under another window: whoever deletes a table means it.
    await this.holds.take(table, true);
    this.taken(table);
    await this.storage.remove(table);
    this.holds.release(table);
    this.post({ type: "done", number });
  }

  /** Lets other windows have a table that nobody watches here. */
  private letGo(table: string): void {
    if (![...this.channels.values()].some((channel) => channel.table === table)) this.holds.release(table);
  }

  private refuse(number: number, reason: string): void {
    this.post({ type: "closed", number, code: REFUSED, reason });
  }
}
