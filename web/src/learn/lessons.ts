// The course as data. The places in it come from the rules (web/tools/lessons.py); this only hands them to the board.

import { chrominoAdapter, florentineAdapter, type Adapter } from "../games/adapter";
import type { ChrominoPlace, FlorentineSpace, GameName, Piece } from "../wire";
import data from "./lessons.json";

export interface Lesson {
  game: GameName;
  key: string;
  board: Piece[];
  rack: string[];
  /** A tile that is drawn in this lesson. */
  draw: string | null;
  /** Where the piece lies at first. */
  start: { x: number; y: number; turn: number } | null;
  /** The only right answers; null if every place is one. */
  goal: string[] | null;
  closed: FlorentineSpace[];
  after: FlorentineSpace[];
  colour: string;
  adapter: Adapter;
}

interface Raw {
  key: string;
  board: string[];
  rack: string[];
  lays: (string | ChrominoPlace)[];
  draw?: string;
  start?: { x: number; y: number; turn: number };
  goal?: string[];
  black?: [number, number][];
  closed?: FlorentineSpace[];
  after?: FlorentineSpace[];
  colour?: string;
}

function lesson(game: GameName, raw: Raw): Lesson {
  const board = raw.board.map((lay) => ({ lay, seat: null }));
  const adapter =
    game === "chromino"
      ? chrominoAdapter(board, raw.lays as ChrominoPlace[], false)
      : florentineAdapter(board, { lays: raw.lays as string[], black: raw.black ?? [], own: raw.colour ?? "red" });
  return {
    game,
    key: raw.key,
    board,
    rack: raw.rack,
    draw: raw.draw ?? null,
    start: raw.start ?? null,
    goal: raw.goal ?? null,
    closed: raw.closed ?? [],
    after: raw.after ?? [],
    colour: raw.colour ?? "red",
    adapter,
  };
}

export const LESSONS: Record<GameName, Lesson[]> = {
  chromino: (data.chromino as unknown as Raw[]).map((raw) => lesson("chromino", raw)),
  florentine: (data.florentine as unknown as Raw[]).map((raw) => lesson("florentine", raw)),
};
