// How large the squares of a board are: the same thirty tiles on seven screens, with 2, 4 and 8 players. The page frames
// the board itself; nothing is zoomed by hand. With the name of a folder, a picture of each screen with four players goes
// into that folder of docs/screens.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { show } from "../e2e/fixtures";
import { BOARD } from "../e2e/hands";
import { late } from "../e2e/late";
import { lacking, World } from "../e2e/world";
import { CELL } from "../src/games/chromino/notation";
import { shrunk } from "./palette";

const SCREENS = [[1280, 800], [1366, 768], [1920, 1080], [820, 1180], [390, 844], [360, 640], [844, 390]] as const;
const PLAYERS = [2, 4, 8];
const PICTURED = 4;
const FOLDER = process.argv[3] ? new URL(`../../docs/screens/${process.argv[3]}/`, import.meta.url).pathname : null;

/** The side of a square, and how much of the screen the board's own area takes. */
async function measure(page: Page): Promise<{ square: number; share: number }> {
  const side = await page.locator(`${BOARD} > g`).evaluate((group: SVGGElement) => group.getScreenCTM()!.a);
  const area = (await page.locator(BOARD).boundingBox())!;
  const { width, height } = page.viewportSize()!;
  return { square: side * CELL, share: (area.width * area.height) / (width * height) };
}

const missing = lacking();
if (missing) throw new Error(`the board cannot be measured, because ${missing}`);
if (FOLDER) mkdirSync(FOLDER, { recursive: true });
const world = new World();
await world.open();
try {
  const page = await world.page();
  console.log("The side of a square in pixels with thirty tiles (18 × 17 squares), and the board's share of the screen");
  console.log(`| screen | ${PLAYERS.map((n) => `${n} players`).join(" | ")} |`);
  console.log(`|---|${PLAYERS.map(() => "---").join("|")}|`);
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    const cells: string[] = [];
    for (const players of PLAYERS) {
      await show(page, world, late(players));
      await page.evaluate(() => document.fonts.ready.then(() => true));
      await page.waitForTimeout(200);
      const { square, share } = await measure(page);
      if (FOLDER && players === PICTURED) shrunk(await page.screenshot({ animations: "disabled" }), join(FOLDER, `${width}x${height}.png`));
      cells.push(`${square.toFixed(1)} px, ${Math.round(share * 100)} %`);
    }
    console.log(`| ${width}×${height} | ${cells.join(" | ")} |`);
  }
} finally {
  await world.close();
}
