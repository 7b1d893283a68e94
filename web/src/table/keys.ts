// The keys that move the piece in hand, the same wherever there is a board.

import { settings } from "../settings.svelte";
import type { Hold } from "./hold.svelte";

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Whether a key belongs to a field, a dialog or the browser, or single-key shortcuts are switched off. */
export function meantElsewhere(event: KeyboardEvent): boolean {
  return (
    (!settings.keys && event.key.length === 1) ||
    event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest("input, select, textarea, dialog") !== null
  );
}

/** Moves the piece in hand by a key; false if the key does nothing here. */
export function moves(event: KeyboardEvent, hold: Hold, pieces: readonly string[], lay: () => void): boolean {
  const arrow = ARROWS[event.key];
  const chosen = /^[1-9]$/.test(event.key) ? pieces[Number(event.key) - 1] : undefined;
  if (arrow && hold.piece !== null && !event.shiftKey) hold.step(...arrow);
  else if (chosen !== undefined) hold.choose(hold.piece === chosen ? null : chosen);
  else if (event.key === "r" || event.key === "R") hold.rotate(event.shiftKey ? -1 : 1);
  else if (event.key === "n" || event.key === "N") hold.next(event.shiftKey ? -1 : 1, pieces);
  else if ((event.key === "t" || event.key === "T") && pieces.length > 0) hold.take(pieces, event.shiftKey ? -1 : 1);
  // On a button or a link, Enter is that one's; but on the piece in hand it means what lies on the board.
  else if (event.key === "Enter" && hold.pinned && !(event.target as Element).closest("a, button:not([aria-pressed=true])")) lay();
  else return false;
  return true;
}

/** A board whose view can be changed. */
interface Viewable {
  frame(): void;
  zoom(factor: number): void;
  pan(dx: number, dy: number): void;
}

const CLOSER = 1.3;
/** How far an arrow shifts the board, in pixels. */
const SHIFT = 80;

/** Changes the view of the board by a key. The arrows shift it with the shift key, or alone if `free`. */
export function looks(event: KeyboardEvent, board: Viewable | undefined, free: boolean): boolean {
  const arrow = ARROWS[event.key];
  if (arrow && (event.shiftKey || free)) board?.pan(-SHIFT * arrow[0], -SHIFT * arrow[1]);
  else if (event.key === "f") board?.frame();
  else if (event.key === "+" || event.key === "=") board?.zoom(CLOSER);
  else if (event.key === "-") board?.zoom(1 / CLOSER);
  else return false;
  return true;
}
