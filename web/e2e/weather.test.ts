// What may go wrong on a device: nothing confirmed is lost, the reason is said, and the page stays usable.

import { afterAll, beforeAll, expect, it } from "vitest";
import type { BrowserContext, Page } from "playwright-core";
import { cutOff, equipped, hurryBots } from "./alone";
import { BOARD, FITS } from "./hands";
import { Site } from "./site";
import { suite } from "./suite";

const LONG = { timeout: 60_000 };

/** The worker runs this before anything else. */
async function beforeWorker(page: Page, script: string): Promise<void> {
  await page.context().route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${script}\n${await answer.text()}` });
  });
}

const pieces = (page: Page): Promise<number> => page.locator(`${BOARD} .piece`).count();

/** Lays a card, and waits until it lies and the bot has answered. */
async function lay(page: Page): Promise<void> {
  const before = await pieces(page);
  await take(page);
  await page.getByRole("button", { name: "Lay it" }).click();
  await expect.poll(() => pieces(page), LONG).toBeGreaterThan(before + 1);
}

async function take(page: Page): Promise<void> {
  await page.locator(FITS).first().waitFor(LONG);
  await page.locator(FITS).first().click();
  await page.keyboard.press("n");
}

/** How a stored text is changed: a part of it replaced, or fields of the object that it stands for set or left out. */
interface Damage {
  replace?: [string, string];
  set?: Record<string, string>;
  drop?: string[];
}

/** Damages all heads or all entries. */
async function tamper(page: Page, store: "tables" | "entries", damage: Damage): Promise<void> {
  await page.evaluate(
    ({ store, damage }) =>
      new Promise<void>((resolve, reject) => {
        const edit = (text: string): string => {
          if (damage.replace) return text.replace(...damage.replace);
          const value = { ...(JSON.parse(text) as Record<string, unknown>), ...damage.set };
          return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([key]) => !damage.drop?.includes(key))));
        };
        const request = indexedDB.open(`tables:${new URL(".", location.href).pathname}`);
        request.onerror = () => reject(request.error!);
        request.onsuccess = () => {
          const transaction = request.result.transaction(store, "readwrite");
          const cursor = transaction.objectStore(store).openCursor();
          cursor.onsuccess = () => {
            if (!cursor.result) return;
            const value = cursor.result.value as string | { head: string };
            cursor.result.update(typeof value === "string" ? edit(value) : { ...value, head: edit(value.head) });
            cursor.result.continue();
          };
          transaction.oncomplete = () => (request.result.close(), resolve());
        };
      }),
    { store, damage },
  );
}

suite("bad weather on the device", (world) => {
  const site = new Site();
  beforeAll(() => site.open());
  afterAll(() => site.close());

  /** A page of a browser of its own, without a service worker in between. */
  async function visit(pace = "0.01"): Promise<Page> {
    const page = await world.page({}, true);
    await page.context().addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
    await page.addInitScript((text) => localStorage.setItem("tessella.pace", text), pace);
    return page;
  }

  async function open(page: Page): Promise<void> {
    await page.goto(`${site.address}#/setup/florentine/bots`);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(FITS).first().waitFor(LONG);
  }

  async function another(context: BrowserContext, address: string): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(address);
    return page;
  }

  it("plays on in memory where nothing may be stored, and says so", async () => {
    const page = await visit();
    await beforeWorker(page, 'Object.defineProperty(self, "indexedDB", { value: { open() { throw new DOMException("denied", "SecurityError"); } } });');
    await open(page);
    await page.getByText("This browser stores nothing here").waitFor();
    await lay(page);
    await page.goto(`${site.address}#/`);
    await page.getByText("on this device").waitFor();
  }, 120_000);

  it("plays on in memory while the storage is full, says so, and stores everything when there is room again", async () => {
    const page = await visit();
    await beforeWorker(page, `
      let full = false;
      new BroadcastChannel("weather").onmessage = ({ data }) => (full = data);
      const { add } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.add = function (...all) {
        if (full) throw new DOMException("no room", "QuotaExceededError");
        return add.apply(this, all);
      };`);
    const full = (is: boolean): Promise<void> => page.evaluate((now) => void new BroadcastChannel("weather").postMessage(now), is);
    await open(page);
    await lay(page);
    await full(true);
    await lay(page);
    await page.getByText("The storage of this device is full").waitFor();
    await full(false);
    await lay(page);
    await page.getByText("The storage of this device is full").waitFor({ state: "detached" });
    const before = await pieces(page);
    await page.reload();
    await page.locator(".rack button").first().waitFor(LONG);
    expect(await pieces(page)).toBeGreaterThanOrEqual(before);
  }, 120_000);

  it("starts the worker again that was killed in the middle of a move, and does the move once", async () => {
    const page = await visit();
    await page.addInitScript(() => {
      const all: Worker[] = [];
      Object.assign(window, { all });
      window.Worker = class extends Worker {
        constructor(...given: ConstructorParameters<typeof Worker>) {
          super(...given);
          all.push(this);
        }
      };
    });
    await open(page);
    await lay(page);
    const before = await pieces(page);
    await take(page);
    await page.evaluate(() => {
      const button = [...document.querySelectorAll("button")].find((each) => each.textContent.trim() === "Lay it")!;
      const worker = (window as unknown as { all: Worker[] }).all.at(-1)!;
      button.click();
      worker.terminate();
      worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
    });
    await page.getByText("The engine has stopped").waitFor();
    // Mine and the bot's, and no more.
    await expect.poll(() => pieces(page), LONG).toBe(before + 2);
    await page.getByText("The engine has stopped").waitFor({ state: "detached" });
    expect(await page.evaluate(() => (window as unknown as { all: Worker[] }).all.length)).toBe(2);
    await lay(page);
  }, 120_000);

  it("lets a bot move that was thinking when the page was closed, although the clock was set back", async () => {
    const page = await visit("8");
    await open(page);
    const before = await pieces(page);
    await take(page);
    await page.getByRole("button", { name: "Lay it" }).click();
    await expect.poll(() => pieces(page)).toBe(before + 1);
    const context = page.context();
    const address = page.url();
    await page.close();
    await context.addInitScript(() => localStorage.setItem("tessella.pace", "0.01"));
    const later = await context.newPage();
    await beforeWorker(later, "const { now } = Date; Date.now = () => now() - 7_200_000;");
    await later.goto(address);
    await expect.poll(() => pieces(later), LONG).toBe(before + 2);
    await lay(later);
  }, 120_000);

  it("says that another window has the table, and lets either of them take it over", async () => {
    const first = await visit();
    await open(first);
    await lay(first);
    const second = await another(first.context(), first.url());
    await second.getByRole("heading", { name: "This table is open in another window" }).waitFor(LONG);
    await second.getByRole("button", { name: "Play here" }).click();
    await second.locator(FITS).first().waitFor(LONG);
    await first.getByRole("heading", { name: "This table is open in another window" }).waitFor();
    await lay(second);
    const seen = await pieces(second);
    await first.getByRole("button", { name: "Play here" }).click();
    await expect.poll(() => pieces(first), LONG).toBe(seen);
    await second.getByRole("heading", { name: "This table is open in another window" }).waitFor();
    await lay(first);
  }, 120_000);

  it("says which entry is damaged, keeps it, and lets others be played", async () => {
    const page = await visit();
    await open(page);
    await lay(page);
    const address = page.url();
    await page.goto(`${site.address}#/`);
    await tamper(page, "entries", { replace: ['"acted"', "torn"] });
    await page.reload();
    await page.goto(address);
    await page.getByRole("heading", { name: "This table cannot be read" }).waitFor(LONG);
    await page.getByText(/entry \d+ of this table cannot be read/).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save what is stored" }).click();
    expect((await download).suggestedFilename()).toMatch(/^tessella-d.*\.json$/);
    await open(page);
    await lay(page);
    await page.goto(address);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Really delete" }).click();
    await page.locator("li", { hasText: "on this device" }).waitFor();
    expect(await page.locator("li", { hasText: "on this device" }).count()).toBe(1);
  }, 120_000);

  it("reads a table of another version if it can, and else says that it cannot", async () => {
    const page = await visit();
    await open(page);
    await lay(page);
    const address = page.url();
    const before = await pieces(page);
    await page.goto(`${site.address}#/`);
    await tamper(page, "tables", { set: { mood: "merry" } });
    await page.reload();
    await page.goto(address);
    await expect.poll(() => pieces(page), LONG).toBe(before);
    await lay(page);
    await page.goto(`${site.address}#/`);
    await tamper(page, "tables", { drop: ["seed", "listing"] });
    await page.reload();
    await page.getByText("A table that cannot be read").click();
    await page.getByRole("heading", { name: "This table cannot be read" }).waitFor(LONG);
    await page.getByText("the set-up of this table cannot be read", { exact: false }).waitFor();
  }, 120_000);
});

suite("a table that was begun without a network", (world) => {
  it("shows among the others, and moves to the server", async () => {
    const page = await world.page({}, true);
    await hurryBots(page);
    await page.goto(world.address);
    await equipped(page);
    await cutOff(page);
    await page.goto(`${world.address}/setup/florentine/bots`);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(FITS).first().waitFor(LONG);
    await lay(page);
    const before = await pieces(page);
    await page.context().setOffline(false);
    await page.goto(world.address);
    await page.locator("li", { hasText: "on this device" }).getByRole("button", { name: "Move to the server" }).click();
    await expect.poll(() => page.url(), LONG).toMatch(/\/table\/[a-z0-9]{12}$/);
    await expect.poll(() => pieces(page)).toBe(before);
    await lay(page);
    await page.goto(world.address);
    await page.getByRole("heading", { name: "Your tables" }).waitFor();
    expect(await page.getByText("on this device").count()).toBe(0);
  }, 120_000);
});
