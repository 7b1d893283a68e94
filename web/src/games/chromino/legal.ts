// What a seat may do now, read from the actions that its view lists.

import type { ChrominoView } from "../../wire";

export const CLAIM = "claim ";

function allows(action: string): (view: ChrominoView) => boolean {
  return (view) => view.legal.includes(action);
}

export const canDraw = allows("draw");
export const canPass = allows("pass");
/** Say "Chromino" (C22). */
export const canCall = allows("call");

/** Notice that a seat has not said "Chromino" (C22). */
export function spotting(seat: number): string {
  return `spot ${seat}`;
}

export function canSpot(view: ChrominoView, seat: number): boolean {
  return view.legal.includes(spotting(seat));
}
