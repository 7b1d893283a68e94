// The course and the rules of Chromino. The positions of the course are written by web/tools/lessons.py.

import { drawing } from "../../board/scene";
import { union } from "../../board/view";
import type { ChrominoPlace } from "../../wire";
import type { Figure, LearnUi, Lesson, Sign, Task } from "../ui";
import { tileAdapter } from "./adapter";
import figures from "./figures.json";
import lessons from "./lessons.json";
import { around, Grid, parse, touches, write } from "./notation";
import { PAGES } from "./pages";
import { area, framed, scene } from "./scene";
import Wheel from "./Wheel.svelte";

interface StoredLesson extends Pick<Lesson, "key" | "board" | "rack"> {
  task?: Task;
  lays: ChrominoPlace[];
  drawn?: string;
  start?: { x: number; y: number; turn: number };
}

/** The wheel, before a tile with it is laid for the first time. */
const SIGNS: Readonly<Record<string, readonly Sign[]>> = {
  wild: [{ pictures: [drawing(Wheel, {})], names: ["colour.*"] }],
};

function lesson({ key, task = "lay", board, rack, lays, drawn, start }: StoredLesson): Lesson {
  const begun = start ? [write(around(rack[0]!, start, start.turn))] : [];
  const extent = [...lays.map(({ lay }) => lay), ...begun];
  return {
    key,
    task,
    board,
    rack,
    rackTitle: "rack.title",
    prompt: "learn.tap",
    drawn: drawn ?? null,
    start: start ?? null,
    goal: null,
    choices: [],
    signs: SIGNS[key] ?? [],
    names: {},
    colour: null,
    adapter: tileAdapter(board, lays),
    scene: (laid) => scene(laid === null ? board : [...board, laid], extent),
  };
}

const LESSONS = (lessons as unknown as StoredLesson[]).map(lesson);

interface StoredFigure {
  board: string[];
  /** The tile laid last, whose contacts are marked. */
  laid?: string;
  sum?: string;
  places?: string[];
}

const FIGURES: Readonly<Record<string, StoredFigure>> = figures;

function figure(name: string): Figure {
  // An edition may have words of its own for a picture.
  const { board, laid, sum, places = [] } = FIGURES[name.split(".")[0]!]!;
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
  lessons: () => LESSONS,
  pages: PAGES,
  figure,
  figureCell: 1.9,
};
