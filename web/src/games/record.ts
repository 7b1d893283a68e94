// A finished game, move by move, from its record and what lay on the table before the first move.

import { t } from "../i18n/index.svelte";
import type { GameName, Piece } from "../wire";
import { parse as parseTile } from "./chromino";
import { parse as parseCard } from "./florentine";
import { cardWords, tileWords, type Namer } from "./told";

export interface Step {
  seat: number;
  action: string;
}

export interface Black {
  x: number;
  y: number;
  seat: number;
}

const STEP = /^(\d{1,3})\s+([^#]*?)\s*(?:#.*)?$/;

/** The actions of a record, oldest first. */
export function steps(record: string): Step[] {
  const found: Step[] = [];
  for (const line of record.split("\n")) {
    const match = STEP.exec(line.trim());
    if (match) found.push({ seat: Number(match[1]), action: match[2]! });
  }
  return found;
}

function isLay(action: string): boolean {
  return /^[^\s@]+@/.test(action) && !action.startsWith("black@");
}

/** What lies on the board after so many actions. */
export function boardAfter(opening: readonly Piece[], all: readonly Step[], ply: number): Piece[] {
  const laid = all.slice(0, ply).filter((step) => isLay(step.action));
  return [...opening, ...laid.map((step) => ({ lay: step.action, seat: step.seat }))];
}

export function blackAfter(all: readonly Step[], ply: number): Black[] {
  return all
    .slice(0, ply)
    .filter((step) => step.action.startsWith("black@"))
    .map((step) => {
      const [x = 0, y = 0] = step.action.slice("black@".length).split(",").map(Number);
      return { x, y, seat: step.seat };
    });
}

export function stepWords(game: GameName, step: Step, namer: Namer): string {
  const name = namer(step.seat);
  const [word = "", rest = ""] = step.action.split(" ");
  if (word === "draw") return t("log.drew", { name });
  if (word === "pass") return t("log.passed", { name });
  if (word === "call") return t("log.called", { name });
  if (word === "spot") return t("log.spotted", { name: namer(Number(rest)), by: name });
  if (word === "claim") return t("replay.claimed", { name });
  if (word === "aside") return t("log.aside", { name, what: cardWords(rest) });
  if (word.startsWith("black@")) return t("log.blackLaid", { name });
  const what = game === "chromino" ? tileWords(parseTile(word).squares) : cardWords(parseCard(word).triangles);
  return t("log.laid", { name, what });
}
