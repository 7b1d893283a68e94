// A table that this browser watches or plays at.

import { api, type Failure } from "../api";
import { isOnDevice } from "../engine/protocol";
import type { GameEvent, HintGiven, Reason, Refused, ServerMessage, Snapshot } from "../wire";
import { linkTo } from "./link";
import { Retry } from "./retry";
import { Connection, type CloseReason } from "./socket";
import { afterUpdate, fromSnapshot, withHistory, withTime, type Known } from "./state";

/** Of the changes that were missed, only the last few are announced. */
const MOST_ANNOUNCED = 5;

export class LiveTable {
  known = $state.raw<Known | null>(null);
  online = $state(true);
  /** Why the table cannot be shown; it is tried again, unless it is gone. */
  failure = $state.raw<Failure | null>(null);
  /** Why the server closed the connection, if it gave a reason. */
  closeReason = $state.raw<CloseReason | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** The answer to the last `why`. */
  reason = $state.raw<Reason | null>(null);
  /** The hint for the position as it is; null if none was given. */
  hint = $state.raw<HintGiven | null>(null);
  /** A hint was asked for. */
  hinting = $state(false);
  /** The action that is not confirmed yet. */
  pending = $state.raw<string | null>(null);
  /** Hears of new events, for sounds and announcements. */
  onevents: ((events: GameEvent[]) => void) | null = null;
  /** Hears that all seats are taken and the game begins. */
  onbegin: (() => void) | null = null;
  private connection: Connection | null = null;
  /** A new one for each load, which makes requests of the last one void. */
  private retry = new Retry();
  private requests = 0;
  /** Counts the changes of the game; and its number when a hint was asked for. */
  private moves = 0;
  private asked = -1;
  /** The version up to which events were announced; null if none were missed. */
  private announced: number | null = null;
  private readonly ends = new AbortController();

  constructor(readonly id: string) {
    const { signal } = this.ends;
    window.addEventListener("online", () => this.connection?.hurry(), { signal });
    window.addEventListener("offline", () => isOnDevice(id) || this.connection?.drop(), { signal });
    // A device that slept may have missed that the connection is gone, and how late it is.
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.connection?.check(), { signal });
    void this.load();
  }

  private async load(): Promise<void> {
    this.pending = null;
    const snapshot = await this.retry.run(() => api.table(this.id), (failure) => {
      this.failure = failure;
      this.online = false;
    });
    if (snapshot === null) return;
    this.failure = null;
    this.known = fromSnapshot(snapshot, Date.now(), this.known?.log);
    this.announced = null;
    void this.loadHistory();
    const { retry } = this;
    const link = await linkTo(this.id);
    if (retry !== this.retry || this.ends.signal.aborted) return; // it was closed or loaded anew meanwhile
    this.connection = new Connection(link.url, {
      onmessage: (message) => this.receive(message),
      onstate: (up, reason) => {
        this.online = up;
        if (!up) this.hinting = false;
        this.closeReason = reason;
      },
      onend: ({ code, reason }) => (this.failure = { status: code === "no-table" ? 404 : 409, code, reason }),
      since: () => this.known?.version ?? null,
    }, link.environment);
  }

  /** Completes the log with the events before the last snapshot, and announces those that were missed. */
  private async loadHistory(): Promise<void> {
    const request = ++this.requests;
    const history = await this.retry.run(() => api.events(this.id, 0));
    if (history === null || request !== this.requests || !this.known) return;
    const { since } = this.known;
    const { announced } = this;
    this.known = withHistory(this.known, history.updates);
    this.announced = null;
    if (announced === null) return;
    const missed = history.updates.filter(({ version }) => version > announced && version <= since);
    this.announce(missed.slice(-MOST_ANNOUNCED).flatMap(({ events }) => events));
  }

  private announce(events: GameEvent[]): void {
    if (events.length > 0) this.onevents?.(events);
  }

  private receive(message: ServerMessage): void {
    const now = Date.now();
    switch (message.type) {
      case "snapshot":
        this.replace(message, now);
        break;
      case "update":
        if (this.known && message.version > this.known.version) {
          this.known = afterUpdate(this.known, message, now);
          if (message.events.length > 0) this.moved();
          this.announce(message.events);
        }
        break;
      case "current":
        if (this.known) this.known = withTime(this.known, message, now);
        break;
      case "confirmed":
        this.pending = null;
        break;
      case "hint":
        this.hinting = false;
        // The game may have gone on meanwhile.
        if (this.asked === this.moves) this.hint = message;
        break;
      case "refused":
        this.pending = null;
        this.hinting = false;
        this.refused = message;
        break;
      case "reason":
        this.reason = message;
        break;
    }
  }

  /** The whole table anew: the game begins, something was taken back, or too much was missed. */
  private replace(snapshot: Snapshot, now: number): void {
    const before = this.known;
    this.known = fromSnapshot(snapshot, now, before?.log);
    this.moved();
    // The last seat was taken: the table may wait for this browser's contribution to the deal.
    if (snapshot.table.status === "waiting") void api.contribute(snapshot);
    if (before === null || snapshot.version === before.version) return;
    this.announced ??= before.version;
    void this.loadHistory();
    if (before.table.status === "waiting" && snapshot.table.status === "playing") this.onbegin?.();
  }

  act(seat: number, action: string): void {
    if (!this.known || !this.connection || this.pending !== null) return;
    this.refused = null;
    this.hint = null;
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
    this.connection?.send({ type: "why", seat, action });
  }

  /** Ask what the strongest bot would do in the place of a seat. */
  askHint(seat: number): void {
    if (!this.connection || this.hinting || this.pending !== null) return;
    this.refused = null;
    this.hint = null;
    this.hinting = true;
    this.asked = this.moves;
    this.connection.send({ type: "hint", seat });
  }

  /** A hint is for one position. */
  private moved(): void {
    this.moves++;
    this.hint = null;
  }

  /** Loads the table anew, after this person has taken another seat. */
  reload(): void {
    this.disconnect();
    this.retry = new Retry();
    void this.load();
  }

  close(): void {
    this.disconnect();
    this.ends.abort();
  }

  private disconnect(): void {
    this.retry.stop();
    this.connection?.close();
    this.connection = null;
  }
}

function key(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
