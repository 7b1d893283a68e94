// Florentine Dominoes at a table, in a replay and as a conundrum.

import { drawing, type Scene } from "../../board/scene";
import { t, type Key } from "../../i18n/index.svelte";
import type { FlorentineEvent, FlorentineView, Piece, TableInfo } from "../../wire";
import { lastLaid, piecesOf } from "../pieces";
import type { Line, PlayUi, SeatChip } from "../ui";
import { adapterOf, cardAdapter } from "./adapter";
import Aside from "./Aside.svelte";
import Badge from "./Badge.svelte";
import Closed from "./Closed.svelte";
import Counters from "./Counters.svelte";
import { BLACK, isLay, letterOf, writeBlack } from "./notation";
import { scene, type BlackCard } from "./scene";
import { cardsOf, unseen } from "./set";
import { turn } from "./turn";
import { WORDS } from "./words";

type Seats = Pick<FlorentineView, "seats">;

/** The black cards at the rim. */
function blackCards({ seats }: Seats): (BlackCard & { seat: number })[] {
  return seats.flatMap(({ black, colour }, i) => (black ? [{ x: black[0], y: black[1], colour, seat: i + 1 }] : []));
}

function colourOf({ seats }: Seats, seat: number | null): string | null {
  return seat === null ? null : (seats[seat - 1]?.colour ?? null);
}

function sceneOf(view: FlorentineView, seat: number | null): Scene {
  const own = colourOf(view, seat);
  const closed = view.spaces.filter((space) => space.open === 0);
  return scene(view.board, view.stage === "black", { black: blackCards(view), own, over: [drawing(Closed, { spaces: closed, own })] });
}

/** All cards, with the black ones. */
function laid(view: Pick<FlorentineView, "board" | "laid_by" | "seats">): Piece[] {
  return [...piecesOf(view), ...blackCards(view).map((card) => ({ lay: writeBlack(card), seat: card.seat }))];
}

function last(view: Pick<FlorentineView, "board" | "laid_by" | "seats">, log: readonly FlorentineEvent[]): string | null {
  // Black cards come after all others; one that was taken back is no longer there.
  const black = blackCards(view).map(writeBlack);
  const event = log.findLast((each) => each.event === "blacklaid" && black.includes(each.lay));
  return event?.event === "blacklaid" ? event.lay : lastLaid(view);
}

function rack(view: FlorentineView, seat: number): readonly string[] {
  if (view.stage === "hands") return view.hand;
  if (view.stage === "pool") return view.pool;
  return view.seats[seat - 1]?.black_done ? [] : [BLACK];
}

function chip(view: FlorentineView, seat: number): SeatChip {
  const { colour, gems } = view.seats[seat - 1]!;
  const letter = letterOf(colour);
  return {
    badge: drawing(Badge, { letter }),
    detail: `${t(`colour.f${letter}` as Key)} · ${t(`gem.${letter}` as Key)}`,
    note: "",
    count: null,
    hand: null,
    score: { value: gems, measure: "measure.gems" },
    action: null,
  };
}

function help({ help: shown }: TableInfo): Line[] {
  return [
    { key: shown ? "help.florentine.tap" : "help.florentine.tap.off" },
    { key: "help.florentine.cross" },
    { key: "help.florentine.edges" },
    { key: "help.florentine.spaces" },
  ];
}

function sound({ event }: FlorentineEvent): "laid" | "drew" | null {
  if (event === "laid" || event === "blacklaid") return "laid";
  return event === "drew" ? "drew" : null;
}

export const play: PlayUi<FlorentineView, FlorentineEvent> = {
  words: () => WORDS,
  scene: sceneOf,
  adapter: adapterOf,
  conundrum: (board, lays) => ({ scene: scene(board), adapter: cardAdapter(board, { lays }) }),
  whole: cardsOf({}),
  task({ kind, task }) {
    if (kind === "places") return t("conundrum.about");
    const letter = letterOf(task["colour"] ?? null);
    const values = { colour: t(`colour.f${letter}` as Key), gem: t(`gem.${letter}` as Key) };
    const most = task["gems"] === undefined ? [] : [t("kind.most", { n: Number(task["gems"]) })];
    return [t(`kind.florentine.${kind}.task` as Key, values), ...most].join(" ");
  },
  // A black card would need the colour of the seat whose move it was.
  // Another card is drawn, or the hands become a pool (F7, F12).
  reveals: (view) => view.stage === "hands",
  suggestion: (action) => (isLay(action) ? action : null),
  rack,
  rackTitle: (view) => (view.stage === "pool" ? "rack.pool" : "rack.title"),
  freshPiece: () => null,
  colour: colourOf,
  unseen,
  // All cards that were not laid are in the pool.
  leftover: () => [],
  concealed: (event) => (event.event === "drew" ? { ...event, card: null } : event),
  tint: (view, seat) => `var(--f-${colourOf(view, seat) ?? "red"})`,
  laid,
  last,
  // The pool and the black cards lie open.
  handHidden: (view) => view.stage === "hands",
  claimable: () => null,
  outOfTurn: () => [],
  turn,
  chip,
  counters: (view, onlook) => drawing(Counters, { view, onlook }),
  beside: ({ pool, stage }, onclose) => drawing(Aside, { cards: pool, stage, onclose }),
  measure: () => ({ label: "measure.gems", fewestFirst: false }),
  help,
  laidBy: (event) => (event.event === "laid" || event.event === "blacklaid" ? { lay: event.lay, seat: event.seat } : null),
  drawnBy: (event) => (event.event === "drew" ? { seat: event.seat, piece: event.card } : null),
  sound,
};
