// What must work without a server: games against the strongest bot and on one device, conundrums, replays and reviews.

import { expect } from "vitest";
import type { Page } from "playwright-core";
import { playOn } from "./hands";

/** The address of a screen, from its path. */
export type Address = (path: string) => string;

/** Bots move at once. */
export async function hurryBots(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("tessella.pace", "0.01"));
}

/** Waits until the page and its engine are on the device. */
export async function equipped(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.getByText("Ready to play without a network").waitFor({ timeout: 60_000 });
}

/** Nothing but what is on the device is to be had from now on. */
export async function cutOff(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await page.context().setOffline(true);
}

/** Opens a table against the strongest bot; its id. */
export async function faceMaster(page: Page, at: Address, game: string): Promise<string> {
  await page.goto(at(`/setup/${game}/bots`));
  await page.locator("select").nth(1).selectOption("bot-master");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".rack button").first().waitFor({ timeout: 60_000 });
  const id = /table\/(d[a-z0-9]{12})$/.exec(page.url())?.[1];
  expect(id).toBeDefined();
  return id!;
}

/** A whole game against the strongest bot. */
export async function playMaster(page: Page, at: Address, game: string): Promise<string> {
  const id = await faceMaster(page, at, game);
  await playOn(page);
  await page.locator(".end h2").waitFor();
  return id;
}

/** A whole game for two who share the device. */
export async function playTogether(page: Page, at: Address): Promise<void> {
  await page.goto(at("/setup/florentine/device"));
  await page.getByLabel("Your name").fill("Anna");
  await page.getByLabel("Their name").fill("Ben");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText(/Hand over to/).waitFor({ timeout: 60_000 });
  const seen = new Set<string>();
  await playOn(page, async () => {
    const cover = page.locator(".cover h2");
    if (await cover.count()) seen.add((await cover.textContent({ timeout: 1000 }).catch(() => null)) ?? "");
    const ready = page.getByRole("button", { name: /^(I am .*|Hand over)$/ });
    if (await ready.count()) await ready.first().click({ timeout: 1000 }).catch(() => {});
    return (await page.locator(".end").count()) > 0;
  });
  seen.delete("");
  expect([...seen].sort()).toEqual(["Hand over to Anna", "Hand over to Ben"]);
}

/** A conundrum that nobody has made before. */
export async function solveFresh(page: Page, at: Address, game: string): Promise<void> {
  const seed = `fresh-${Math.random().toString(36).slice(2)}`;
  await page.goto(at(`/conundrum/${game}?seed=${seed}&level=2`));
  await page.locator(".pieces button").first().waitFor({ timeout: 60_000 });
  // And the next one, from the button.
  await page.getByRole("button", { name: "Another" }).first().click();
  await expect.poll(() => page.url()).not.toContain(seed);
  await page.locator(".pieces button").first().waitFor({ timeout: 60_000 });
}

/** The replay of a game, its deal, and its review with the progress on the way. */
export async function reviewGame(page: Page, at: Address, id: string): Promise<void> {
  await page.goto(at(`/replay/${id}`));
  await page.getByRole("slider").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Check the deal" }).click();
  await page.getByText("Nobody chose this deal").waitFor();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText(/\d+ of \d+ moves/).waitFor({ timeout: 60_000 });
  await page.getByRole("img", { name: /The chance to win/ }).waitFor({ timeout: 120_000 });
}
