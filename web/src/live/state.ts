// A table as this browser knows it, and what each message makes of it. Pure, so that it can be tested without a socket.

import type { ChrominoEvent, FlorentineEvent, Piece, Position, Snapshot, TableInfo, Update, You } from "../wire";

export type GameEvent = ChrominoEvent | FlorentineEvent;

export interface Known {
  version: number;
  table: TableInfo;
  you: You;
  board: Piece[];
  positions: Position[];
  /** When the clock runs out for the seat on turn, on this browser's own clock in milliseconds. */
  until: number | null;
  /** What has happened since this browser looked on, oldest first. */
  log: GameEvent[];
}

function until(seconds: number | null, now: number): number | null {
  return seconds === null ? null : now + seconds * 1000;
}

export function seen(snapshot: Snapshot, now: number, log: GameEvent[] = []): Known {
  return {
    version: snapshot.version,
    table: snapshot.table,
    you: snapshot.you,
    board: snapshot.board,
    positions: snapshot.positions,
    until: until(snapshot.seconds_left, now),
    log,
  };
}

export function moved(known: Known, update: Update, now: number): Known {
  // What is known already may come twice after a reconnection.
  if (update.version <= known.version) return known;
  return {
    version: update.version,
    table: update.table ?? known.table,
    you: update.you,
    board: update.laid.length > 0 ? [...known.board, ...update.laid] : known.board,
    positions: update.positions ?? known.positions,
    until: until(update.seconds_left, now),
    log: [...known.log, ...update.events],
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
