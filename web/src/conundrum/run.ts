// A run: as many conundrums as possible in three minutes. Only numbers here; the screen draws, and loads what comes next.

import { LEVELS } from "../router.svelte";

/** How long a run lasts, and what a slip costs, in seconds. */
export const LENGTH = 180;
export const SLIP = 5;
/** After so many conundrums the level rises. */
const EACH = 2;

/** The level of the nth conundrum of a run, from 0. */
export function levelOf(n: number): number {
  return LEVELS[Math.min(LEVELS.length - 1, Math.floor(n / EACH))]!;
}

/** The clock of a run. Every method is given the time now, in milliseconds. */
export class RunClock {
  private used = 0;
  private since: number | null = null;

  /** Starts the clock, or lets it go on. */
  go(now: number): void {
    this.since ??= now;
  }

  /** Stops the clock while there is nothing to solve: the next conundrum is not there yet. */
  wait(now: number): void {
    this.used = this.spent(now);
    this.since = null;
  }

  slip(): void {
    this.used += SLIP * 1000;
  }

  /** Seconds that are left. */
  left(now: number): number {
    return Math.max(0, LENGTH - this.spent(now) / 1000);
  }

  over(now: number): boolean {
    return this.left(now) === 0;
  }

  private spent(now: number): number {
    // A clock that is set back takes nothing.
    return this.used + (this.since === null ? 0 : Math.max(0, now - this.since));
  }
}
