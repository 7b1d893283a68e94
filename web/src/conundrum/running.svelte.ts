// A run that is going on: the clock, what was solved, and the conundrums that come next, which are fetched beforehand.

import type { GameName } from "../games";
import { play } from "../sounds";
import type { ConundrumInfo } from "../wire";
import { fetchConundrum } from "./cache";
import { today } from "./days";
import { load, ran, store, type Progress } from "./progress";
import { Puzzle, type Tried } from "./puzzle.svelte";
import { levelOf, RunClock } from "./run";
import { fresh } from "./seeds";

/** How many conundrums are fetched before they are needed. */
const AHEAD = 2;

type Phase = "before" | "running" | "over" | "failed";

export class Running {
  readonly puzzle: Puzzle;
  phase = $state<Phase>("before");
  left = $state(0);
  solved = $state(0);
  slips = $state(0);
  /** The next one is not there yet. */
  waiting = $state(false);
  progress = $state.raw<Progress>(load());

  private clock = new RunClock();
  private queue: Promise<ConundrumInfo | null>[] = [];
  private fetched = 0;
  private runs = 0;

  constructor(readonly game: GameName) {
    this.puzzle = new Puzzle(game);
    this.fill();
  }

  get day(): string {
    return today();
  }

  async start(): Promise<void> {
    this.runs++;
    this.clock = new RunClock();
    this.solved = this.slips = 0;
    this.phase = "running";
    this.tick();
    // Those that were fetched for the last run are of its levels.
    if (this.fetched > AHEAD) {
      this.queue = [];
      this.fetched = 0;
      this.fill();
    }
    await this.next();
  }

  /** Ends the run: conundrums that are still to come are ignored. */
  close(): void {
    this.runs++;
  }

  tick(): void {
    if (this.phase !== "running") return;
    const now = performance.now();
    this.left = this.clock.left(now);
    if (this.clock.over(now)) this.finish();
  }

  attempt(): Tried {
    if (this.phase !== "running" || this.waiting) return "nothing";
    const { puzzle } = this;
    const tried = puzzle.attempt();
    if (tried === "wrong" || (tried === "laid" && puzzle.stuck)) {
      this.slips++;
      this.clock.slip();
      play("no");
    }
    if (tried === "right" || (tried === "laid" && !puzzle.stuck)) play("laid");
    if (puzzle.done) {
      this.solved++;
      void this.next();
    }
    this.tick();
    return tried;
  }

  private fill(): void {
    while (this.queue.length < AHEAD) this.queue.push(this.fetch(levelOf(this.fetched++)));
  }

  private async fetch(level: number): Promise<ConundrumInfo | null> {
    const answer = await fetchConundrum(this.game, { seed: fresh(), level });
    return answer.ok ? answer.value : null;
  }

  /** The next conundrum; until it is there, the clock stands still. */
  private async next(): Promise<void> {
    const run = this.runs;
    this.clock.wait(performance.now());
    this.waiting = true;
    const conundrum = await this.queue.shift()!;
    this.fill();
    if (run !== this.runs || this.phase !== "running") return;
    this.waiting = false;
    if (!conundrum) {
      // What was solved before counts nevertheless.
      if (this.solved > 0) this.finish();
      else this.fail();
      return;
    }
    this.puzzle.begin(conundrum);
    this.clock.go(performance.now());
  }

  private fail(): void {
    this.phase = "failed";
    this.queue = [];
    this.fetched = 0;
  }

  private finish(): void {
    this.phase = "over";
    this.puzzle.hold.choose(null);
    play("won");
    this.progress = ran(load(), this.game, { solved: this.solved, day: this.day });
    store(this.progress);
  }
}
