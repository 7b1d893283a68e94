// Which conundrum follows which: addresses of one, of another, of a whole sheet.

import type { GameName } from "../games";
import { LEVELS, RISING } from "../router.svelte";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LONGEST = 40;

/** A seed that nobody had before. */
export function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function address(game: GameName, seed: string, level: number): string {
  return `/conundrum/${game}?seed=${seed}&level=${level}`;
}

export function sheetAddress(game: GameName, seed: string, level: number, count: number): string {
  return `/sheet/${game}?seed=${seed}&level=${level}&count=${count}`;
}

export interface Asked {
  seed: string;
  level: number;
}

/** The conundrums of a sheet: the first is the one that the seed stands for, and the others follow from it. */
export function sheet(seed: string, level: number, count: number): Asked[] {
  return Array.from({ length: count }, (_, i) => {
    const end = i === 0 ? "" : `-${i + 1}`;
    const rising = LEVELS[Math.floor((i * LEVELS.length) / count)]!;
    return { seed: seed.slice(0, LONGEST - end.length) + end, level: level === RISING ? rising : level };
  });
}

/** In how many columns so many solutions stand on their page. */
export function columnsFor(answers: number): number {
  return answers <= 2 ? 1 : answers <= 6 ? 2 : answers <= 12 ? 3 : 4;
}
