// Several people on one device: whose hand it shows, and when that is covered.

import type { Known } from "../live/state";
import { turnOf } from "../live/state";

export class Device {
  /** The seat whose player has the device. */
  private revealed = $state<number | null>(null);
  /** That player has looked at the result of their move and hands the device over. */
  private handed = $state(false);

  constructor(
    private readonly known: () => Known | null,
    /** Whether the hands are hidden from the others. */
    private readonly hidden: () => boolean,
  ) {}

  private get mine(): readonly number[] {
    return this.known()?.you.seats ?? [];
  }

  /** The seat on turn, if it is one of this device. */
  private get turn(): number | null {
    const known = this.known();
    const turn = known ? turnOf(known) : null;
    return turn !== null && this.mine.includes(turn) ? turn : null;
  }

  /** Whether hands are covered between turns here. */
  get covers(): boolean {
    return this.mine.length > 1 && this.hidden() && this.known()?.table.status === "playing";
  }

  /** The seat whose hand is shown; null for a spectator, and before anybody has taken the device. */
  get seat(): number | null {
    if (this.mine.length <= 1) return this.mine[0] ?? null;
    return this.covers ? this.revealed : (this.turn ?? this.revealed ?? this.mine[0] ?? null);
  }

  /** The seat that is to have the device next; null if it is where it belongs. */
  get next(): number | null {
    return this.covers && this.turn !== this.revealed ? this.turn : null;
  }

  /** Whether all hands are hidden: the device is on its way. */
  get covered(): boolean {
    return this.next !== null && (this.revealed === null || this.handed);
  }

  handOver(): void {
    this.handed = true;
  }

  /** The next player has it. */
  take(): void {
    this.revealed = this.next;
    this.handed = false;
  }
}
