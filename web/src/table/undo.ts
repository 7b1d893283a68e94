// Which seat may take something back from here, and why none may.

import type { Known } from "../live/state";
import type { NoUndo, TableInfo } from "../wire";

/** Where a device is shared and hands are hidden. */
export interface Shared {
  /** The next player's hand is still hidden. */
  covered: boolean;
  /** The next player has seen it already: what was done before stays. */
  seen: boolean;
}

/**
 * The seat that may take something back now; null if none may. On a shared device with hidden hands it is the one who holds
 * the device: the next player cannot undo what another one did after having seen their own hand.
 */
export function undoSeat({ you }: Known, seat: number | null, shared: Shared | null): number | null {
  const last = you.undo.at(-1) ?? null;
  if (shared === null) return last;
  if (shared.covered) return shared.seen ? null : last;
  return seat !== null && you.undo.includes(seat) ? seat : null;
}

/** Why a seat may not take back what it did; null if it may, or if it has done nothing that it could miss. */
export function whyNoUndo({ you }: Known, seat: number | null): Exclude<NoUndo, "nothing" | "stood-in"> | null {
  const reason = seat === null ? null : (you.no_undo[you.seats.indexOf(seat)] ?? null);
  return reason === "nothing" || reason === "stood-in" ? null : reason;
}

/** Whether a piece that is laid now can be taken back: freely, or as long as nothing is revealed and nobody acts at once. */
export function undoable({ takebacks, seats }: Pick<TableInfo, "takebacks" | "seats">, reveals: boolean): boolean {
  return takebacks || (!reveals && !seats.some(({ kind, stood_in }) => kind === "bot" || stood_in));
}

/** Remembers, also when the page is loaded anew, at which positions a hand was shown on a shared device. */
export class Shown {
  private readonly name: string;

  constructor(table: string) {
    this.name = `tessella.shown.${table}`;
  }

  /** A position, as far as the seat on turn sees it. */
  static position(known: Known, turn: number): string {
    const view = known.views.find((each) => each.seat === turn);
    return `${turn} ${view?.board.length} ${view?.hand.join(" ")}`;
  }

  note(position: string): void {
    try {
      sessionStorage.setItem(this.name, position);
    } catch {
      // Without storage the page forgets it when it is loaded anew, and nothing else.
    }
  }

  has(position: string): boolean {
    try {
      return sessionStorage.getItem(this.name) === position;
    } catch {
      return false;
    }
  }
}
