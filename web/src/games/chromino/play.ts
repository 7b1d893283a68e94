// Chromino at a table, in a replay and as a conundrum.

import { drawing } from "../../board/scene";
import { t, type Key } from "../../i18n/index.svelte";
import type { ChrominoEvent, ChrominoView, Outcome, TableInfo } from "../../wire";
import { lastLaid, piecesOf } from "../pieces";
import type { Line, Measure, PlayUi, SeatChip } from "../ui";
import { adapterOf, conundrumAdapter } from "./adapter";
import Counters from "./Counters.svelte";
import { canCall, canSpot, spotting } from "./legal";
import { CELL, isLay } from "./notation";
import { scene } from "./scene";
import SeatTiles from "./SeatTiles.svelte";
import { unseen } from "./set";
import { turn } from "./turn";
import { wordsFor } from "./words";

function chip(view: ChrominoView, seat: number, mine: boolean): SeatChip {
  const info = view.seats[seat - 1]!;
  const scored = (view.options["scoring"] ?? "none") !== "none";
  return {
    badge: null,
    detail: t("tiles", { n: info.count }),
    note: info.called ? t("table.called") : "",
    count: info.count,
    hand: drawing(SeatTiles, { info, mine, words: wordsFor(view.options) }),
    score: scored ? { value: info.score, measure: "measure.points" } : null,
    action: canSpot(view, seat) ? { label: t("table.spot"), action: spotting(seat) } : null,
  };
}

function measure({ measure }: Outcome): Measure {
  if (measure === "points") return { label: "measure.points", fewestFirst: false };
  return { label: measure === "tiles drawn" ? "measure.drawn" : "measure.left", fewestFirst: true };
}

/** How to play by the rules of a table. */
function help({ options, help: shown, seats }: TableInfo): Line[] {
  const { edition, "draw-limit": limit = "1", "draw-on": drawOn = "must", scoring = "none", junior = "no" } = options;
  const draw = limit === "1" || limit === "none" ? limit : "many";
  const goal = scoring === "none" && seats.length === 1 ? "alone" : scoring;
  return [
    { key: shown ? "help.chromino.tap" : "help.chromino.tap.off" },
    { key: "help.chromino.lay" },
    { key: `help.contacts.${junior}` as Key },
    ...(junior === "no" || edition === "meccano" ? [] : [{ key: edition === "joker" ? "help.across.joker" : "help.across" } as const]),
    { key: `help.draw.${draw}`, values: { n: Number(limit) || 0 } },
    ...(limit !== "1" && drawOn === "may" ? [{ key: "help.drawOn" } as const] : []),
    ...(edition === "meccano" ? [{ key: "help.meccano" } as const] : []),
    { key: `help.goal.${goal}` as Key },
  ];
}

export const play: PlayUi<ChrominoView, ChrominoEvent> = {
  words: wordsFor,
  scene: (view, _own, extent) => scene(view.board, extent),
  adapter: adapterOf,
  // Wider: where a tile goes is for the player to find.
  conundrum: (board, places) => ({ scene: scene(board, [], 2 * CELL), adapter: conundrumAdapter(board, places) }),
  // With one tile left, that is shown (C20).
  reveals: (view) => view.hand.length === 2,
  suggestion: (action) => (isLay(action) ? action : null),
  rack: (view, _seat, claiming) => (claiming && view.claim ? [view.claim.tile] : view.hand),
  rackTitle: () => "rack.title",
  freshPiece: (view) => view.drawn_tile,
  colour: () => null,
  unseen,
  leftover: (view, seat) => view.seats[seat - 1]?.shown ?? [],
  concealed: (event) => (event.event === "drew" ? { ...event, tile: null } : event),
  tint: () => null,
  laid: piecesOf,
  last: lastLaid,
  handHidden: (view) => view.options["hands"] !== "open",
  claimable: ({ claim }, seat) => (claim && seat !== null && claim.seat !== seat ? claim.seat : null),
  outOfTurn: (view, name) => (canCall(view) ? [{ label: t("log.called", { name }), action: "call" }] : []),
  turn,
  chip,
  counters: (view) => drawing(Counters, { view }),
  beside: () => null,
  measure,
  help,
  laidBy: (event) => (event.event === "laid" ? { lay: event.lay, seat: event.seat } : null),
  drawnBy: (event) => (event.event === "drew" ? { seat: event.seat, piece: event.tile } : null),
  sound: ({ event }) => (event === "laid" ? "laid" : event === "drew" ? "drew" : null),
};
