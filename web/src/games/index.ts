// The games that this client can show. This is the only place that lists them.

import { t, type Key } from "../i18n/index.svelte";
import { chromino } from "./chromino";
import { florentine } from "./florentine";
import type { GameUi, Options } from "./ui";

const ALL = [chromino, florentine] as const;

export type GameName = (typeof ALL)[number]["name"];

export const GAMES: readonly (GameUi & { readonly name: GameName })[] = ALL;

/** The game that is shown while none is known. */
export const DEFAULT_GAME: GameName = ALL[0].name;

export function isGame(name: string | undefined): name is GameName {
  return GAMES.some((game) => game.name === name);
}

export function gameUi(name: string): GameUi {
  const ui = GAMES.find((game) => game.name === name);
  if (!ui) throw new Error(`this client cannot show the game ${name}`);
  return ui;
}

/** How a game is called; a game of the server that this client does not know keeps its name. */
export function gameTitle(name: string): string {
  return isGame(name) ? t(`game.${name}`) : name;
}

/** The edition at a table; null for a game that has only one. */
export function editionOf(game: string, options: Options): string | null {
  const { editions } = gameUi(game).setup;
  return editions.length > 1 ? (options["edition"] ?? editions[0]!) : null;
}

/** A game and its edition: "Chromino · Joker". The space before the dot does not break. */
export function fullTitle(game: string, options: Options): string {
  const edition = editionOf(game, options);
  return edition === null ? gameTitle(game) : `${gameTitle(game)}\u00a0· ${t(`edition.${edition}` as Key)}`;
}
