// A conundrum that is being solved: the places found so far, the time, and the next conundrum.

import { api } from "../api";
import type { GameName } from "../games";
import { playUi } from "../games/play";
import { play } from "../sounds";
import { Hold } from "../table/hold.svelte";
import type { ConundrumInfo, ConundrumPiece } from "../wire";
import { cachedIds, fetchConundrum } from "./cache";
import { begin, keyOf, load, solved, store, today, type Progress } from "./progress";
import { fresh, type ConundrumId } from "./seeds";

export class Solving {
  conundrum = $state.raw<ConundrumInfo | null>(null);
  failed = $state(false);
  /** One from the cache, if this one cannot be loaded. */
  spare = $state.raw<ConundrumId | null>(null);
  foundPlaces = $state<string[]>([]);
  seconds = $state(0);
  progress = $state.raw<Progress>(load());
  day = $state(today());

  readonly board = $derived(this.conundrum?.board ?? []);
  readonly pieces = $derived(this.conundrum?.pieces ?? []);
  readonly total = $derived(this.pieces.reduce((sum, piece) => sum + piece.places.length, 0));
  readonly done = $derived(this.total > 0 && this.foundPlaces.length === this.total);
  /** The board as it is drawn, and how the pieces fit on it. */
  readonly problem = $derived.by(() => this.conundrum && playUi(this.game).conundrum(this.board, this.pieces.flatMap((piece) => piece.places)));
  // Without help: the places are what is to be found.
  readonly hold = new Hold(() => this.problem?.adapter ?? null, () => false);
  /** The places that are marked on the board: those of the piece in hand, in the end all of them. */
  readonly marked = $derived(this.done ? this.foundPlaces : this.foundPlaces.filter((lay) => this.held?.places.includes(lay)));

  private requests = 0;
  /** When the clock started, less the time spent before. */
  private began = 0;
  /** The page is hidden: the clock stands still. */
  private paused = false;
  private storable = true;
  /** The next one, fetched beforehand: it is there at once, also without a network. */
  private next: ConundrumId | null = null;

  constructor(readonly game: GameName) {}

  async open({ seed, level }: ConundrumId): Promise<void> {
    const request = ++this.requests;
    this.day = today();
    const answer = await fetchConundrum(this.game, { seed, level });
    const spare = answer.ok ? null : await this.fromCache();
    // Meanwhile another one may have been opened, or the screen left.
    if (request !== this.requests) return;
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

  /** Ends the solving: answers that are still to come are ignored. */
  close(): void {
    this.requests++;
    this.remember();
  }

  /** Stores the places found so far, and the time. */
  remember(): void {
    if (this.done || !this.conundrum) return;
    const { seed, difficulty } = this.conundrum;
    this.tick();
    this.keep((before) => begin(before, keyOf(this.game, seed, difficulty), { found: [...this.foundPlaces], seconds: this.seconds }));
  }

  tick(): void {
    if (!this.done && this.conundrum && !this.paused) this.seconds = (performance.now() - this.began) / 1000;
  }

  /** Stops the clock while the page is hidden. */
  setVisible(visible: boolean): void {
    if (visible === !this.paused) return;
    if (!visible) this.remember();
    this.paused = !visible;
    if (visible) this.began = performance.now() - 1000 * this.seconds;
  }

  /** Tries the place under the piece in hand; true if it is one that was not found before. */
  attempt(): boolean {
    const { fit } = this.hold;
    if (!fit || !this.conundrum || this.done) return false;
    const known = this.foundPlaces.includes(fit.lay);
    if (!known) this.hold.attempted = true;
    if (known || !fit.place) {
      play("no");
      return false;
    }
    this.foundPlaces.push(fit.lay);
    this.hold.lift();
    play("laid");
    if (this.held && this.left(this.held) === 0) this.hold.choose(this.pieces.find((piece) => this.left(piece) > 0)?.piece ?? null);
    if (this.done) this.finish(this.conundrum);
    this.remember();
    return true;
  }

  /** How many places of a piece are still to be found. */
  left(piece: ConundrumPiece): number {
    return piece.places.filter((lay) => !this.foundPlaces.includes(lay)).length;
  }

  /** Another one of this level; one from the cache where there is neither a network nor the engine. */
  async another(level: number): Promise<ConundrumId> {
    if (this.next?.level === level) return this.next;
    const possible = navigator.onLine || (await api.engineHere());
    const before = possible ? null : await this.fromCache();
    return before ?? { seed: possible ? fresh() : this.day, level };
  }

  /** One from the cache, preferably one that was not solved yet; null if there is none. */
  private async fromCache(): Promise<ConundrumId | null> {
    const others = (await cachedIds(this.game)).filter((id) => id.seed !== this.conundrum?.seed);
    const unsolved = others.filter((id) => !(keyOf(this.game, id.seed, id.level) in this.progress.solved));
    const choice = unsolved.length > 0 ? unsolved : others;
    return choice[Math.floor(Math.random() * choice.length)] ?? null;
  }

  private get held(): ConundrumPiece | undefined {
    return this.pieces.find((each) => each.piece === this.hold.piece);
  }

  /** Changes what is stored: another window of this browser may have stored something as well. */
  private keep(change: (before: Progress) => Progress): void {
    this.progress = change(this.storable ? load() : this.progress);
    this.storable = store(this.progress);
  }

  /** Restores the places found before, and the time. */
  private restore(key: string): void {
    if (this.storable) this.progress = load();
    const { solved, begun } = this.progress;
    const before = solved[key] === undefined ? begun[key] : { found: this.pieces.flatMap((piece) => piece.places), seconds: solved[key] };
    // Another version of the page may have stored other answers.
    this.foundPlaces = (before?.found ?? []).filter((lay) => this.pieces.some((piece) => piece.places.includes(lay)));
    this.seconds = before?.seconds ?? 0;
    this.began = performance.now() - 1000 * this.seconds;
  }

  private async prepare(level: number): Promise<void> {
    this.next = null;
    const next = { seed: fresh(), level };
    if ((await fetchConundrum(this.game, next)).ok) this.next = next;
  }

  private finish({ seed, difficulty }: ConundrumInfo): void {
    play("won");
    this.seconds = (performance.now() - this.began) / 1000;
    this.keep((before) => solved(before, this.game, seed, difficulty, this.seconds, this.day));
  }
}
