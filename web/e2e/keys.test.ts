import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { suite } from "./suite";

/** Goes on with Tab until the focus is on a button of that name, and presses it. */
async function press(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 80; i++) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
    if (name.test(here.trim())) return page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way by keyboard to ${name}`);
}

interface Seen {
  over: boolean;
  /** What the bar says, and what can be done there. */
  says: string;
  buttons: string[];
  /** The pieces in the rack that fit, by their number. */
  fits: number[];
  ghost: boolean;
}

const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => ({
    over: document.querySelector(".end") !== null,
    says: document.querySelector(".bar .text")?.textContent ?? "",
    buttons: [...document.querySelectorAll(".bar button:not(:disabled)")].map((each) => each.textContent.trim()),
    fits: [...document.querySelectorAll(".rack button")].flatMap((each, i) => (each.getAttribute("aria-label")?.endsWith(", fits") || each.querySelector(".fits") ? [i + 1] : [])),
    ghost: document.querySelector(".ghost.good") !== null,
  }));

/** One step of a turn, by keys alone. */
async function turn(page: Page, seen: Seen): Promise<void> {
  const [first] = seen.fits;
  if (seen.ghost && seen.buttons.includes("Lay it")) await page.keyboard.press("Enter");
  else if (first !== undefined && first <= 9) {
    await page.keyboard.press("Escape");
    await page.keyboard.press(String(first));
    await page.keyboard.press("n");
  } else if (first !== undefined) {
    // Digits reach nine pieces of the pool; the others have their place in the order of Tab.
    await press(page, /, fits$/);
    await page.keyboard.press("n");
  } else if (seen.buttons.includes("Put it aside")) await press(page, /^Put it aside$/);
  else if (/choose a card to put aside/.test(seen.says)) await page.keyboard.press("1");
  else if (seen.buttons.includes("Keep it")) await press(page, /^Keep it$/);
  else await page.waitForTimeout(40);
}

suite("the keyboard alone", (world) => {
  it("is enough for a whole game of Florentine Dominoes, and the next one", async () => {
    const page = await world.page();
    await page.goto(world.address);
    await page.locator("section.game").first().waitFor();
    await press(page, /^Play now\s*Florentine Dominoes$/);
    await page.locator(".rack button").first().waitFor();
    const first = page.url();
    const begun = Date.now();
    for (let seen = await look(page); !seen.over; seen = await look(page)) {
      if (Date.now() - begun > 120_000) throw new Error(`the game does not end: ${JSON.stringify(seen)}`);
      await turn(page, seen);
    }
    expect(await page.locator(".end h2").textContent()).toMatch(/win/);
    expect(await page.locator("p.unseen[aria-live]").textContent()).toMatch(/The game is over\. .*win/);
    await press(page, /^Play again$/);
    await expect.poll(() => page.url()).not.toBe(first);
    await page.locator(".rack button").first().waitFor();
  });
}, { seed: "keys" });
