// The conundrums that were solved, how fast, and for how many days in a row; stored in this browser.

import { LEVEL } from "../router.svelte";

export interface Progress {
  /** Seconds, by game/seed/difficulty. */
  solved: Record<string, number>;
  /** The best time, by game/difficulty. */
  best: Record<string, number>;
  /** By game: how many days in a row the conundrum of the day was solved, and the last of them. */
  streak: Record<string, { days: number; last: string }>;
  /** Those that are not solved yet, by game/seed/difficulty; the oldest first. */
  begun: Record<string, Begun>;
}

export interface Begun {
  /** The places found so far. */
  found: string[];
  seconds: number;
}

const KEY = "tessella.conundrums";
const DAY = 86_400_000;
/** The number of unsolved conundrums that are stored. */
const REMEMBERED = 30;

export function empty(): Progress {
  return { solved: {}, best: {}, streak: {}, begun: {} };
}

export function load(): Progress {
  try {
    return { ...empty(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>) };
  } catch {
    return empty();
  }
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

/** The day here, as the server writes it. */
export function today(now: Date = new Date()): string {
  const month = String(now.getMonth() + 1).padStart(2, "0");
  return `${now.getFullYear()}-${month}-${String(now.getDate()).padStart(2, "0")}`;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
}

export function keyOf(game: string, seed: string, difficulty: number): string {
  return `${game}/${seed}/${difficulty}`;
}

/** Adds an unsolved conundrum. Of too many, the first without any place found goes, or else the oldest. */
export function begin(before: Progress, key: string, state: Begun): Progress {
  const others = Object.entries(before.begun).filter(([each]) => each !== key);
  if (others.length >= REMEMBERED) others.splice(Math.max(0, others.findIndex(([, { found }]) => found.length === 0)), 1);
  return { ...before, begun: Object.fromEntries([...others, [key, state]]) };
}

export function solved(before: Progress, game: string, seed: string, difficulty: number, seconds: number, day: string): Progress {
  const key = keyOf(game, seed, difficulty);
  // Solving the same one again does not count.
  if (key in before.solved) return before;
  const level = `${game}/${difficulty}`;
  const best = Math.min(before.best[level] ?? Infinity, seconds);
  const streak = { ...before.streak };
  const run = streak[game];
  if (seed === day && difficulty === LEVEL && run?.last !== day) {
    streak[game] = { days: run?.last === dayBefore(day) ? run.days + 1 : 1, last: day };
  }
  const { [key]: _, ...begun } = before.begun;
  return { solved: { ...before.solved, [key]: seconds }, best: { ...before.best, [level]: best }, streak, begun };
}

/** The days in a row that still count today. */
export function running(progress: Progress, game: string, day: string): number {
  const run = progress.streak[game];
  return run && (run.last === day || run.last === dayBefore(day)) ? run.days : 0;
}

export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
