import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { Snapshot } from "../src/wire";
import { accessible } from "./accessible";
import { at, SEAT, show, snapshot } from "./fixtures";
import { BOARD } from "./hands";
import { suite } from "./suite";

const NAMES = ["Anna", "Ben", "Chloé", "Dídac", "Elisabeth", "François", "Gesa", "Hortènsia"];
const HANDS = [[], ["BGR", "YYY"], ["BBB"], ["GGG", "RRR", "PPP"], ["BGB"], ["YPY", "BYB", "RPR", "GPG"], ["GRG"], ["BRP", "GYP", "BGY", "RYP", "BBY", "BBP", "GGY", "GGP", "RRY", "RRP", "YYP"]];

/** A finished game of so many people. */
export function over(players: number): Snapshot {
  const hands = HANDS.slice(0, players);
  const outcome = { winners: [1], reason: "", measure: "tiles left", scores: hands.map((hand) => hand.length) };
  const seats = hands.map((hand) => ({ ...SEAT, count: hand.length, shown: hand, known: hand }));
  const shown = snapshot({ outcome, turn: null, hand: [], legal: [], seats });
  const people = NAMES.slice(0, players).map((name) => ({ ...shown.table.seats[0]!, name }));
  return { ...shown, table: { ...shown.table, status: "over", seats: people, created: Date.UTC(2026, 4, 3, 12) / 1000 } };
}

/** By how many pixels the end is too high or too wide, or out of the window. */
const excess = (page: Page): Promise<number> =>
  page.locator(".end").evaluate((end) => {
    const { left, top, right, bottom } = end.getBoundingClientRect();
    // Whatever scrolls around it, too.
    let over = Math.max(end.scrollHeight - end.clientHeight, end.scrollWidth - end.clientWidth, -left, -top, right - innerWidth, bottom - innerHeight);
    for (let node = end.parentElement; node; node = node.parentElement) {
      if (getComputedStyle(node).overflowY !== "visible") over = Math.max(over, node.scrollHeight - node.clientHeight);
    }
    return over;
  });

suite("the end", (world) => {
  it.each([[390, 844], [360, 640], [844, 390], [1366, 768]])("fits with eight players at %d×%d", async (width, height) => {
    const { page } = await at(world, over(8), { viewport: { width, height } });
    await page.evaluate(() => document.fonts.ready.then(() => true));
    expect(await excess(page)).toBeLessThanOrEqual(1);
    expect(await page.locator(".end tr").count()).toBe(8);
    await accessible(page);
  });

  it("shows what is left in the hands", async () => {
    const { page } = await at(world, over(8));
    const row = (name: string): ReturnType<Page["locator"]> => page.locator(".end tr").filter({ hasText: name });
    expect(await row("Ben").locator("svg").count()).toBe(2);
    expect(await row("Ben").textContent()).toContain("left in hand: blue, green, red; yellow, yellow, yellow");
    expect(await row("You").locator("svg").count()).toBe(0);
    // Of a large hand the number is left.
    expect(await row("Hortènsia").locator(".hand").innerText()).toContain("+5");
  });

  it("writes names, scores and the day under the picture", async () => {
    const { page } = await at(world, over(3));
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Picture as SVG" }).click();
    const svg = readFileSync(await (await saved).path(), "utf8");
    for (const text of ["Chromino", "Anna: 0 tiles left", "Ben: 2 tiles left", "Chloé: 1 tile left", "3 May 2026"]) expect(svg).toContain(text);
    expect(svg).toMatch(/★ Anna/);
    // All of it is inside the picture.
    const outside = await page.evaluate((source) => {
      document.body.innerHTML = source;
      const picture = document.querySelector("svg")!.getBoundingClientRect();
      return [...document.querySelectorAll("svg text")].filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < picture.left || right > picture.right || top < picture.top || bottom > picture.bottom;
      }).length;
    }, svg);
    expect(outside).toBe(0);
  });

  it("hands the picture to the share sheet of a phone", async () => {
    const phone = await world.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await phone.addInitScript(() => {
      const shared: { name: string; type: string; size: number }[] = [];
      Object.assign(window, { shared });
      navigator.canShare = (data) => (data?.files?.length ?? 0) > 0;
      navigator.share = (data) => {
        for (const { name, type, size } of data?.files ?? []) shared.push({ name, type, size });
        return Promise.resolve();
      };
    });
    const { page } = await show(phone, world, over(3));
    await page.getByRole("button", { name: "Share the picture" }).click();
    const shared = (): Promise<{ name: string; type: string; size: number }[]> => page.evaluate(() => (window as unknown as { shared: { name: string; type: string; size: number }[] }).shared);
    await expect.poll(async () => (await shared()).length, { timeout: 20_000 }).toBe(1);
    expect((await shared())[0]).toMatchObject({ name: "tessella-aaaaaaaaaaaa.png", type: "image/png" });
    expect((await shared())[0]!.size).toBeGreaterThan(5000);
    expect(await page.locator(BOARD).count()).toBe(1);
  });
});
