import { expect, it } from "vitest";
import { BOARD, FITS, playOn, sit } from "./hands";
import type { ChrominoPlace } from "../src/wire";
import { at, snapshot } from "./fixtures";
import { suite } from "./suite";

const ME = { kind: "me" } as const;
const BOT = { kind: "bot", level: "casual" } as const;

suite("details", (world) => {
  it.each(["es-ES", "ca-ES", "de-DE"])("keeps everything on a small phone in %s", async (locale) => {
    const page = await world.page({ locale, viewport: { width: 360, height: 740 }, hasTouch: true });
    await sit(page, world, { game: "florentine", seats: [ME, BOT] });
    const button = (await page.locator("header button").last().boundingBox())!;
    expect(button.x + button.width).toBeLessThanOrEqual(360);
  });

  it("offers to draw whatever is in hand, and says of a tile that it fits nowhere", async () => {
    const places: ChrominoPlace[] = [{ lay: "GBR@-1,1>", points: 0, contacts: [[0, -1, 0], [2, 1, 0]] }];
    const none = await at(world, snapshot({ hand: ["BBB", "PPP"] }));
    await none.page.locator(".rack button").first().click();
    await none.page.locator(BOARD).click({ position: { x: 200, y: 200 } });
    await none.page.locator(`${BOARD} .ghost.bad`).waitFor();
    await none.page.getByRole("button", { name: "Draw" }).click();
    await expect.poll(() => none.sent.map((each) => each.action)).toContain("draw");

    const { page } = await at(world, snapshot({ hand: ["BBB", "GBR"], legal: ["GBR@-1,1>"], places }));
    await page.locator(".rack button").first().click();
    await page.locator(".bar").getByText("This one fits nowhere").waitFor();
    await page.locator(".rack button").last().click();
    await page.locator(".bar").getByText("Choose where it goes").waitFor();
    await page.getByRole("button", { name: "Next position" }).click();
    await page.locator(`${BOARD} .ghost.good`).waitFor();
  });

  it("tells a screen reader whose turn it is, what was laid and where", async () => {
    const page = await world.page();
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    expect(await page.locator(".bar [aria-live=polite]").textContent()).toMatch(/^Your turn/);
    await page.locator(FITS).first().click();
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("p.unseen[aria-live]").textContent()).toMatch(/^Ada: laid .* at -?\d, -?\d/);
    await expect.poll(() => page.locator(".bar [aria-live=polite]").textContent()).toMatch(/^Your turn/);
  });

  it("follows the ghost that is moved by keys, and keeps the focus when a button goes away", async () => {
    const page = await world.page();
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    await page.keyboard.press("1");
    for (let i = 0; i < 5; i++) await page.keyboard.press("+");
    for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowLeft");
    const area = (await page.locator(BOARD).boundingBox())!;
    const ghost = (await page.locator(`${BOARD} .ghost .edge`).boundingBox())!;
    expect(ghost.x).toBeGreaterThanOrEqual(area.x);
    expect(ghost.x + ghost.width).toBeLessThanOrEqual(area.x + area.width);
    await page.keyboard.press("n");
    const lay = page.getByRole("button", { name: "Lay it" });
    await lay.focus();
    await page.keyboard.press("Enter");
    await lay.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("application");
  });

  it("keeps the whole square in sight from place to place, and when the window changes", async () => {
    const page = await world.page();
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    const whole = async (): Promise<void> => {
      await expect.poll(async () => {
        const area = (await page.locator(BOARD).boundingBox())!;
        const square = (await page.locator(`${BOARD} .square`).boundingBox())!;
        const inside = square.y >= area.y && square.y + square.height <= area.y + area.height;
        return inside && square.x >= area.x && square.x + square.width <= area.x + area.width;
      }).toBe(true);
    };
    await playOn(page, async () => (await page.locator(`${BOARD} .piece`).count()) > 8 && (await page.locator(FITS).count()) > 0);
    await page.keyboard.press("Escape");
    await page.locator(FITS).first().click();
    for (let place = 0; place < 6; place++) {
      await page.keyboard.press("n");
      await whole();
    }
    // Even one who has looked closer is not left with an empty board.
    for (const [closer, width, height] of [[false, 390, 844], [true, 844, 390], [true, 1280, 800]] as const) {
      if (closer) for (let i = 0; i < 5; i++) await page.keyboard.press("+");
      await page.setViewportSize({ width, height });
      await whole();
    }
  });

  it("comes to rest after every move, also where things may move", async () => {
    const page = await world.page({ reducedMotion: "no-preference" });
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    await page.locator(FITS).first().click();
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBe(2);
    const frames = (): Promise<number> => page.evaluate(() => new Promise<number>((resolve) => {
      const own = window.requestAnimationFrame;
      let asked = 0;
      window.requestAnimationFrame = (step) => {
        asked++;
        return own.call(window, step);
      };
      setTimeout(() => {
        window.requestAnimationFrame = own;
        resolve(asked);
      }, 400);
    }));
    await expect.poll(frames).toBe(0);
  });

  it("shows what others laid to those who looked elsewhere", async () => {
    const page = await world.page();
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    await page.keyboard.press("1");
    await page.keyboard.press("n");
    for (let i = 0; i < 4; i++) await page.keyboard.press("+");
    const area = (await page.locator(BOARD).boundingBox())!;
    await page.mouse.move(area.x + 300, area.y + 300);
    await page.mouse.down();
    await page.mouse.move(area.x + 1200, area.y + 300, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBe(2);
    await expect.poll(async () => {
      const last = (await page.locator(`${BOARD} .last`).boundingBox())!;
      return last.x >= area.x && last.x + last.width <= area.x + area.width;
    }).toBe(true);
  });

  it("leaves letters alone if that is wished for", async () => {
    const page = await world.page();
    await page.addInitScript(() => localStorage.setItem("tessella", JSON.stringify({ keys: false })));
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    await page.keyboard.press("1");
    expect(await page.locator(".rack button.chosen").count()).toBe(0);
    await page.locator(".rack button").first().click();
    await page.keyboard.press("ArrowLeft");
    expect(await page.locator(`${BOARD} .ghost`).count()).toBe(1);
  });

  it("says of an address that there is no such table", async () => {
    const page = await world.page({}, true);
    for (const id of ["nonsense", "aaaaaaaaaaaa"]) {
      await page.goto(`${world.address}/table/${id}`);
      await page.getByRole("heading", { name: "no such table" }).waitFor();
    }
  });

  it("tells those who are invited what is played", async () => {
    const host = await world.page();
    const guest = await world.page();
    await host.goto(world.address);
    const id = await host.evaluate(async () => {
      const asked = { game: "chromino", options: { edition: "joker", hands: "open" }, seats: [{ kind: "me" }, { kind: "open" }], clock: { kind: "days", days: 3 } };
      const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(asked), headers: { "Content-Type": "application/json" } });
      return ((await answer.json()) as { table: { id: string } }).table.id;
    });
    await guest.goto(`${world.address}/table/${id}`);
    const what = await guest.locator(".lobby .what").innerText();
    expect(what.replaceAll("\u00a0", " ").split("\n")).toEqual(["Chromino · Joker", "Hands: Open", "Clock: 3 days per move"]);
  });

  it("calls the wild square by the word of the edition", async () => {
    const board = [{ lay: "G*R@-1,0>", seat: null }];
    const { page } = await at(world, snapshot({}, {}, board));
    await expect.poll(() => page.locator("section.unseen ol").first().textContent()).toMatch(/green, chameleon, red/);
    const joker = snapshot({}, {}, board);
    joker.table.options["edition"] = "joker";
    const other = await at(world, joker);
    await expect.poll(() => other.page.locator("section.unseen ol").first().textContent()).toMatch(/green, joker, red/);
  });
});
