// The keys that move the piece in hand, the same wherever there is a board.

import type { Hold } from "./hold.svelte";

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Whether a key is meant for something else: a field, a dialog, a shortcut of the browser. */
export function meantElsewhere(event: KeyboardEvent): boolean {
  return (
    event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest("input, select, textarea, dialog") !== null
  );
}

/** Does what a key asks for; false if it asks for nothing of this. */
export function moves(event: KeyboardEvent, hold: Hold, pieces: readonly string[], lay: () => void): boolean {
  const arrow = ARROWS[event.key];
  const chosen = /^[1-9]$/.test(event.key) ? pieces[Number(event.key) - 1] : undefined;
  if (arrow && hold.piece !== null) hold.step(...arrow);
  else if (chosen !== undefined) hold.choose(hold.piece === chosen ? null : chosen);
  else if (event.key === "r" || event.key === "R") hold.rotate(event.shiftKey ? -1 : 1);
  else if (event.key === "n" || event.key === "N") hold.next(event.shiftKey ? -1 : 1);
  // On a button or a link, Enter is that one's.
  else if (event.key === "Enter" && hold.pinned && !(event.target as Element).closest("button, a")) lay();
  else return false;
  return true;
}
