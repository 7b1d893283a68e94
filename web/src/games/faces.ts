// The mouths of bots: the stronger the player, the more it shows. Around 0,0, about 12 wide.

import type { Level } from "../wire";

const MOUTHS: Readonly<Record<Level, string>> = {
  beginner: "M-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0",
  casual: "M-6 -1.5Q0 5 6 -1.5",
  steady: "M-5.5 0H5.5",
  sharp: "M-6 1.5Q1 3 6 -2.5",
  master: "M-7.5 1.5Q-4 -3 0 0Q4 -3 7.5 1.5M-3 4.2H3",
};

export function mouth(level: Level | null): string {
  return MOUTHS[level ?? "casual"];
}
