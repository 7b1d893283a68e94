// The addresses of conundrums and of sheets with several of them.

import type { GameName } from "../games";
import { LEVELS, RISING } from "../router.svelte";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LONGEST = 40;

/** A new seed. */
export function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function address(game: GameName, seed: string, level: number): string {
  return `/conundrum/${game}?seed=${seed}&level=${level}`;
}

export function sheetAddress(game: GameName, seed: string, level: number, count: number): string {
  return `/sheet/${game}?seed=${seed}&level=${level}&count=${count}`;
}

/** A conundrum of a game. */
export interface ConundrumId {
  seed: string;
  level: number;
}

/** The conundrums of a sheet: the first has the seed of the sheet, and the seeds of the others are derived from it. */
export function sheet(seed: string, level: number, count: number): ConundrumId[] {
  return Array.from({ length: count }, (_, i) => {
    const end = i === 0 ? "" : `-${i + 1}`;
    const rising = LEVELS[Math.floor((i * LEVELS.length) / count)]!;
    return { seed: seed.slice(0, LONGEST - end.length) + end, level: level === RISING ? rising : level };
  });
}

/** The number of columns for so many solutions on a page. */
export function columnsFor(answers: number): number {
  return answers <= 2 ? 1 : answers <= 6 ? 2 : answers <= 12 ? 3 : 4;
}
