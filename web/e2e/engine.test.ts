import { afterEach, beforeEach, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { accessible } from "./accessible";
import { Site } from "./site";
import { suite } from "./suite";

const READY = "Ready to play without a network";
const LONG = { timeout: 60_000 };

/** The names of the engine's files that the browser keeps. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith("engine:"));
    return name ? (await (await caches.open(name)).keys()).map((each) => each.url.split("/engine/")[1]!) : [];
  });
}

const controlled = (page: Page): Promise<void> => expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), LONG).toBe(true);
const version = (page: Page): Promise<string | null> => page.locator('meta[name="tessella-version"]').getAttribute("content");

async function settings(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Settings/ }).click();
  await page.getByRole("heading", { name: "Playing without a network" }).waitFor();
}

/** Fetches the engine without waiting until the page is idle. */
async function load(page: Page): Promise<void> {
  await settings(page);
  await page.getByRole("button", { name: "Load it now" }).click();
  await page.getByText("Stored on this device.").waitFor(LONG);
  await page.keyboard.press("Escape");
}

/** The browser says that data costs money. */
async function metered(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: Object.assign(new EventTarget(), { saveData: true }) }));
}

suite("the engine", (world) => {
  let site: Site;
  beforeEach(async () => {
    site = new Site();
    await site.open();
  });
  afterEach(async () => {
    await world.closePages();
    await site.close();
  });

  const pieces = (): string[] => site.listing.files.flatMap((file) => file.pieces.map((piece) => `/some/path/${piece.path}`));

  it("is fetched by itself when the page is idle, and then kept", async () => {
    const page = await world.page();
    await page.goto(site.address);
    await page.locator("section.game").first().waitFor();
    expect(site.asked.filter((path) => path.includes("/engine/"))).toEqual([]);
    await page.getByText(READY).waitFor(LONG);
    const names = await kept(page);
    for (const path of pieces()) expect(names).toContain(path.split("/engine/")[1]);
    for (const path of Object.values(site.listing.modules)) expect(names).toContain(path.slice("engine/".length));
    // Once is enough.
    site.asked = [];
    await page.reload();
    await page.getByText(READY).waitFor(LONG);
    expect(site.asked.filter((path) => path.includes("/engine/"))).toEqual([]);
  });

  it("goes on where a download was interrupted", async () => {
    const page = await world.page({}, true);
    const reached = pieces().slice(0, 4);
    site.refuse = (path) => path.endsWith(".bin") && !reached.includes(path);
    await page.goto(site.address);
    await settings(page);
    await page.getByRole("button", { name: "Load it now" }).click();
    await page.getByText("The download of the engine was interrupted.").first().waitFor(LONG);
    await accessible(page);
    // The window is closed, and another one is opened when the network is back.
    await page.goto("about:blank");
    site.refuse = () => false;
    site.asked = [];
    await page.goto(site.address);
    await page.getByText(READY).waitFor(LONG);
    expect(site.asked.filter((path) => reached.includes(path))).toEqual([]);
    expect(site.asked.filter((path) => path.endsWith(".bin")).sort()).toEqual(pieces().filter((path) => !reached.includes(path)).sort());
  });

  it("goes on by itself in the same window when the network is back", async () => {
    const page = await world.page({}, true);
    site.refuse = (path) => path === pieces().at(-1);
    await page.goto(site.address);
    await page.getByText("The download of the engine was interrupted.").waitFor(LONG);
    site.refuse = () => false;
    await page.getByText(READY).waitFor(LONG);
  });

  it("is completed where the browser has deleted a piece", async () => {
    const page = await world.page();
    await page.goto(site.address);
    await load(page);
    await page.evaluate(async (path) => (await caches.open("engine:/some/path/")).delete(path), pieces()[0]!);
    site.asked = [];
    await page.reload();
    await page.getByText(READY).waitFor(LONG);
    expect(site.asked.filter((path) => path.endsWith(".bin"))).toEqual([pieces()[0]]);
  });

  it("is not fetched on a metered connection until somebody asks for it", async () => {
    const page = await world.page();
    await metered(page);
    await page.goto(site.address);
    const line = page.getByText(/must load its engine: [67]\.\d MB/);
    await line.waitFor(LONG);
    await accessible(page);
    expect(site.asked.filter((path) => path.endsWith(".bin"))).toEqual([]);
    await page.getByRole("button", { name: "Load it" }).click();
    await page.getByText(READY).waitFor(LONG);
    expect(site.asked.filter((path) => path.endsWith(".bin")).length).toBe(pieces().length);
  });

  it("can be deleted, and then comes back only when it is asked for", async () => {
    const page = await world.page();
    await page.goto(site.address);
    await load(page);
    await settings(page);
    await page.getByText(/^(Compiled|Interpreted):/).waitFor();
    await accessible(page);
    await page.getByRole("button", { name: "Delete it from this device" }).click();
    await page.getByText("Not on this device yet.").waitFor();
    expect(await kept(page)).toEqual([]);
    site.asked = [];
    await page.reload();
    await page.waitForTimeout(8000);
    expect(site.asked.filter((path) => path.endsWith(".bin"))).toEqual([]);
    await load(page);
  });
});

suite("a new version", (world) => {
  let site: Site;
  beforeEach(async () => {
    site = new Site();
    await site.open();
  });
  afterEach(async () => {
    await world.closePages();
    await site.close();
  });

  const look = (page: Page): Promise<unknown> => page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const tidied = (page: Page): Promise<void> => page.evaluate(async () => (await navigator.serviceWorker.ready).active!.postMessage("tidy"));

  it("is offered by a button in a window that is open, and never in one that shows it already", async () => {
    const page = await world.page();
    await page.goto(site.address);
    await controlled(page);
    const first = await version(page);
    site.update("000000000001");
    await look(page);
    const reload = page.getByRole("button", { name: "Reload" });
    await reload.waitFor(LONG);
    await page.getByText("A new version is there").waitFor();
    await accessible(page);
    // Until then the window stays with its own: screens that it has not shown yet, too.
    await page.getByRole("link", { name: "Learn" }).first().click();
    await page.locator(".rack button").first().waitFor();
    expect(await version(page)).toBe(first);
    await reload.click();
    await expect.poll(() => version(page)).toBe("000000000001");
    await page.locator(".rack button").first().waitFor();
    await page.waitForTimeout(2000);
    expect(await page.getByText("A new version is there").count()).toBe(0);
    // A visit after the next update has the new page at once, and its worker then follows.
    site.update("000000000002");
    await page.reload();
    await expect.poll(() => page.evaluate(() => caches.keys()), LONG).toContain("page:/some/path/:000000000002");
    expect(await version(page)).toBe("000000000002");
    expect(await page.getByText("A new version is there").count()).toBe(0);
  });

  it("is not taken over while the site is only new in part", async () => {
    const page = await world.page({}, true);
    await page.goto(site.address);
    await controlled(page);
    const before = await page.evaluate(() => caches.keys());
    site.update("000000000001", undefined, ["sw.js"]);
    const rejected = page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const found = new Promise<ServiceWorker>((resolve) => registration.addEventListener("updatefound", () => resolve(registration.installing!), { once: true }));
      await registration.update().catch(() => {});
      const worker = await found;
      while (worker.state === "installing") await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
      return worker.state;
    });
    expect(await rejected).toBe("redundant");
    expect(await page.evaluate(() => caches.keys())).toEqual(before);
    site.update("000000000001");
    await look(page);
    await page.getByRole("button", { name: "Reload" }).waitFor(LONG);
  });

  it("replaces the engine without taking it from a window that uses the old one", async () => {
    const old = await world.page();
    await old.goto(site.address);
    await controlled(old);
    await load(old);
    const before = await kept(old);
    const engine = site.listing.version;
    site.updateEngine("000000000001", "0123456789abcdef0123");
    await look(old);
    await old.getByRole("button", { name: "Reload" }).waitFor(LONG);
    // Another window fetches what is new, and nothing else.
    site.asked = [];
    const fresh = await old.context().newPage();
    await fresh.goto(site.address);
    await fresh.getByText(READY).waitFor(LONG);
    expect(site.asked.filter((path) => path.endsWith(".bin")).length).toBe(1);
    const both = await kept(fresh);
    expect(both).toEqual(expect.arrayContaining(before));
    expect(both.filter((name) => name.startsWith("engine.json")).sort()).toEqual([`engine.json?version=0123456789abcdef0123`, `engine.json?version=${engine}`].sort());
    // When the old window is gone, so is what only it needed.
    await old.getByRole("button", { name: "Reload" }).click();
    await old.getByText(READY).waitFor(LONG);
    await tidied(old);
    await expect.poll(() => kept(old), LONG).not.toContain(`engine.json?version=${engine}`);
    const after = await kept(old);
    expect(after.length).toBe(before.length);
    expect(after).not.toEqual(expect.arrayContaining(before));
  });

  it("is said to a window whose engine is gone from the site before it could be fetched", async () => {
    const page = await world.page({}, true);
    await metered(page);
    await page.goto(site.address);
    await page.getByText(/must load its engine/).waitFor(LONG);
    const { pieces } = site.listing.files.find((file) => file.name.endsWith(".json"))!;
    site.updateEngine("000000000001", "0123456789abcdef0123");
    expect(pieces.length).toBe(1);
    await page.getByRole("button", { name: "Load it" }).click();
    await settings(page);
    await page.getByText("There is a new version of the page").waitFor(LONG);
    await page.getByRole("dialog").getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => version(page)).toBe("000000000001");
  });
});
