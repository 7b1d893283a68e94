import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { BOARD, FITS, sit } from "./hands";
import { lacking, World } from "./world";

/** Presses Tab until what has the focus is named like this. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 80; i++) {
    const focused = await page.evaluate(() => {
      const { activeElement: at } = document;
      return at && at !== document.body ? (at.getAttribute("aria-label") ?? at.textContent ?? "").trim() : "";
    });
    if (name.test(focused)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not lead to ${name}`);
}

describe.skipIf(lacking() !== null)("fingers", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(async () => {
    await world.close();
    expect(world.faults).toEqual([]);
  });

  it("plays a whole game with the keyboard alone", async () => {
    const page = await world.page();
    await page.goto(world.address);
    await page.getByRole("button", { name: "Play now Chromino" }).waitFor();
    await tabTo(page, /^Play now\s*Chromino$/);
    await page.keyboard.press("Enter");
    await page.locator(".rack button").first().waitFor();
    let laid = 0;
    const begun = Date.now();
    while (!(await page.locator(".end").count())) {
      if (Date.now() - begun > 150_000) throw new Error("the game did not end in time");
      const labels = await page.locator(".rack button").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""));
      const index = labels.findIndex((label) => label.endsWith(", fits"));
      const draw = await page.getByRole("button", { name: /^(Draw|Pass)$/ }).count();
      if (index >= 0) {
        const before = await page.locator(`${BOARD} .piece`).count();
        await page.keyboard.press("Escape");
        if (index < 9) {
          await page.keyboard.press(String(index + 1));
          await page.keyboard.press("n");
          // Where a button has the focus, Enter is that button's.
          if (await page.evaluate(() => document.activeElement?.closest("button, a") != null)) await tabTo(page, /^Lay it$/);
        } else {
          await tabTo(page, new RegExp(`^${labels[index]!.replace("*", "\\*")}$`));
          await page.keyboard.press("Enter");
          await page.keyboard.press("n");
          await tabTo(page, /^Lay it$/);
        }
        await page.keyboard.press("Enter");
        await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBeGreaterThan(before);
        laid++;
      } else if (draw) {
        await tabTo(page, /^(Draw|Pass)$/);
        await page.keyboard.press("Enter");
      }
      await page.waitForTimeout(60);
    }
    expect(laid).toBeGreaterThan(2);
    await tabTo(page, /^Replay$/);
    await page.keyboard.press("Enter");
    await page.getByRole("slider").waitFor();
  });

  it("plays by single taps on a phone", async () => {
    const page = await world.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await sit(page, world, { game: "florentine", options: { first: "1" } });
    const pieces = page.locator(`${BOARD} .piece`);
    for (let laid = 0; laid < 4; laid++) {
      await page.locator(FITS).first().waitFor();
      const before = await pieces.count();
      await page.locator(FITS).first().tap();
      const box = (await page.locator(".light").first().boundingBox())!;
      expect(box.width).toBeGreaterThanOrEqual(24);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.touchscreen.tap(x, y);
      await page.locator(`${BOARD} .ghost.good`).waitFor();
      expect(await pieces.count()).toBe(before);
      await page.touchscreen.tap(x, y);
      await expect.poll(() => pieces.count()).toBeGreaterThan(before);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
