// What a person did so far, level by level.

import { tally } from "./history";
import { bestKey, keyOf, type Progress } from "./progress";
import { DEFAULT_KIND } from "./seeds";

export interface LevelStatistics {
  level: number;
  solved: number;
  /** Of these, those without a wrong try and without a hint. */
  clean: number;
  /** Seconds; null where nothing was solved. */
  best: number | null;
  median: number | null;
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The seed of a key, if the key is of this game, level and kind. */
function seedOf(key: string, game: string, level: number, kind: string): string | null {
  const seed = key.split("/")[1] ?? "";
  return key === keyOf(game, { seed, level, kind }) ? seed : null;
}

export function statistics(progress: Progress, game: string, levels: readonly number[], kind: string = DEFAULT_KIND): LevelStatistics[] {
  return levels.map((level) => {
    const keys = Object.keys(progress.solved).filter((key) => seedOf(key, game, level, kind) !== null);
    const clean = keys.filter((key) => {
      const result = progress.results[key];
      if (!result) return false;
      const { wrong, hints } = tally(result.steps);
      return wrong + hints === 0;
    });
    return {
      level,
      solved: keys.length,
      clean: clean.length,
      best: progress.best[bestKey(game, level, kind)] ?? null,
      median: median(keys.map((key) => progress.solved[key]!)),
    };
  });
}
