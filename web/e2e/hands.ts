// How tests and pictures play: with the mouse, taking whatever fits.

import type { Page } from "playwright-core";
import type { NewTable, Snapshot } from "../src/wire";
import type { World } from "./world";

export const BOARD = "svg[role=application]";
export const FITS = ".rack button:has(.fits)";

/** Opens a table in this browser's name and sits down at it. */
export async function sit(page: Page, world: World, table: NewTable): Promise<Snapshot> {
  await page.goto(world.address);
  const opened = await page.evaluate(async (asked) => {
    const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(asked), headers: { "Content-Type": "application/json" } });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as unknown;
  }, table);
  const snapshot = opened as Snapshot;
  await page.goto(`${world.address}/table/${snapshot.table.id}`);
  await page.locator(".rack button").first().waitFor();
  return snapshot;
}

/** Sits down at one table after the other until a tile fits there. A deal where none does is rare. */
export async function sitWhereSomethingFits(page: Page, world: World, table: NewTable): Promise<Snapshot> {
  for (let deal = 0; deal < 12; deal++) {
    const snapshot = await sit(page, world, table);
    if (await page.locator(FITS).count()) return snapshot;
  }
  throw new Error("in twelve deals there was none where anything fits");
}

/** Opens the menu of a table and presses what stands there. */
export async function menu(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: item }).click();
}

/** One move towards the end, if there is one to make; whether there was. */
export async function step(page: Page): Promise<boolean> {
  const quick = { timeout: 1000 };
  const lay = page.getByRole("button", { name: /^(Lay it|Legen)$/ });
  const fits = page.locator(FITS);
  const plain = page.getByRole("button", { name: /^(Draw|Pass|Ziehen|Passen)$/ });
  if (await lay.count()) {
    await lay.click(quick).catch(() => {});
  } else if (await fits.count()) {
    // What is in hand may be a tile that fits no more.
    if (!(await page.locator(".rack button.chosen:has(.fits)").count())) await fits.first().click(quick).catch(() => {});
    await page.keyboard.press("n");
  } else if (await plain.count()) {
    await plain.first().click(quick).catch(() => {});
  } else if (await page.getByText("choose a card to put aside").count()) {
    await page.locator(".rack button").first().click(quick).catch(() => {});
    await page.getByRole("button", { name: "Put it aside" }).click(quick).catch(() => {});
  } else {
    return false;
  }
  return true;
}

/** Plays at all these pages until it is so; at first, until the game is over. */
export async function playOn(pages: Page | Page[], enough?: () => Promise<boolean>, most = 150_000): Promise<void> {
  const all = Array.isArray(pages) ? pages : [pages];
  const done = enough ?? (async () => (await all[0]!.locator(".end").count()) > 0);
  const begun = Date.now();
  while (Date.now() - begun < most) {
    if (await done()) return;
    for (const page of all) await step(page);
    await all[0]!.waitForTimeout(40);
  }
  throw new Error("what was played for did not come in time");
}
