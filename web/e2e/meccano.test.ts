import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { BOARD, FITS, playOn, step } from "./hands";
import { suite } from "./suite";
import type { World } from "./world";

const log = async (page: Page): Promise<string> => {
  await page.keyboard.press("l");
  const lines = (await page.locator(".lines li").allTextContents()).join("\n");
  await page.keyboard.press("Escape");
  return lines;
};

/** Two people at a table of the Meccano edition, where the last tile has to be announced. */
async function together(world: World): Promise<[Page, Page]> {
  const host = await world.page();
  const guest = await world.page();
  await host.goto(`${world.address}/setup/chromino/friends`);
  await host.getByLabel("Your name").fill("Anna");
  await host.getByRole("radio", { name: /Meccano/ }).check();
  await host.getByRole("button", { name: "Open the table" }).click();
  await guest.goto(await host.getByRole("textbox", { name: "Link to this table" }).inputValue());
  await guest.getByLabel("Your name").fill("Ben");
  await guest.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([host, guest].map((page) => page.locator(".rack button").first().waitFor()));
  return [host, guest];
}

suite("the Meccano edition", (world) => {
  it("lets somebody forget to call and be spotted, then call, and miss a last tile", async () => {
    const pages = await together(world);
    const spot = (page: Page): ReturnType<Page["locator"]> => page.locator("section[aria-label=Players]").getByRole("button", { name: /forgot/i });
    await playOn(pages, async () => (await spot(pages[0]).count()) + (await spot(pages[1]).count()) > 0);
    const [spotter, forgetful] = (await spot(pages[0]).count()) > 0 ? pages : [pages[1], pages[0]];
    const held = await forgetful.locator(".rack button").count();
    await spot(spotter).click();
    await expect.poll(() => forgetful.locator(".rack button").count()).toBeGreaterThan(held);
    expect(await log(spotter)).toMatch(/noticed that “Chromino” was not said/);

    // From now on both call, until one holds a last tile that fits and draws all the same.
    const call = (page: Page): ReturnType<Page["locator"]> => page.getByRole("button", { name: "Chromino!" });
    let missed: { page: Page; at: { x: number; y: number } } | null = null;
    const begun = Date.now();
    while (!missed) {
      if (Date.now() - begun > 120_000) throw new Error("no last tile was missed in time");
      for (const page of pages) {
        if (await call(page).count()) await call(page).click();
        const last = (await page.locator(".rack button").count()) === 1 && (await page.locator(FITS).count()) === 1;
        if (last && (await page.getByRole("button", { name: "Draw", exact: true }).count())) {
          const at = await place(page);
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Draw", exact: true }).click();
          missed = { page, at };
          break;
        }
        if (!last) await step(page);
      }
    }
    const { page: loser, at } = missed;
    const claimer = pages.find((page) => page !== loser)!;
    await claimer.locator(".bar").getByText(/missed a position/).waitFor();
    await claimer.getByRole("button", { name: "Claim" }).click();
    await show(claimer, at);
    await expect.poll(() => log(claimer)).toMatch(/showed where/);
    expect(await log(claimer)).toMatch(/: “Chromino!”/);
  });
});

/** The middle of a place where the only tile fits, in the board's units. */
async function place(page: Page): Promise<{ x: number; y: number }> {
  await page.locator(FITS).click();
  await page.keyboard.press("n");
  const edge = page.locator(`${BOARD} .ghost .edge`);
  await edge.waitFor();
  return edge.evaluate((rect: SVGRectElement) => ({
    x: rect.x.baseVal.value + rect.width.baseVal.value / 2,
    y: rect.y.baseVal.value + rect.height.baseVal.value / 2,
  }));
}

/** Taps there and turns the tile until it is the place; nothing lights up for somebody who claims. */
async function show(page: Page, at: { x: number; y: number }): Promise<void> {
  const point = await page.locator(`${BOARD} > g`).evaluate((group: SVGGElement, { x, y }) => {
    const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(group.getScreenCTM()!);
    return { left, top };
  }, at);
  await page.mouse.click(point.left, point.top);
  for (let turn = 0; turn < 4; turn++) {
    const here = page.getByRole("button", { name: "Claim" });
    // What was right goes away by itself, perhaps just now.
    if (await here.count()) await here.click({ timeout: 1000 }).catch(() => {});
    if (!(await page.getByRole("button", { name: "Turn" }).count())) return;
    await page.keyboard.press("r");
  }
}
