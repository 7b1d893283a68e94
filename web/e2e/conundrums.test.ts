import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { ConundrumInfo } from "../src/wire";
import { BOARD } from "./hands";
import { suite } from "./suite";

/** Opens a page with a conundrum, and hands over what the server said. */
async function open(page: Page, address: string): Promise<ConundrumInfo> {
  const answer = page.waitForResponse(/\/api\/conundrums\//);
  await page.goto(address);
  await page.locator(".pieces button").first().waitFor();
  return (await (await answer).json()) as ConundrumInfo;
}

async function boardOf(page: Page): Promise<string[]> {
  const lines = page.locator("section.unseen ol li");
  await lines.first().waitFor({ state: "attached" });
  return lines.allTextContents();
}

suite("conundrums", (world) => {
  it.each(["florentine", "chromino"])("of %s are solved place by place, and the time is kept", async (game) => {
    const page = await world.page();
    const { pieces } = await open(page, `${world.address}/conundrum/${game}`);
    for (const { places } of pieces) {
      for (const place of places) {
        await lead(page, place);
        await page.keyboard.press("Enter");
        // What was found stays found, whatever comes in between.
        if (place === pieces[0]!.places[0]) {
          await page.locator(".bar").getByText(/^Found: 1 of/).waitFor();
          await page.reload();
          await page.locator(".count").first().getByText(/^1 of/).waitFor();
        }
      }
    }
    await page.locator(".bar").getByText("All found!").waitFor();
    expect(await said(page)).toMatch(/^All found! \d+:\d\d$/);
    await page.getByText("1 day in a row").waitFor();
    await page.reload();
    await page.locator(".bar").getByText("All found!").waitFor();
    await page.getByText(/^best \d+:\d\d$/).waitFor();
  });

  it("that are solved in one window are not forgotten by another", async () => {
    const page = await world.page();
    await open(page, `${world.address}/conundrum/chromino?seed=window&level=1`);
    const other = await page.context().newPage();
    const { pieces } = await open(other, `${world.address}/conundrum/chromino`);
    for (const place of pieces.flatMap((each) => each.places)) {
      await lead(other, place);
      await other.keyboard.press("Enter");
    }
    await other.getByText("1 day in a row").waitFor();
    await other.close();
    // The first window, where all that is not known, keeps what was found there.
    await page.goto(`${world.address}/conundrum/chromino?seed=later&level=1`);
    await page.getByText("1 day in a row").waitFor();
  });

  it("leave nothing behind of somebody who wants to be forgotten", async () => {
    const page = await world.page();
    await open(page, `${world.address}/conundrum/chromino?seed=gone&level=1`);
    await page.getByRole("button", { name: /Settings/ }).click();
    const forget = page.getByRole("button", { name: "Delete my name and leave all tables" });
    await forget.click();
    const over = page.waitForEvent("load");
    await forget.click();
    await over;
    await page.getByRole("heading", { name: "Two games of colour" }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("tessella.conundrums"))).toBeNull();
  });

  it("do not take the time in which nobody looks", async () => {
    const page = await world.page();
    await page.clock.install();
    await open(page, `${world.address}/conundrum/chromino?seed=time&level=1`);
    const look = (state: string): Promise<void> =>
      page.evaluate((seen) => {
        Object.defineProperty(document, "visibilityState", { get: () => seen, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await page.clock.runFor(5000);
    await look("hidden");
    await page.clock.runFor(3_600_000);
    await look("visible");
    await page.clock.runFor(5000);
    await page.getByText(/^0:1\d$/).waitFor();
  });

  it("change under the hands of whoever chooses them, who stays where they are", async () => {
    const page = await world.page();
    await open(page, `${world.address}/conundrum/chromino?seed=here&level=1`);
    const before = await boardOf(page);
    const another = page.getByRole("button", { name: "Another one" });
    await another.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => boardOf(page)).not.toEqual(before);
    expect(await another.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.goto(`${world.address}/sheet/chromino?seed=a&count=2`);
    await page.locator("article").first().waitFor();
    const count = page.getByRole("group", { name: "How many on the page" }).getByRole("radio").first();
    await count.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/count=/);
    await page.locator("article").first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("radio");
  });

  it.each(["florentine", "chromino"])("of %s can be heard", async (game) => {
    const page = await world.page();
    // Where something is left to be found, once one place is.
    let { pieces } = await open(page, `${world.address}/conundrum/${game}?seed=heard&level=1`);
    for (let i = 0; pieces[0]!.places.length < 2; i++) ({ pieces } = await open(page, `${world.address}/conundrum/${game}?seed=heard${i}&level=1`));
    const { piece, places } = pieces[0]!;
    const names = await page.locator(".pieces button").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    expect(names).toEqual(pieces.map((each) => `${wordsOf(each.piece)}, 0 of ${each.places.length}`));
    await lead(page, places[0]!);
    const where = (await said(page)).trim();
    expect(where).toContain(wordsOf(places[0]!.split("@")[0]!));
    await page.keyboard.press("Enter");
    await page.locator(".bar").getByText(/^Found: 1 of/).waitFor();
    expect(await said(page)).toMatch(/^Found: 1 of/);
    // Found places are on the board in words.
    const board = page.locator("section.unseen[aria-label='The board in words']");
    expect(await board.locator("h2").textContent()).toMatch(/^Found: 1 of/);
    expect(await board.locator("ul li").allTextContents()).toEqual([where]);
    // And one that is shown again is said to be found, to eyes and ears alike.
    await page.getByRole("button", { name: `${wordsOf(piece)}, 1 of` }).click();
    await lead(page, places[0]!);
    await page.keyboard.press("Enter");
    await page.locator(".bar").getByText("You have found this one already").waitFor();
    expect(await said(page)).toMatch(/You have found this one already$/);
  });

  it.each([false, true])("can be carried to their places (by finger: %s)", async (hasTouch) => {
    const page = await world.page({ hasTouch });
    await open(page, `${world.address}/conundrum/chromino?seed=carried&level=1`);
    const piece = (await page.locator(".pieces button").first().boundingBox())!;
    const board = (await page.locator(BOARD).boundingBox())!;
    const from = { x: piece.x + piece.width / 2, y: piece.y + piece.height / 2 };
    const to = { x: board.x + board.width / 2, y: board.y + board.height / 3 };
    if (hasTouch) {
      const session = await page.context().newCDPSession(page);
      const touch = (type: string, points: { x: number; y: number }[]): Promise<unknown> => session.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints: points });
      await touch("touchStart", [from]);
      for (let i = 1; i <= 5; i++) await touch("touchMove", [{ x: from.x, y: from.y - i * 12 }]);
      await touch("touchMove", [to]);
      await page.locator(`${BOARD} .ghost`).waitFor();
      await touch("touchEnd", []);
    } else {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y - 40, { steps: 3 });
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.locator(`${BOARD} .ghost`).waitFor();
      await page.mouse.up();
    }
    // It lies there, and is shown only when somebody says so.
    await page.getByRole("button", { name: "Here" }).waitFor();
    expect(await page.getByRole("button", { name: "Here" }).isEnabled()).toBe(true);
    expect(await page.locator(".pieces button.chosen").count()).toBe(1);
  });

  it("go on with the time that was spent on them", async () => {
    const page = await world.page();
    const clock = async (): Promise<number> => {
      const [minutes = 0, seconds = 0] = ((await page.locator("header .pill b").textContent()) ?? "").split(":").map(Number);
      return 60 * minutes + seconds;
    };
    await open(page, `${world.address}/conundrum/chromino?seed=slow&level=1`);
    await expect.poll(clock, { timeout: 8000 }).toBeGreaterThanOrEqual(3);
    await page.reload();
    await page.locator(".pieces button").first().waitFor();
    expect(await clock()).toBeGreaterThanOrEqual(3);
    // So it does if somebody looks at another one in between.
    await page.getByRole("button", { name: "Another one" }).click();
    await expect.poll(clock).toBeLessThan(3);
    await page.goBack();
    await expect.poll(clock).toBeGreaterThanOrEqual(3);
  });

  it("have addresses that lead anybody to the same one", async () => {
    const page = await world.page({ permissions: ["clipboard-read", "clipboard-write"] });
    await open(page, `${world.address}/conundrum/chromino`);
    const daily = await boardOf(page);
    await page.getByRole("button", { name: "Another one" }).click();
    await expect.poll(() => boardOf(page)).not.toEqual(daily);
    const shown = await boardOf(page);
    await page.getByRole("button", { name: "Copy the link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(page.url());

    const other = await world.page();
    await open(other, link);
    expect(await boardOf(other)).toEqual(shown);
    await page.goBack();
    await expect.poll(() => boardOf(page)).toEqual(daily);
  });

  it("go on paper, the solutions on a second page", async () => {
    const page = await world.page();
    await open(page, `${world.address}/conundrum/florentine?seed=paper&level=1`);
    await page.getByRole("link", { name: "Print" }).click();
    await page.getByRole("article", { name: "Solutions" }).waitFor();
    expect(await page.locator("article").first().locator("section").count()).toBe(1);
    await page.getByRole("group", { name: "How many on the page" }).getByText("6").click();
    await page.getByRole("group", { name: "Difficulty" }).getByText("Easy to hard").click();
    await expect.poll(() => page.locator("article").first().locator("section").count(), { timeout: 30_000 }).toBe(6);
    const [asked, answered] = [page.locator("article").first(), page.locator("article").last()];
    const levels = await asked.locator(".level").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    expect(levels).toEqual([1, 1, 2, 3, 4, 5].map((level) => `Difficulty ${level}`));
    // Every piece has as many numbers in its solution as the sheet says that there are places.
    const counts = await asked.locator("li b").allTextContents();
    expect(await answered.locator("section").evaluateAll((all) => all.map((each) => String(each.querySelectorAll(".board text").length)))).toEqual(counts);
    for (const format of ["A4", "Letter"]) {
      const paper = await page.pdf({ format, margin: { top: "13mm", bottom: "13mm", left: "13mm", right: "13mm" } });
      expect(paper.toString("latin1").match(/\/Type \/Page\b/g), format).toHaveLength(2);
    }
    expect(await page.locator(BOARD).count()).toBe(0);
  });
});

const NAMES: Record<string, Record<string, string>> = {
  chromino: { B: "blue", G: "green", R: "red", Y: "yellow", P: "purple", "*": "chameleon" },
  florentine: { r: "red", b: "blue", g: "green", o: "ochre", R: "red with jade", B: "blue with amber", G: "green with ruby", O: "ochre with lapis lazuli" },
};

/** A piece as it is read out. */
function wordsOf(piece: string): string {
  return [...piece].map((letter) => NAMES[piece.length === 3 ? "chromino" : "florentine"]![letter]).join(", ");
}

const said = async (page: Page): Promise<string> => (await page.locator("p.unseen[aria-live]").textContent()) ?? "";

/** Brings the piece in hand to a place by keys: from the centre step by step, then turned until it lies as the answer says. */
async function lead(page: Page, place: string): Promise<void> {
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
