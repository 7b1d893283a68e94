import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { BOARD, FITS, menu } from "./hands";
import { suite } from "./suite";
import type { World } from "./world";

const tiles = (page: Page): Promise<number> => page.locator(`${BOARD} .piece`).count();
const icon = (page: Page): Promise<string> => page.locator("link[rel=icon]").evaluate((link: HTMLLinkElement) => new URL(link.href).pathname);
const announced = (page: Page): Promise<string | null> => page.locator("p.unseen[aria-live]").textContent();

/** What this browser asks the server for. */
function ask<T>(page: Page, path: string, body: object): Promise<T> {
  return page.evaluate(
    async ([where, what]) => {
      const answer = await fetch(where, { method: "POST", body: JSON.stringify(what), headers: { "Content-Type": "application/json" } });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as unknown;
    },
    [path, body] as const,
  ) as Promise<T>;
}

/** A table of two that waits for the second; the first, who begins, looks at it. */
async function opened(world: World, host: Page, game: string, name?: string): Promise<string> {
  await host.goto(world.address);
  const seats = [{ kind: "me", ...(name ? { name } : {}) }, { kind: "open" }];
  const { table } = await ask<{ table: { id: string } }>(host, "/api/tables", { game, options: { first: "1" }, seats });
  await host.goto(`${world.address}/table/${table.id}`);
  await host.getByRole("img", { name: /QR code/ }).waitFor();
  return table.id;
}

/** Somebody sits down there. */
async function joined(world: World, guest: Page, id: string, name?: string): Promise<void> {
  await guest.goto(world.address);
  await ask(guest, `/api/tables/${id}/join`, name ? { name } : {});
  await guest.goto(`${world.address}/table/${id}`);
  await guest.locator(".rack button").first().waitFor();
}

async function layOne(page: Page): Promise<void> {
  const before = await tiles(page);
  await page.locator(FITS).first().waitFor();
  if (!(await page.locator(".rack button.chosen").count())) await page.locator(FITS).first().click();
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Lay it" }).click();
  await expect.poll(() => tiles(page)).toBeGreaterThan(before);
}

async function log(page: Page): Promise<string[]> {
  await page.keyboard.press("l");
  await page.getByRole("dialog").waitFor();
  const lines = await page.locator(".lines li").allTextContents();
  await page.keyboard.press("Escape");
  return lines;
}

/** What calls somebody, noted down: tones, notices, and whether the badge is on. */
interface Heard {
  tones: number;
  notices: string[];
  badge: boolean;
}
const heard = (page: Page): Promise<Heard> => page.evaluate(() => (window as unknown as { heard: Heard }).heard);

async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: Heard = { tones: 0, notices: [], badge: false };
    Object.assign(window, { heard: noted });
    localStorage.setItem("tessella", JSON.stringify({ sound: true, notify: true }));
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      noted.tones++;
      start.call(this, when);
    };
    ServiceWorkerRegistration.prototype.showNotification = (title: string) => {
      noted.notices.push(title);
      return Promise.resolve();
    };
    navigator.setAppBadge = () => Promise.resolve(void (noted.badge = true));
    navigator.clearAppBadge = () => Promise.resolve(void (noted.badge = false));
  });
}

suite("in company", (world) => {
  it("tells everybody that a move was taken back, and keeps in the log what stands", async () => {
    const host = await world.page();
    const guest = await world.page();
    for (let deal = 0; deal < 12; deal++) {
      await joined(world, guest, await opened(world, host, "chromino", "Anna"), "Ben");
      await host.locator(".rack button").first().waitFor();
      if (await host.locator(FITS).count()) break;
    }
    await layOne(host);
    await expect.poll(() => tiles(guest)).toBe(2);
    for (let i = 0; i < 2; i++) {
      await host.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => tiles(guest)).toBe(1);
      await expect.poll(() => announced(guest)).toBe("Anna: took a move back");
      await layOne(host);
      await expect.poll(() => announced(guest)).toMatch(/^Anna: laid/);
    }
    for (const [page, who] of [[host, "You"], [guest, "Anna"]] as const) {
      const lines = await log(page);
      expect(lines).toHaveLength(3);
      expect(lines[0]).toMatch(new RegExp(`^${who}: laid`));
      expect(lines.slice(1)).toEqual([`${who}: took a move back`, `${who}: took a move back`]);
      await page.reload();
      await page.locator(".rack button").first().waitFor();
      await expect.poll(() => log(page)).toEqual(lines);
    }
  });

  it("calls who begins when the last one has sat down, and says at home that it is their turn", async () => {
    const host = await world.page({ permissions: ["notifications"] });
    const guest = await world.page();
    await listen(host);
    const id = await opened(world, host, "florentine");
    await host.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    // Before it is touched a page may make no sound.
    await host.getByRole("heading", { name: "Waiting for players" }).click();
    await host.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }));
    expect(await icon(host)).toBe("/icon.svg");
    await joined(world, guest, id, "master");
    await expect.poll(async () => (await heard(host)).notices).toEqual(["Your turn"]);
    await expect.poll(async () => (await heard(host)).tones).toBeGreaterThan(0);
    expect(await announced(host)).toBe("The game begins.");
    await expect.poll(() => host.title()).toMatch(/^● Your turn/);
    expect(await icon(host)).toBe("/icon-turn.svg");
    expect((await heard(host)).badge).toBe(true);
    await host.getByRole("link", { name: /home/i }).first().click();
    await host.getByRole("heading", { name: "Your tables" }).waitFor();
    await expect.poll(() => host.title()).toBe("● Your turn · Tessella");
    expect(await icon(host)).toBe("/icon-turn.svg");
    expect((await heard(host)).badge).toBe(true);

    // Whatever they are called, or not: nobody here is a bot, and no seat is open.
    const line = (page: Page): Promise<string | null> => page.locator(`a[href="/table/${id}"] .who`).textContent();
    expect(await line(host)).toBe("You and master");
    await guest.goto(world.address);
    await guest.locator(`a[href="/table/${id}"]`).waitFor();
    expect(await line(guest)).toBe("Guest 1 and master");
    expect(await guest.locator(`a[href="/table/${id}"] .state`).textContent()).toBe("Guest 1’s turn");
    expect(await guest.title()).toBe("Tessella");
  });
});

suite("somebody who goes", (world) => {
  const others = (page: Page): ReturnType<Page["locator"]> => page.locator("section[aria-label=Players]");

  it("is waited for, then a bot sits in, and the seat is theirs again when they are back", async () => {
    const host = await world.page();
    const guest = await world.page();
    const id = await opened(world, host, "florentine", "Anna");
    await joined(world, guest, id, "Ben");
    await guest.goto("about:blank");
    await others(host).getByText("away").waitFor({ timeout: 20_000 });
    await layOne(host);
    // On a server that has just begun nobody's time runs out for a while.
    await others(host).getByText("a bot plays for them").waitFor({ timeout: 40_000 });
    await expect.poll(() => host.title(), { timeout: 20_000 }).toMatch(/^● Your turn/);
    await guest.goto(`${world.address}/table/${id}`);
    await guest.locator(".rack button").first().waitFor();
    await others(host).getByText("a bot plays for them").waitFor({ state: "detached" });
    await layOne(host);
    await expect.poll(() => guest.title()).toMatch(/^● Your turn/);
  });

  it("and says so is stood in for at once, until they take their seat back", async () => {
    const host = await world.page();
    const guest = await world.page({}, true);
    const id = await opened(world, host, "florentine", "Anna");
    await joined(world, guest, id, "Ben");
    await menu(guest, /^Leave my seat A bot then plays for you; you can come back\.$/);
    await others(host).getByText("a bot plays for them").waitFor();
    await layOne(host);
    // The bot has answered: it is the host's turn again.
    await expect.poll(() => host.title(), { timeout: 20_000 }).toMatch(/^● Your turn/);
    await guest.locator(`a[href="/table/${id}"]`).click();
    const back = guest.getByRole("button", { name: "Take my seat back" });
    await back.waitFor();
    // Without a network there are two things to say, one under the other.
    await guest.context().setOffline(true);
    await guest.getByText("Connection lost").waitFor();
    const [lost, stood] = await Promise.all([guest.getByText("Connection lost").boundingBox(), guest.getByText("A bot is playing for you.").boundingBox()]);
    expect(lost!.y + lost!.height).toBeLessThanOrEqual(stood!.y);
    // Also on a phone both are there in full.
    await guest.setViewportSize({ width: 360, height: 740 });
    for (const banner of await guest.locator(".banners p").all()) {
      const box = (await banner.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(360);
    }
    await guest.setViewportSize({ width: 1280, height: 800 });
    await guest.context().setOffline(false);
    await guest.getByText("Connection lost").waitFor({ state: "detached" });
    await back.click();
    await back.waitFor({ state: "detached" });
    await others(host).getByText("a bot plays for them").waitFor({ state: "detached" });
    await layOne(host);
    await expect.poll(() => guest.title()).toMatch(/^● Your turn/);
    await layOne(guest);
  });
}, { grace: 1 });
