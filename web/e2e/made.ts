// Tables that were never played at: for what a real game seldom comes to.

import type { BrowserContextOptions, Page, WebSocketRoute } from "playwright-core";
import type { Piece } from "../src/wire";
import type { World } from "./world";

const seat = { count: 5, shown: [], known: [], score: 0, drawn: 0, called: false, forgot: false };
const person = { kind: "person", name: null, level: null, here: true, stood_in: false };

/** A position of the Meccano edition that a real game seldom comes to. */
export function snapshot(position: object, first: object = {}, board: readonly Piece[] = [{ lay: "GYR@-1,0>", seat: null }]): object {
  return {
    type: "snapshot",
    version: 9,
    table: {
      id: "aaaaaaaaaaaa",
      game: "chromino",
      options: { edition: "meccano", players: "2", hands: "hidden", scoring: "none", junior: "no" },
      seats: [{ ...person, name: "Anna", ...first }, { ...person, name: "Ben" }],
      clock: { kind: "none" },
      help: true,
      status: "playing",
      commitment: "",
      seed: null,
      rematch: null,
      created: 0,
    },
    you: { seats: [1], undo: [] },
    board,
    positions: [
      {
        game: "chromino",
        seat: 1,
        bag: 40,
        seats: [seat, { ...seat, count: 1 }],
        hand: ["BBB"],
        first: 1,
        turn: 1,
        drawn_tile: null,
        draws: 0,
        passes: 0,
        stop: null,
        missed: null,
        moves: { lays: [], draw: true, pass: false, call: false, spot: [], claims: [] },
        outcome: null,
        ...position,
      },
    ],
    seconds_left: null,
  };
}

interface Made {
  board?: readonly string[];
  /** Common to what every seat sees. */
  position?: object;
  /** What each seat has beside that, in the order of the seats. */
  seats?: readonly object[];
  mine?: readonly number[];
}

/** A table of Florentine Dominoes where Anna and Ben have laid all cards that fit. */
export function florentine({ board = ["RRBB@0,0", "BORG@1,0"], position = {}, seats = [{}, {}], mine = [1] }: Made): object {
  const { table, ...rest } = snapshot({}) as { table: object };
  const both = [{ colour: "red", gem: "jade" }, { colour: "blue", gem: "amber" }];
  const all = both.map((each, i) => ({ ...each, count: 0, gems: 0, closed: 0, black: null, black_done: false, ...seats[i] }));
  return {
    ...rest,
    table: { ...table, game: "florentine", options: { players: "2" } },
    you: { seats: mine, undo: [] },
    board: board.map((lay, i) => ({ lay, seat: (i % 2) + 1 })),
    positions: mine.map((seat) => ({
      game: "florentine",
      seat,
      closed: [],
      stack: 0,
      pool: [],
      seats: all,
      hand: [],
      first: 1,
      turn: 1,
      stage: "black",
      fresh_deals: 0,
      moves: { lays: [], aside: [], black: [], pass: true },
      outcome: null,
      ...position,
    })),
  };
}

export interface Said {
  type: string;
  key?: string;
  seat?: number;
  action?: string;
}

interface At {
  page: Page;
  said: Said[];
  tell: (update: object) => void;
}

/** A page at a table that shows this, what it says to the server, and a way to tell it what happened. */
export async function at(world: World, shown: object, options: BrowserContextOptions = {}, ready?: string): Promise<At> {
  return show(await world.page(options), world, shown, ready);
}

/** The same on a page that is there already. */
export async function show(page: Page, world: World, shown: object, ready = ".rack button, .cover, .end"): Promise<At> {
  await page.unrouteAll();
  const said: Said[] = [];
  let socket: WebSocketRoute | null = null;
  await page.route(/\/api\/tables\/aaaaaaaaaaaa/, (route) => {
    const events = route.request().url().includes("/events");
    return route.fulfill({ json: events ? { updates: [], snapshot: null } : shown });
  });
  await page.routeWebSocket(/\/live/, (opened) => {
    socket = opened;
    opened.onMessage((text) => {
      said.push(JSON.parse(String(text)) as Said);
    });
    opened.send(JSON.stringify({ type: "current", version: 9, seconds_left: null }));
  });
  await page.goto(`${world.address}/table/aaaaaaaaaaaa`);
  await page.locator(ready).first().waitFor();
  const { table } = shown as { table: { game: string } };
  let version = 9;
  const tell = (update: object): void => {
    const { you, positions } = shown as { you: object; positions: object[] };
    socket!.send(JSON.stringify({ type: table.game, version: ++version, events: [], laid: [], positions, you, table: null, seconds_left: null, ...update }));
  };
  return { page, said, tell };
}
