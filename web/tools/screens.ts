// Pictures of every screen, light and dark, on a desktop and on a phone, into docs/screens. The server is a real one; its
// deals and its bots are the same each time, so that a picture changes only when the client does.

import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { BOARD, FITS, playOn, sit } from "../e2e/hands";
import { lacking, World } from "../e2e/world";
import { shrunk } from "./palette";

const FOLDER = new URL("../../docs/screens/", import.meta.url).pathname;
const MOST = 4_000_000;
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const BOT = { kind: "bot", level: "steady" } as const;

type Shoot = (name: string) => Promise<void>;

const count = (page: Page, what: string): Promise<number> => page.locator(what).count();
const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready.then(() => true));
  await page.mouse.move(0, 0);
  // The mark of the keyboard's focus would be there only because it was a key that found the place.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
};

/** Plays until there is something to see: so much on the board, and a piece in hand that fits. */
async function middle(page: Page, pieces: number): Promise<void> {
  await playOn(page, async () => {
    if (await count(page, ".end")) throw new Error("the game ended before the picture: choose another seed");
    if ((await count(page, `${BOARD} .piece`)) < pieces || !(await count(page, FITS))) return false;
    await page.keyboard.press("Escape");
    return true;
  });
}

async function home(page: Page, world: World, shoot: Shoot): Promise<void> {
  await page.goto(world.address);
  await page.evaluate(() => localStorage.setItem("tessella", JSON.stringify({ name: "Anna" })));
  await page.goto(world.address);
  await shoot("home");
  await page.goto(`${world.address}/setup/chromino/friends`);
  await page.locator("summary").click();
  await shoot("set-up");
}

async function chromino(page: Page, world: World, shoot: Shoot): Promise<string> {
  const { table } = await sit(page, world, { game: "chromino", options: { scoring: "expert", first: "1" }, seats: [{ kind: "me" }, BOT, BOT] });
  await middle(page, 14);
  await page.locator(FITS).last().click();
  await page.keyboard.press("n");
  await shoot("chromino");
  await playOn(page);
  await shoot("end");
  return table.id;
}

/** Takes up a card and shows it where it closes a space, if there is such a place. */
async function closing(page: Page): Promise<void> {
  for (let card = 0; card < (await count(page, FITS)); card++) {
    await page.locator(FITS).nth(card).click();
    for (let place = 0; place < 12; place++) {
      await page.keyboard.press("n");
      if (await count(page, ".bar .more")) return;
    }
  }
}

async function florentine(page: Page, world: World, shoot: Shoot): Promise<void> {
  await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [{ kind: "me" }, BOT, BOT] });
  await middle(page, 24);
  await closing(page);
  await shoot("florentine");
}

async function others(page: Page, world: World, finished: string, shoot: Shoot): Promise<void> {
  await page.goto(`${world.address}/replay/${finished}?move=30`);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("img", { name: /The chance to win/ }).waitFor({ timeout: 120_000 });
  // A mistake, if there was one: then there is a better move to be seen.
  const marks = page.locator(".marks button");
  if (await marks.count()) await marks.last().click();
  await shoot("replay");
  await page.goto(`${world.address}/setup/florentine/device`);
  await page.getByLabel("Their name").fill("Ben");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText(/Hand over to/).waitFor();
  await shoot("cover");
  await page.goto(`${world.address}/conundrum/chromino`);
  await page.locator(".pieces button").first().waitFor();
  await shoot("conundrum");
  await page.goto(`${world.address}/sheet/chromino?seed=breakfast&level=0&count=4`);
  await page.getByRole("article", { name: "Solutions" }).waitFor();
  await shoot("sheet");
  await page.goto(`${world.address}/learn/florentine`);
  await page.getByRole("button", { name: "Step 6" }).click();
  await page.locator(".rack button").first().waitFor();
  await shoot("learn");
  await page.goto(`${world.address}/learn/chromino/rules`);
  await page.locator("figure").first().scrollIntoViewIfNeeded();
  await shoot("rules");
}

/** One game is enough for all: each picture is taken in both lights, and on the wide screen and the small one. */
async function all(world: World): Promise<void> {
  const page = await world.page(DESKTOP);
  // The conundrum of one day, whatever day it is.
  await page.clock.setFixedTime(new Date("2026-03-20T18:30:00Z"));
  const shoot: Shoot = async (name) => {
    for (const [size, { viewport }] of [["desktop", DESKTOP], ["phone", PHONE]] as const) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await settled(page);
        // The board frames itself in the new size, and what comes in gently is to have come.
        await page.waitForTimeout(250);
        await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished)).then(() => true));
        const path = join(FOLDER, `${name}-${size}-${colorScheme}.png`);
        shrunk(await page.screenshot({ animations: "disabled" }), path);
      }
    }
    await page.setViewportSize(DESKTOP.viewport);
    console.log(`  ${name}`);
  };
  await home(page, world, shoot);
  const finished = await chromino(page, world, shoot);
  await florentine(page, world, shoot);
  await others(page, world, finished, shoot);
}

const missing = lacking();
if (missing) throw new Error(`no pictures can be taken, because ${missing}`);
mkdirSync(FOLDER, { recursive: true });
// The folders in it hold other pictures (tools/sizes.ts).
const pictures = (): string[] => readdirSync(FOLDER).filter((name) => name.endsWith(".png"));
for (const name of pictures()) rmSync(join(FOLDER, name));
const world = new World({ seed: "evening" });
await world.open();
try {
  await all(world);
} finally {
  await world.close();
}
if (world.faults.length > 0) throw new Error(world.faults.join("\n"));
const weight = pictures().reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
console.log(`${pictures().length} pictures in docs/screens, ${(weight / 1e6).toFixed(1)} MB`);
if (weight > MOST) throw new Error("that is too much for a repository");
