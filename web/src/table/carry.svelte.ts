// A piece that is carried to the board, by a mouse or a finger.

/** So far a pointer may stray before it carries. */
const SLOP = 9;
/** A finger would hide what it carries: that goes above it. */
const LIFT = 54;

/** Nowhere on the page. */
const BESIDE: [number, number] = [-1, -1];

export interface Carrying {
  /** A piece is carried over the page; true if it is over the board. */
  drag(piece: string, x: number, y: number): boolean;
  drop(x: number, y: number): void;
  /** While one finger carries a piece, another one turns it. */
  turn(): void;
}

export class Carry {
  /** The piece while it is not over the board, and where. */
  floating = $state.raw<{ piece: string; x: number; y: number } | null>(null);
  /** Whether a click is only the end of a drag. */
  justDragged = false;
  private held: { piece: string; id: number; x: number; y: number; dragging: boolean } | null = null;

  constructor(private readonly to: Carrying) {}

  down(event: PointerEvent, piece: string): void {
    if (event.button === 0) this.held = { piece, id: event.pointerId, x: event.clientX, y: event.clientY, dragging: false };
  }

  readonly move = (event: PointerEvent): void => {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    if (!held.dragging && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLOP) return;
    held.dragging = true;
    const [x, y] = aim(event);
    this.floating = this.to.drag(held.piece, x, y) ? null : { piece: held.piece, x, y };
  };

  readonly up = (event: PointerEvent): void => {
    if (!this.held || event.pointerId !== this.held.id) return;
    if (this.held.dragging) {
      this.justDragged = true;
      setTimeout(() => (this.justDragged = false));
      // One that was taken away by something else lands nowhere.
      this.to.drop(...(event.type === "pointerup" ? aim(event) : BESIDE));
    }
    this.held = null;
    this.floating = null;
  };

  readonly second = (event: PointerEvent): void => {
    if (!this.held?.dragging || event.pointerId === this.held.id) return;
    // It is not meant for what lies under it.
    event.stopPropagation();
    this.to.turn();
  };
}

function aim(event: PointerEvent): [number, number] {
  return [event.clientX, event.clientY - (event.pointerType === "touch" ? LIFT : 0)];
}
