// What a board shows. All of it is handed in: this folder knows cells, boxes and components, and no game.

import type { Component } from "svelte";
import type { Box } from "./view";

/** A component together with its properties. Each game passes its own. */
export interface Drawing {
  // The properties were checked by `drawing`.
  component: Component<any>;
  props: object;
}

export function drawing<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): Drawing {
  return { component, props };
}

/** A piece on the board. The key stays the same for as long as the piece lies there. */
export interface DrawnPiece extends Drawing {
  key: string;
}

/** An area with an edge of its own colour, and a word about it. */
export interface Outline {
  area: Box;
  /** In CSS. */
  tint: string;
  title: string;
  /** The last of them. */
  last: boolean;
}

export interface Scene {
  /** The part of the board to show when the board frames itself. */
  box: Box;
  /** Under the pieces. */
  ground: Drawing[];
  pieces: DrawnPiece[];
  /** Over the pieces. */
  over: Drawing[];
  /** Draws one more piece of this scene: the one in hand, or a better move. */
  draw(lay: string): Drawing;
}

/** The sizes that a game's boards have in common, in the board's units unless said otherwise. */
export interface Metrics {
  cell: number;
  /** What stays free around a board that frames itself, in pixels. */
  margin: number;
  /** The largest scale at which a board frames itself. */
  largest: number;
  /** The size of a tick or cross. */
  mark: number;
}

/** The area of a cell. */
export function cellBox(x: number, y: number, cell: number): Box {
  return { x: x * cell, y: y * cell, w: cell, h: cell };
}
