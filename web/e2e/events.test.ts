// Everybody sees what happened.

import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { ChrominoView } from "../src/wire";
import { accessible } from "./accessible";
import { at, withoutBoards } from "./fixtures";
import { BOARD } from "./hands";
import { late } from "./late";
import { suite } from "./suite";

const SCREENS = [[1366, 768], [390, 844], [844, 390]] as const;
const OTHERS: Partial<ChrominoView> = { turn: 2, places: [], legal: [] };
const live = (page: Page): Promise<string | null> => page.locator("p.unseen[aria-live]").textContent();

/** The lines about events that can be seen without opening anything. */
const seen = (page: Page): Promise<string[]> =>
  page.locator(".recent li, .news li").evaluateAll((all) =>
    all
      .filter((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const hit = document.elementFromPoint(x + Math.min(width, 60) / 2, y + height / 2);
        return hit !== null && each.contains(hit);
      })
      .map((each) => each.textContent ?? ""),
  );

async function logged(page: Page): Promise<string[]> {
  await page.locator(BOARD).focus();
  await page.keyboard.press("l");
  await page.locator(".lines").waitFor();
  const lines = await page.locator(".lines li").allTextContents();
  await page.keyboard.press("Escape");
  return lines;
}

suite("what happens at a table", (world) => {
  it.each(SCREENS)("is seen and stays in the log, on %d × %d", async (width, height) => {
    const { page, tell } = await at(world, late(4, OTHERS), { viewport: { width, height } });
    const happened: [object[], string][] = [
      [[{ event: "drew", seat: 3, tile: null }], "Carlota: drew a tile"],
      [[{ event: "passed", seat: 3 }], "Carlota: passed"],
      [[{ event: "tookback", seat: 4 }], "Dídac: took a move back"],
      [[{ event: "timeranout", seat: 2 }], "Ben: time ran out, a bot moved"],
      [[{ event: "timeranout", seat: 1 }, { event: "laid", seat: 1, lay: "YBY@-13,4>", points: 0 }], "Time ran out: a tile was laid for you"],
      [[{ event: "spotted", seat: 1, by: 2 }, { event: "drew", seat: 1, tile: "RYB" }], "You forgot “Chromino”: one tile more"],
      [[{ event: "spotted", seat: 3, by: 2 }], "Ben: noticed that “Chromino” was not said (Carlota)"],
      [[{ event: "claimed", seat: 3, by: 2, lay: "RYB@9,9>" }], "Ben: showed where the last tile could have gone (Carlota)"],
      [[{ event: "called", seat: 4 }], "Dídac: “Chromino!”"],
    ];
    for (const [events, line] of happened) {
      tell({ events: [{ event: "turn", seat: 2 }] });
      // What follows a line of one's own may be on top of it, where there is room for one line only.
      const followed = events.length > 1 && width === 844;
      tell({ events: followed ? events.slice(0, 1) : events });
      if (!followed) await expect.poll(() => seen(page), { message: line }).toContain(line);
      else tell({ events: events.slice(1) });
    }
    const all = await logged(page);
    for (const [, line] of happened) expect(all).toContain(line);
    await accessible(page);
  });

  it.each(SCREENS)("shows a drawn tile that does not fit, marks it and says so, on %d × %d", async (width, height) => {
    const before = late(4, { places: [], legal: ["draw"], hand: ["BRB", "GGG"] });
    const { page, tell } = await at(world, before, { viewport: { width, height } });
    const after = late(4, { ...OTHERS, hand: ["BRB", "GGG", "YRP"] });
    tell({ events: [{ event: "drew", seat: 1, tile: "YRP" }, { event: "turn", seat: 2 }], views: withoutBoards(after.views) });
    const line = "You: drew yellow, red, purple, which does not fit";
    await expect.poll(() => seen(page)).toContain(line);
    await expect.poll(() => live(page)).toBe(line);
    const marked = page.locator(".rack button:has(.new)");
    expect(await marked.getAttribute("aria-label")).toBe("new: yellow, red, purple");
    expect(await marked.locator(".new").isVisible()).toBe(true);
    // It stays marked while the others play, until its owner does something.
    const theirs = late(4, { hand: ["BRB", "GGG", "YRP"], places: [], legal: ["draw"] });
    tell({ events: [{ event: "drew", seat: 2, tile: null }, { event: "turn", seat: 1 }], views: withoutBoards(theirs.views) });
    await expect.poll(() => page.locator(".bar").textContent()).toContain("draw a tile");
    expect(await marked.count()).toBe(1);
  });

  it("outlines all that was laid since one's last turn in the colours of the players", async () => {
    const { page, tell } = await at(world, late(4, OTHERS));
    const laid = [2, 3, 4].map((seat) => ({ lay: `PPP@${4 * seat},8>`, seat }));
    for (const { lay, seat } of laid) {
      const views = withoutBoards(late(4, seat === 4 ? {} : { ...OTHERS, turn: seat + 1 }).views);
      tell({ events: [{ event: "laid", seat, lay, points: 0 }, { event: "turn", seat: (seat % 4) + 1 }], laid: [{ lay, seat }], views });
    }
    await expect.poll(() => page.locator(`${BOARD} .outline`).count()).toBe(3);
    const strokes = await page.locator(`${BOARD} .outline`).evaluateAll((all) => all.map((each) => getComputedStyle(each).stroke));
    const tints = await page.locator("[data-seat]").evaluateAll((all) => all.map((each) => getComputedStyle(each).borderLeftColor));
    expect(strokes).toEqual(tints.slice(1));
    expect(new Set(strokes).size).toBe(3);
    // Who it was is not said by colour alone.
    expect(await page.locator(`${BOARD} .outline title`).allTextContents()).toEqual(["Ben", "Carlota", "Dídac"]);
    const mine = { lay: "GGG@0,12>", seat: 1 };
    tell({ events: [{ event: "laid", ...mine, points: 0 }, { event: "turn", seat: 2 }], laid: [mine], views: withoutBoards(late(4, OTHERS).views) });
    await expect.poll(() => page.locator(`${BOARD} .outline title`).allTextContents()).toEqual(["You"]);
  });

  it("lets a tile glide from the seat of who laid it", async () => {
    const { page, tell } = await at(world, late(4, OTHERS), { reducedMotion: "no-preference" });
    await page.evaluate(() => {
      const own = Element.prototype.animate;
      const glides: object[] = [];
      Object.assign(window, { glides });
      Element.prototype.animate = function (this: Element, frames: Keyframe[], options?: number | KeyframeAnimationOptions) {
        if (this instanceof SVGGElement) {
          const [dx, dy] = String(frames[0]!["translate"]).split(" ").map(parseFloat);
          const { x, y, width, height } = this.getBBox();
          const from = new DOMPoint(x + width / 2 + dx!, y + height / 2 + dy!).matrixTransform(this.getScreenCTM()!);
          glides.push({ x: from.x, y: from.y });
        }
        return own.call(this, frames, options);
      };
    });
    const lay = "PPP@0,7>";
    tell({ events: [{ event: "laid", seat: 3, lay, points: 0 }, { event: "turn", seat: 4 }], laid: [{ lay, seat: 3 }] });
    await expect.poll(() => page.evaluate(() => (window as unknown as { glides: object[] }).glides.length)).toBe(1);
    const [from] = await page.evaluate(() => (window as unknown as { glides: { x: number; y: number }[] }).glides);
    const chip = (await page.locator("[data-seat='3']").boundingBox())!;
    expect(Math.abs(from!.x - chip.x - chip.width / 2)).toBeLessThan(3);
    expect(Math.abs(from!.y - chip.y - chip.height / 2)).toBeLessThan(3);
  });

  it.each(SCREENS)("has a clock that is large on one's own turn and urgent in the end, on %d × %d", async (width, height) => {
    const shown = late(4, OTHERS);
    shown.table.clock = { kind: "move", seconds: 30 };
    const { page, tell } = await at(world, shown, { viewport: { width, height } });
    // A page that has waited long does not count from when it was opened.
    await page.clock.install();
    await page.clock.runFor(20_000);
    const views = withoutBoards(late(4).views);
    await page.evaluate(() => {
      const clocks: string[] = [];
      Object.assign(window, { clocks });
      new MutationObserver(() => {
        for (const each of document.querySelectorAll(".clock")) clocks.push(each.textContent ?? "");
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    tell({ events: [{ event: "turn", seat: 1 }], views, seconds_left: 30 });
    const clock = page.locator(".bar .clock.large");
    await clock.waitFor();
    expect(parseFloat(await clock.evaluate((each) => getComputedStyle(each).fontSize))).toBeGreaterThanOrEqual(24);
    expect(await page.locator(".clock.urgent").count()).toBe(0);
    await page.clock.runFor(19_000);
    await page.locator(".bar .clock.large.urgent").waitFor();
    await page.locator(".bar").getByText("10 seconds left").waitFor({ state: "attached" });
    await page.clock.runFor(15_000);
    await expect.poll(() => clock.textContent()).toBe("0:00");
    const clocks = await page.evaluate(() => (window as unknown as { clocks: string[] }).clocks);
    expect(clocks.length).toBeGreaterThan(10);
    expect(clocks.every((each) => /^0:([0-2]\d|30)$/.test(each))).toBe(true);
  });
});
