// Tables that were never played at: for what a real game seldom comes to.

import type { Page } from "playwright-core";
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

/** A page at a table that shows this, and what it says to the server. */
export async function at(world: World, shown: object): Promise<{ page: Page; said: { type: string; action?: string }[] }> {
  const page = await world.page();
  const said: { type: string; action?: string }[] = [];
  await page.route(/\/api\/tables\/aaaaaaaaaaaa/, (route) => {
    const events = route.request().url().includes("/events");
    return route.fulfill({ json: events ? { updates: [], snapshot: null } : shown });
  });
  await page.routeWebSocket(/\/live/, (socket) => {
    socket.onMessage((text) => {
      said.push(JSON.parse(String(text)) as { type: string; action?: string });
    });
  });
  await page.goto(`${world.address}/table/aaaaaaaaaaaa`);
  await page.locator(".rack button").first().waitFor();
  return { page, said };
}
