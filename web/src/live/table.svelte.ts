// A table that is being watched or played at.

import { api, type Failure } from "../api";
import type { Reason, Refused, ServerMessage, Snapshot } from "../wire";
import { Insistence } from "./insist";
import { moved, recalled, seen, timed, type GameEvent, type Known } from "./state";
import { Connection, type Rebuff } from "./socket";

/** So many of the changes that somebody missed are told, not all of them. */
const TOLD = 5;

export class LiveTable {
  known = $state.raw<Known | null>(null);
  online = $state(true);
  /** Why the table cannot be shown; it is tried again, unless it is gone. */
  failure = $state.raw<Failure | null>(null);
  /** Why the server does not want the connection, if it said so. */
  rebuff = $state.raw<Rebuff | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** The answer to the last `why`. */
  reason = $state.raw<Reason | null>(null);
  /** What was done and is not confirmed yet: the action's text. */
  pending = $state.raw<string | null>(null);
  /** What has just happened, for sounds and announcements. */
  happened: ((events: GameEvent[]) => void) | null = null;
  /** All have come: the game begins. */
  began: (() => void) | null = null;
  private connection: Connection | null = null;
  /** Another one each time that it is begun: what was under way before is of no interest then. */
  private insistence = new Insistence();
  private asked = 0;
  /** Up to this version it was told what happened; null if nothing is missing. */
  private untold: number | null = null;
  private readonly ends = new AbortController();

  constructor(readonly id: string) {
    const { signal } = this.ends;
    window.addEventListener("online", () => this.connection?.hurry(), { signal });
    window.addEventListener("offline", () => this.connection?.drop(), { signal });
    // A device that slept may have missed that the connection is gone, and how late it is.
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.connection?.check(), { signal });
    void this.begin();
  }

  private async begin(): Promise<void> {
    this.pending = null;
    const found = await this.insistence.ask(() => api.table(this.id), (failure) => {
      this.failure = failure;
      this.online = false;
    });
    if (found === null) return;
    this.failure = null;
    this.known = seen(found, Date.now(), this.known?.log);
    this.untold = null;
    void this.remember();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(`${scheme}//${location.host}/api/tables/${this.id}/live`, {
      onmessage: (message) => this.receive(message),
      onstate: (up, rebuff) => {
        this.online = up;
        this.rebuff = rebuff;
      },
      onend: ({ code, reason }) => (this.failure = { status: 404, code, reason }),
      since: () => this.known?.version ?? null,
    });
  }

  /** What happened before the last snapshot, so that the log is whole and nothing is left untold. */
  private async remember(): Promise<void> {
    const asked = ++this.asked;
    const found = await this.insistence.ask(() => api.events(this.id, 0));
    if (found === null || asked !== this.asked || !this.known) return;
    const { since } = this.known;
    const { untold } = this;
    this.known = recalled(this.known, found.updates);
    this.untold = null;
    if (untold === null) return;
    const missed = found.updates.filter(({ version }) => version > untold && version <= since);
    this.tell(missed.slice(-TOLD).flatMap(({ events }): GameEvent[] => events));
  }

  private tell(events: GameEvent[]): void {
    if (events.length > 0) this.happened?.(events);
  }

  private receive(message: ServerMessage): void {
    const now = Date.now();
    switch (message.type) {
      case "snapshot":
        this.look(message, now);
        break;
      case "chromino":
      case "florentine":
        if (this.known && message.version > this.known.version) {
          this.known = moved(this.known, message, now);
          this.tell(message.events);
        }
        break;
      case "current":
        if (this.known) this.known = timed(this.known, message, now);
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

  /** The whole table anew: the game begins, something was taken back, or too much was missed. */
  private look(snapshot: Snapshot, now: number): void {
    const before = this.known;
    this.known = seen(snapshot, now, before?.log);
    if (before === null || snapshot.version === before.version) return;
    this.untold ??= before.version;
    void this.remember();
    if (before.table.status === "waiting" && snapshot.table.status === "playing") this.began?.();
  }

  act(seat: number, action: string): void {
    if (!this.known || !this.connection || this.pending !== null) return;
    this.refused = null;
    this.pending = action;
    this.connection.command({ type: "act", key: key(), version: this.known.version, seat, action });
  }

  undo(seat: number): void {
    if (!this.known || !this.connection || this.pending !== null) return;
    this.refused = null;
    this.pending = "undo";
    this.connection.command({ type: "undo", key: key(), version: this.known.version, seat });
  }

  /** Ask which rule is in the way. */
  why(seat: number, action: string): void {
    this.connection?.say({ type: "why", seat, action });
  }

  /** After something that changes who one is at this table. */
  reload(): void {
    this.hangUp();
    this.insistence = new Insistence();
    void this.begin();
  }

  close(): void {
    this.hangUp();
    this.ends.abort();
  }

  private hangUp(): void {
    this.insistence.stop();
    this.connection?.close();
    this.connection = null;
  }
}

function key(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
