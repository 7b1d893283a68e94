// A game as it stood after each of its actions. Pure, so that it can be tested without a server.

import type { Events, Piece, Position } from "../wire";

export interface Frame {
  board: readonly Piece[];
  position: Position | null;
}

/** How it began, then how it stood after each action. */
export function frames({ snapshot, updates }: Events): Frame[] {
  const found: Frame[] = [{ board: snapshot?.board ?? [], position: snapshot?.positions[0] ?? null }];
  for (const update of updates) {
    const before = found.at(-1)!;
    found.push({
      board: update.laid.length > 0 ? [...before.board, ...update.laid] : before.board,
      position: update.positions?.[0] ?? before.position,
    });
  }
  return found;
}

const KEY = "tessella-record";

/** The record that was opened last in this window, so that its moves have addresses that survive a reload. */
export function remembered(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // storage may be forbidden
  }
}

export function remember(record: string): void {
  try {
    sessionStorage.setItem(KEY, record);
  } catch {
    // Then it is there until the page is closed.
  }
}
