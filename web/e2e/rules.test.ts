import { expect, it } from "vitest";
import { accessible } from "./accessible";
import { BOARD, FITS, playOn, sit, sitWhereSomethingFits } from "./hands";
import { suite } from "./suite";

const BOT = { kind: "bot", level: "casual" } as const;
const ME = { kind: "me" } as const;

suite("the ways to play", (world) => {
  it("asks juniors for one contact, no more and no less", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/setup/chromino/bots`);
    await page.locator("summary").click();
    await page.getByRole("group", { name: "Junior" }).getByText("One contact, end to end").click();
    await page.getByRole("group", { name: "Who begins" }).getByText("You", { exact: true }).click();
    await page.getByRole("button", { name: "Begin" }).click();
    // It may take a few turns until a tile fits.
    await playOn(page, async () => (await page.locator(FITS).count()) > 0);
    await page.keyboard.press("Escape");
    await page.locator(FITS).first().click();
    const places = await page.locator(".light").count();
    expect(places).toBeGreaterThan(0);
    for (let i = 0; i < places; i++) {
      await page.keyboard.press("n");
      expect(await page.locator(".bar strong").textContent()).toBe("1 contact");
      expect(await page.locator(`${BOARD} g.good circle`).count()).toBe(1);
    }
    for (let i = 0; i < 40; i++) await page.keyboard.press("ArrowRight");
    expect(await page.locator(".bar strong").textContent()).toBe("0 contacts, exactly one needed");
    await page.keyboard.press("n");
    const before = await page.locator(`${BOARD} .piece`).count();
    await page.getByRole("button", { name: "Lay it" }).click();
    await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBeGreaterThan(before);
    await playOn(page);
  });

  it("says what a place is worth, and counts it", async () => {
    const page = await world.page();
    await sitWhereSomethingFits(page, world, { game: "chromino", options: { scoring: "expert", first: "1" }, seats: [ME, BOT] });
    const mine = page.locator("section[aria-label=Players] li").filter({ hasText: "You" }).locator(".score");
    expect(await mine.textContent()).toBe("0\u00a0points");
    await page.locator(FITS).first().click();
    await page.keyboard.press("n");
    const worth = /^\+(\d+)$/.exec((await page.locator(`${BOARD} .worth`).textContent())?.trim() ?? "");
    expect(worth, "points on the ghost").not.toBeNull();
    const points = Number(worth![1]);
    expect(points).toBeGreaterThan(0);
    expect(await page.locator(".bar .more").textContent()).toBe(`+${points} ${points === 1 ? "point" : "points"}`);
    await page.getByRole("button", { name: "Lay it" }).click();
    await expect.poll(() => mine.textContent()).toBe(`${points}\u00a0${points === 1 ? "point" : "points"}`);
    await accessible(page);
    await playOn(page);
    expect(await page.locator(".end td:last-child").first().textContent()).toMatch(/^\d+ points?$/);
  });

  it("shows open hands to everybody, until the end", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/setup/chromino/bots`);
    await page.locator("summary").click();
    await page.getByRole("group", { name: "Hands" }).getByText("Open").click();
    // A short game will do.
    await page.getByRole("group", { name: "Junior" }).getByText("One contact, any square").click();
    await page.getByRole("group", { name: "Who begins" }).getByText("You", { exact: true }).click();
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".rack button").first().waitFor();
    const held = await page.locator(".rack button").count();
    expect(held).toBeGreaterThan(2);
    const theirs = page.locator("section[aria-label=Players] li").filter({ hasText: "Ada" });
    expect(await theirs.locator(".open svg").count()).toBe(held);
    expect(await theirs.textContent()).toContain(`${held} tiles`);
    expect(await theirs.locator(".backs").count()).toBe(0);
    await accessible(page);
    // However many there are, all of them are there to be seen, and to be heard.
    const odd: string[] = [];
    await playOn(page, async () => {
      const seen = await page.evaluate(() => {
        const chip = [...document.querySelectorAll("section[aria-label=Players] li")].find((each) => each.textContent.includes("Ada"))!;
        return { text: chip.textContent.replaceAll(/\s+/g, " "), shown: chip.querySelectorAll(":is(.open, .shown) svg").length, over: document.querySelector(".end") !== null };
      });
      const [, count] = /(\d+) tiles?/.exec(seen.text) ?? [];
      if (Number(count) !== seen.shown) odd.push(seen.text);
      if (seen.shown > 1 && seen.text.split(";").length !== seen.shown) odd.push(seen.text);
      return seen.over;
    });
    expect(odd).toEqual([]);
    expect(await page.locator(".end h2").textContent()).toMatch(/win/);
  });

  it("can be played alone to the end", async () => {
    const page = await world.page();
    await sit(page, world, { game: "chromino", seats: [ME] });
    expect(await page.locator("section[aria-label=Players] li").count()).toBe(1);
    await playOn(page);
    expect(await page.locator(".end h2").textContent()).toMatch(/^(You laid every tile!|Nothing fits any more)$/);
    expect(await page.locator(".end tr").count()).toBe(1);
  });

  it("ends a game of Florentine Dominoes with the black cards, and replays it", async () => {
    const page = await world.page();
    const { table } = await sit(page, world, { game: "florentine", seats: [ME, BOT] });
    await playOn(page, async () => (await page.getByText("Lay your black card at the rim").count()) > 0 || (await page.locator(".rack button[aria-label='Your black card']").count()) > 0);
    await page.getByRole("button", { name: "Your black card" }).waitFor();
    await accessible(page);
    // Where the own colour lies nowhere at the rim, it can only be kept.
    const place = (await page.locator(FITS).count()) > 0;
    if (place) {
      const before = await page.locator(`${BOARD} .piece`).count();
      // Playing on may have taken it up already, and another click would put it back.
      if (!(await page.locator(".rack button.chosen").count())) await page.getByRole("button", { name: "Your black card" }).click();
      await page.keyboard.press("n");
      await page.locator(`${BOARD} .ghost.good`).waitFor();
      expect(await page.locator(".bar strong").textContent()).toBe("Your black card closes the edge");
      await page.getByRole("button", { name: "Lay it" }).click();
      await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBeGreaterThan(before);
    }
    await playOn(page);
    await page.keyboard.press("l");
    const log = page.getByRole("dialog", { name: "Game log" });
    await log.getByText("No card fits any more: now the black cards").waitFor();
    if (place) await log.getByText("You: black card laid").waitFor();
    await page.keyboard.press("Escape");

    await page.goto(`${world.address}/replay/${table.id}`);
    const slider = page.getByRole("slider");
    await slider.waitFor();
    const pieces = page.locator(`${BOARD} .piece`);
    const last = Number(await slider.getAttribute("max"));
    const all = await pieces.count();
    expect(await slider.inputValue()).toBe(String(last));
    if (place) expect((await page.locator("section.unseen ol li").allTextContents()).join()).toMatch(/black card at -?\d, -?\d \(You\)/);
    await slider.fill("3");
    expect(page.url()).toMatch(/\?move=3$/);
    const line = await page.locator("footer .line").first().textContent();
    expect(line).toMatch(/^3/);
    const shown = await pieces.count();
    expect(shown).toBeLessThanOrEqual(3);
    expect(shown).toBeLessThan(all);

    // The address is all that another browser needs.
    const other = await world.page();
    await other.goto(page.url());
    await other.getByRole("slider").waitFor();
    expect(await other.getByRole("slider").inputValue()).toBe("3");
    expect(await other.locator(`${BOARD} .piece`).count()).toBe(shown);
    await other.keyboard.press("ArrowRight");
    expect(other.url()).toMatch(/\?move=4$/);
  });
});
