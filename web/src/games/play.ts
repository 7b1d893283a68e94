// The part of each game that tables, replays and conundrums need. Importing this module loads it, so that the home page,
// which does not import it, stays small.

import { GAMES } from ".";
import type { PlayUi } from "./ui";

const LOADED = new Map<string, PlayUi>(await Promise.all(GAMES.map(async (game) => [game.name, await game.play()] as const)));

export function playUi(game: string): PlayUi {
  const ui = LOADED.get(game);
  if (!ui) throw new Error(`this client cannot show the game ${game}`);
  return ui;
}
