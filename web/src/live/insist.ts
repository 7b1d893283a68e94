// Asking again and again, with patience, for what cannot be had right now.

import type { Answer, Failure } from "../api";
import { patience } from "./socket";

/** Whether there is no such thing; anything else may be different in a moment. */
export function gone({ status, code }: Failure): boolean {
  return code === "no-table" || status === 404 || status === 400;
}

export class Insistence {
  private stopped = false;
  private readonly waiting = new Set<() => void>();
  private readonly ends = new AbortController();

  constructor(
    /** What it is no use to ask for again. */
    private readonly final: (failure: Failure) => boolean = gone,
  ) {
    window.addEventListener("online", () => this.hurry(), { signal: this.ends.signal });
  }

  /** Asks until there is an answer; null if there is none to be had, or nobody waits for it any more. */
  async ask<T>(ask: () => Promise<Answer<T>>, failed?: (failure: Failure) => void): Promise<T | null> {
    for (let attempt = 1; !this.stopped; attempt++) {
      const found = await ask();
      if (this.stopped) break;
      if (found.ok) return found.value;
      failed?.(found.failure);
      if (this.final(found.failure)) break;
      await this.pause(patience(attempt, Math.random()));
    }
    return null;
  }

  stop(): void {
    this.stopped = true;
    this.ends.abort();
    this.hurry();
  }

  private hurry(): void {
    for (const over of [...this.waiting]) over();
  }

  /** A while, or until there is reason to hurry. */
  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        this.waiting.delete(over);
        resolve();
      };
      const timer = setTimeout(over, milliseconds);
      this.waiting.add(over);
    });
  }
}
