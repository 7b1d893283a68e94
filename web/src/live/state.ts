// A table as this browser knows it, and how each message changes that. Pure, so that it can be tested without a socket.

import type { Current, GameEvent, Piece, Snapshot, TableInfo, Update, View, ViewUpdate, You } from "../wire";

export interface Known {
  version: number;
  table: TableInfo;
  you: You;
  /** What each of this person's seats sees; a spectator has one view without a seat. */
  views: View[];
  /** When the clock runs out for the seat on turn, on this browser's own clock in milliseconds. */
  until: number | null;
  /** All events, oldest first; complete up to `since` once the server was asked for them. */
  log: GameEvent[];
  /** The version of the last snapshot: earlier events have to be asked for. */
  since: number;
  /** The events since then: the end of the log. */
  recent: GameEvent[];
}

function until(seconds: number | null, now: number): number | null {
  return seconds === null ? null : now + seconds * 1000;
}

/** The table of a snapshot. The log stays until the server was asked for it: something may have been taken back. */
export function fromSnapshot(snapshot: Snapshot, now: number, log: GameEvent[] = []): Known {
  const { version, table, you, views, seconds_left } = snapshot;
  return { version, table, you, views, until: until(seconds_left, now), log, since: version, recent: [] };
}

/** Nothing was missed; only time has passed. */
export function withTime(known: Known, { seconds_left }: Current, now: number): Known {
  return { ...known, until: until(seconds_left, now) };
}

/** The log made complete, with all events before the last snapshot. */
export function withHistory(known: Known, updates: readonly Update[]): Known {
  const before = updates.filter(({ version }) => version <= known.since).flatMap(({ events }) => events);
  return { ...known, log: [...before, ...known.recent] };
}

/** The views after an update: the new facts, and the board and options that are kept here. */
export function updatedViews(views: readonly View[], updates: readonly ViewUpdate[] | null, laid: readonly Piece[]): View[] {
  const grown = views.map((view): View => (laid.length === 0 ? view : {
    ...view,
    board: [...view.board, ...laid.map((piece) => piece.lay)],
    laid_by: [...view.laid_by, ...laid.map((piece) => piece.seat)],
  }));
  if (updates === null) return grown;
  return updates.map((update) => {
    const { board = [], laid_by = [], options = {} } = grown.find((view) => view.seat === update.seat) ?? grown[0] ?? {};
    return { ...update, board, laid_by, options };
  });
}

export function afterUpdate(known: Known, update: Update, now: number): Known {
  // What is known already may come twice after a reconnection.
  if (update.version <= known.version) return known;
  return {
    ...known,
    version: update.version,
    table: update.table ?? known.table,
    you: update.you,
    views: updatedViews(known.views, update.views, update.laid),
    until: until(update.seconds_left, now),
    log: [...known.log, ...update.events],
    recent: [...known.recent, ...update.events],
  };
}

/** The seat on turn, or null. */
export function turnOf(known: Known): number | null {
  return known.table.status === "playing" ? (known.views[0]?.turn ?? null) : null;
}

/** What a seat sees; the first view if that seat is not this person's. */
export function viewOf(known: Known, seat: number | null): View | null {
  return known.views.find((view) => view.seat === seat) ?? known.views[0] ?? null;
}
