// A table as this browser knows it, and what each message makes of it. Pure, so that it can be tested without a socket.

import type { ChrominoEvent, Current, FlorentineEvent, Piece, Position, Snapshot, TableInfo, Update, You } from "../wire";

export type GameEvent = ChrominoEvent | FlorentineEvent;

export interface Known {
  version: number;
  table: TableInfo;
  you: You;
  board: Piece[];
  positions: Position[];
  /** When the clock runs out for the seat on turn, on this browser's own clock in milliseconds. */
  until: number | null;
  /** What has happened, oldest first; right up to `since` once the server was asked for it. */
  log: GameEvent[];
  /** The version of the last snapshot: what came before it has to be asked for. */
  since: number;
  /** What has happened since then: the end of the log. */
  recent: GameEvent[];
}

function until(seconds: number | null, now: number): number | null {
  return seconds === null ? null : now + seconds * 1000;
}

/** The whole table. The log stays as it was until it is known what has become of it: something may have been taken back. */
export function seen(snapshot: Snapshot, now: number, log: GameEvent[] = []): Known {
  return {
    version: snapshot.version,
    table: snapshot.table,
    you: snapshot.you,
    board: snapshot.board,
    positions: snapshot.positions,
    until: until(snapshot.seconds_left, now),
    log,
    since: snapshot.version,
    recent: [],
  };
}

/** Nothing was missed; only time has passed. */
export function timed(known: Known, { seconds_left }: Current, now: number): Known {
  return { ...known, until: until(seconds_left, now) };
}

/** The log made whole, with all that happened before the last snapshot. */
export function recalled(known: Known, updates: readonly Update[]): Known {
  const before = updates.filter(({ version }) => version <= known.since).flatMap(({ events }): GameEvent[] => events);
  return { ...known, log: [...before, ...known.recent] };
}

export function moved(known: Known, update: Update, now: number): Known {
  // What is known already may come twice after a reconnection.
  if (update.version <= known.version) return known;
  return {
    ...known,
    version: update.version,
    table: update.table ?? known.table,
    you: update.you,
    board: update.laid.length > 0 ? [...known.board, ...update.laid] : known.board,
    positions: update.positions ?? known.positions,
    until: until(update.seconds_left, now),
    log: [...known.log, ...update.events],
    recent: [...known.recent, ...update.events],
  };
}

/** The seat on turn, or null. */
export function turnOf(known: Known): number | null {
  return known.table.status === "playing" ? (known.positions[0]?.turn ?? null) : null;
}

/** What one of my seats sees; a spectator has one position without a seat. */
export function positionOf(known: Known, seat: number | null): Position | null {
  return known.positions.find((position) => position.seat === seat) ?? known.positions[0] ?? null;
}
