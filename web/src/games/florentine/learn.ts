// The course and the rules of Florentine Dominoes. The positions of the course are written by web/tools/lessons.py.

import { cellBox, drawing } from "../../board/scene";
import { grown, union } from "../../board/view";
import type { Key } from "../../i18n/index.svelte";
import type { Figure, LearnUi, Lesson } from "../ui";
import { cardAdapter } from "./adapter";
import Badge from "./Badge.svelte";
import Closed from "./Closed.svelte";
import figures from "./figures.json";
import Icon from "./Icon.svelte";
import Ground from "./Ground.svelte";
import lessons from "./lessons.json";
import { BLACK, CELL, COLOURS, CROSS, letterOf, parseBlack } from "./notation";
import { PAGES } from "./pages";
import { area, framed, type BlackCard } from "./scene";
import { closedOn } from "./spaces";

interface StoredLesson extends Pick<Lesson, "key" | "task" | "board" | "rack"> {
  lays: string[];
  drawn?: string;
  start?: { x: number; y: number; turn: number };
  goal?: string[];
  /** The places for the black card, if the lesson is about it. */
  black?: [number, number][];
}

const STORED = lessons as unknown as StoredLesson[];
const LETTERS = Object.keys(COLOURS) as (keyof typeof COLOURS)[];
/** The player's colour in the stored lessons. */
const STORED_COLOUR = "R";

/** Lessons where one's own colour says nothing yet, or nothing new. */
const WITHOUT_COLOUR: readonly string[] = ["colour", "edges"];

/** A card or a placement with two colours exchanged: it is as legal as before, and in the deck as well (F3). */
export function recoloured(text: string, letter: string): string {
  if (text.startsWith(BLACK)) return text;
  const pairs: Record<string, string> = { [STORED_COLOUR]: letter, [letter]: STORED_COLOUR };
  return text.replace(/[RBGO]/gi, (each) => {
    const other = pairs[each.toUpperCase()] ?? each;
    return each === each.toUpperCase() ? other.toUpperCase() : other.toLowerCase();
  });
}

function lesson({ key, task, lays, goal, black = [], drawn, start, ...stored }: StoredLesson, letter: string): Lesson {
  const colour = COLOURS[letter as keyof typeof COLOURS];
  const own = (text: string): string => recoloured(text, letter);
  const [board, rack] = [stored.board.map(own), stored.rack.map(own)];
  const cells = black.map(([x, y]) => ({ x, y }));
  const named: readonly Key[] = [`colour.f${letter}` as Key, `gem.${letter}` as Key];
  return {
    key,
    task,
    board,
    rack,
    rackTitle: key === "pool" ? "rack.pool" : "rack.title",
    prompt: task === "aside" ? "learn.tapAside" : "learn.tapCard",
    drawn: drawn === undefined ? null : own(drawn),
    start: start ?? null,
    goal: goal?.map(own) ?? null,
    choices: task === "choose" ? LETTERS.map((each) => ({ value: COLOURS[each], pictures: [drawing(Icon, { piece: BLACK, colour: COLOURS[each] }), drawing(Badge, { letter: each })], names: [`colour.f${each}` as Key, `gem.${each}` as Key] })) : [],
    signs: WITHOUT_COLOUR.includes(key) ? [] : [{ pictures: [drawing(Badge, { letter })], names: named }],
    names: { colour: named[0]!, gem: named[1]! },
    colour,
    adapter: cardAdapter(board, { lays: lays.map(own), black: cells, own: colour }),
    scene(laid) {
      const cell = laid === null ? null : parseBlack(laid);
      const cards = laid === null || cell ? board : [...board, laid];
      const placed = cell ? [{ ...cell, colour }] : [];
      const around = union([...board.map(area), ...cells.map(({ x, y }) => cellBox(x, y, CELL))])!;
      return {
        ...framed(cards, grown(around, cells.length > 0 ? CELL / 4 : CELL), {
          black: placed,
          own: colour,
          over: [drawing(Closed, { spaces: closedOn(cards, placed), own: colour })],
        }),
        // The square is filled once the cross is complete.
        ground: board.length >= CROSS ? [drawing(Ground, {})] : [],
      };
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
  lessons: (choice) => STORED.map((each) => lesson(each, letterOf(choice))),
  pages: PAGES,
  figure,
  figureCell: 3,
};
