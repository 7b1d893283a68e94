// A hint on the board and in words.

import type { Adapter } from "../games/adapter";
import type { Namer, PlayUi, Words } from "../games/ui";
import { t } from "../i18n/index.svelte";
import type { HintGiven } from "../wire";
import type { Hold } from "./hold.svelte";

/** Puts the piece that is suggested where it is suggested, to be laid or put back. */
export function showHint({ action }: HintGiven, game: Pick<PlayUi, "suggestion">, adapter: Adapter, rack: readonly string[], hold: Hold): void {
  const lay = game.suggestion(action);
  for (const piece of new Set(rack)) {
    const place = adapter.places(piece).find((each) => each.lay === lay);
    if (place) return hold.show(piece, place);
  }
  hold.choose(null);
}

/** What is suggested, unless the board shows it, and why. */
export function hintWords({ action, facts }: HintGiven, game: Pick<PlayUi, "suggestion">, words: Words, name: Namer): string {
  const why = facts.map((fact) => words.fact(fact, name)).join("; ");
  const what = game.suggestion(action) === null ? t("pair", { label: words.action(action), value: why }) : why;
  return t("hint.given", { what });
}
