import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { playOn, step } from "./hands";
import { at, florentine, shared, withoutBoards } from "./fixtures";
import { suite } from "./suite";

suite("one device for all", (world) => {
  it("covers everything, and holds the focus until the right one is there", async () => {
    const { page } = await at(world, shared({}, { hand: ["BBB"] }));
    await page.getByRole("dialog", { name: "Hand over to Ben" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("I am Ben");
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press("Tab");
      // The browser's own bars may come in between, the page behind may not.
      expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest(".cover") !== null)).toBe(true);
    }
    for (let i = 0; i < 3; i++) await page.keyboard.press("Escape");
    expect(await page.locator(".cover").isVisible()).toBe(true);
    expect(await page.locator(".rack").count()).toBe(0);
    await page.getByRole("button", { name: "I am Ben" }).click();
    await page.locator(".rack button").waitFor();
    expect(await page.locator(".bar strong").textContent()).toMatch(/^Ben · /);
  });

  it("still lets somebody call who has just laid", async () => {
    const { page, sent } = await at(world, shared({ legal: ["call"] }));
    await page.getByRole("button", { name: "Anna: “Chromino!”" }).click();
    await expect.poll(() => sent.find((each) => each.type === "act")).toMatchObject({ seat: 1, action: "call" });
    expect(await page.locator(".cover").isVisible()).toBe(true);
    expect(await page.locator(".rack").count()).toBe(0);
    const none = await at(world, shared({}, { legal: ["call"] }));
    expect(await none.page.getByRole("button", { name: /Chromino!/ }).count()).toBe(0);
  });

  it("covers nothing where nothing is hidden, and says whose turn it is", async () => {
    const { page, tell } = await at(world, florentine({ mine: [1, 2], view: { stage: "pool", pool: ["RRRR"], turn: 2, legal: ["RRRR@-1,0"] } }));
    expect(await page.locator(".cover").count()).toBe(0);
    await page.locator(".bar").getByText("Ben · Your turn: take any card of the pool").waitFor();
    await page.locator(".rack button").waitFor();
    const black = florentine({ mine: [1, 2], view: { turn: 1, legal: ["black@-4,0"] } });
    tell({ views: withoutBoards(black.views) });
    await page.locator(".bar").getByText("Anna · Lay your black card at the rim, or keep it").waitFor();
    expect(await page.locator(".cover").count()).toBe(0);
    const hands = await at(world, florentine({ mine: [1, 2], view: { stage: "hands", hand: ["RRRR"], turn: 2 } }));
    await hands.page.getByRole("dialog", { name: "Hand over to Ben" }).waitFor();
  });

  it("plays a whole game of Chromino for two, hand over hand", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/setup/chromino/device`);
    await page.getByLabel("Your name").fill("Anna");
    await page.getByLabel("Their name").fill("Ben");
    await page.locator("summary").click();
    await page.getByRole("group", { name: "Junior" }).getByText("One contact, any square").click();
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".cover").waitFor();
    // Every state of the page is looked at, not only those that a test happens to see.
    await page.evaluate(() => {
      const shown = { handedOver: [] as string[], leaks: [] as string[] };
      Object.assign(window, { shown });
      const look = (): void => {
        const cover = document.querySelector(".cover h2")?.textContent;
        if (!cover) return;
        if (shown.handedOver.at(-1) !== cover) shown.handedOver.push(cover);
        for (const what of [".rack button", ".ghost", ".light", "section.unseen ul"]) if (document.querySelector(what)) shown.leaks.push(what);
      };
      look();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await playThrough(page);
    const { handedOver, leaks } = await page.evaluate(() => (window as unknown as { shown: { handedOver: string[]; leaks: string[] } }).shown);
    expect(leaks).toEqual([]);
    expect(new Set(handedOver)).toEqual(new Set(["Hand over to Anna", "Hand over to Ben"]));
    expect(handedOver.length).toBeGreaterThan(6);
    expect(await page.locator(".end h2").textContent()).toMatch(/^(Anna wins|Ben wins|A shared win: Anna and Ben)$/);
    expect(await page.locator(".end td").count()).toBe(2);
  });
}, { seed: "hand over" });

/** Plays for everybody at this device until the game is over. */
async function playThrough(page: Page): Promise<void> {
  const over = async (): Promise<boolean> => (await page.locator(".end").count()) > 0;
  await playOn(page, async () => {
    const ready = page.getByRole("button", { name: /^I am/ });
    if (await ready.count()) await ready.click({ timeout: 1000 }).catch(() => {});
    else await step(page);
    return over();
  });
}
