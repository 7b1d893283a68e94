// A conundrum that is being solved: what was found, how long it takes, and what comes next.

import type { GameName } from "../games";
import { playUi } from "../games/play";
import { play } from "../sounds";
import { Hold } from "../table/hold.svelte";
import type { ConundrumInfo, ConundrumPiece } from "../wire";
import { fetched, kept } from "./kept";
import { begin, keyOf, load, solved, store, today, type Progress } from "./progress";
import { fresh, type Asked } from "./seeds";

/** What came of showing a place. */
export type Verdict = "no" | "found";

export class Solving {
  conundrum = $state.raw<ConundrumInfo | null>(null);
  failed = $state(false);
  /** One that was fetched before, if this one cannot be had. */
  spare = $state.raw<Asked | null>(null);
  found = $state<string[]>([]);
  seconds = $state(0);
  progress = $state.raw<Progress>(load());
  day = $state(today());

  readonly board = $derived(this.conundrum?.board ?? []);
  readonly pieces = $derived(this.conundrum?.pieces ?? []);
  readonly total = $derived(this.pieces.reduce((sum, piece) => sum + piece.places.length, 0));
  readonly done = $derived(this.total > 0 && this.found.length === this.total);
  /** The board as it is drawn, and how the pieces fit on it. */
  readonly problem = $derived.by(() => this.conundrum && playUi(this.game).conundrum(this.board, this.pieces.flatMap((piece) => piece.places)));
  // No lights: finding the places is the whole point.
  readonly hold = new Hold(() => this.problem?.adapter ?? null, () => false);
  /** What is marked on the board: the places of the piece in hand, in the end all of them. */
  readonly marked = $derived(this.done ? this.found : this.found.filter((lay) => this.held?.places.includes(lay)));

  private asked = 0;
  private began = 0;
  /** Nobody looks: that is no time spent on it. */
  private paused = false;
  private storable = true;
  /** The one after this is fetched beforehand: it is there at once, and also without a network. */
  private next: Asked | null = null;

  constructor(readonly game: GameName) {}

  async open({ seed, level }: Asked): Promise<void> {
    const asked = ++this.asked;
    this.day = today();
    const answer = await fetched(this.game, { seed, level });
    const spare = answer.ok ? null : await this.fromBefore();
    // Meanwhile somebody may have asked for another one, or left.
    if (asked !== this.asked) return;
    this.remember();
    this.failed = !answer.ok;
    this.spare = spare;
    this.conundrum = answer.ok ? answer.value : null;
    if (!answer.ok) return;
    this.restore(keyOf(this.game, seed, level));
    this.hold.choose(null);
    if (!this.done) this.hold.choose(this.pieces.find((piece) => this.left(piece) > 0)?.piece ?? null);
    void this.prepare(level);
  }

  /** Nobody looks any more: an answer that is still to come is for nobody. */
  close(): void {
    this.asked++;
    this.remember();
  }

  /** Keeps what was found so far, and how long that took. */
  remember(): void {
    if (this.done || !this.conundrum) return;
    const { seed, difficulty } = this.conundrum;
    this.tick();
    this.keep((before) => begin(before, keyOf(this.game, seed, difficulty), { found: [...this.found], seconds: this.seconds }));
  }

  tick(): void {
    if (!this.done && this.conundrum && !this.paused) this.seconds = (performance.now() - this.began) / 1000;
  }

  /** The page is looked at, or is not. */
  look(seen: boolean): void {
    if (seen === !this.paused) return;
    if (!seen) this.remember();
    this.paused = !seen;
    if (seen) this.began = performance.now() - 1000 * this.seconds;
  }

  /** Shows the place under the piece in hand. */
  attempt(): Verdict | null {
    const { fit } = this.hold;
    if (!fit || !this.conundrum || this.done) return null;
    if (this.found.includes(fit.lay)) {
      play("no");
      return "no";
    }
    this.hold.attempted = true;
    if (!fit.place) {
      play("no");
      return "no";
    }
    this.found.push(fit.lay);
    this.hold.lift();
    play("laid");
    if (this.held && this.left(this.held) === 0) this.hold.choose(this.pieces.find((piece) => this.left(piece) > 0)?.piece ?? null);
    if (this.done) this.finish(this.conundrum);
    this.remember();
    return "found";
  }

  /** How many places of a piece are still to be found. */
  left(piece: ConundrumPiece): number {
    return piece.places.filter((lay) => !this.found.includes(lay)).length;
  }

  /** Another one of this level; without a network one that was fetched before, best one that was not solved yet. */
  async another(level: number): Promise<Asked> {
    if (this.next?.level === level) return this.next;
    const before = navigator.onLine ? null : await this.fromBefore();
    return before ?? { seed: navigator.onLine ? fresh() : this.day, level };
  }

  /** One that was fetched before, best one that was not solved yet; null if there is none. */
  private async fromBefore(): Promise<Asked | null> {
    const others = (await kept(this.game)).filter((asked) => asked.seed !== this.conundrum?.seed);
    const unsolved = others.filter((asked) => !(keyOf(this.game, asked.seed, asked.level) in this.progress.solved));
    const choice = unsolved.length > 0 ? unsolved : others;
    return choice[Math.floor(Math.random() * choice.length)] ?? null;
  }

  private get held(): ConundrumPiece | undefined {
    return this.pieces.find((each) => each.piece === this.hold.piece);
  }

  /** Goes on from what is stored: in another window of this browser, something may have been solved as well. */
  private keep(change: (before: Progress) => Progress): void {
    this.progress = change(this.storable ? load() : this.progress);
    this.storable = store(this.progress);
  }

  /** What was found of this one before, and how long that took. */
  private restore(key: string): void {
    if (this.storable) this.progress = load();
    const { solved, begun } = this.progress;
    const before = solved[key] === undefined ? begun[key] : { found: this.pieces.flatMap((piece) => piece.places), seconds: solved[key] };
    // What was stored may be of another version of the page, with other answers.
    this.found = (before?.found ?? []).filter((lay) => this.pieces.some((piece) => piece.places.includes(lay)));
    this.seconds = before?.seconds ?? 0;
    this.began = performance.now() - 1000 * this.seconds;
  }

  private async prepare(level: number): Promise<void> {
    this.next = null;
    const next = { seed: fresh(), level };
    if ((await fetched(this.game, next)).ok) this.next = next;
  }

  private finish({ seed, difficulty }: ConundrumInfo): void {
    play("won");
    this.seconds = (performance.now() - this.began) / 1000;
    this.keep((before) => solved(before, this.game, seed, difficulty, this.seconds, this.day));
  }
}
