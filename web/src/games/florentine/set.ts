// The cards of the deck, and which of them a seat has seen.

import type { FlorentineView } from "../../wire";
import type { SetPiece } from "../ui";
import { parse, turnOf } from "./notation";

/** Our own deck, as `deck.txt` has it (F3). */
export const RECONSTRUCTION =
  "RRbg RRbo RRgb RRgo RRob RRog RBGO RBOG RGBO RGOB ROBG ROGB rrbb rrgg rroo rBBg rBBo rbrg rbro rbGG rbgb rbOO rbob rGGb " +
  "rGGo rgro rgBB rgbg rgOO rgog rOOb rOOg roBB robo roGG rogo BBgo BBog bbgg bboo bGGo bgbo bgOO bgog bOOg boGG bogo ggoo";

/** Every card of a table's deck; cards may be equal. */
export function cardsOf({ deck }: Readonly<Record<string, string>>): string[] {
  return (deck === undefined || deck === "reconstruction" ? RECONSTRUCTION : deck).split(" ");
}

export function unseen(view: FlorentineView, seat: number | null): SetPiece[] {
  const own = seat !== null && view.seat === seat ? view.hand : [];
  const seen = [...view.board.map((lay) => parse(lay).triangles), ...view.pool, ...own];
  return cardsOf(view.options).map((piece) => {
    const at = seen.findIndex((card) => turnOf(piece, card) >= 0);
    if (at >= 0) seen.splice(at, 1);
    return { piece, seen: at >= 0 };
  });
}
