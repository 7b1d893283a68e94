import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { accessible, lacking, World } from "./world";

const seat = { count: 5, shown: [], known: [], score: 0, drawn: 0, called: false, forgot: false };
const person = { kind: "person", name: null, level: null, here: true, stood_in: false };

/** A position of the Meccano edition that a real game seldom comes to. */
function snapshot(position: object, first: object = {}): object {
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
    board: [{ lay: "GYR@-1,0>", seat: null }],
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

describe.skipIf(lacking() !== null)("calls, spots and claims", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(async () => {
    await world.close();
    expect(world.faults).toEqual([]);
  });

  /** A page at a table that shows this, and what it says to the server. */
  async function at(shown: object): Promise<{ page: Page; said: { type: string; action?: string }[] }> {
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

  it("claims a last tile by showing where it could have gone", async () => {
    const claims = [{ lay: "GYB@-1,1>", contacts: [[0, -1, 0], [1, 0, 0]], points: 0 }];
    const { page, said } = await at(snapshot({ missed: { seat: 2, tile: "BYG" }, moves: { lays: [], draw: true, pass: false, call: false, spot: [], claims } }));
    await page.getByRole("button", { name: "Ben missed a place" }).click();
    expect(await page.locator(".light").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("r");
    await page.keyboard.press("r");
    await page.getByRole("button", { name: "Here" }).click();
    await expect.poll(() => said.map((message) => message.action)).toEqual(["claim GYB@-1,1>"]);
  });

  it("spots a forgotten call, and calls", async () => {
    const moves = { lays: [], draw: false, pass: false, call: true, spot: [2], claims: [] };
    const { page, said } = await at(snapshot({ turn: 2, moves }));
    await accessible(page);
    await page.getByRole("button", { name: "Chromino!" }).click();
    await expect.poll(() => said.at(-1)?.action).toBe("call");
    await page.reload();
    await page.getByRole("button", { name: /Forgot/ }).click();
    await expect.poll(() => said.at(-1)?.action).toBe("spot 2");
  });

  it("offers the seat back to somebody for whom a bot plays", async () => {
    const { page } = await at(snapshot({}, { stood_in: true }));
    const asked = page.waitForRequest(/\/return$/);
    await page.getByRole("button", { name: "Take my seat back" }).click();
    expect((await asked).method()).toBe("POST");
  });
});
