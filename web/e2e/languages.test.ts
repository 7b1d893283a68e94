import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { BOARD, FITS, sitWhereSomethingFits } from "./hands";
import { SCREENS, visit } from "./screens";
import { suite } from "./suite";

const LOCALES = ["en-GB", "fr-FR", "es-ES", "ca-ES", "de-DE"];

type Catalogue = Record<string, string | Record<string, string>>;

function catalogue(file: string): Catalogue {
  return JSON.parse(readFileSync(new URL(`../src/i18n/${file}.json`, import.meta.url), "utf8")) as Catalogue;
}

const ENGLISH = catalogue("en");

/** All that a page says, to the eye and to a screen reader. */
async function everything(page: Page): Promise<{ texts: string[]; nameless: string[] }> {
  return page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement?.closest("script, style")) texts.push(walker.currentNode.textContent ?? "");
    for (const each of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
      for (const name of ["aria-label", "title", "placeholder"]) texts.push(each.getAttribute(name) ?? "");
    }
    const nameless = [...document.querySelectorAll("button, a, h1, h2, label")]
      .filter((each) => (each.getAttribute("aria-label") ?? each.textContent ?? "").trim() === "")
      .map((each) => each.outerHTML.slice(0, 90));
    return { texts: texts.map((text) => text.trim()).filter(Boolean), nameless };
  });
}

/** No key, no value that was not filled in, nothing without words, and nothing that is English in another language. */
async function wellSaid(page: Page, words: Catalogue): Promise<void> {
  const own = new Set(Object.values(words).filter((each) => typeof each === "string"));
  const foreign = new Set(Object.values(ENGLISH).filter((each) => typeof each === "string" && !own.has(each)));
  const { texts, nameless } = await everything(page);
  const where = page.url();
  expect(texts.length, where).toBeGreaterThan(3);
  expect(texts.filter((text) => /\{\w+\}/.test(text)), where).toEqual([]);
  expect(texts.filter((text) => text in ENGLISH && text.includes(".")), where).toEqual([]);
  expect(texts.filter((text) => foreign.has(text)), where).toEqual([]);
  expect(nameless, where).toEqual([]);
}

suite("every language", (world) => {
  it.each(LOCALES)("fits on a small phone in %s", async (locale) => {
    const page = await world.page({ locale, viewport: { width: 360, height: 740 }, hasTouch: true });
    const words = catalogue(locale.slice(0, 2));
    for (const path of Object.keys(SCREENS)) {
      await visit(page, world, path);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
      await wellSaid(page, words);
    }
  });

  it.each(LOCALES)("has its own words from home to the first tile in %s", async (locale) => {
    const language = locale.slice(0, 2);
    const words = catalogue(language);
    const word = (key: string): string => words[key] as string;
    const page = await world.page({ locale });
    const heading = (): Promise<string | null> => page.locator("h1").first().textContent();

    await visit(page, world, "/");
    expect(await heading()).toBe(word("home.hero"));
    await page.getByRole("button", { name: `${word("home.play")} ${word("game.florentine")}`, exact: true }).waitFor();

    await visit(page, world, "/setup/chromino/bots");
    expect(await heading()).toBe(word("setup.title"));
    await page.locator("summary").click();
    await page.getByRole("group", { name: word("option.draw-when-able") }).waitFor();
    await page.getByRole("button", { name: word("setup.begin"), exact: true }).waitFor();
    await wellSaid(page, words);

    await visit(page, world, "/learn/chromino");
    expect(await heading()).toBe(word("learn.chromino.aim"));
    await page.getByText(word("learn.chromino.aim.about"), { exact: true }).waitFor();

    const rules = catalogue(`rules/${language}`) as unknown as { titles: Record<string, string>; text: Record<string, string> };
    await visit(page, world, "/learn/chromino/rules");
    await page.getByText(rules.text["C21"]!, { exact: true }).waitFor();
    await page.getByRole("link", { name: word("edition.meccano.about") }).click();
    await page.getByText(rules.text["C22"]!, { exact: true }).waitFor();
    expect(await page.getByText(rules.text["C21"]!, { exact: true }).count()).toBe(0);
    expect(page.url()).toMatch(/\/rules\/meccano$/);

    await visit(page, world, "/conundrum/chromino");
    await page.getByText(word("conundrum.about"), { exact: true }).first().waitFor();

    await sitWhereSomethingFits(page, world, { game: "chromino", options: { first: "1" }, seats: [{ kind: "me" }, { kind: "bot", level: "casual" }] });
    expect(await page.locator(".bar strong").textContent()).toBe(word("bar.yours"));
    await page.locator(FITS).first().click();
    expect(await page.locator(".bar strong").textContent()).toBe(word("bar.where"));
    await page.keyboard.press("n");
    await wellSaid(page, words);
    const before = await page.locator(`${BOARD} .piece`).count();
    await page.getByRole("button", { name: word("bar.lay"), exact: true }).click();
    await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBeGreaterThan(before);
    await page.keyboard.press("l");
    const [start, end] = word("log.laid").replace("{name}", word("you")).split("{what}") as [string, string];
    const line = (await page.locator(".lines li").last().textContent()) ?? "";
    expect(line.startsWith(start) && line.endsWith(end), line).toBe(true);
    await wellSaid(page, words);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: word("menu.title"), exact: true }).click();
    await page.getByRole("button", { name: word("tool.help") }).click();
    await page.getByText(word("help.contacts.no"), { exact: true }).waitFor();
    await wellSaid(page, words);
  });
});
