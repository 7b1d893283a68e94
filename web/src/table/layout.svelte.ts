// How a table is laid out on this screen. Decided here once; the styles ask for `data-layout`.

import { MediaQuery } from "svelte/reactivity";

/**
 * - wide: the board over the full height, everything else in a panel on its right.
 * - side: the same on a low screen, for instance a phone on its side: everything in the panel is smaller.
 * - upright: the seats above the board, the actions and the rack below it.
 */
export type LayoutKind = "wide" | "side" | "upright";

export class Layout {
  private readonly wide = new MediaQuery("(min-width: 900px) and (min-height: 521px)");
  private readonly side = new MediaQuery("(max-height: 520px) and (min-aspect-ratio: 1/1)");

  get kind(): LayoutKind {
    return this.wide.current ? "wide" : this.side.current ? "side" : "upright";
  }
}
