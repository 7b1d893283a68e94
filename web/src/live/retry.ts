// Repeats requests, with growing pauses, until the server answers.

import type { Answer, Failure } from "../api";
import { backoff } from "./socket";

/** Whether there is no such thing. */
export function gone({ status, code }: Failure): boolean {
  return code === "no-table" || status === 404 || status === 400;
}

/** Failures of tables on this device that last until somebody does something about them. */
const LASTING: readonly string[] = ["damaged", "other-window"];

/** Whether it is no use to try again; any other failure may pass. */
export function lasting(failure: Failure): boolean {
  return gone(failure) || LASTING.includes(failure.code);
}

export class Retry {
  private stopped = false;
  private readonly pauses = new Set<() => void>();
  private readonly ends = new AbortController();

  constructor(
    /** Whether it is no use to repeat the request. */
    private readonly final: (failure: Failure) => boolean = lasting,
  ) {
    window.addEventListener("online", () => this.hurry(), { signal: this.ends.signal });
  }

  /** Repeats a request until it succeeds; null if it failed for good or the retries were stopped. */
  async run<T>(request: () => Promise<Answer<T>>, onfailure?: (failure: Failure) => void): Promise<T | null> {
    for (let attempt = 1; !this.stopped; attempt++) {
      const answer = await request();
      if (this.stopped) break;
      if (answer.ok) return answer.value;
      onfailure?.(answer.failure);
      if (this.final(answer.failure)) break;
      await this.pause(backoff(attempt, Math.random()));
    }
    return null;
  }

  stop(): void {
    this.stopped = true;
    this.ends.abort();
    this.hurry();
  }

  private hurry(): void {
    for (const end of [...this.pauses]) end();
  }

  /** Waits for a while, or until there is reason to hurry. */
  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.pauses.add(end);
    });
  }
}
