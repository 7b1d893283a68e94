// The addresses of conundrums and of sheets with several of them.

import type { GameName } from "../games";
import { LEVELS, RISING } from "../router.svelte";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LONGEST = 40;

/** A new seed. */
export function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** The kind that is meant where none is named: find every position. */
export const DEFAULT_KIND = "places";

/** A conundrum of a game. */
export interface ConundrumId {
  seed: string;
  level: number;
  /** What there is to find; without it, every position. */
  kind?: string;
}

function kindPart(kind: string | undefined): string {
  return kind === undefined || kind === DEFAULT_KIND ? "" : `&kind=${kind}`;
}

export function address(game: GameName, { seed, level, kind }: ConundrumId): string {
  return `/conundrum/${game}?seed=${seed}&level=${level}${kindPart(kind)}`;
}

/** A conundrum that somebody built: its address holds all of it. */
export function ownAddress(game: GameName, link: string): string {
  return `/conundrum/${game}?own=${encodeURIComponent(link)}`;
}

export function sheetAddress(game: GameName, { seed, level, kind }: ConundrumId, count: number): string {
  return `/sheet/${game}?seed=${seed}&level=${level}&count=${count}${kindPart(kind)}`;
}

/** The conundrums of a sheet: the first has the seed of the sheet, and the seeds of the others are derived from it. */
export function sheet({ seed, level, kind }: ConundrumId, count: number): ConundrumId[] {
  return Array.from({ length: count }, (_, i) => {
    const end = i === 0 ? "" : `-${i + 1}`;
    const rising = LEVELS[Math.floor((i * LEVELS.length) / count)]!;
    return { seed: seed.slice(0, LONGEST - end.length) + end, level: level === RISING ? rising : level, ...(kind === undefined ? {} : { kind }) };
  });
}

/** The number of columns for so many solutions on a page. */
export function columnsFor(answers: number): number {
  return answers <= 2 ? 1 : answers <= 6 ? 2 : answers <= 12 ? 3 : 4;
}
