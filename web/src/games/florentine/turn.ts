// What the turn bar offers and says.

import { t, type Key } from "../../i18n/index.svelte";
import type { FlorentineView } from "../../wire";
import type { BarAction, TurnContent, TurnContext } from "../ui";
import { blackCells, canPass, canPutAside, lays, puttingAside } from "./legal";

export function turn({ view, myTurn, help, piece, fitsSomewhere }: TurnContext<FlorentineView>): TurnContent {
  const cornered = lays(view).length === 0;
  const black = blackCells(view).length > 0;

  function prompt(): Key {
    if (view.stage === "black") return black ? "bar.blackTurn" : "bar.blackNone";
    if (cornered) return "bar.mustAside";
    if (piece !== null) return !help || fitsSomewhere ? "bar.where" : "bar.notThis";
    return view.stage === "pool" ? "bar.pool" : "bar.yoursCard";
  }

  const actions: BarAction[] = [];
  if (canPass(view) && myTurn) actions.push({ label: t("bar.keepBlack"), action: "pass", secondary: black, key: "p" });
  if (piece !== null && canPutAside(view, piece)) actions.push({ label: t("bar.aside"), action: puttingAside(piece), secondary: !cornered, key: "a" });
  const choice = myTurn && view.stage === "hands" && piece === null && !cornered;
  return { prompt: t(prompt()), note: choice ? t("bar.orAside") : "", actions };
}
