// What a program can tell about access for everybody.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing on the page breaks WCAG 2.2 AA, as far as a program can tell. */
export async function accessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  // What is still fading in has not yet the contrast that it will have.
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(passing.map((each) => each.finished.catch(() => null)));
  });
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(node: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    const result = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return result.violations.map((each) => `${each.id}: ${each.nodes[0]!.html.slice(0, 120)}`);
  });
  expect(found, page.url()).toEqual([]);
}
