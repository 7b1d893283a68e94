import { expect, it } from "vitest";
import type { CDPSession, Page } from "playwright-core";
import { playOn } from "./hands";
import { suite } from "./suite";

/** What the page holds once everything that can be freed is. */
async function held(session: CDPSession): Promise<{ nodes: number; listeners: number }> {
  for (let i = 0; i < 3; i++) await session.send("HeapProfiler.collectGarbage");
  const { nodes, jsEventListeners: listeners } = await session.send("Memory.getDOMCounters");
  return { nodes, listeners };
}

/** Plays so many games at a table and its rematches, and goes home. */
async function games(page: Page, first: RegExp, count: number): Promise<void> {
  await page.getByRole("link", { name: first }).or(page.getByRole("button", { name: first })).click();
  for (let game = 1; game <= count; game++) {
    await page.locator(".rack button").first().waitFor();
    await playOn(page);
    if (game === count) break;
    const before = page.url();
    await page.getByRole("button", { name: "Play again" }).click();
    await expect.poll(() => page.url()).not.toBe(before);
  }
  await page.locator(".end").getByRole("link", { name: "Home" }).click();
  await page.locator("section.game").first().waitFor();
}

suite("the memory of a page", (world) => {
  it("does not grow from game to game", async () => {
    const page = await world.page();
    const session = await page.context().newCDPSession(page);
    await page.goto(world.address);
    const play = /^Play now\s*Chromino$/;
    await games(page, play, 1);
    const before = await held(session);
    await games(page, play, 3);
    const after = await held(session);
    // Home lists the tables that were played at meanwhile.
    expect(after.nodes - before.nodes).toBeLessThan(100);
    expect(after.listeners - before.listeners).toBeLessThan(20);
  });
}, { seed: "memory" });
