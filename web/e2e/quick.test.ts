import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { NewTable, Snapshot } from "../src/wire";
import { at, florentine, snapshot } from "./fixtures";
import { BOARD, sit } from "./hands";
import { suite } from "./suite";

const ME = { kind: "me" } as const;
const BOT = { kind: "bot", level: "casual" } as const;

interface Seen {
  over: boolean;
  pieces: number;
  mine: boolean;
  /** The keys of the buttons in the bar. */
  keys: string[];
  ghost: boolean;
  fits: boolean;
}

const look = (page: Page): Promise<Seen> =>
  page.evaluate((board) => ({
    over: document.querySelector(".end") !== null,
    pieces: document.querySelectorAll(`${board} .piece`).length,
    mine: document.title.startsWith("●"),
    keys: [...document.querySelectorAll(".bar button:not(:disabled)")].map((each) => each.getAttribute("aria-keyshortcuts") ?? ""),
    ghost: document.querySelector(".ghost.good") !== null,
    fits: document.querySelector(".rack .fits") !== null,
  }), BOARD);

interface Count {
  /** How many keys each lay took. */
  lays: number[];
  /** The keys that did something else. */
  others: string[];
}

/** Plays a whole game, counting the keys. */
async function play(page: Page): Promise<Count> {
  const count: Count = { lays: [], others: [] };
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys++;
    await page.keyboard.press(key);
  };
  const begun = Date.now();
  for (let seen = await look(page); !seen.over; seen = await look(page)) {
    if (Date.now() - begun > 100_000) throw new Error(`the game does not end: ${JSON.stringify(seen)}`);
    const other = seen.keys.find((key) => key !== "");
    if (!seen.mine) await page.waitForTimeout(25);
    else if (seen.ghost || seen.fits) {
      if (!seen.ghost) await press("n");
      await page.locator(`${BOARD} .ghost.good`).waitFor();
      const before = (await look(page)).pieces;
      await press("Enter");
      await expect.poll(async () => (await look(page)).pieces, { interval: 20 }).toBeGreaterThan(before);
      count.lays.push(keys);
      keys = 0;
    } else if (other !== undefined) {
      count.others.push(other);
      await page.keyboard.press(other);
      await page.waitForTimeout(40);
    } else if (seen.keys.length === 0) {
      // A card must be chosen before it can be put aside.
      await page.keyboard.press("1");
    } else await page.waitForTimeout(25);
  }
  return count;
}

suite("a game by keys", (world) => {
  it.each<[string, NewTable, string[]]>([
    ["Chromino", { game: "chromino", options: { first: "1" }, seats: [ME, BOT] }, ["d"]],
    ["Florentine Dominoes", { game: "florentine", options: { first: "1" }, seats: [ME, BOT] }, []],
  ])("needs no more than three for a lay: %s", async (_, table, keys) => {
    const page = await world.page();
    await sit(page, world, table);
    const { lays, others } = await play(page);
    expect(lays.length).toBeGreaterThan(3);
    expect(Math.max(...lays)).toBeLessThanOrEqual(3);
    expect([...new Set(others)]).toEqual(keys);
  });

  it.each<[string, string, Snapshot]>([
    ["d", "draw", snapshot({ legal: ["draw"] })],
    ["p", "pass", snapshot({ legal: ["pass"] })],
    ["c", "call", snapshot({ legal: ["draw", "call"] })],
    ["p", "pass", florentine({})],
    ["a", "aside RBGO", florentine({ view: { stage: "hands", hand: ["RBGO"], stack: 9, legal: ["aside RBGO"] } })],
  ])("has %s for “%s”", async (key, action, shown) => {
    const { page, sent } = await at(world, shown);
    if (action.startsWith("aside")) await page.keyboard.press("1");
    await page.keyboard.press("x");
    await page.keyboard.press(key);
    await expect.poll(() => sent.map((message) => message.action)).toEqual([action]);
  });

  it("goes through the tiles that fit with T, and names each one aloud", async () => {
    const page = await world.page();
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    const chosen = page.locator(".rack button[aria-pressed=true]");
    const live = page.locator("p.unseen[aria-live]");
    const seen = new Set<string>();
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press("t");
      const label = (await chosen.getAttribute("aria-label"))!;
      await expect.poll(() => live.textContent()).toBe(label);
      seen.add(label);
    }
    expect(seen.size).toBe(4);
    await page.keyboard.press("t");
    expect(seen.has((await chosen.getAttribute("aria-label"))!)).toBe(true);
    await page.keyboard.press("Shift+T");
    expect(await chosen.count()).toBe(1);
  });
}, { seed: "quick" });
