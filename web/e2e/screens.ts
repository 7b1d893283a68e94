// Every screen, and what can be on it.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { ChrominoView, FlorentineView, ReviewInfo, Snapshot } from "../src/wire";
import { florentine, SEAT, shared, show, snapshot } from "./fixtures";
import { menu } from "./hands";
import type { World } from "./world";

/** The address of every screen that needs no game, and what is there when it has come. */
export const SCREENS: Record<string, string> = {
  "/": "section.game",
  "/setup/chromino/bots": "summary",
  "/setup/florentine/friends": "summary",
  "/learn/chromino": ".rack button",
  "/learn/florentine": ".choices button",
  "/learn/chromino/rules": "main h2",
  "/learn/chromino/rules/meccano": "main h2",
  "/learn/florentine/rules": "main h2",
  "/conundrum/chromino": ".pieces button",
  "/conundrum/florentine": ".pieces button",
  "/sheet/florentine?seed=a&count=2": "article",
  "/replay": "textarea",
  "/nowhere": "h1",
};

export async function visit(page: Page, world: World, path: string): Promise<void> {
  await page.goto(world.address + path);
  await page.locator(SCREENS[path]!).first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => true));
}

const RECORD = readFileSync(new URL("../../docs/example.txt", import.meta.url), "utf8");
const SCORED: Partial<ChrominoView> = {
  hand: ["GBR", "Y*P"],
  seats: [{ ...SEAT, count: 2, score: 12 }, { ...SEAT, count: 1, score: 12, shown: ["BGR"], forgot: true }],
  legal: ["GBR@-1,1>", "call", "spot 2"],
  places: [{ lay: "GBR@-1,1>", points: 5, contacts: [[0, -1, 0], [2, 1, 0]] }],
};
const BLACK: Partial<FlorentineView> = { legal: ["black@-4,0", "pass"] };
const CROSS: Partial<FlorentineView> = { stage: "hands", hand: ["RBGO", "RRRR"], stack: 30, legal: ["RRRR@-1,0", "RBGO@-1,0", "aside RBGO", "aside RRRR"] };

function reviewed(length: number): ReviewInfo {
  const value = { share: 0.5, error: 0.02, proved: false };
  const decision = { seat: 1, action: "draw", choices: 3, made: { ...value, share: 0.4 }, best: value, loss: 0.1, loss_error: 0.02, preferred: ["draw"], missed_win: true, mark: "??" };
  const seat = { result: 1, fair: 0.5, lost: 0.1, given: 0, skill: 0.1, luck: 0.4, decisions: 4, mistakes: 1 };
  return { game: "chromino", check: "", rollouts: 1, seed: 1, decisions: Array.from({ length }, (_, ply) => ({ ...decision, ply, seat: (ply % 2) + 1 })), seats: [1, 2].map((each) => ({ ...seat, seat: each })) };
}

function over(): Snapshot {
  const outcome = { winners: [1], reason: "", measure: "points", scores: [31, 12] };
  const shown = snapshot({ outcome, turn: null, hand: [], legal: [] });
  return { ...shown, table: { ...shown.table, status: "over" } };
}

/** A ghost on the board: the first piece at its first place. */
async function ghost(page: Page): Promise<void> {
  await page.keyboard.press("1");
  await page.keyboard.press("n");
  await page.locator(".ghost.good").waitFor();
}

/** What else there is to see, and how to get there. Each may go on from the one before. */
export const STATES: Record<string, (page: Page, world: World) => Promise<unknown>> = {
  settings: async (page, world) => {
    await visit(page, world, "/");
    await page.getByRole("button", { name: /Settings/ }).click();
  },
  "the rules of a new game": async (page, world) => {
    await visit(page, world, "/setup/chromino/bots");
    await page.locator("summary").click();
  },
  "a lobby": async (page, world) => {
    await visit(page, world, "/setup/florentine/friends");
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
  },
  "a table of Chromino": async (page, world) => {
    await show(page, world, snapshot(SCORED));
    await ghost(page);
  },
  "what has happened": async (page) => {
    await page.keyboard.press("l");
    await page.locator("dialog summary").click();
  },
  "the menu": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu" }).click();
  },
  help: async (page) => {
    await page.keyboard.press("Escape");
    await menu(page, "How to play");
    await page.locator("dialog").waitFor();
  },
  "a piece that does not fit": async (page, world) => {
    await show(page, world, snapshot(SCORED));
    await page.keyboard.press("2");
    await page.keyboard.press("ArrowRight");
    await page.locator(".ghost.bad").waitFor();
  },
  "a table of Florentine Dominoes": async (page, world) => {
    await show(page, world, florentine({ view: CROSS }));
    await ghost(page);
  },
  "the black cards": async (page, world) => {
    await show(page, world, florentine({ view: BLACK, seats: [{}, { black: [4, 0], black_done: true }] }));
    await ghost(page);
  },
  "a cover": (page, world) => show(page, world, shared({ legal: ["call"] }, {}, [1])),
  "an end": (page, world) => show(page, world, over()),
  "a replay": async (page, world) => {
    await visit(page, world, "/replay");
    await page.getByLabel("The text of a record").fill(RECORD);
    await page.getByRole("button", { name: "Show it" }).click();
    await page.getByRole("slider").waitFor();
  },
  "a review": async (page) => {
    await page.route(/\/api\/reviews/, (route) => route.fulfill({ json: reviewed(6) }));
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("img", { name: /The chance to win/ }).waitFor();
    await page.getByRole("slider").fill("2");
  },
};
