// A conundrum that is being solved: the clock, what is stored of it, and the next conundrum.

import { api } from "../api";
import type { GameName } from "../games";
import { LEVELS } from "../router.svelte";
import { play } from "../sounds";
import type { ConundrumInfo } from "../wire";
import { cachedIds, fetchConundrum } from "./cache";
import { today } from "./days";
import { begin, givenUp, keyOf, load, solved, store, type Ending, type Progress } from "./progress";
import { Puzzle, type Tried } from "./puzzle.svelte";
import { fresh, type ConundrumId } from "./seeds";

export class Solving {
  readonly puzzle: Puzzle;
  failed = $state(false);
  /** Why a conundrum that somebody built cannot be shown. */
  refusal = $state<string | null>(null);
  /** One from the cache, if this one cannot be loaded. */
  spare = $state.raw<ConundrumId | null>(null);
  seconds = $state(0);
  progress = $state.raw<Progress>(load());
  day = $state(today());

  private requests = 0;
  /** What is on the board; null for one that somebody built: nothing of it is stored. */
  private id: ConundrumId | null = null;
  /** When the clock started, less the time spent before. */
  private began = 0;
  /** The page is hidden: the clock stands still. */
  private paused = false;
  private storable = true;
  /** The next one, fetched beforehand: it is there at once, also without a network. */
  private next: ConundrumId | null = null;

  constructor(readonly game: GameName) {
    this.puzzle = new Puzzle(game);
  }

  async open(id: ConundrumId): Promise<void> {
    const request = ++this.requests;
    this.day = today();
    const answer = await fetchConundrum(this.game, id);
    const spare = answer.ok ? null : await this.fromCache();
    // Meanwhile another one may have been opened, or the screen left.
    if (request !== this.requests) return;
    this.remember();
    this.failed = !answer.ok;
    this.refusal = null;
    this.spare = spare;
    if (!answer.ok) {
      this.puzzle.conundrum = null;
      return;
    }
    this.id = id;
    this.restore(answer.value, keyOf(this.game, id));
    void this.prepare(id);
  }

  /** Opens a conundrum that somebody built, from its link. */
  async openOwn(link: string): Promise<void> {
    const request = ++this.requests;
    const answer = await api.solveConundrum(this.game, link);
    if (request !== this.requests) return;
    this.remember();
    this.id = null;
    this.failed = !answer.ok;
    this.refusal = answer.ok ? null : answer.failure.reason;
    this.spare = null;
    if (!answer.ok) {
      this.puzzle.conundrum = null;
      return;
    }
    this.puzzle.begin(answer.value);
    this.start(0);
  }

  /** Ends the solving: answers that are still to come are ignored. */
  close(): void {
    this.requests++;
    this.remember();
  }

  /** Stores the places found so far, and the time. */
  remember(): void {
    const { id, puzzle } = this;
    if (puzzle.done || puzzle.shown || !puzzle.conundrum || !id) return;
    this.tick();
    this.keep((before) => begin(before, keyOf(this.game, id), { found: [...puzzle.found], seconds: this.seconds, steps: puzzle.history }));
  }

  tick(): void {
    const { puzzle } = this;
    if (!puzzle.done && !puzzle.shown && puzzle.conundrum && !this.paused) this.seconds = (performance.now() - this.began) / 1000;
  }

  /** Stops the clock while the page is hidden. */
  setVisible(visible: boolean): void {
    if (visible === !this.paused) return;
    if (!visible) this.remember();
    this.paused = !visible;
    if (visible) this.start(this.seconds);
  }

  /** Tries the place under the piece in hand. */
  attempt(): Tried {
    const { puzzle } = this;
    const tried = puzzle.attempt();
    if (tried === "wrong" || tried === "again") play("no");
    if (tried === "right" || tried === "laid") play("laid");
    if (tried === "nothing") return tried;
    if (puzzle.done) this.finish();
    else this.remember();
    return tried;
  }

  back(): void {
    this.puzzle.back();
    this.remember();
  }

  hint(): boolean {
    const given = this.puzzle.help();
    this.remember();
    return given;
  }

  giveUp(): void {
    this.tick();
    this.puzzle.giveUp();
    this.end(givenUp);
  }

  /** The level that comes next today: the first that is neither solved nor shown; null if there is none, or this is not of the day. */
  get nextOfDay(): ConundrumId | null {
    const { id, day, game, progress } = this;
    if (!id || id.seed !== day) return null;
    const open = LEVELS.map((level) => ({ ...id, level })).filter((each) => !(keyOf(game, each) in progress.results || keyOf(game, each) in progress.solved));
    return open.find((each) => each.level > id.level) ?? open[0] ?? null;
  }

  /** Another one of this level and kind; one from the cache where there is neither a network nor the engine. */
  async another(wanted: Omit<ConundrumId, "seed">): Promise<ConundrumId> {
    if (this.next?.level === wanted.level && this.next.kind === wanted.kind) return this.next;
    const possible = navigator.onLine || (await api.engineHere());
    const before = possible ? null : await this.fromCache();
    return before ?? { ...wanted, seed: possible ? fresh() : this.day };
  }

  /** One from the cache, preferably one that was not solved yet; null if there is none. */
  private async fromCache(): Promise<ConundrumId | null> {
    const others = (await cachedIds(this.game)).filter((id) => id.seed !== this.id?.seed);
    const unsolved = others.filter((id) => !(keyOf(this.game, id) in this.progress.solved));
    const choice = unsolved.length > 0 ? unsolved : others;
    return choice[Math.floor(Math.random() * choice.length)] ?? null;
  }

  /** Changes what is stored: another window of this browser may have stored something as well. */
  private keep(change: (before: Progress) => Progress): void {
    this.progress = change(this.storable ? load() : this.progress);
    this.storable = store(this.progress);
  }

  /** Restores the places found before, and the time. */
  private restore(conundrum: ConundrumInfo, key: string): void {
    if (this.storable) this.progress = load();
    const { solved, begun, results } = this.progress;
    const { puzzle } = this;
    const result = results[key];
    if (solved[key] !== undefined || result?.shown) {
      const whole = conundrum.goal === "one" ? (conundrum.answers[0] ?? []) : conundrum.pieces.flatMap((piece) => piece.places);
      puzzle.begin(conundrum, whole, result?.steps, result?.shown);
      return this.start(solved[key] ?? result?.seconds ?? 0);
    }
    puzzle.begin(conundrum, begun[key]?.found, begun[key]?.steps);
    this.start(begun[key]?.seconds ?? 0);
  }

  private start(seconds: number): void {
    this.seconds = seconds;
    this.began = performance.now() - 1000 * seconds;
  }

  private async prepare(id: ConundrumId): Promise<void> {
    this.next = null;
    const next = { ...id, seed: fresh() };
    if ((await fetchConundrum(this.game, next)).ok) this.next = next;
  }

  private finish(): void {
    play("won");
    this.seconds = (performance.now() - this.began) / 1000;
    this.end(solved);
  }

  private end(add: (before: Progress, game: string, id: ConundrumId, ending: Ending) => Progress): void {
    const { id, puzzle } = this;
    if (id) this.keep((before) => add(before, this.game, id, { seconds: this.seconds, steps: puzzle.history, day: this.day }));
  }
}
