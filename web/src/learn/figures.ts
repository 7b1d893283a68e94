// The pictures in the rules: positions from games (a test lays them under the rules), and what is marked in them.

import type { GameName, Piece } from "../wire";
import data from "./figures.json";

export type FigureName = keyof typeof data;

export interface Figure {
  game: GameName;
  board: Piece[];
  /** The piece laid last, whose contacts are marked. */
  laid: string | null;
  /** What it scores, as a sum. */
  sum: string | null;
  /** Places to be dashed and numbered, and cells to be dashed. */
  places: string[];
  cells: [number, number][];
  black: { x: number; y: number; letter: string }[];
  /** Whose closed spaces are edged in strong gold. */
  own: string | null;
}

interface Raw {
  game: string;
  board: string[];
  laid?: string;
  sum?: string;
  places?: string[];
  cells?: number[][];
  black?: Record<string, number[]>;
  own?: string;
}

export function figure(name: FigureName): Figure {
  const raw: Raw = data[name];
  return {
    game: raw.game as GameName,
    board: [...raw.board, ...(raw.laid ? [raw.laid] : [])].map((lay) => ({ lay, seat: null })),
    laid: raw.laid ?? null,
    sum: raw.sum ?? null,
    places: raw.places ?? [],
    cells: (raw.cells ?? []) as [number, number][],
    black: Object.entries(raw.black ?? {}).map(([letter, [x = 0, y = 0]]) => ({ x, y, letter })),
    own: raw.own ?? null,
  };
}
