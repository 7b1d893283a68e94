// The board on the screen: how large it is, what lies on it, and what a tap means.

import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { CELL } from "../src/games/chromino/notation";
import { at, show, snapshot, withoutBoards } from "./fixtures";
import { BOARD } from "./hands";
import { late } from "./late";
import { suite } from "./suite";

const SCREENS = [[1280, 800], [1366, 768], [1920, 1080], [820, 1180], [390, 844], [360, 640], [844, 390]] as const;
/** What a square measures at least with thirty tiles. */
const LEAST: Readonly<Record<string, number>> = { "1366×768": 32, "390×844": 18 };

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

function within(inner: Rect, outer: Rect, slack = 1): boolean {
  return (
    inner.x >= outer.x - slack && inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack && inner.y + inner.height <= outer.y + outer.height + slack
  );
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;
}

const box = async (page: Page, what: string): Promise<Rect> => (await page.locator(what).first().boundingBox())!;
const boxes = (page: Page, what: string): Promise<Rect[]> =>
  page.locator(what).evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })));
const matrix = (page: Page): Promise<number[]> =>
  page.locator(`${BOARD} > g`).evaluate((group: SVGGElement) => {
    const { a, e, f } = group.getScreenCTM()!;
    return [a, e, f];
  });

suite("the board on the screen", (world) => {
  it.each(SCREENS)("is large, and nothing lies on it, on %d × %d", async (width, height) => {
    const page = await world.page({ viewport: { width, height } });
    for (const players of [2, 4, 8]) {
      await show(page, world, late(players));
      await page.evaluate(() => document.fonts.ready.then(() => true));
      const name = `${width}×${height}`;
      const square = (await matrix(page))[0]! * CELL;
      expect(square, `${name}, ${players} players`).toBeGreaterThanOrEqual(LEAST[name] ?? 16);
      const screen = { x: 0, y: 0, width, height };
      const board = await box(page, BOARD);
      for (const tile of await boxes(page, `${BOARD} .piece`)) expect(within(tile, board)).toBe(true);
      // The seats with their last tiles and scores, the rack and the bar: all in sight, none on the board.
      const around = { seats: "[data-seat]", last: ".shown", scores: "[data-seat] .score", rack: ".rack button .piece", bar: ".bar", menu: "header button" };
      for (const [what, selector] of Object.entries(around)) {
        const found = await boxes(page, selector);
        expect(found.length, what).toBeGreaterThan(0);
        for (const each of found) {
          expect(within(each, screen), `${what} in sight on ${name} with ${players}: ${JSON.stringify(each)}`).toBe(true);
          expect(overlap(each, board), `${what} on the board on ${name}`).toBe(false);
        }
      }
      expect(await page.locator("[data-seat]").count()).toBe(players);
      // What may scroll does not have to.
      const scrolled = await page.locator(".top, .table footer").evaluateAll((all) => all.filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.className));
      expect(scrolled, name).toEqual([]);
    }
  });

  it("leaves a square free around the tiles, and no more where they fill the screen", async () => {
    const { page } = await at(world, late(4, { turn: 2, places: [], legal: [] }), { viewport: { width: 1366, height: 768 } });
    const board = await box(page, BOARD);
    const tiles = await boxes(page, `${BOARD} .piece .body`);
    const square = (await matrix(page))[0]! * CELL;
    const top = Math.min(...tiles.map(({ y }) => y)) - board.y;
    const bottom = board.y + board.height - Math.max(...tiles.map(({ y, height }) => y + height));
    for (const margin of [top, bottom]) {
      expect(margin / square).toBeGreaterThan(0.95);
      expect(margin / square).toBeLessThan(1.25);
    }
  });

  it("is framed anew when the tiles outgrow it, but not under a finger", async () => {
    const { page, tell } = await at(world, snapshot({ turn: 2, legal: [], hand: ["BBB"] }), { viewport: { width: 390, height: 844 } });
    const before = await matrix(page);
    const area = await box(page, BOARD);
    const inside = { event: "laid", seat: 2, lay: "GBR@-1,1>", points: 0 };
    tell({ events: [inside], laid: [{ lay: inside.lay, seat: 2 }] });
    await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBe(2);
    await page.mouse.move(area.x + 30, area.y + 30);
    await page.mouse.down();
    const far = Array.from({ length: 6 }, (_, i) => ({ lay: `RRR@${2 + 3 * i},0>`, seat: 2 }));
    tell({ events: far.map(({ lay }) => ({ event: "laid", seat: 2, lay, points: 0 })), laid: far });
    await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBe(8);
    const held = await matrix(page);
    await page.waitForTimeout(400);
    expect(await matrix(page)).toEqual(held);
    await page.mouse.up();
    await expect.poll(async () => (await matrix(page))[0]!).toBeLessThan(before[0]! * 0.8);
    for (const tile of await boxes(page, `${BOARD} .piece`)) expect(within(tile, area)).toBe(true);
  });

  it("does not move when a tile is taken up or put down", async () => {
    const { page } = await at(world, late(4), { viewport: { width: 390, height: 844 } });
    const before = await matrix(page);
    for (let i = 0; i < 7; i++) {
      await page.locator(".rack button").nth(i).click();
      const lights = await boxes(page, ".light");
      const area = await box(page, BOARD);
      for (const light of lights) expect(within(light, area)).toBe(true);
      expect(await matrix(page)).toEqual(before);
    }
  });

  it.each([[360, 640], [1366, 768]])("takes every tap within 24 pixels of a lit position for that position, on %d × %d", async (width, height) => {
    const { page } = await at(world, late(4), { viewport: { width, height } });
    const wrong = await page.evaluate(taps, { step: width < 500 ? 13 : 29, snap: 24 });
    expect(wrong.faults).toEqual([]);
    expect(wrong.near).toBeGreaterThan(60);
    expect(wrong.far).toBeGreaterThan(20);
  });

  it("goes on to the next one where several overlap, and lays where there is one", async () => {
    const contacts: [number, number, number][] = [[0, -1, 0], [2, 1, 0]];
    const places = [{ lay: "GBR@-1,1>", contacts, points: 0 }, { lay: "RBG@-1,1>", contacts, points: 0 }, { lay: "GBR@-1,-1>", contacts, points: 0 }];
    const { page, sent } = await at(world, snapshot({ hand: ["GBR"], legal: places.map(({ lay }) => lay), places }), { hasTouch: true, viewport: { width: 390, height: 844 } });
    await page.locator(".rack button").tap();
    const lights = await boxes(page, ".light");
    expect(lights.length).toBe(2);
    const [upper, lower] = lights.sort((a, b) => a.y - b.y);
    const tap = ({ x, y, width, height }: Rect): Promise<void> => page.touchscreen.tap(x + width / 2, y + height / 2);
    const ghost = (): Promise<string> => page.locator(`${BOARD} .ghost.good`).evaluate((each) => each.innerHTML);
    await tap(lower!);
    await page.locator(".bar").getByText("2 positions here").waitFor();
    const one = await ghost();
    await tap(lower!);
    await expect.poll(ghost).not.toBe(one);
    await tap(lower!);
    await expect.poll(ghost).toBe(one);
    // So do the arrows.
    await page.getByRole("button", { name: "Next position" }).tap();
    await expect.poll(ghost).not.toBe(one);
    expect(sent.filter(({ type }) => type === "act")).toEqual([]);
    await tap(upper!);
    await page.locator(".bar").getByText("positions here").waitFor({ state: "detached" });
    await tap(upper!);
    await expect.poll(() => sent.find(({ type }) => type === "act")?.action).toBe("GBR@-1,-1>");
  });

  it.each([[683, 384], [455, 256], [342, 192], [640, 400], [320, 200], [195, 422]])("keeps half of the height at large zoom: %d × %d", async (width, height) => {
    const page = await world.page({ viewport: { width, height } });
    for (const players of [2, 4, 8]) {
      const { sent } = await show(page, world, late(players));
      const board = await box(page, BOARD);
      expect(board.height, `${players} players`).toBeGreaterThanOrEqual(height / 2);
      expect(board.width).toBeGreaterThanOrEqual(width / 2 - 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // Everything can be reached: a tile is taken up and laid.
      await page.locator(".rack button").nth(1).click();
      await page.getByRole("button", { name: "Next position" }).click();
      await page.getByRole("button", { name: "Lay it" }).click();
      await expect.poll(() => sent.filter(({ type }) => type === "act").length).toBe(1);
    }
  });

  it("says what is on the seats of others as they draw", async () => {
    const { page, tell } = await at(world, late(4, { turn: 2, places: [], legal: [] }), { reducedMotion: "no-preference" });
    const views = withoutBoards(late(4, { turn: 3, places: [], legal: [] }).views);
    tell({ events: [{ event: "drew", seat: 2, tile: null }, { event: "turn", seat: 3 }], views });
    await page.locator(".flight").waitFor();
    await page.locator(".recent").getByText("Ben: drew a tile").waitFor();
    await page.locator(".flight").waitFor({ state: "detached" });
  });
});

/** Taps on a grid over the board, in the page: how many were near to a light, how many were not, and what went wrong. The
 * tiles are the two with the most places; what is far from all of those is left out. */
async function taps({ step, snap }: { step: number; snap: number }): Promise<{ near: number; far: number; faults: string[] }> {
  const svg = document.querySelector<SVGSVGElement>("svg[role=application]")!;
  const area = svg.getBoundingClientRect();
  const beat = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
  const away = (rect: DOMRect, x: number, y: number): number =>
    Math.hypot(Math.max(0, rect.left - x, x - rect.right), Math.max(0, rect.top - y, y - rect.bottom));
  const result = { near: 0, far: 0, faults: [] as string[] };
  for (const button of [3, 5].map((i) => document.querySelectorAll<HTMLButtonElement>(".rack button")[i]!)) {
    button.click();
    await beat();
    const around = [...document.querySelectorAll(".light")].map((each) => each.getBoundingClientRect());
    for (let y = area.top + 4; y < area.bottom; y += step) {
      for (let x = area.left + 4; x < area.right; x += step) {
        if (Math.min(...around.map((light) => away(light, x, y))) > 2 * snap) continue;
        // A piece that is put down and taken up again lies nowhere.
        if (button.ariaPressed === "true") button.click();
        await beat();
        button.click();
        await beat();
        const lights = [...document.querySelectorAll(".light")].map((each) => each.getBoundingClientRect());
        const gaps = lights.map((light) => away(light, x, y));
        const least = Math.min(...gaps);
        const event = { bubbles: true, pointerId: 7, pointerType: "touch", button: 0, clientX: x, clientY: y };
        svg.dispatchEvent(new PointerEvent("pointerdown", event));
        svg.dispatchEvent(new PointerEvent("pointerup", event));
        await beat();
        const edge = document.querySelector(".ghost.good .edge")?.getBoundingClientRect();
        // A light is drawn a little inside of its position.
        const rim = 6;
        if (least <= snap) {
          result.near++;
          const landed = edge && lights.some((light, i) => gaps[i]! <= least + rim && Math.hypot(light.x + light.width / 2 - edge.x - edge.width / 2, light.y + light.height / 2 - edge.y - edge.height / 2) < 3);
          if (!landed) result.faults.push(`${Math.round(x)},${Math.round(y)}: ${least.toFixed(1)} px from a light`);
        } else if (least > snap + rim) {
          result.far++;
          if (edge) result.faults.push(`${Math.round(x)},${Math.round(y)}: ${least.toFixed(1)} px is too far`);
        }
      }
    }
  }
  return result;
}
