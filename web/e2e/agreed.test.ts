import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { FlorentineView, Snapshot } from "../src/wire";
import { accessible } from "./accessible";
import { FITS, menu, sit } from "./hands";
import { at, SEAT, snapshot, you } from "./fixtures";
import { suite } from "./suite";

const ME = { kind: "me" } as const;
const BOT = { kind: "bot", level: "casual" } as const;

/** What the help says that was agreed, by its label. */
async function agreed(page: Page): Promise<Record<string, string>> {
  await menu(page, "How to play");
  return page.evaluate(() =>
    Object.fromEntries([...document.querySelectorAll("dl.agreed dt")].map((each) => [each.textContent, each.nextElementSibling?.textContent ?? ""])),
  );
}

suite("what was agreed", (world) => {
  it("stands in the help, with the texts of the variant that is played", async () => {
    const page = await world.page({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const options = { edition: "joker", junior: "squares", scoring: "contacts", "draw-limit": "7", "draw-when-able": "yes", first: "1" };
    await sit(page, world, { game: "chromino", options, seats: [ME, BOT], help: false });
    expect(await agreed(page)).toEqual({
      "Drawing when nothing fits": "Up to 7",
      "Drawing on after a draw in vain": "A choice: draw or pass",
      "Drawing when you could play": "Allowed",
      Hands: "Hidden",
      Points: "For each contact",
      Junior: "One contact, any square",
      "Who begins": "Seat 1",
      Clock: "No clock",
      "Show where a piece fits": "Off",
      Hints: "Off",
      "Take moves back": "On",
    });
    const help = page.getByRole("dialog");
    expect(await help.textContent()).toContain("exactly one contact");
    expect(await help.textContent()).not.toMatch(/at least two/i);
    expect(await help.textContent()).toContain("up to 7 tiles in a turn");
    expect(await help.textContent()).toContain("you may draw on or pass");
    expect(await help.textContent()).toContain("Whoever has the most points");
    expect(await help.textContent()).toContain("Chromino\u00a0· Joker");
    expect(await help.textContent()).not.toContain("light up");
    expect(await help.getByRole("link", { name: "All the rules" }).getAttribute("href")).toBe("/learn/chromino/rules/joker");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await accessible(page);
  });

  it("is what is usual if nothing was chosen, in both games", async () => {
    const page = await world.page();
    await sit(page, world, { game: "chromino", seats: [ME, BOT] });
    expect(await agreed(page)).toMatchObject({ "Drawing when nothing fits": "One tile", Junior: "No", "Show where a piece fits": "On" });
    expect(await page.getByRole("dialog").textContent()).toMatch(/At least two squares/);
    await sit(page, world, { game: "florentine", options: { colours: "random" }, seats: [ME, BOT] });
    expect(await agreed(page)).toMatchObject({ Colours: "At random", Clock: "No clock" });
    expect(await page.getByRole("dialog").textContent()).toContain("First a cross grows");
  });

  it("may be any number of draws", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/setup/chromino/bots`);
    await page.locator("summary").click();
    const group = page.getByRole("group", { name: "Drawing when nothing fits" });
    await group.getByText("Another number").click();
    await group.getByRole("spinbutton", { name: "Tiles per turn, at most" }).fill("12");
    await accessible(page);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".rack button").first().waitFor();
    expect(await agreed(page)).toMatchObject({ "Drawing when nothing fits": "Up to 12" });
  });

  it("forgets a name that was cleared", async () => {
    const page = await world.page();
    const name = async (text: string): Promise<string | null> => {
      await page.goto(`${world.address}/setup/florentine/bots`);
      await page.getByRole("textbox", { name: "Your name" }).fill(text);
      const answer = page.waitForResponse((each) => each.url().endsWith("/api/tables") && each.request().method() === "POST");
      await page.getByRole("button", { name: "Begin" }).click();
      return ((await (await answer).json()) as Snapshot).table.seats[0]!.name;
    };
    expect(await name("Anna")).toBe("Anna");
    expect(await name("")).toBeNull();
  });
});

suite("cards put aside", (world) => {
  it("can be looked at by mouse, by key and in words", async () => {
    const page = await world.page();
    const { views } = await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    const { pool } = views[0] as FlorentineView;
    expect(pool.length).toBe(8);
    const pill = page.getByRole("button", { name: "Aside 8" });
    await pill.click();
    const panel = page.getByRole("dialog", { name: "Cards put aside" });
    expect(await panel.locator("li svg").count()).toBe(8);
    const words = { r: "red", b: "blue", g: "green", o: "ochre" } as const;
    const first = (await panel.locator("li").first().textContent()) ?? "";
    expect(first.split(", ").map((each) => each.split(" ")[0])).toEqual([...pool[0]!].map((letter) => words[letter.toLowerCase() as keyof typeof words]));
    await accessible(page);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await pill.focus();
    await page.keyboard.press("Enter");
    await panel.waitFor();
    await page.keyboard.press("Escape");
    // One more, and it is there, too.
    await page.locator(FITS).first().click();
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".bar strong").textContent()).toMatch(/^(Your turn|Nothing fits)/);
    await page.locator(".rack button").first().click();
    await page.getByRole("button", { name: "Put it aside" }).click();
    await page.getByRole("button", { name: /^Aside (9|1\d)$/ }).waitFor();
  });
});

suite("a game that was played alone", (world) => {
  it("says to who looks on that all was laid, and not that nothing fits", async () => {
    const outcome = { winners: [1], reason: "", measure: "tiles drawn", scores: [3] };
    const over = snapshot({ seat: null, seats: [{ ...SEAT, count: 0, tiles_drawn: 3 }], hand: [], turn: null, legal: [], outcome });
    const table = { ...over.table, status: "over" as const, options: { edition: "classic" }, seats: over.table.seats.slice(0, 1) };
    const { page } = await at(world, { ...over, table, you: you([]) }, {}, ".end");
    expect(await page.locator(".end h2").textContent()).toBe("All the tiles were laid");
  });
});
