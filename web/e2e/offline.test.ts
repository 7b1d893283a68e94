import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { Door } from "./door";
import { suite } from "./suite";

/** The worker has taken over, and has all that it keeps. */
const kept = (page: Page): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

/** The worker has deleted what no window uses. */
const tidied = (page: Page): Promise<void> => page.evaluate(async () => (await navigator.serviceWorker.ready).active!.postMessage("tidy"));

/** Takes the network away, and all that the browser has kept on its own account. */
async function cutOff(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await page.context().setOffline(true);
}

async function boardOf(page: Page): Promise<string[]> {
  const lines = page.locator("section.unseen ol li");
  await lines.first().waitFor({ state: "attached" });
  return lines.allTextContents();
}

/** What is there without a network: the first page and the rules. */
async function lookRound(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { name: "Two games of colour, one table" }).waitFor();
  await page.goto(`${address}/learn/chromino/rules`);
  await page.getByRole("heading", { name: "Laying a tile" }).waitFor();
  await page.goto(`${address}/learn/florentine`);
  await page.locator(".choices button").first().waitFor();
}

suite("without a network", (world) => {
  const door = new Door();
  beforeAll(() => door.open(world));
  afterAll(() => door.close());

  it("a single visit is enough for the first page, the course and the rules", async () => {
    const page = await world.page({}, true);
    await page.goto(world.address);
    await kept(page);
    await cutOff(page);
    await lookRound(page, world.address);
    // In another language, too.
    await page.getByRole("button", { name: /Settings/ }).click();
    await page.getByRole("group", { name: "Language" }).getByText("Deutsch").click();
    await page.getByRole("link", { name: "Regeln" }).waitFor();
  });

  it("a visit that lost the network before all was kept makes up for it when the network is back", async () => {
    // Lost before the worker is asked for, and lost while it is: the page can tell the first, the second fails.
    for (const told of [true, false]) {
      const page = await world.page({}, true);
      if (!told) await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => true }));
      await page.goto(world.address);
      const registered = (): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.getRegistration().then((each) => each !== undefined));
      await page.context().setOffline(true);
      await page.waitForTimeout(2000);
      expect(await registered()).toBe(false);
      await page.context().setOffline(false);
      await expect.poll(registered).toBe(true);
      await kept(page);
    }
  });

  it("a conundrum that a link led to is there again", async () => {
    const page = await world.page({}, true);
    const address = `${world.address}/conundrum/chromino?seed=deep&level=1`;
    await page.goto(address);
    const shown = await boardOf(page);
    await kept(page);
    await cutOff(page);
    await page.goto(address);
    expect(await boardOf(page)).toEqual(shown);
  });

  it("another conundrum is one that was fetched before", async () => {
    const page = await world.page({}, true);
    await page.goto(`${world.address}/conundrum/chromino`);
    const daily = await boardOf(page);
    await kept(page);
    // The one after it is fetched by then, too.
    await page.waitForLoadState("networkidle");
    await cutOff(page);
    await page.getByRole("button", { name: "Another one" }).click();
    await expect.poll(() => boardOf(page)).not.toEqual(daily);
    await page.getByRole("button", { name: "Another one" }).click();
    await expect.poll(() => boardOf(page)).toEqual(daily);
  });

  it("and where only the server is down, one that was fetched before is offered, and comes", async () => {
    const page = await world.page({}, true);
    await page.goto(`${door.address}/conundrum/chromino?seed=there&level=1`);
    await boardOf(page);
    await kept(page);
    await page.waitForLoadState("networkidle");
    door.shut = true;
    try {
      expect(await page.evaluate(() => navigator.onLine)).toBe(true);
      await page.goto(`${door.address}/conundrum/chromino?seed=elsewhere&level=2`);
      await page.getByRole("button", { name: "Play a saved one" }).click();
      await boardOf(page);
      // Where there is none of the kind, none is offered.
      await page.goto(`${door.address}/conundrum/florentine?seed=elsewhere&level=2`);
      await page.getByRole("heading", { name: "cannot be reached" }).waitFor();
      expect(await page.getByRole("button", { name: "Play a saved one" }).count()).toBe(0);
    } finally {
      door.shut = false;
    }
  });

  it("does not keep conundrums for ever", async () => {
    const page = await world.page({}, true);
    await page.goto(`${world.address}/conundrum/chromino?seed=first&level=1`);
    await boardOf(page);
    const many = await page.evaluate(async () => {
      const cache = await caches.open("conundrums:/");
      for (let i = 0; i < 100; i++) await cache.put(`/api/conundrums/chromino?seed=old${i}&difficulty=1`, new Response("{}"));
      return (await cache.keys()).length;
    });
    expect(many).toBeGreaterThan(100);
    await page.goto(`${world.address}/conundrum/chromino?seed=newest&level=1`);
    const seeds = (): Promise<string[]> => page.evaluate(async () => (await (await caches.open("conundrums:/")).keys()).map((each) => new URL(each.url).searchParams.get("seed")!));
    await expect.poll(async () => (await seeds()).length).toBeLessThanOrEqual(60);
    expect(await seeds()).toContain("newest");
    expect(await seeds()).not.toContain("old0");
  });

  it("a new page takes over from the old one, and is there as well", async () => {
    const page = await world.page({}, true);
    const caches = (): Promise<string[]> => page.evaluate(async () => (await window.caches.keys()).filter((name) => name.startsWith("page")));
    const held = (name: string): Promise<number> => page.evaluate(async (which) => (await (await window.caches.open(which)).keys()).length, name);
    door.version = null;
    await page.goto(door.address);
    await kept(page);
    const first = (await caches())[0]!;
    const all = await held(first);
    expect(all).toBeGreaterThan(40);
    for (const version of ["000000000001", "000000000002"]) {
      door.version = version;
      await page.evaluate(async () => {
        const over = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
        await (await navigator.serviceWorker.ready).update();
        await over;
      });
      await expect.poll(caches).toContain(`page:/:${version}`);
      expect(await held(`page:/:${version}`)).toBe(all);
    }
    // Kept are the page that this window still shows, and the one before the newest.
    await expect.poll(caches).toEqual([first, "page:/:000000000001", "page:/:000000000002"]);
    await page.reload();
    await tidied(page);
    await expect.poll(caches).toEqual(["page:/:000000000001", "page:/:000000000002"]);
    await cutOff(page);
    await lookRound(page, door.address);
  });
});

suite("where something is missing", (world) => {
  it("other words are better than none", async () => {
    const page = await world.page({}, true);
    await page.route(/\/assets\/en-.*\.js/, (route) => route.abort());
    await page.goto(world.address);
    await page.locator("h1").waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).not.toBe("en");
    expect((await page.locator("h1").textContent())?.trim()).not.toBe("");
  });

  it("there is a way to try again where no words come at all", async () => {
    const page = await world.page({}, true);
    await page.route(/\/assets\/(en|fr|es|ca|de)-.*\.js/, (route) => route.abort());
    await page.goto(world.address);
    const again = page.getByRole("link", { name: "Tessella" });
    await again.waitFor();
    await page.unroute(/\/assets\/(en|fr|es|ca|de)-.*\.js/);
    await again.click();
    await page.getByRole("heading", { name: "Two games of colour, one table" }).waitFor();
  });
});
