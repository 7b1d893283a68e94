// Tables that were never played at: for situations that a real game seldom comes to.

import type { BrowserContextOptions, Page, WebSocketRoute } from "playwright-core";
import type { ChrominoSeatView, ChrominoView, FlorentineView, Piece, SeatInfo, Snapshot, View, You } from "../src/wire";
import type { World } from "./world";

export const SEAT: ChrominoSeatView = {
  count: 5, shown: [], known: [], score: 0, tiles_drawn: 0, called: false, forgot: false, stuck: null, fresh: 0,
};
const PERSON: SeatInfo = { kind: "person", name: null, level: null, here: true, stood_in: false };
const FIRST_TILE: Piece = { lay: "GYR@-1,0>", seat: null };

function boardOf(pieces: readonly Piece[]): Pick<View, "board" | "laid_by"> {
  return { board: pieces.map((piece) => piece.lay), laid_by: pieces.map((piece) => piece.seat) };
}

/** A table of the Meccano edition where Anna may draw. */
export function snapshot(view: Partial<ChrominoView>, first: Partial<SeatInfo> = {}, pieces: readonly Piece[] = [FIRST_TILE]): Snapshot {
  const options = { edition: "meccano", players: "2", hands: "hidden", scoring: "none", junior: "no" };
  const seen: ChrominoView = {
    game: "chromino",
    seat: 1,
    options,
    ...boardOf(pieces),
    bag: 40,
    seats: [SEAT, { ...SEAT, count: 1 }],
    hand: ["BBB"],
    first: 1,
    turn: 1,
    held: 5,
    draws: 0,
    drawn_tile: null,
    passes: 0,
    stop: null,
    claim: null,
    legal: ["draw"],
    places: [],
    claims: [],
    outcome: null,
    ...view,
  };
  return {
    type: "snapshot",
    version: 9,
    table: {
      id: "aaaaaaaaaaaa",
      game: "chromino",
      options,
      seats: [{ ...PERSON, name: "Anna", ...first }, { ...PERSON, name: "Ben" }],
      clock: { kind: "none" },
      help: true,
      status: "playing",
      commitment: "",
      deal: { seals: [null, null], missing: [], contributions: [null, null], secret: null },
      seed: null,
      takebacks: false,
      taken_back: 0,
      hints: false,
      pace: "normal",
      rematch: null,
      rematch_wanted: [],
      rematch_missing: [],
      created: 0,
    },
    you: you([1]),
    views: [seen],
    seconds_left: null,
  };
}

/** What holds for this browser alone: its seats, and which of them may take something back. */
export function you(seats: number[], undo: number[] = []): You {
  return { seats, undo, no_undo: seats.map((seat) => (undo.includes(seat) ? null : "nothing")) };
}

interface Cards {
  board?: readonly string[];
  /** Common to the views of all seats. */
  view?: Partial<FlorentineView>;
  /** What is known of each seat, besides its colour. */
  seats?: readonly Partial<FlorentineView["seats"][number]>[];
  mine?: number[];
}

/** A table of Florentine Dominoes where Anna and Ben have laid all cards that fit. */
export function florentine({ board = ["RRBB@0,0", "BORG@1,0"], view = {}, seats = [{}, {}], mine = [1] }: Cards): Snapshot {
  const { table, ...rest } = snapshot({});
  const options = { players: "2" };
  const colours = [{ colour: "red", gem: "jade" }, { colour: "blue", gem: "amber" }];
  const all = colours.map((each, i) => ({ ...each, count: 0, gems: 0, closed: 0, black: null, black_done: false, ...seats[i] }));
  return {
    ...rest,
    table: { ...table, game: "florentine", options },
    you: you(mine),
    views: mine.map((seat): FlorentineView => ({
      game: "florentine",
      seat,
      options,
      ...boardOf(board.map((lay, i) => ({ lay, seat: (i % 2) + 1 }))),
      spaces: [],
      stack: 0,
      pool: [],
      seats: all,
      hand: [],
      first: 1,
      turn: 1,
      stage: "black",
      fresh_deals: 0,
      legal: ["pass"],
      outcome: null,
      ...view,
    })),
  };
}

/** Two people at one device, at a table where it is Ben's turn. */
export function shared(first: Partial<ChrominoView> = {}, second: Partial<ChrominoView> = {}, undo: number[] = []): Snapshot {
  const one = snapshot({ turn: 2, ...first });
  const two = snapshot({ turn: 2, seat: 2, ...second });
  return { ...one, you: you([1, 2], undo), views: [...one.views, ...two.views] };
}

/** A message of the page to the server. */
export interface Sent {
  type: string;
  key?: string;
  seat?: number;
  action?: string;
}

interface At {
  page: Page;
  sent: Sent[];
  /** Sends the page an update, or another message. */
  tell: (message: object) => void;
}

/** A page at a table that shows this. */
export async function at(world: World, shown: Snapshot, options: BrowserContextOptions = {}, ready?: string): Promise<At> {
  return show(await world.page(options), world, shown, ready);
}

/** The same on a page that is there already. */
export async function show(page: Page, world: World, shown: Snapshot, ready = ".rack button, .cover, .end"): Promise<At> {
  await page.unrouteAll();
  const sent: Sent[] = [];
  let socket: WebSocketRoute | null = null;
  await page.route(/\/api\/tables\/aaaaaaaaaaaa/, (route) => {
    const events = route.request().url().includes("/events");
    return route.fulfill({ json: events ? { updates: [], snapshot: null } : shown });
  });
  await page.routeWebSocket(/\/live/, (opened) => {
    socket = opened;
    opened.onMessage((text) => {
      sent.push(JSON.parse(String(text)) as Sent);
    });
    opened.send(JSON.stringify({ type: "current", version: 9, seconds_left: null }));
  });
  await page.goto(`${world.address}/table/aaaaaaaaaaaa`);
  await page.locator(ready).first().waitFor();
  let version = shown.version;
  const tell = (message: object): void => {
    const views = withoutBoards(shown.views);
    socket!.send(JSON.stringify({ type: "update", version: ++version, events: [], laid: [], views, you: shown.you, table: null, seconds_left: null, ...message }));
  };
  return { page, sent, tell };
}

/** Views as an update brings them. */
export function withoutBoards(views: readonly View[]): object[] {
  return views.map(({ board: _board, laid_by: _laidBy, options: _options, ...rest }) => rest);
}
