// The piece in hand: which one, where it hovers, how it is turned. It answers within a frame, without the server.

import { candidates, following, meant, nearest, same, turned, type Cell, type Place } from "../board/spots";
import type { Adapter, Fit } from "../games/adapter";

export class Hold {
  piece = $state<string | null>(null);
  at = $state.raw<Cell | null>(null);
  turn = $state(0);
  /** Counts the moves that were made by keys or buttons: the board has to follow those. */
  jumps = $state(0);
  /** Put down, rather than hovering under a mouse. */
  pinned = $state(false);
  /** The player tried to lay it here: without help, only then the board shows whether it fits. */
  attempted = $state(false);

  private tapped = $state(0);

  constructor(
    private readonly adapter: () => Adapter | null,
    private readonly help: () => boolean,
  ) {}

  get places(): Place[] {
    const adapter = this.adapter();
    return adapter && this.piece !== null ? adapter.places(this.piece) : [];
  }

  /** The places that the board may show: none without help. */
  get lit(): Place[] {
    return this.help() ? this.places : [];
  }

  get fit(): Fit | null {
    const adapter = this.adapter();
    return adapter && this.piece !== null && this.at !== null ? adapter.at(this.piece, this.at, this.turn) : null;
  }

  /** How many places the last tap could mean: another one there goes on to the next of them. */
  get overlapping(): number {
    return this.pinned ? this.tapped : 0;
  }

  /** Whether the board may show if the piece fits. */
  get revealed(): boolean {
    return this.help() || this.attempted;
  }

  /** Of these pieces, those that fit somewhere; none without help. */
  private fitting(pieces: readonly string[]): readonly string[] {
    const adapter = this.adapter();
    return adapter && this.help() ? pieces.filter((piece) => adapter.places(piece).length > 0) : [];
  }

  /** Take up the next of these pieces, round and round: of those that fit, if the board may show which do. */
  take(pieces: readonly string[], step: 1 | -1): void {
    const fitting = this.fitting(pieces);
    const among = fitting.length > 0 ? fitting : pieces;
    const at = this.piece === null ? -1 : among.indexOf(this.piece);
    const next = at < 0 && step < 0 ? among.length - 1 : (at + step + among.length) % among.length;
    this.choose(among[next] ?? null);
  }

  choose(piece: string | null): void {
    if (piece === this.piece) return;
    this.piece = piece;
    this.lift();
  }

  /** Put a piece down at a place, for all to see. */
  show(piece: string, { at, turn }: Place): void {
    this.choose(piece);
    this.put(at, turn, true);
    this.jumps++;
  }

  /** Take the piece off the board, but keep it in hand. */
  lift(): void {
    this.at = null;
    this.pinned = false;
    this.attempted = false;
  }

  /**
   * Point somewhere, in cells with fractions. With help the piece turns so that it fits, if it can, and goes to a place that
   * is no farther off than `reach`.
   */
  point(where: Cell, pin: boolean, reach = 0): void {
    const place = meant(this.lit, where, this.turn, reach);
    if (place) this.put(place.at, place.turn, pin);
    else this.put({ x: Math.floor(where.x), y: Math.floor(where.y) }, this.turn, pin);
  }

  /**
   * A tap: true if it asks for the piece to be laid, because it lies there already. Where several places overlap, it goes on
   * to the next one instead.
   */
  tap(where: Cell, reach = 0): boolean {
    const cell = { x: Math.floor(where.x), y: Math.floor(where.y) };
    const { fit } = this;
    const here = candidates(this.lit, where, reach);
    const lies = fit?.place ? here.some((place) => place.lay === fit.lay) || fit.place.cells.some((each) => same(each, cell)) : this.at !== null && same(this.at, cell);
    if (this.pinned && lies) {
      if (here.length <= 1) return true;
      const next = following(here, fit?.lay ?? null, 1)!;
      this.put(next.at, next.turn, true);
    } else {
      this.point(where, true, reach);
    }
    this.tapped = here.length;
    return false;
  }

  hover(where: Cell | null, reach = 0): void {
    if (this.pinned || this.piece === null) return;
    if (where === null) this.lift();
    else this.point(where, false, reach);
  }

  drag(where: Cell): void {
    const place = nearest(this.lit, where, this.turn, 1.1);
    if (place) this.put(place.at, place.turn, false);
    else this.put({ x: Math.floor(where.x), y: Math.floor(where.y) }, this.turn, false);
  }

  rotate(step: 1 | -1 = 1): void {
    if (this.piece === null) return;
    const at = this.at;
    const here = at ? this.lit.filter((place) => same(place.at, at)) : [];
    // Where another turn fits, a turn goes on to that one.
    const others = here.some((place) => place.turn !== this.turn);
    this.turn = others && at ? turned(here, at, this.turn, step) : (this.turn + step + 4) % 4;
    this.attempted = false;
  }

  step(dx: number, dy: number): void {
    const from = this.at ?? { x: 0, y: 0 };
    this.put(this.at === null ? from : { x: from.x + dx, y: from.y + dy }, this.turn, true);
    this.jumps++;
  }

  /** Go on to the next place. With none for the piece in hand, first take up one of these pieces that fits. */
  next(step: 1 | -1, pieces: readonly string[] = []): void {
    if (this.lit.length === 0) this.choose(this.fitting(pieces)[0] ?? this.piece);
    const place = following(this.lit, this.fit?.lay ?? null, step);
    if (place) this.put(place.at, place.turn, true);
    this.jumps++;
  }

  private put(at: Cell, turn: number, pin: boolean): void {
    if (this.at === null || !same(this.at, at) || this.turn !== turn) this.attempted = false;
    this.tapped = 0;
    this.at = at;
    this.turn = turn;
    if (pin) this.pinned = true;
  }
}
