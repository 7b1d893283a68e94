import { expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { BOARD, FITS, sit } from "./hands";
import { suite } from "./suite";

/** Presses Tab until what has the focus is named like this. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 80; i++) {
    const focused = await page.evaluate(() => {
      const { activeElement: at } = document;
      return at && at !== document.body ? (at.getAttribute("aria-label") ?? at.textContent ?? "").trim() : "";
    });
    if (name.test(focused)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not lead to ${name}`);
}

suite("fingers", (world) => {
  it("plays a whole game with the keyboard alone", async () => {
    const page = await world.page();
    await page.goto(world.address);
    await page.getByRole("button", { name: "Play now Chromino" }).waitFor();
    await tabTo(page, /^Play now\s*Chromino$/);
    await page.keyboard.press("Enter");
    await page.locator(".rack button").first().waitFor();
    let laid = 0;
    const begun = Date.now();
    while (!(await page.locator(".end").count())) {
      if (Date.now() - begun > 150_000) throw new Error("the game did not end in time");
      const labels = await page.locator(".rack button").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""));
      const index = labels.findIndex((label) => label.endsWith(", fits"));
      const draw = await page.getByRole("button", { name: /^(Draw|Pass)$/ }).count();
      if (index >= 0) {
        const before = await page.locator(`${BOARD} .piece`).count();
        await page.keyboard.press("Escape");
        if (index < 9) {
          await page.keyboard.press(String(index + 1));
          await page.keyboard.press("n");
          // Where a button has the focus, Enter is that button's.
          if (await page.evaluate(() => document.activeElement?.closest("button, a") != null)) await tabTo(page, /^Lay it$/);
        } else {
          await tabTo(page, new RegExp(`^${labels[index]!.replace("*", "\\*")}$`));
          await page.keyboard.press("Enter");
          await page.keyboard.press("n");
          await tabTo(page, /^Lay it$/);
        }
        await page.keyboard.press("Enter");
        await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBeGreaterThan(before);
        laid++;
      } else if (draw) {
        // It may be there still from the turn before, and gone when one comes to it.
        await tabTo(page, /^(Draw|Pass)$/).then(() => page.keyboard.press("Enter"), () => {});
      }
      await page.waitForTimeout(60);
    }
    expect(laid).toBeGreaterThan(2);
    await tabTo(page, /^Replay$/);
    await page.keyboard.press("Enter");
    await page.getByRole("slider").waitFor();
  });

  it.each(["chromino", "florentine"] as const)("plays a whole game of %s by single taps on a phone", async (game) => {
    const page = await world.page(PHONE);
    await page.goto(world.address);
    await page.getByRole("button", { name: game === "chromino" ? "Play now Chromino" : "Play now Florentine" }).tap();
    await page.locator(".rack button").first().waitFor();
    const begun = Date.now();
    let laid = 0;
    while (!(await page.locator(".end").count())) {
      if (Date.now() - begun > 150_000) throw new Error("the game did not end in time");
      if (await tap(page)) laid++;
    }
    expect(laid).toBeGreaterThan(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("link", { name: "Replay" }).tap();
    await page.getByRole("slider").waitFor();
  });

  it("enlarges the board with two fingers, and turns the piece with a second one", async () => {
    const page = await world.page(PHONE);
    await sit(page, world, { game: "florentine", options: { first: "1" } });
    const hand = await touching(page);
    const area = (await page.locator(BOARD).boundingBox())!;
    const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    const scale = (): Promise<number> => page.locator(`${BOARD} > g`).evaluate((group: SVGGElement) => group.getScreenCTM()!.a);

    const before = await scale();
    await hand.down({ x: middle.x - 30, y: middle.y }, { x: middle.x + 30, y: middle.y });
    for (let far = 40; far <= 90; far += 10) await hand.move({ x: middle.x - far, y: middle.y }, { x: middle.x + far, y: middle.y });
    await hand.up();
    await expect.poll(scale).toBeGreaterThan(before * 2);
    await page.getByRole("button", { name: "Show the whole board" }).tap();
    await expect.poll(scale).toBeCloseTo(before, 1);

    // Two fingers that tap turn what is held; neither is ever quite still.
    await page.locator(FITS).first().tap();
    await page.touchscreen.tap(middle.x, middle.y);
    const ghost = (): Promise<string> => page.locator(`${BOARD} .ghost`).evaluate((each) => each.innerHTML);
    const lay = await ghost();
    await hand.down({ x: middle.x - 60, y: middle.y + 80 }, { x: middle.x + 60, y: middle.y + 80 });
    await hand.move({ x: middle.x - 59, y: middle.y + 81 }, { x: middle.x + 62, y: middle.y + 80 });
    await hand.up();
    await expect.poll(ghost).not.toBe(lay);

    // One finger carries a card from the rack, another one taps anywhere: the card turns.
    await page.keyboard.press("Escape");
    const from = (await page.locator(FITS).first().boundingBox())!;
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    await hand.down(start);
    for (let part = 1; part <= 6; part++) await hand.move({ x: start.x + ((middle.x - start.x) * part) / 6, y: start.y + ((middle.y - start.y) * part) / 6 });
    await page.locator(`${BOARD} .ghost`).waitFor();
    const carried = await ghost();
    await hand.down(middle, { x: middle.x + 90, y: middle.y - 120 });
    await expect.poll(ghost).not.toBe(carried);
    await hand.up();
  });

  it.each([[390, 844], [844, 390]])("carries a card with one finger to where it fits, on %d × %d", async (width, height) => {
    const page = await world.page({ ...PHONE, viewport: { width, height } });
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [{ kind: "me" }, { kind: "bot", level: "casual" }] });
    const hand = await touching(page);
    const from = (await page.locator(FITS).first().boundingBox())!;
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    // The first card goes into the middle. A finger carries it below the place, so as not to hide it.
    const square = (await page.locator(`${BOARD} .square`).boundingBox())!;
    const goal = { x: square.x + square.width / 2, y: square.y + square.height / 2 + 54 };
    await hand.down(start);
    for (let part = 1; part <= 8; part++) await hand.move({ x: start.x + ((goal.x - start.x) * part) / 8, y: start.y + ((goal.y - start.y) * part) / 8 });
    await page.locator(`${BOARD} .ghost.good`).waitFor();
    await hand.up();
    await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBeGreaterThan(0);
  });

  it("looks closer and shifts the board by buttons and keys alone", async () => {
    const page = await world.page(PHONE);
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [{ kind: "me" }, { kind: "bot", level: "casual" }] });
    const seen = (): Promise<number[]> => page.locator(`${BOARD} > g`).evaluate((group: SVGGElement) => {
      const { a, e, f } = group.getScreenCTM()!;
      return [a, Math.round(e), Math.round(f)];
    });
    const [scale] = await seen();
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("button", { name: "Larger" }).tap();
    await page.getByRole("button", { name: "Close" }).tap();
    await expect.poll(async () => (await seen())[0]!).toBeGreaterThan(scale! * 1.2);
    const [, x, y] = await seen();
    await page.locator(BOARD).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await expect.poll(async () => (await seen()).slice(1)).toEqual([x! + 80, y! + 80]);
    // With a card in hand the arrows move that; with the shift key they shift the board.
    await page.locator(FITS).first().tap();
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(async () => (await seen()).slice(1)).toEqual([x!, y! + 80]);
    await page.getByRole("button", { name: "Show the whole board" }).tap();
    await expect.poll(async () => (await seen())[0]!).toBeCloseTo(scale!, 2);
  });
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Where something is once the board has stopped gliding; null if it went away. */
async function atRest(what: Locator): Promise<{ x: number; y: number; width: number; height: number } | null> {
  const box = (): ReturnType<Locator["boundingBox"]> => what.boundingBox({ timeout: 1000 }).catch(() => null);
  let before = await box();
  for (;;) {
    await what.page().waitForTimeout(50);
    const now = await box();
    if (now === null || (now.x === before?.x && now.y === before.y && now.width === before.width)) return now;
    before = now;
  }
}

/** One move by taps alone; whether a piece was laid. */
async function tap(page: Page): Promise<boolean> {
  const quick = { timeout: 1000 };
  const pieces = page.locator(`${BOARD} .piece`);
  const fits = page.locator(FITS);
  const plain = page.getByRole("button", { name: /^(Draw|Pass|Put it aside)$/ });
  if (await fits.count()) {
    const before = await pieces.count();
    if (!(await page.locator(".rack button.chosen").count())) await fits.first().tap(quick).catch(() => {});
    const box = await atRest(page.locator(".light").first());
    if (!box) return false;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.touchscreen.tap(x, y);
    await page.locator(`${BOARD} .ghost.good`).waitFor();
    // Where several positions overlap, a second tap would go on to the next one.
    if (await page.locator(".bar").getByText("positions here").count()) await page.getByRole("button", { name: "Lay it" }).tap(quick);
    else await page.touchscreen.tap(x, y);
    await expect.poll(() => pieces.count()).toBeGreaterThan(before);
    return true;
  }
  if (await plain.count()) await plain.first().tap(quick).catch(() => {});
  else if (await page.getByText("choose a card to put aside").count()) await page.locator(".rack button").first().tap(quick).catch(() => {});
  else await page.waitForTimeout(50);
  return false;
}

interface Finger {
  x: number;
  y: number;
}

/** Fingers on the glass, several at a time. */
async function touching(page: Page): Promise<{ down: (...at: Finger[]) => Promise<void>; move: (...at: Finger[]) => Promise<void>; up: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd") => async (...at: Finger[]) => {
    await session.send("Input.dispatchTouchEvent", { type, touchPoints: at.map((finger, id) => ({ ...finger, id })) });
  };
  return { down: touch("touchStart"), move: touch("touchMove"), up: touch("touchEnd") };
}
