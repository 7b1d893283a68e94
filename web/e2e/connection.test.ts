import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { BOARD, FITS, playOn, sit } from "./hands";
import { suite } from "./suite";

/** A switch for the network of a page: the requests, and the connection that is open already. */
async function network(page: Page): Promise<(up: boolean) => Promise<void>> {
  let up = true;
  const open: { close(): Promise<void> }[] = [];
  await page.routeWebSocket(/\/live/, (socket) => {
    if (!up) return void socket.close();
    socket.connectToServer();
    open.push(socket);
  });
  return async (wanted) => {
    up = wanted;
    await page.context().setOffline(!wanted);
    if (!wanted) for (const socket of open.splice(0)) await socket.close();
  };
}

const tiles = (page: Page): Promise<number> => page.locator(`${BOARD} .piece`).count();
/** The board in words, without who laid what: that is told differently to each. */
async function words(page: Page): Promise<string[]> {
  const lines = await page.locator("section.unseen ol li").allTextContents();
  return lines.map((line) => line.replace(/ \(.*\)$/, ""));
}

suite("a connection that is not to be relied on", (world) => {
  it("brings two browsers through a reload and a lost network to the same end", async () => {
    const host = await world.page();
    const guest = await world.page({}, true);
    const connect = await network(guest);
    await host.goto(`${world.address}/setup/chromino/friends`);
    await host.getByLabel("Your name").fill("Anna");
    await host.getByRole("button", { name: "Open the table" }).click();
    await host.getByRole("img", { name: /QR code/ }).waitFor();
    const link = await host.getByRole("textbox", { name: "Link to this table" }).inputValue();
    await guest.goto(link);
    await guest.getByLabel("Your name").fill("Ben");
    await guest.getByRole("button", { name: "Sit down" }).click();
    await Promise.all([host, guest].map((page) => page.locator(".rack button").first().waitFor()));
    await playOn([host, guest], async () => (await tiles(host)) >= 5);

    const held = await host.locator(".rack button").count();
    const before = await tiles(host);
    await host.reload();
    await host.locator(".rack button").first().waitFor();
    expect(await tiles(host)).toBe(before);
    expect(await host.locator(".rack button").count()).toBe(held);
    await host.keyboard.press("l");
    await expect.poll(() => host.locator(".lines li").count()).toBeGreaterThanOrEqual(before - 1);
    await host.keyboard.press("Escape");

    // The guest goes away while it is the host's turn, so that there is something to miss.
    await playOn([host, guest], async () => (await host.locator(FITS).count()) > 0);
    await connect(false);
    await guest.getByText("Connection lost").waitFor();
    const missed = await tiles(guest);
    await playOn(host, async () => (await tiles(host)) > missed);
    expect(await tiles(guest)).toBe(missed);
    await connect(true);
    await guest.getByText("Connection lost").waitFor({ state: "detached" });
    await expect.poll(() => tiles(guest), { timeout: 15_000 }).toBe(await tiles(host));

    await playOn([host, guest]);
    await guest.locator(".end").waitFor();
    expect((await words(host)).length).toBeGreaterThan(5);
    expect(await words(guest)).toEqual(await words(host));
    const winners = await Promise.all([host, guest].map((page) => page.locator(".end h2").textContent()));
    expect(winners.filter((line) => line === "You win!").length).toBeLessThanOrEqual(1);
    expect(winners.every((line) => /win/.test(line ?? ""))).toBe(true);
    // The next test ends the server: they would rightly complain.
    for (const page of [host, guest]) await page.context().close();
  });

  it("goes on after the server was killed, with what was laid meanwhile", async () => {
    const page = await world.page({}, true);
    await sit(page, world, { game: "florentine" });
    const pieces = (): Promise<number> => page.locator(`${BOARD} .piece`).count();
    await playOn(page, async () => (await pieces()) >= 6 && (await page.locator(FITS).count()) > 0);
    const before = await pieces();
    await world.kill();
    await page.getByText("Connection lost").waitFor();
    if (!(await page.locator(".rack button.chosen").count())) await page.locator(FITS).first().click();
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "Lay it" }).click();
    expect(await pieces()).toBe(before);
    await world.revive();
    await expect.poll(pieces, { timeout: 20_000 }).toBeGreaterThan(before);
    await page.getByText("Connection lost").waitFor({ state: "detached" });
    await playOn(page);
    const all = await words(page);
    expect(all.length).toBeGreaterThan(before);
    await page.reload();
    await page.locator(".end").waitFor();
    expect(await words(page)).toEqual(all);
  });

  it("catches up by itself even where it was reloaded while the server was away", async () => {
    const page = await world.page({}, true);
    await sit(page, world, { game: "florentine" });
    // What the page is made of is kept from the second visit on.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await page.locator(".rack button").first().waitFor();
    await world.kill();
    await page.reload();
    await page.getByRole("heading", { name: "The server cannot be reached" }).waitFor();
    await world.revive();
    await page.locator(".rack button").first().waitFor({ timeout: 20_000 });
    await playOn(page, async () => (await tiles(page)) >= 3);
  });

  it("notices a wire that fell silent, and lays elsewhere what was laid into it", async () => {
    const page = await world.page({}, true);
    let dead = false;
    await page.routeWebSocket(/\/live/, (socket) => {
      const silent = dead;
      const server = socket.connectToServer();
      // After that the first connection brings nothing and takes nothing, and does not say so.
      socket.onMessage((message) => void (silent === dead && server.send(message)));
      server.onMessage((message) => void (silent === dead && socket.send(message)));
    });
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [{ kind: "me" }, { kind: "bot", level: "casual" }] });
    await page.locator(FITS).first().click();
    await page.keyboard.press("n");
    dead = true;
    await page.getByRole("button", { name: "Lay it" }).click();
    await expect.poll(() => tiles(page), { timeout: 20_000 }).toBeGreaterThan(0);
  });
});
