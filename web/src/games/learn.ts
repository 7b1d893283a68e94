// The course and the rules of each game. Importing this module loads them; only the screen that shows them does.

import { GAMES, type GameName } from ".";
import type { LearnUi } from "./ui";

const LOADED = new Map<string, LearnUi>(await Promise.all(GAMES.map(async (game) => [game.name, await game.learn()] as const)));

export function learnUi(game: GameName): LearnUi {
  return LOADED.get(game)!;
}
