import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { accessible } from "./accessible";
import { cutOff, equipped, hurryBots, playMaster, playTogether, reviewGame, solveFresh } from "./alone";
import { Site } from "./site";
import { suite } from "./suite";

suite("without a network after one visit", (world) => {
  let page: Page;
  let finished = "";
  const at = (path: string): string => world.address + path;

  beforeAll(async () => {
    page = await world.page({}, true);
    await hurryBots(page);
    await page.goto(world.address);
    await equipped(page);
    await cutOff(page);
    await world.kill();
  }, 120_000);

  it("plays a whole game of Chromino against master", async () => {
    finished = await playMaster(page, at, "chromino");
  }, 240_000);

  it("shows the game among the tables, marked and with its result", async () => {
    await page.goto(world.address);
    const row = page.locator("li", { hasText: "on this device" });
    await row.getByText(/You won|Won by/).waitFor();
    expect(await row.getByRole("button", { name: "Move to the server" }).count()).toBe(0);
    await accessible(page);
  });

  it("reviews it", async () => {
    await reviewGame(page, at, finished);
  }, 240_000);

  it("plays a whole game of Florentine Dominoes against master, is there after a reload, and plays again", async () => {
    const id = await playMaster(page, at, "florentine");
    await page.reload();
    await page.locator(".end h2").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Play again" }).click();
    await expect.poll(() => page.url()).not.toContain(id);
    await page.locator(".rack button").first().waitFor();
    await page.goto(world.address);
    const rows = page.locator("li", { hasText: "on this device" });
    await expect.poll(() => rows.count()).toBe(3);
    await rows.first().getByRole("button", { name: "Delete" }).click();
    expect(await rows.count()).toBe(3);
    await rows.first().getByRole("button", { name: "Really delete" }).click();
    await expect.poll(() => rows.count()).toBe(2);
  }, 240_000);

  it("plays a game on one device, hand over hand", async () => {
    await playTogether(page, at);
  }, 240_000);

  it("makes conundrums that were never fetched", async () => {
    for (const game of ["chromino", "florentine"]) await solveFresh(page, at, game);
  }, 120_000);

  it("says that friends by a link need the server", async () => {
    await page.goto(at("/setup/chromino/friends"));
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.getByText("The server cannot be reached").waitFor();
  });

  it("says that the engine starts, and begins to play", async () => {
    await page.goto(world.address);
    await page.getByRole("button", { name: "Play now Chromino" }).click();
    await page.getByRole("status").getByText("The engine starts…").waitFor();
    await page.locator(".rack button").first().waitFor({ timeout: 60_000 });
    expect(await page.getByText("The engine starts…").count()).toBe(0);
  }, 120_000);
});

suite("on a static site below a path", (world) => {
  const site = new Site();
  let page: Page;
  const at = (path: string): string => `${site.address}#${path}`;

  beforeAll(async () => {
    await site.open();
    page = await world.page({}, true);
    await hurryBots(page);
  });
  afterAll(() => site.close());

  it("plays a whole game of each game against master, and reviews one", async () => {
    await page.goto(site.address);
    const id = await playMaster(page, at, "florentine");
    await reviewGame(page, at, id);
    await playMaster(page, at, "chromino");
  }, 300_000);

  it("plays a game on one device, hand over hand", async () => {
    await playTogether(page, at);
  }, 240_000);

  it("makes conundrums", async () => {
    for (const game of ["chromino", "florentine"]) await solveFresh(page, at, game);
  }, 120_000);

  it("asks no server for anything", () => {
    expect(site.asked.filter((path) => !path.startsWith("/some/path/") || path.includes("/api/"))).toEqual([]);
  });
});
