// What a program can tell about access for everybody.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const LOOKS = ["light", "dark"];
const PALETTES = ["game", "okabe-ito", "high-contrast"];

async function violations(page: Page, rules: object): Promise<string[]> {
  // What is still fading in has not yet the contrast that it will have. (Inside of what is folded up it would never end.)
  await page.evaluate(() => {
    const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    for (const each of passing) each.finish();
  });
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(node: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    const result = await axe.run(document, { ...options, resultTypes: ["violations"] });
    return result.violations.map((each) => `${each.id}: ${each.nodes[0]!.html.slice(0, 120)}`);
  }, rules);
}

/** A bot may move while the page is looked at: half of one state and half of another. What is wrong stays wrong. */
async function judged(page: Page, rules: object, where: string): Promise<void> {
  if ((await violations(page, rules)).length === 0) return;
  await page.waitForTimeout(500);
  expect(await violations(page, rules), where).toEqual([]);
}

/** Nothing on the page breaks WCAG 2.2 AA, as far as a program can tell. */
export async function accessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  await judged(page, { runOnly: ALL }, page.url());
}

/** Lays plain colours under everything: of words on a gradient axe cannot tell whether they can be read. */
async function flatten(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    // That end of the gradient against which words are the harder to read.
    sheet.replaceSync("* { background-image: none !important; mask-image: none !important } body { background-color: light-dark(#e9dfce, #211c19) !important }");
    document.adoptedStyleSheets = [sheet];
  });
}

/** The same in every theme. These differ only in their colours: what does not hang on colours is looked at once. */
export async function accessibleInEveryTheme(page: Page, name: string): Promise<void> {
  await page.evaluate(AXE);
  await judged(page, { runOnly: ALL }, name);
  await flatten(page);
  for (const look of LOOKS) {
    for (const palette of PALETTES) {
      await page.evaluate((chosen) => Object.assign(document.documentElement.dataset, chosen), { look, palette });
      await judged(page, { runOnly: { type: "rule", values: ["color-contrast"] } }, `${name}, ${look}, ${palette}`);
    }
  }
}
