// A table that is being watched or played at.

import { api, type Failure } from "../api";
import type { Reason, Refused, ServerMessage } from "../wire";
import { moved, seen, type GameEvent, type Known } from "./state";
import { Connection } from "./socket";

export class LiveTable {
  known = $state.raw<Known | null>(null);
  online = $state(true);
  failure = $state.raw<Failure | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** The answer to the last `why`. */
  reason = $state.raw<Reason | null>(null);
  /** What was done and is not confirmed yet: the action's text. */
  pending = $state.raw<string | null>(null);
  /** What has just happened, for sounds and announcements. */
  happened: ((events: GameEvent[]) => void) | null = null;
  private connection: Connection | null = null;
  private online_again = (): void => this.connection?.hurry();

  constructor(readonly id: string) {
    void this.begin();
  }

  private async begin(): Promise<void> {
    const found = await api.table(this.id);
    if (!found.ok) {
      this.failure = found.failure;
      return;
    }
    this.known = seen(found.value, performance.now());
    void this.remember();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(`${scheme}//${location.host}/api/tables/${this.id}/live`, {
      onmessage: (message) => this.receive(message),
      onstate: (up) => (this.online = up),
      since: () => this.known?.version ?? null,
    });
    window.addEventListener("online", this.online_again);
  }

  /** What happened before this browser came, so that the log is whole. */
  private async remember(): Promise<void> {
    const found = await api.events(this.id, 0);
    if (!found.ok || !this.known) return;
    const { version } = this.known;
    const before: GameEvent[] = [];
    for (const update of found.value.updates) if (update.version <= version) before.push(...update.events);
    if (before.length > 0 && this.known.log.length === 0) this.known = { ...this.known, log: before };
  }

  private receive(message: ServerMessage): void {
    const now = performance.now();
    switch (message.type) {
      case "snapshot":
        this.known = seen(message, now, this.known?.log ?? []);
        break;
      case "chromino":
      case "florentine":
        if (this.known && message.version > this.known.version) {
          this.known = moved(this.known, message, now);
          this.happened?.(message.events);
        }
        break;
      case "confirmed":
        this.pending = null;
        break;
      case "refused":
        this.pending = null;
        this.refused = message;
        break;
      case "reason":
        this.reason = message;
        break;
    }
  }

  act(seat: number, action: string): void {
    if (!this.known || this.pending !== null) return;
    this.refused = null;
    this.pending = action;
    this.connection?.command({ type: "act", key: key(), version: this.known.version, seat, action });
  }

  undo(seat: number): void {
    if (!this.known || this.pending !== null) return;
    this.refused = null;
    this.pending = "undo";
    this.connection?.command({ type: "undo", key: key(), version: this.known.version, seat });
  }

  /** Ask which rule is in the way. */
  why(seat: number, action: string): void {
    this.connection?.say({ type: "why", seat, action });
  }

  /** After something that changes who one is at this table. */
  reload(): void {
    this.close();
    void this.begin();
  }

  close(): void {
    this.connection?.close();
    window.removeEventListener("online", this.online_again);
  }
}

function key(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
