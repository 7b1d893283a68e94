import { expect, it } from "vitest";
import { accessible } from "./accessible";
import { BOARD, FITS, playOn, sitWhereSomethingFits } from "./hands";
import { suite } from "./suite";

suite("in the browser", (world) => {
  it("plays a whole game of Chromino, from the first page to the last", async () => {
    const page = await world.page();
    await page.goto(world.address);
    await accessible(page);
    await page.getByRole("button", { name: "Play now Chromino" }).click();
    await page.locator(".rack button").first().waitFor();
    await accessible(page);
    await playOn(page);
    await accessible(page);
    expect(await page.locator(".end h2").textContent()).toMatch(/win/);
    await page.getByRole("link", { name: "Replay" }).click();
    await page.getByRole("slider").waitFor();
    await accessible(page);
    const pieces = page.locator(`${BOARD} .tile`);
    const all = await pieces.count();
    await page.keyboard.press("Home");
    expect(await pieces.count()).toBe(1);
    await page.keyboard.press("End");
    expect(await pieces.count()).toBe(all);
    expect(page.url()).toMatch(/move=\d+$/);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("img", { name: /The chance to win/ }).waitFor({ timeout: 120_000 });
    await accessible(page);
  });

  it("keeps the seat of somebody who is quicker than the first page", async () => {
    const page = await world.page();
    let answer = (): void => {};
    const sat = new Promise<void>((resolve) => (answer = resolve));
    // What the first page asks for is asked before anybody sat down, and answered after that.
    await page.route(/\/api\/tables$/, async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
      const found = await fetch(route.request().url(), { headers: { Cookie: cookies.join("; ") } });
      await sat;
      await route.fulfill({ status: found.status, headers: Object.fromEntries(found.headers), body: await found.text() });
    });
    const asked = page.waitForRequest(/\/api\/tables$/);
    await page.goto(world.address);
    await asked;
    await page.getByRole("button", { name: "Play now Chromino" }).click();
    await page.locator(".rack button").first().waitFor();
    answer();
    await page.waitForLoadState("networkidle");
    await page.reload();
    await page.locator(".rack button").first().waitFor();
  });

  it("plays a whole game of Florentine Dominoes on a phone, in the dark", async () => {
    const page = await world.page({ viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" });
    await page.goto(world.address);
    await page.getByRole("button", { name: "Play now Florentine Dominoes" }).click();
    await page.locator(".rack button").first().waitFor();
    await accessible(page);
    await playOn(page);
    await accessible(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Picture as SVG" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.svg$/);
    await page.getByRole("button", { name: "Play again" }).click();
    await page.locator(".rack button").first().waitFor();
  });

  it("lays a tile with the keyboard alone", async () => {
    const page = await world.page();
    await sitWhereSomethingFits(page, world, { game: "chromino", seats: [{ kind: "me" }] });
    const before = await page.locator(".rack button").count();
    const labels = await page.locator(".rack button").evaluateAll((buttons) => buttons.map((each) => each.getAttribute("aria-label")));
    const index = labels.findIndex((label) => label?.endsWith(", fits"));
    expect(index).toBeGreaterThanOrEqual(0);
    await page.locator(BOARD).focus();
    await page.keyboard.press(String(index + 1));
    await page.keyboard.press("n");
    expect(await page.locator("[aria-live]").last().textContent()).toMatch(/contact/);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".rack button").count()).toBe(before - 1);
  });

  it("lays a tile that is dragged to its place", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/setup/florentine/bots`);
    await page.getByRole("button", { name: "Begin" }).click();
    const card = page.locator(FITS).first();
    await card.click();
    const place = (await page.locator(".light").first().boundingBox())!;
    await page.keyboard.press("Escape");
    expect(await page.locator(".light").count()).toBe(0);
    const from = (await card.boundingBox())!;
    const before = await page.locator(`${BOARD} .piece`).count();
    await page.mouse.move(from.x + from.width / 2, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, from.y - 60, { steps: 4 });
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBeGreaterThan(before);
  });

  it("says why a tile does not fit, and with help off only after a try", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/setup/chromino/alone`);
    await page.locator("summary").click();
    await page.getByRole("group", { name: "Show where a piece fits" }).getByText("Off", { exact: true }).click();
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".rack button").first().click();
    for (const _ of [1, 2, 3, 4, 5, 6]) await page.keyboard.press("ArrowRight");
    expect(await page.locator(".light").count()).toBe(0);
    expect(await page.locator(".bar").textContent()).toMatch(/Lay it here\?/);
    await page.getByRole("button", { name: "Lay it" }).click();
    expect(await page.locator(".bar").textContent()).toMatch(/No contact, two needed/);
  });

  it("brings friends together by a link, and takes a move back", async () => {
    const host = await world.page();
    const guest = await world.page({ locale: "de-DE", viewport: { width: 390, height: 844 }, hasTouch: true });
    const fitting = async (): Promise<number> => (await host.locator(FITS).count()) + (await guest.locator(FITS).count());
    // Another table until the one who begins can lay something.
    for (let deal = 0; deal < 12 && (deal === 0 || (await fitting()) === 0); deal++) {
      await host.goto(`${world.address}/setup/chromino/friends`);
      await host.getByLabel("Your name").fill("Anna");
      await host.getByRole("button", { name: "Open the table" }).click();
      await host.getByRole("img", { name: /QR code/ }).waitFor();
      if (deal === 0) await accessible(host);
      await guest.goto(host.url());
      await guest.getByLabel("Dein Name").fill("Ben");
      await guest.getByRole("button", { name: "Platz nehmen" }).click();
      await guest.locator(".rack button").first().waitFor();
      await host.locator(".rack button").first().waitFor();
      await host.getByText("Ben").first().waitFor();
    }
    expect(await fitting()).toBeGreaterThan(0);
    const hostBegins = (await host.locator(FITS).count()) > 0;
    const [first, lay, undo] = hostBegins ? [host, "Lay it", "Undo"] : [guest, "Legen", "Zurücknehmen"];
    const second = hostBegins ? guest : host;
    await first.locator(FITS).first().click();
    await first.keyboard.press("n");
    await first.getByRole("button", { name: lay }).click();
    await expect.poll(() => second.locator(`${BOARD} .tile`).count()).toBe(2);
    await first.getByRole("button", { name: undo }).click();
    await expect.poll(() => second.locator(`${BOARD} .tile`).count()).toBe(1);
  });

  it("hides the hands when a device is handed over", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/setup/florentine/device`);
    await page.getByLabel("Your name").fill("Anna");
    await page.getByLabel("Their name").fill("Ben");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByText(/Hand over to/).waitFor();
    await accessible(page);
    expect(await page.locator(".rack").count()).toBe(0);
    const first = (await page.locator(".cover h2").textContent()) ?? "";
    await page.getByRole("button", { name: /^I am/ }).click();
    await page.locator(".rack button").first().click();
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "Lay it" }).click();
    await page.getByRole("button", { name: "Hand over" }).click();
    await page.locator(".cover").waitFor();
    expect(await page.locator(".cover h2").textContent()).not.toBe(first);
    expect(await page.locator(".rack").count()).toBe(0);
  });

  it("keeps what was done while the connection was down", async () => {
    const page = await world.page({}, true);
    let down = false;
    const open: { close(): Promise<void> }[] = [];
    await page.routeWebSocket(/\/live/, (socket) => {
      if (down) {
        void socket.close();
        return;
      }
      socket.connectToServer();
      open.push(socket);
    });
    await page.goto(`${world.address}/setup/florentine/bots`);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(FITS).first().waitFor();
    down = true;
    for (const socket of open) await socket.close();
    await page.getByText("Connection lost").waitFor();
    const before = await page.locator(`${BOARD} .piece`).count();
    await page.locator(FITS).first().click();
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "Lay it" }).click();
    down = false;
    await expect.poll(() => page.locator(`${BOARD} .piece`).count(), { timeout: 15_000 }).toBeGreaterThan(before);
    await page.getByText("Connection lost").waitFor({ state: "detached" });
  });
});
