// How tests open conundrums and solve them by keys.

import type { Page } from "playwright-core";
import type { ConundrumInfo } from "../src/wire";

/** Opens a page with a conundrum, and hands over what the server said. */
export async function open(page: Page, address: string): Promise<ConundrumInfo> {
  const answer = page.waitForResponse(/\/api\/conundrums\//);
  await page.goto(address);
  await page.locator(".pieces button").first().waitFor();
  return (await (await answer).json()) as ConundrumInfo;
}

export async function boardOf(page: Page): Promise<string[]> {
  const lines = page.locator("section.unseen ol li");
  await lines.first().waitFor({ state: "attached" });
  return lines.allTextContents();
}

const NAMES: Record<string, Record<string, string>> = {
  chromino: { B: "blue", G: "green", R: "red", Y: "yellow", P: "purple", "*": "chameleon" },
  florentine: { r: "red", b: "blue", g: "green", o: "ochre", R: "red with jade", B: "blue with amber", G: "green with ruby", O: "ochre with lapis lazuli" },
};

/** A piece as it is read out. */
export function wordsOf(piece: string): string {
  return [...piece].map((letter) => NAMES[piece.length === 3 ? "chromino" : "florentine"]![letter]).join(", ");
}

export const said = async (page: Page): Promise<string> => (await page.locator("p.unseen[aria-live]").textContent()) ?? "";

/** Brings the piece in hand to a place by keys: from the centre step by step, then turned until it lies as the answer says. */
export async function lead(page: Page, place: string): Promise<void> {
  const [letters = "", at = ""] = place.split("@");
  let [x = 0, y = 0] = at.replace(/[>v]$/, "").split(",").map(Number);
  let goal = wordsOf(letters) + ` at ${x}, ${y}`;
  if (letters.length === 3) {
    const down = at.endsWith("v");
    goal = `${wordsOf(letters)} from ${x}, ${y} ${down ? "down" : "to the right"}`;
    // A tile turns about its middle.
    if (down) y++;
    else x++;
  }
  await page.keyboard.press("ArrowRight");
  for (let i = 0; i < Math.abs(x); i++) await page.keyboard.press(x > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(y); i++) await page.keyboard.press(y > 0 ? "ArrowDown" : "ArrowUp");
  for (let turn = 0; turn < 4 && !(await said(page)).includes(goal); turn++) await page.keyboard.press("r");
}
