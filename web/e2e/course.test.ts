// The course: a board at every height, every lesson by hand and by keys, and the rules in between.

import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { BOARD } from "./hands";
import { suite } from "./suite";

const GAMES = { chromino: 6, florentine: 8 } as const;
type Game = keyof typeof GAMES;

/** Screens, with the least share of the height that the board has. Half of a screen in each direction is a zoom of 200 %. */
const SCREENS: readonly (readonly [name: string, width: number, height: number, share: number])[] = [
  ["a phone on its side", 844, 390, 0.8],
  ["a laptop", 1366, 768, 0.8],
  ["a laptop at 200 %", 683, 384, 0.8],
  ["a small laptop at 200 %", 640, 400, 0.8],
  ["a laptop at 400 %", 341, 192, 0.5],
  ["a small phone", 360, 640, 0.34],
  ["a phone", 390, 844, 0.34],
  ["a phone at 200 %", 195, 422, 0.5],
];

const live = (page: Page): Promise<string | null> => page.locator("p.unseen[aria-live]").textContent();
const heading = (page: Page): Promise<string | null> => page.locator("h1").first().textContent();
const words = (page: Page): Promise<string[]> => page.locator("section.unseen[aria-label='The board in words'] ol li").allTextContents();
const on = (page: Page) => page.getByRole("button", { name: /^(Next|Finish)$/ });

suite("the course", (world) => {
  async function open(game: Game, page: Page): Promise<Page> {
    await page.goto(`${world.address}/learn/${game}`);
    await page.locator(BOARD).waitFor();
    return page;
  }

  /** Does what a lesson asks for, by keys alone. */
  async function solve(page: Page): Promise<void> {
    if (await page.locator(".choices").count()) return page.keyboard.press("3");
    const aside = await page.getByText("Tap the card that you want to put aside").count();
    await page.keyboard.press("d");
    if (!(await page.locator(".rack button.chosen").count())) await page.keyboard.press("1");
    if (aside) await page.keyboard.press("a");
    for (let tries = 0; tries < 12 && !(await on(page).count()); tries++) {
      await page.keyboard.press("n");
      await page.keyboard.press("Enter");
    }
  }

  it.each(SCREENS)("has a board on %s", async (_name, width, height, share) => {
    const page = await world.page({ viewport: { width, height } });
    for (const [game, count] of Object.entries(GAMES) as [Game, number][]) {
      await open(game, page);
      for (let lesson = 1; lesson <= count; lesson++) {
        // At a large zoom the steps may be out of sight.
        await page.getByRole("button", { name: `Step ${lesson}` }).dispatchEvent("click");
        const board = (await page.locator(BOARD).boundingBox())!;
        expect(board.height, `${game} ${lesson}`).toBeGreaterThanOrEqual(Math.floor(share * height));
        expect(board.width, `${game} ${lesson}`).toBeGreaterThanOrEqual(0.5 * width - 1);
      }
    }
  });

  it.each([["a phone on its side", 844, 390], ["a small phone", 360, 640]] as const)("cuts nothing off on %s, in any language", async (_name, width, height) => {
    const cuts: string[] = [];
    for (const locale of ["en", "fr", "es", "ca", "de"]) {
      const page = await world.page({ viewport: { width, height }, locale });
      for (const [game, count] of Object.entries(GAMES) as [Game, number][]) {
        await open(game, page);
        await page.evaluate(() => document.fonts.ready.then(() => true));
        for (let lesson = 0; lesson < count; lesson++) {
          await page.locator("ol button").nth(lesson).click();
          const cut = await page.locator(".table footer, .table .top").evaluateAll((all) => all.map((each) => Math.max(0, each.scrollHeight - each.clientHeight - 1)));
          cuts.push(...cut.filter((by) => by > 0).map((by) => `${locale} ${game} ${lesson + 1}: ${by}`));
        }
      }
    }
    expect(cuts).toEqual([]);
  });

  it.each(Object.keys(GAMES) as Game[])("goes to its end by keys alone: %s", async (game) => {
    const page = await open(game, await world.page());
    for (let lesson = 0; lesson < GAMES[game]; lesson++) {
      const before = await heading(page);
      await solve(page);
      await on(page).waitFor();
      expect(await live(page)).toBe(await page.locator(".bar strong").textContent());
      // Enter goes on, and a screen reader begins with the new heading.
      await page.keyboard.press("Enter");
      await expect.poll(() => heading(page)).not.toBe(before);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    }
    await page.getByText("That is all you need").waitFor();
    await page.getByRole("button", { name: "Start again" }).click();
    await page.getByRole("button", { name: "Step 1" }).waitFor();
  });

  it.each(Object.keys(GAMES) as Game[])("goes to its end with a finger: %s", async (game) => {
    const page = await open(game, await world.page({ viewport: { width: 390, height: 844 }, hasTouch: true }));
    for (let lesson = 0; lesson < GAMES[game]; lesson++) {
      if (await page.locator(".choices").count()) await page.locator(".choices button").first().tap();
      const draw = page.getByRole("button", { name: "Draw", exact: true });
      if (await draw.count()) await draw.tap();
      for (let piece = 0; piece < 3 && !(await on(page).count()); piece++) {
        if (!(await page.locator(".rack button.chosen").count()) || piece > 0) await page.locator(".rack button").nth(piece).tap();
        const aside = page.getByRole("button", { name: "Put it aside" });
        if (await aside.count()) await aside.tap();
        for (let tries = 0; tries < 6 && !(await on(page).count()); tries++) {
          const next = page.getByRole("button", { name: "Next position" });
          if (await next.count()) await next.tap();
          const lay = page.getByRole("button", { name: "Lay it" });
          if (await lay.count()) await lay.tap();
        }
      }
      await on(page).tap();
    }
    await page.getByText("That is all you need").waitFor();
  });

  it("says aloud what lies where, and what it makes", async () => {
    const page = await open("chromino", await world.page());
    const before = await words(page);
    expect(before).toHaveLength(1);
    await page.keyboard.press("1");
    await page.keyboard.press("n");
    await expect.poll(() => live(page)).toMatch(/^(green, blue, red|red, blue, green) from .*\. 2 contacts$/);
    await page.keyboard.press("Enter");
    await expect.poll(() => live(page)).toMatch(/^Well laid!/);
    expect(await words(page)).toHaveLength(2);
    // It begins with the tile where it must not stay.
    await page.keyboard.press("Enter");
    await expect.poll(() => live(page)).toMatch(/One contact, two needed$/);
  });

  it("says of a place that fits that another one does more", async () => {
    const page = await open("florentine", await world.page());
    await page.getByRole("button", { name: "Step 8" }).click();
    await page.getByRole("heading", { name: "The black card" }).waitFor();
    await page.keyboard.press("1");
    let poor = false;
    for (let tries = 0; tries < 4 && !(await on(page).count()); tries++) {
      await page.keyboard.press("Shift+N");
      await page.keyboard.press("Enter");
      poor ||= /another position does more/.test((await live(page)) ?? "");
    }
    expect(poor).toBe(true);
    expect(await live(page)).toMatch(/^Closed at the very last moment!/);
    expect((await words(page)).at(-1)).toMatch(/^black card at/);
    expect(await page.locator(`${BOARD} .last`).count()).toBe(1);
  });

  it("teaches the chosen colour and its gem from then on", async () => {
    const page = await open("florentine", await world.page());
    await page.locator(".choices").getByRole("button", { name: "green" }).click();
    await expect.poll(() => live(page)).toBe("Your colour: green. Your gems: ruby.");
    await on(page).click();
    await page.getByRole("button", { name: "Step 3" }).click();
    await page.locator(".lesson").getByText("green · ruby").waitFor();
    await page.keyboard.press("1");
    for (let tries = 0; tries < 8 && !(await on(page).count()); tries++) {
      await page.keyboard.press("n");
      if (/× ruby/.test((await live(page)) ?? "")) await page.keyboard.press("Enter");
    }
    await expect.poll(() => live(page)).toBe("The space is closed, and its gems are yours.");
  });

  it("shows the card that was put aside, and the one that was drawn", async () => {
    const page = await open("florentine", await world.page());
    await page.getByRole("button", { name: "Step 5" }).click();
    expect(await page.locator(".rack button").count()).toBe(2);
    await page.locator(".rack button").first().click();
    await page.getByText("This one fits nowhere").first().waitFor();
    await page.getByRole("button", { name: "Put it aside" }).click();
    await page.locator(".pile").getByText(/^Aside/).waitFor();
    expect(await page.locator(".rack button").count()).toBe(2);
    expect(await page.locator(".rack button.fresh").count()).toBe(1);
  });

  it("keeps the place while the rules are looked up", async () => {
    const page = await open("florentine", await world.page());
    await page.locator(".choices").getByRole("button", { name: "blue" }).click();
    await on(page).click();
    await page.getByRole("heading", { name: "Edge to edge" }).waitFor();
    await page.keyboard.press("1");
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await on(page).waitFor();
    const laid = await words(page);
    const there = async (): Promise<void> => {
      await page.getByRole("heading", { name: "Edge to edge" }).waitFor();
      await on(page).waitFor();
      expect(await words(page)).toEqual(laid);
    };
    await page.getByRole("link", { name: "Rules" }).click();
    await page.locator("main h2").first().waitFor();
    await page.getByRole("link", { name: "Course" }).click();
    await there();
    await page.getByRole("link", { name: "Rules" }).click();
    await page.locator("main h2").first().waitFor();
    await page.goBack();
    await there();
    await page.reload();
    await there();
    await page.getByRole("button", { name: "Step 3" }).click();
    await page.locator(".lesson").getByText("blue · amber").waitFor();
    // The other game has a place of its own.
    await page.goto(`${world.address}/learn/chromino`);
    await page.getByRole("heading", { name: "The aim" }).waitFor();
    await page.getByRole("button", { name: "Step 4" }).click();
    await page.getByRole("link", { name: "Rules" }).click();
    await page.locator("main h2").first().waitFor();
    await page.getByRole("link", { name: "Course" }).click();
    await page.getByRole("heading", { name: "The chameleon" }).waitFor();
  });

  it("works where nothing may be stored", async () => {
    const page = await world.page();
    await page.addInitScript(() => {
      Object.defineProperty(window, "sessionStorage", { get: () => { throw new DOMException("no", "SecurityError"); } });
    });
    await open("chromino", page);
    await solve(page);
    await on(page).click();
    await page.getByRole("heading", { name: "Two contacts" }).waitFor();
  });
});
