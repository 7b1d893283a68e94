// What is said of a conundrum, to eyes and ears.

import type { Words } from "../games/ui";
import { list, t } from "../i18n/index.svelte";
import type { ConundrumInfo, ConundrumMove } from "../wire";
import type { Puzzle } from "./puzzle.svelte";

/** A position that was found: how many there are, which one it is, and what it touches. */
export function aloud(puzzle: Puzzle, lay: string): string {
  const count = t("conundrum.found", { n: puzzle.found.length, total: puzzle.total });
  if (puzzle.one) return count;
  const piece = puzzle.pieces.find((each) => each.places.includes(lay));
  const own = puzzle.found.filter((each) => piece?.places.includes(each));
  const touching = puzzle.touching(lay).map((key) => t(key));
  const values = { n: own.indexOf(lay) + 1, total: piece?.places.length ?? 0 };
  const position = touching.length > 0 ? t("conundrum.position", { ...values, colours: list(touching) }) : t("conundrum.position.alone", values);
  return `${count}. ${position}`;
}

/** Why a placement that fits is no answer. */
export function refusalWords({ moves, answers }: ConundrumInfo, move: ConundrumMove, words: Words): string {
  const reply = move.replies?.[0];
  if (reply !== undefined) return t("conundrum.refuted.reply", { what: words.lay(reply) });
  const best = moves.find((each) => each.lay === answers[0]?.at(-1))?.value;
  if (move.value != null && best != null) return t("conundrum.refuted.value", { n: move.value, best });
  return t("conundrum.refuted");
}
