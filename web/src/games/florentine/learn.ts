// The course and the rules of Florentine Dominoes. The positions of the course are written by web/tools/lessons.py.

import { cellBox, drawing } from "../../board/scene";
import { union } from "../../board/view";
import type { FlorentineSpace } from "../../wire";
import type { Figure, LearnUi, Lesson } from "../ui";
import { cardAdapter } from "./adapter";
import Closed from "./Closed.svelte";
import figures from "./figures.json";
import lessons from "./lessons.json";
import { CELL, COLOURS, parseBlack } from "./notation";
import { PAGES } from "./pages";
import { area, framed, scene, type BlackCard } from "./scene";
import { closedOn } from "./spaces";

interface StoredLesson extends Pick<Lesson, "key" | "board" | "rack"> {
  lays: string[];
  colour: string;
  goal?: string[];
  /** The places for the black card, if the lesson is about it. */
  black?: [number, number][];
  /** The closed spaces before and after the goal. */
  closed: FlorentineSpace[];
  after?: FlorentineSpace[];
}

function lesson({ key, board, rack, lays, colour, goal, black = [], closed, after = [] }: StoredLesson): Lesson {
  const cells = black.map(([x, y]) => ({ x, y }));
  return {
    key,
    board,
    rack,
    draw: null,
    start: null,
    goal: goal ?? null,
    colour,
    adapter: cardAdapter(board, { lays, black: cells, own: colour }),
    scene(laid) {
      const cell = laid === null ? null : parseBlack(laid);
      const cards = laid === null || cell ? board : [...board, laid];
      return scene(cards, cells.length > 0, {
        black: cell ? [{ ...cell, colour }] : [],
        own: colour,
        over: [drawing(Closed, { spaces: laid === null ? closed : after, own: colour })],
      });
    },
  };
}

interface StoredFigure {
  board: string[];
  cells?: number[][];
  /** The black cards by the letters of their colours. */
  black?: Record<string, number[]>;
  /** The colour whose closed spaces stand out. */
  own?: string;
}

const FIGURES: Readonly<Record<string, StoredFigure>> = figures;

function blackCards(stored: Record<string, number[]> = {}): BlackCard[] {
  return Object.entries(stored).map(([letter, [x = 0, y = 0]]) => ({ x, y, colour: COLOURS[letter as keyof typeof COLOURS] }));
}

function figure(name: string): Figure {
  const { board, cells = [], own = null, ...stored } = FIGURES[name]!;
  const black = blackCards(stored.black);
  const dashed = cells.map(([x = 0, y = 0]) => cellBox(x, y, CELL));
  const box = union([...board.map(area), ...dashed, ...black.map(({ x, y }) => cellBox(x, y, CELL))])!;
  return {
    scene: framed(board, box, { black, over: [drawing(Closed, { spaces: closedOn(board, black), own })] }),
    last: null,
    marks: [],
    dashed,
    numbered: false,
    sum: null,
  };
}

export const learn: LearnUi = {
  lessons: (lessons as unknown as StoredLesson[]).map(lesson),
  tap: "learn.tapCard",
  pages: PAGES,
  figure,
  figureCell: 3,
};
