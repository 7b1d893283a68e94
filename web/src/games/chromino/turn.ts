// What the turn bar offers and says.

import { t, type Key } from "../../i18n/index.svelte";
import type { ChrominoView } from "../../wire";
import type { BarAction, TurnContent, TurnContext } from "../ui";
import { canCall, canDraw, canPass } from "./legal";
import { WILD } from "./notation";

function prompt({ view, piece, help, fitsSomewhere }: TurnContext<ChrominoView>): Key {
  const [last, ...others] = view.hand;
  if (canDraw(view) && canPass(view)) return "bar.drawOn";
  if (canDraw(view) && view.places.length === 0) return others.length === 0 && last?.includes(WILD) ? "bar.wildLast" : "bar.draw";
  if (canPass(view)) return "bar.pass";
  if (piece !== null) return !help || fitsSomewhere ? "bar.where" : "bar.notThis";
  return "bar.yours";
}

export function turn(context: TurnContext<ChrominoView>): TurnContent {
  const { view, myTurn, claiming } = context;
  const actions: BarAction[] = [];
  if (canCall(view)) actions.push({ label: t("bar.call"), action: "call", secondary: false, key: "c", always: true });
  if (canDraw(view) && myTurn && !claiming) actions.push({ label: t("bar.drawIt"), action: "draw", secondary: view.places.length > 0, key: "d" });
  if (canPass(view) && myTurn) actions.push({ label: t("bar.passIt"), action: "pass", secondary: canDraw(view), key: "p" });
  return { prompt: t(prompt(context)), note: myTurn && view.stop !== null ? t("bar.lastRound") : "", actions };
}
