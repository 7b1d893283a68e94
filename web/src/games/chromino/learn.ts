// The course and the rules of Chromino. The positions of the course are written by web/tools/lessons.py.

import { union } from "../../board/view";
import type { ChrominoPlace } from "../../wire";
import type { Figure, LearnUi, Lesson } from "../ui";
import { tileAdapter } from "./adapter";
import figures from "./figures.json";
import lessons from "./lessons.json";
import { CELL, Grid, parse, touches } from "./notation";
import { PAGES } from "./pages";
import { area, framed, scene } from "./scene";

interface StoredLesson extends Pick<Lesson, "key" | "board" | "rack"> {
  lays: ChrominoPlace[];
  draw?: string;
  start?: { x: number; y: number; turn: number };
}

function lesson({ key, board, rack, lays, draw, start }: StoredLesson): Lesson {
  return {
    key,
    board,
    rack,
    draw: draw ?? null,
    start: start ?? null,
    goal: null,
    colour: null,
    adapter: tileAdapter(board, lays),
    scene: (laid) => scene(laid === null ? board : [...board, laid], [], 1.6 * CELL),
  };
}

interface StoredFigure {
  board: string[];
  /** The tile laid last, whose contacts are marked. */
  laid?: string;
  sum?: string;
  places?: string[];
}

const FIGURES: Readonly<Record<string, StoredFigure>> = figures;

function figure(name: string): Figure {
  const { board, laid, sum, places = [] } = FIGURES[name]!;
  const all = laid === undefined ? board : [...board, laid];
  return {
    scene: framed(all, union([...all, ...places].map(area))!),
    last: laid === undefined ? null : area(laid),
    marks: laid === undefined ? [] : touches(new Grid(board), parse(laid)).map((touch) => touch.mark),
    dashed: places.map(area),
    numbered: true,
    sum: sum ?? null,
  };
}

export const learn: LearnUi = {
  lessons: (lessons as unknown as StoredLesson[]).map(lesson),
  tap: "learn.tap",
  pages: PAGES,
  figure,
  figureCell: 1.9,
};
