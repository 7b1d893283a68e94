// A connection to a table on this device. To `live/socket.ts` it looks like a WebSocket.

import type { Socket } from "../live/socket";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

export class Channel implements Socket {
  readyState: number = CONNECTING;
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;

  constructor(
    private readonly deliver: (text: string) => void,
    private readonly end: () => void,
  ) {}

  send(text: string): void {
    if (this.readyState === OPEN) this.deliver(text);
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.end();
    this.closed(1000, "");
  }

  /** The worker has connected it. */
  opened(): void {
    if (this.readyState !== CONNECTING) return;
    this.readyState = OPEN;
    this.onopen?.(new Event("open"));
  }

  received(text: string): void {
    if (this.readyState === OPEN) this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  /** It is over: the worker closed it, or is gone. */
  closed(code: number, reason: string): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    // Not a CloseEvent: Node has none.
    this.onclose?.(Object.assign(new Event("close"), { code, reason, wasClean: code === 1000 }));
  }
}
