// The conundrums that were solved, how fast, and for how many days in a row; stored in this browser.

import { dayBefore, isDay, shifted } from "./days";
import { isHistory, tally } from "./history";
import { DEFAULT_KIND, type ConundrumId } from "./seeds";
import { sectionsOf } from "./stored";

export interface Streak {
  /** How many days in a row a conundrum of the day was solved, and the last of them. */
  days: number;
  last: string;
  /** The most days in a row so far. */
  longest: number;
}

/** How a conundrum ended. */
export interface Result {
  /** What was done, step by step (history.ts). */
  steps: string;
  /** The day on which it ended. */
  day: string;
  seconds: number;
  /** The solution was shown. */
  shown: boolean;
}

export interface Begun {
  /** The places found so far. */
  found: string[];
  seconds: number;
  steps: string;
}

/** The most that was solved in one run. */
export interface BestRun {
  solved: number;
  day: string;
}

export interface Progress {
  /** Seconds, by key. */
  solved: Record<string, number>;
  /** The best time without a hint, by level and kind. */
  best: Record<string, number>;
  /** By game. */
  streak: Record<string, Streak>;
  /** Those that are not solved yet, by key; the oldest first. */
  begun: Record<string, Begun>;
  /** How those ended that were solved or shown, by key. Older versions of the page did not store it. */
  results: Record<string, Result>;
  /** By game: the best run ever, and the best of the last day with one. */
  runs: Record<string, { ever: BestRun; lately: BestRun }>;
}

/** Where the progress is stored. */
export const KEY = "tessella.conundrums";
/** Where a text is kept that could not be read. */
export const DAMAGED = "tessella.conundrums.damaged";
/** The number of unsolved conundrums that are stored. */
const REMEMBERED = 30;

export function empty(): Progress {
  return { solved: {}, best: {}, streak: {}, begun: {}, results: {}, runs: {} };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function readStreak({ days, last, longest = days }: Record<string, unknown>): Streak | null {
  return isNumber(days) && isNumber(longest) && typeof last === "string" && isDay(last) ? { days, last, longest: Math.max(days, longest) } : null;
}

function readBegun({ found, seconds, steps = "" }: Record<string, unknown>): Begun | null {
  return isTexts(found) && isNumber(seconds) && isHistory(steps) ? { found, seconds, steps } : null;
}

function readResult({ steps, day, seconds, shown }: Record<string, unknown>): Result | null {
  if (!isHistory(steps) || !isNumber(seconds) || typeof day !== "string" || typeof shown !== "boolean") return null;
  return { steps, day, seconds, shown };
}

function readBestRun(value: unknown): BestRun | null {
  const { solved, day } = (value ?? {}) as Record<string, unknown>;
  return isNumber(solved) && typeof day === "string" ? { solved, day } : null;
}

function readRuns({ ever, lately }: Record<string, unknown>): { ever: BestRun; lately: BestRun } | null {
  const [best, last] = [readBestRun(ever), readBestRun(lately)];
  return best && last ? { ever: best, lately: last } : null;
}

/** The progress from a stored text, and whether some of it could not be read. What can be read is kept. */
export function read(text: string | null): { progress: Progress; damaged: boolean } {
  const sections = sectionsOf(text);
  const progress = {
    solved: sections.values("solved", (value) => (isNumber(value) ? value : null)),
    best: sections.values("best", (value) => (isNumber(value) ? value : null)),
    streak: sections.objects("streak", readStreak),
    begun: sections.objects("begun", readBegun),
    results: sections.objects("results", readResult),
    runs: sections.objects("runs", readRuns),
  };
  return { progress, damaged: sections.damaged() };
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The stored progress. A text that cannot be read as a whole is set aside; what can be read of it stays. */
export function load(): Progress {
  const text = stored(KEY);
  const { progress, damaged } = read(text);
  if (damaged && text !== null && setAside(text)) store(progress);
  return progress;
}

/** Adds a text to those that could not be read; false if it does not fit. */
function setAside(text: string): boolean {
  const before = stored(DAMAGED);
  try {
    localStorage.setItem(DAMAGED, before === null ? text : `${before}\n${text}`);
    return true;
  } catch {
    return false;
  }
}

/** The text that could not be read; null if there is none. */
export function damagedText(): string | null {
  return stored(DAMAGED);
}

/** Stores the progress; false if the browser does not allow that. */
export function store(progress: Progress): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
    return true;
  } catch {
    return false;
  }
}

/** Deletes everything. */
export function forget(): void {
  try {
    for (const key of [KEY, DAMAGED]) localStorage.removeItem(key);
  } catch {
    // Where storage is forbidden there is nothing to forget.
  }
}

/** Deletes the text that could not be read. */
export function dismissDamaged(): void {
  try {
    localStorage.removeItem(DAMAGED);
  } catch {
    // It is shown again next time.
  }
}

function more(kind: string): string {
  return kind === DEFAULT_KIND ? "" : `/${kind}`;
}

export function keyOf(game: string, { seed, level, kind = DEFAULT_KIND }: ConundrumId): string {
  return `${game}/${seed}/${level}${more(kind)}`;
}

/** The key of the best time. */
export function bestKey(game: string, level: number, kind: string = DEFAULT_KIND): string {
  return `${game}/${level}${more(kind)}`;
}

/** Adds an unsolved conundrum. Of too many, the first without any place found goes, or else the oldest. */
export function begin(before: Progress, key: string, state: Begun): Progress {
  const others = Object.entries(before.begun).filter(([each]) => each !== key);
  if (others.length >= REMEMBERED) others.splice(Math.max(0, others.findIndex(([, { found }]) => found.length === 0)), 1);
  return { ...before, begun: Object.fromEntries([...others, [key, state]]) };
}

/** Whether a streak goes on to a day, or has counted it already. */
function nextStreak(streak: Streak | undefined, day: string): Streak {
  if (streak && streak.last >= day && streak.last <= later(day)) return streak;
  const days = streak?.last === dayBefore(day) ? streak.days + 1 : 1;
  return { days, last: day, longest: Math.max(days, streak?.longest ?? 0) };
}

/** The last day that a traveller may have counted already, coming from the east. */
function later(day: string): string {
  return shifted(day, 1);
}

export interface Ending {
  seconds: number;
  steps: string;
  /** The day on which it was opened: what is solved after midnight still counts for that. */
  day: string;
}

/** Adds a solved conundrum. Any level and kind of the day counts for the days in a row. */
export function solved(before: Progress, game: string, id: ConundrumId, { seconds, steps, day }: Ending): Progress {
  const key = keyOf(game, id);
  // Solving the same one again does not count, nor does one whose solution was shown.
  if (key in before.solved || key in before.results) return before;
  const level = bestKey(game, id.level, id.kind);
  const best = tally(steps).hints > 0 ? before.best : { ...before.best, [level]: Math.min(before.best[level] ?? Infinity, seconds) };
  const streak = id.seed === day ? { ...before.streak, [game]: nextStreak(before.streak[game], day) } : before.streak;
  const { [key]: _, ...begun } = before.begun;
  const results = { ...before.results, [key]: { steps, day, seconds, shown: false } };
  return { ...before, solved: { ...before.solved, [key]: seconds }, best, streak, begun, results };
}

/** Adds a conundrum whose solution was shown. */
export function givenUp(before: Progress, game: string, id: ConundrumId, { seconds, steps, day }: Ending): Progress {
  const key = keyOf(game, id);
  if (key in before.solved || key in before.results) return before;
  const { [key]: _, ...begun } = before.begun;
  return { ...before, begun, results: { ...before.results, [key]: { steps, day, seconds, shown: true } } };
}

/** The days in a row that still count today. */
export function running(progress: Progress, game: string, day: string): number {
  const streak = progress.streak[game];
  return streak && streak.last >= dayBefore(day) && streak.last <= later(day) ? streak.days : 0;
}

/** The levels of a day that are solved. */
export function solvedLevels(progress: Progress, game: string, day: string, levels: readonly number[], kind?: string): number[] {
  return levels.filter((level) => keyOf(game, { seed: day, level, ...(kind === undefined ? {} : { kind }) }) in progress.solved);
}

/** Adds a run that has ended. */
export function ran(before: Progress, game: string, run: BestRun): Progress {
  const known = before.runs[game];
  const ever = known && known.ever.solved >= run.solved ? known.ever : run;
  const lately = known && known.lately.day === run.day && known.lately.solved >= run.solved ? known.lately : run;
  return { ...before, runs: { ...before.runs, [game]: { ever, lately } } };
}

export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
