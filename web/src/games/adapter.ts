// Where a piece may go and what to say of a place: the form in which every game answers that.

import type { Drawing } from "../board/scene";
import type { Cell, Mark, Place } from "../board/spots";
import type { Key, Values } from "../i18n/index.svelte";

/** A text by its key, with what is filled in. */
export interface Message {
  key: Key;
  values?: Values;
  /** Values that are words themselves. */
  words?: Record<string, Key>;
}

/** A piece held over the board. */
export interface Fit {
  /** The placement, as a record writes it. */
  lay: string;
  /** The action that would lay it there. */
  action: string;
  /** The place, if it is one of those that the server offers. */
  place: Place | null;
  marks: Mark[];
  /** The colours that it touches, each once. */
  touching: Key[];
  /** Why it may not lie there; null if it may. */
  why: Message | null;
  /** What to say of the placement itself: its contacts, mostly. */
  verdict: Message;
  /** What it would score for its player at once. */
  gain: number;
  /** What laying it would bring, in words. */
  worth: Message[];
  /** What to draw over the piece, besides the marks. */
  over: Drawing[];
}

export interface Adapter<F extends Fit = Fit> {
  /** All places of a piece. */
  places(piece: string): Place[];
  /** The piece at a cell, turned so. */
  at(piece: string, at: Cell, turn: number): F;
}

/** What to say of a placement by its number of contacts. */
export function contacts(marks: readonly Mark[]): Message {
  return { key: "bar.contacts", values: { n: marks.length } };
}
