import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { BOARD, FITS, menu, sit, sitWhereSomethingFits } from "./hands";
import { suite } from "./suite";

const ME = { kind: "me" } as const;
const BOT = { kind: "bot", level: "casual" } as const;

/** Counts the tones that a page makes, and the notices that it wants to show. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = { tones: 0, notices: [] as string[] };
    Object.assign(window, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      heard.tones++;
      start.call(this, when);
    };
    ServiceWorkerRegistration.prototype.showNotification = (title: string) => {
      heard.notices.push(title);
      return Promise.resolve();
    };
  });
}

const heard = (page: Page): Promise<{ tones: number; notices: string[] }> =>
  page.evaluate(() => (window as unknown as { heard: { tones: number; notices: string[] } }).heard);

async function set(page: Page, name: string | RegExp, value: string): Promise<void> {
  // At a table they are in the menu.
  if (await page.getByRole("button", { name: "Menu" }).count()) await menu(page, "Settings");
  else await page.getByRole("button", { name: /Settings/ }).click();
  await page.getByRole("group", { name }).getByText(value, { exact: true }).click();
  await page.getByRole("button", { name: "Close" }).click();
}

async function layOne(page: Page): Promise<void> {
  const pieces = page.locator(`${BOARD} .piece`);
  const before = await pieces.count();
  await page.locator(FITS).first().click();
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Lay it" }).click();
  await expect.poll(() => pieces.count()).toBeGreaterThan(before);
}

suite("what calls somebody", (world) => {
  it("makes no sound until it is asked to", async () => {
    const page = await world.page();
    await listen(page);
    await sitWhereSomethingFits(page, world, { game: "chromino", options: { first: "1" }, seats: [ME, BOT] });
    await layOne(page);
    expect((await heard(page)).tones).toBe(0);
    await sitWhereSomethingFits(page, world, { game: "chromino", options: { first: "1" }, seats: [ME, BOT] });
    await set(page, "Sounds", "On");
    const before = (await heard(page)).tones;
    await layOne(page);
    await expect.poll(async () => (await heard(page)).tones).toBeGreaterThan(before);
  });

  it("says in the title whose turn it is, and with a notice if nobody looks", async () => {
    const page = await world.page({ permissions: ["notifications"] });
    await listen(page);
    await page.goto(world.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await set(page, /Notify me/, "On");
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    expect(await page.title()).toMatch(/^● Your turn/);
    await page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }));
    await layOne(page);
    await expect.poll(async () => (await heard(page)).notices).toEqual(["Your turn"]);
    await expect.poll(() => page.title()).toMatch(/^● Your turn/);
  });

  it("says so if the browser allows no notices", async () => {
    const page = await world.page();
    await page.addInitScript(() => {
      Notification.requestPermission = () => Promise.resolve("denied");
    });
    await page.goto(world.address);
    await page.getByRole("button", { name: /Settings/ }).click();
    const group = page.getByRole("group", { name: /Notify me/ });
    await group.getByText("On", { exact: true }).click();
    await group.getByText("This browser does not let the page do that.").waitFor();
    expect(await group.getByRole("radio", { name: "Off" }).isChecked()).toBe(true);
  });

  it("leaves days for a move where that was chosen, and plays on by itself where a minute is over", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/setup/chromino/bots`);
    await page.locator("summary").click();
    await page.getByRole("group", { name: "Clock" }).getByText("3 days per move").click();
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".rack button").first().waitFor();
    await expect.poll(() => page.getByRole("timer").first().textContent(), { timeout: 5000 }).toBe("2 days 23 hours");

    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT], clock: { kind: "move", seconds: 5 } });
    // Nobody does anything: the clock does, again and again.
    await expect.poll(() => page.locator(`${BOARD} .piece`).count(), { timeout: 40_000 }).toBeGreaterThanOrEqual(2);
  });
});
