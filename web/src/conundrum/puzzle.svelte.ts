// One conundrum on the board: what was found or laid so far, wrong tries, hints, and the solution. It knows no clock and
// stores nothing.

import type { Cell, Mark, Place } from "../board/spots";
import type { GameName } from "../games";
import { playUi } from "../games/play";
import type { Key } from "../i18n/index.svelte";
import { Hold } from "../table/hold.svelte";
import type { ConundrumInfo, ConundrumMove, ConundrumPiece } from "../wire";
import { HINT, isHistory, SHOWN, step, WRONG } from "./history";

/** What became of a try. */
export type Tried = "right" | "laid" | "wrong" | "again" | "nothing";

/** A hint: an edge that the piece touches, then a cell that it covers. */
export interface Hint {
  lay: string;
  mark: Mark | null;
  cell: Cell | null;
}

/** The key of a move: what lies before it, whatever the order. */
function after(laid: readonly string[]): string {
  return [...laid].sort().join(" ");
}

export class Puzzle {
  conundrum = $state.raw<ConundrumInfo | null>(null);
  /** The positions found, or, where one answer is enough, what was laid so far, in this order. */
  found = $state<string[]>([]);
  history = $state("");
  /** The solution is being shown. */
  shown = $state(false);
  hint = $state.raw<Hint | null>(null);
  /** The position that was pointed out last. */
  pointed = $state<string | null>(null);

  readonly one = $derived(this.conundrum?.goal === "one");
  readonly pieces = $derived(this.conundrum?.pieces ?? []);
  readonly board = $derived([...(this.conundrum?.board ?? []), ...(this.one ? this.found : [])]);
  /** How many placements the answer has. */
  readonly total = $derived.by(() => {
    if (this.one) return this.conundrum?.answers[0]?.length ?? 0;
    return this.pieces.reduce((sum, piece) => sum + piece.places.length, 0);
  });
  readonly done = $derived(this.total > 0 && this.found.length === this.total && (!this.one || this.leads(this.found)));
  /** What is possible now. */
  readonly moves = $derived(this.conundrum?.moves.filter((move) => after(move.after) === after(this.found)) ?? []);
  /** The board as it is drawn, and how the pieces fit on it. */
  readonly problem = $derived.by(() => {
    if (!this.conundrum) return null;
    const places = this.one ? this.moves.map((move) => move.lay) : this.pieces.flatMap((piece) => piece.places);
    return playUi(this.game).conundrum(this.board, places);
  });
  /** Nothing fits any more, and it is not solved. */
  readonly stuck = $derived(this.one && this.found.length > 0 && !this.done && this.moves.length === 0);
  // Without help: the places are what is to be found.
  readonly hold = new Hold(() => this.problem?.adapter ?? null, () => false);
  private wrong = $state.raw<ConundrumMove | null>(null);
  /** The try on the board, if it fits and yet is no answer. */
  readonly refuted = $derived(this.hold.attempted ? this.wrong : null);
  readonly held = $derived(this.pieces.find((each) => each.piece === this.hold.piece));
  /** The positions that are marked on the board: those of the piece in hand. */
  readonly marked = $derived(this.one ? [] : this.found.filter((lay) => this.held?.places.includes(lay)));

  constructor(readonly game: GameName) {}

  /** Begins with a conundrum, or goes on with what was found of it before. */
  begin(conundrum: ConundrumInfo, found: readonly string[] = [], history = "", shown = false): void {
    this.conundrum = conundrum;
    // Another version of the page may have stored other answers.
    this.found = this.one ? this.possible(found) : found.filter((lay) => this.pieces.some((piece) => piece.places.includes(lay)));
    this.history = isHistory(history) ? history : "";
    this.shown = shown;
    this.hint = this.wrong = this.pointed = null;
    this.hold.choose(null);
    this.choose();
  }

  /** Everything that is to be found, or a whole answer. */
  get solution(): string[] {
    if (this.one) return this.conundrum?.answers[0] ?? [];
    return this.pieces.flatMap((piece) => piece.places);
  }

  /** Tries the place under the piece in hand. */
  attempt(): Tried {
    const { fit } = this.hold;
    if (!fit || !this.conundrum || this.done || this.shown) return "nothing";
    if (!this.one && this.found.includes(fit.lay)) {
      this.pointed = fit.lay;
      return "again";
    }
    // The same wrong try is counted once.
    if (this.hold.attempted) return "nothing";
    this.hold.attempted = true;
    this.wrong = null;
    const next = [...this.found, fit.lay];
    // Against another seat each placement is judged at once; else a way that leads nowhere may be followed to its end.
    if (fit.place && this.one && !this.leads(next) && (next.length === this.total || this.conundrum.theirs.length > 0)) {
      this.wrong = this.moves.find((move) => move.lay === fit.lay) ?? null;
    }
    if (!fit.place || this.wrong) {
      this.history += WRONG;
      return "wrong";
    }
    return this.lay(fit.lay);
  }

  private lay(lay: string): Tried {
    const right = !this.one || this.leads([...this.found, lay]);
    this.history += step(this.pieces.findIndex((each) => each.piece === this.pieceOf(lay)));
    this.found.push(lay);
    this.hint = this.wrong = this.pointed = null;
    this.hold.lift();
    if (this.stuck) this.history += WRONG;
    this.choose();
    return right ? "right" : "laid";
  }

  /** Takes the last placement back, where they are laid one after the other. */
  back(): void {
    if (!this.one || this.found.length === 0 || this.done || this.shown) return;
    const piece = this.pieceOf(this.found.at(-1)!);
    this.found.pop();
    this.hint = this.wrong = null;
    this.hold.choose(piece);
  }

  /** How many placements of a piece are still missing. */
  left(piece: ConundrumPiece): number {
    if (this.one) return this.found.some((lay) => this.pieceOf(lay) === piece.piece) ? 0 : 1;
    return piece.places.filter((lay) => !this.found.includes(lay)).length;
  }

  /** Gives a hint: first an edge that is touched, then a cell. False if there is none but to take something back. */
  help(): boolean {
    if (this.done || this.shown) return false;
    const target = this.hint?.lay ?? this.target();
    const piece = target === null ? null : this.pieceOf(target);
    if (target === null || piece === null) return false;
    if (this.hint?.cell) return true;
    if (this.hold.piece !== piece) this.hold.choose(piece);
    const place = this.placeOf(target, piece);
    if (!place) return false;
    this.history += HINT;
    // The first card of all touches nothing.
    const mark = place.marks[0] ?? null;
    this.hint = this.hint || !mark ? { lay: target, mark, cell: place.at } : { lay: target, mark, cell: null };
    return true;
  }

  /** The hint goes with the piece that it is about. */
  readonly hinted = $derived(this.hint && this.pieceOf(this.hint.lay) === this.hold.piece ? this.hint : null);

  /** Gives up: the solution can be shown, piece by piece. */
  giveUp(): void {
    if (this.done || this.shown) return;
    this.history += SHOWN;
    this.shown = true;
    this.hint = this.wrong = null;
    this.hold.lift();
    while (this.one && this.found.length > 0 && !this.leads(this.found)) this.found.pop();
  }

  /** Shows the next placement of the solution. */
  showNext(): string | null {
    const next = this.shown ? this.target() : null;
    if (next === null) return null;
    this.found.push(next);
    if (!this.one) this.hold.choose(this.pieceOf(next));
    this.pointed = next;
    return next;
  }

  /** Points at the next of the positions that are marked. */
  point(by: 1 | -1): string | null {
    const { marked } = this;
    if (marked.length === 0) return null;
    const at = this.pointed === null ? -1 : marked.indexOf(this.pointed);
    const next = at < 0 ? (by > 0 ? 0 : marked.length - 1) : (at + by + marked.length) % marked.length;
    this.hold.lift();
    this.pointed = marked[next]!;
    return this.pointed;
  }

  /** The piece that a placement is one of. */
  pieceOf(lay: string): string | null {
    return this.pieces.find(({ piece, places }) => places.includes(lay) || this.everything?.places(piece).some((place) => place.lay === lay))?.piece ?? null;
  }

  /** How every placement of the conundrum lies, possible now or not. */
  private readonly everything = $derived.by(() => {
    if (!this.conundrum?.moves.length) return null;
    return playUi(this.game).conundrum(this.conundrum.board, [...new Set(this.conundrum.moves.map((move) => move.lay))]).adapter;
  });

  /** What a position touches, in the words of the game. */
  touching(lay: string): Key[] {
    const piece = this.pieceOf(lay);
    const place = piece === null ? null : this.placeOf(lay, piece);
    return piece !== null && place ? (this.problem?.adapter.at(piece, place.at, place.turn).touching ?? []) : [];
  }

  private placeOf(lay: string, piece: string): Place | null {
    return this.problem?.adapter.places(piece).find((place) => place.lay === lay) ?? null;
  }

  /** What is to be found next; null if an answer cannot be reached from here. */
  private target(): string | null {
    if (this.one) {
      const ahead = this.answersFrom(this.found).flat();
      return this.moves.find(({ lay }) => ahead.includes(lay) && this.leads([...this.found, lay]))?.lay ?? null;
    }
    const own = this.held?.places.find((lay) => !this.found.includes(lay));
    return own ?? this.solution.find((lay) => !this.found.includes(lay)) ?? null;
  }

  /** The answers that hold all this, in whatever order. */
  private answersFrom(laid: readonly string[]): string[][] {
    return this.conundrum?.answers.filter((answer) => laid.every((lay) => answer.includes(lay))) ?? [];
  }

  private leads(laid: readonly string[]): boolean {
    return this.answersFrom(laid).length > 0;
  }

  /** Of what was laid before, as much as can be laid. */
  private possible(laid: readonly string[]): string[] {
    const all = this.conundrum?.moves ?? [];
    const length = laid.findIndex((lay, i) => !all.some((move) => move.lay === lay && after(move.after) === after(laid.slice(0, i))));
    return length < 0 ? [...laid] : laid.slice(0, length);
  }

  /** Takes up a piece of which something is missing, if that is so of none in hand. */
  private choose(): void {
    if (this.done) {
      if (!this.one && !this.held) this.hold.choose(this.pieces[0]?.piece ?? null);
      if (this.one) this.hold.choose(null);
      return;
    }
    if (this.held && this.left(this.held) > 0) return;
    this.hold.choose(this.pieces.find((piece) => this.left(piece) > 0)?.piece ?? null);
  }
}
