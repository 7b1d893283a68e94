// The actions of a record, and each in words.

import { t } from "../i18n/index.svelte";
import { cardWords, pieceOf, type Namer } from "./told";

export interface Step {
  seat: number;
  action: string;
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

export function stepWords(step: Step, namer: Namer): string {
  const name = namer(step.seat);
  const [word = "", rest = ""] = step.action.split(" ");
  if (word === "draw") return t("log.drew", { name });
  if (word === "pass") return t("log.passed", { name });
  if (word === "call") return t("log.called", { name });
  if (word === "spot") return t("log.spotted", { name: namer(Number(rest)), by: name });
  if (word === "claim") return t("replay.claimed", { name });
  if (word === "aside") return t("log.aside", { name, what: cardWords(rest) });
  if (word.startsWith("black@")) return t("log.blackLaid", { name });
  return t("log.laid", { name, what: pieceOf(word) });
}
