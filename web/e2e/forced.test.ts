import { expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { at, snapshot } from "./fixtures";
import { suite } from "./suite";

const FORCED = { forcedColors: "active" } as const;

/** The parts of a style that are left when the colours are the reader's. */
const look = (part: Locator): Promise<string> =>
  part.evaluate((node) => {
    const all = [node, ...node.querySelectorAll("*")];
    return all
      .map((each) => {
        const style = getComputedStyle(each);
        const names = ["color", "background-color", "border-top-color", "border-top-width", "border-top-style", "outline-color", "outline-style", "outline-width"];
        return names.map((name) => style.getPropertyValue(name)).join(" ");
      })
      .join("; ");
  });

/** Whether the one that is chosen looks different from another one. */
async function differ(page: Page, chosen: string, other: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  expect(await look(page.locator(chosen).first()), chosen).not.toBe(await look(page.locator(other).first()));
}

suite("forced colours", (world) => {
  it("keep the tile in hand, the player on turn and the tiles that fit apart", async () => {
    const places = [{ lay: "GBR@-1,1>", points: 0, contacts: [[0, -1, 0], [2, 1, 0]] as [number, number, number][] }];
    const { page } = await at(world, snapshot({ hand: ["GBR", "YYY", "PPP"], legal: ["GBR@-1,1>"], places }), FORCED);
    await page.keyboard.press("2");
    await differ(page, ".rack button.chosen .piece", ".rack button:not(.chosen) .piece");
    await differ(page, "section[aria-label=Players] li[aria-current]", "section[aria-label=Players] li:not([aria-current])");
    await differ(page, ".rack .dot.fits", ".rack .dot:not(.fits)");
  });

  it("keep what was chosen for a new game apart", async () => {
    const page = await world.page(FORCED);
    await page.goto(`${world.address}/setup/chromino/bots`);
    await differ(page, ".editions label.on", ".editions label:not(.on)");
    await page.locator("summary").click();
    await differ(page, "fieldset label.on", "fieldset label:not(.on)");
    await page.goto(`${world.address}/conundrum/chromino?seed=2026-11-16`);
    await page.locator(".pieces button").first().click();
    await differ(page, ".pieces [aria-pressed=true]", ".pieces [aria-pressed=false]");
  });
});
