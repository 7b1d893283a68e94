import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { BOARD, playOn, step } from "./hands";
import { at, florentine, shared, withoutBoards } from "./fixtures";
import { suite } from "./suite";

const SCREENS = [[1366, 768], [390, 844], [844, 390]] as const;

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

suite("one device for all", (world) => {
  it.each(SCREENS)("covers the hand alone until the right one is there, on %d × %d", async (width, height) => {
    const { page } = await at(world, shared({}, { hand: ["BBB"] }), { viewport: { width, height } });
    await page.getByRole("dialog", { name: "Hand over to Ben" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("I am Ben");
    // No key brings the hand to light.
    for (const key of ["Escape", "Escape", "1", "n", "r", "l"]) await page.keyboard.press(key);
    expect(await page.locator(".cover").isVisible()).toBe(true);
    for (const what of [".rack", ".ghost", ".light", "section.unseen ul", "dialog"]) expect(await page.locator(what).count(), what).toBe(0);
    // The board is in sight as a whole, and can be looked at.
    const [board, cover, tile] = await Promise.all([BOARD, ".cover", `${BOARD} .piece`].map(async (each) => (await page.locator(each).first().boundingBox())!));
    expect(overlap(board!, cover!)).toBe(false);
    expect(tile!.y).toBeGreaterThanOrEqual(board!.y);
    expect(tile!.y + tile!.height).toBeLessThanOrEqual(board!.y + board!.height);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: /^Leave my seat/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "I am Ben" }).click();
    await page.locator(".rack button").waitFor();
    expect(await page.locator(".bar strong").textContent()).toMatch(/^Ben · /);
  });

  it.each(SCREENS)("shows what was drawn before it is handed over, on %d × %d", async (width, height) => {
    const { page, tell } = await at(world, shared({ turn: 1, hand: ["BBB"], legal: ["draw"] }, { turn: 1 }), { viewport: { width, height } });
    await page.getByRole("button", { name: "I am Anna" }).click();
    await page.locator(".rack button").waitFor();
    const after = shared({ turn: 2, hand: ["BBB", "GRY"], legal: [] }, { turn: 2, hand: ["PPP"] });
    tell({ events: [{ event: "drew", seat: 1, tile: "GRY" }, { event: "turn", seat: 2 }], views: withoutBoards(after.views) });
    await page.getByText("Ready? Hand over to Ben").waitFor();
    expect(await page.locator(".rack button").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")))).toEqual(["blue, blue, blue", "new: green, red, yellow"]);
    await page.getByText("Anna: drew green, red, yellow").first().waitFor();
    expect(await page.locator(".cover").count()).toBe(0);
    await page.getByRole("button", { name: "Hand over" }).click();
    await page.getByRole("dialog", { name: "Hand over to Ben" }).waitFor();
    // From now on the tile is nobody's to see.
    expect(await page.locator(".rack").count()).toBe(0);
    expect(await page.getByText("green, red, yellow").count()).toBe(0);
    await page.getByRole("button", { name: "I am Ben" }).click();
    expect(await page.locator(".rack button").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")))).toEqual(["purple, purple, purple"]);
    await page.keyboard.press("l");
    await page.locator(".lines li").first().waitFor();
    expect(await page.getByText("Anna: drew a tile").count()).toBeGreaterThan(0);
    expect(await page.getByText("green, red, yellow").count()).toBe(0);
  });

  it("shows what was laid before it is handed over", async () => {
    const { page, tell } = await at(world, shared({ turn: 1, hand: ["GBR", "BBB"], legal: ["GBR@-1,1>"] }, { turn: 1 }));
    await page.getByRole("button", { name: "I am Anna" }).click();
    const after = shared({ turn: 2, hand: ["BBB"], legal: [] }, { turn: 2, hand: ["PPP"] });
    tell({
      events: [{ event: "laid", seat: 1, lay: "GBR@-1,1>", points: 0 }, { event: "turn", seat: 2 }],
      laid: [{ lay: "GBR@-1,1>", seat: 1 }],
      views: withoutBoards(after.views),
    });
    await page.getByText("Ready? Hand over to Ben").waitFor();
    expect(await page.locator(`${BOARD} .piece`).count()).toBe(2);
    expect(await page.locator(`${BOARD} .outline`).count()).toBe(1);
    expect(await page.locator(".cover").count()).toBe(0);
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
    expect(await page.locator(".end tbody tr").count()).toBe(2);
  });
}, { seed: "hand over" });

/** Plays for everybody at this device until the game is over. */
async function playThrough(page: Page): Promise<void> {
  const over = async (): Promise<boolean> => (await page.locator(".end").count()) > 0;
  await playOn(page, async () => {
    const ready = page.getByRole("button", { name: /^(I am .*|Hand over)$/ });
    if (await ready.count()) await ready.click({ timeout: 1000 }).catch(() => {});
    else await step(page);
    return over();
  });
}
