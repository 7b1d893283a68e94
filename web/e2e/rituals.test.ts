import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { ConundrumInfo } from "../src/wire";
import { lead, open, said } from "./conundrum";
import { BOARD } from "./hands";
import { suite } from "./suite";

const bar = (page: Page, text: string | RegExp): Promise<void> => page.locator(".bar").getByText(text).first().waitFor();

/** Takes up the piece that a placement is one of, and leads it there. */
async function bring(page: Page, { pieces }: ConundrumInfo, lay: string): Promise<void> {
  const sorted = (text: string): string => [...text.split("@")[0]!].sort().join("");
  const piece = pieces.findIndex((each) => sorted(each.piece) === sorted(lay));
  // A digit puts a piece down that is in hand already.
  if (!(await page.locator(".pieces button").nth(piece).getAttribute("class"))?.includes("chosen")) await page.keyboard.press(String(piece + 1));
  await page.keyboard.press("Escape");
  await lead(page, lay);
}

suite("the ritual of conundrums", (world) => {
  it("from a hint to the result, the home page and the calendar", async () => {
    const page = await world.page({ permissions: ["clipboard-read", "clipboard-write"] });
    const info = await open(page, `${world.address}/conundrum/chromino?level=1`);
    await page.keyboard.press("h");
    await page.locator(`${BOARD} circle.hint`).waitFor();
    expect(await said(page)).toMatch(/^It touches the marked edge, near -?\d+, -?\d+$/);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(`${BOARD} rect.hint`).waitFor();
    // A wrong try counts once, and shows on the board why.
    await page.keyboard.press("ArrowRight");
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: "1 wrong try", exact: true }).waitFor();
    await page.locator(`${BOARD} .ghost.bad`).waitFor();
    for (const { places } of info.pieces) {
      for (const [i, place] of places.entries()) {
        await page.keyboard.press("Escape");
        await lead(page, place);
        await page.keyboard.press("Enter");
        if (place === info.pieces.at(-1)!.places.at(-1)) break;
        await page.locator(".bar").getByText(new RegExp(`Position ${i + 1} of ${places.length}: touches \\w+`)).waitFor();
      }
    }
    await bar(page, "All found!");
    // The piece itself marks its positions.
    const { places } = info.pieces.at(-1)!;
    expect(await page.locator(`${BOARD} .found[data-lay]`).evaluateAll((all) => all.map((each) => each.getAttribute("data-lay")))).toEqual(places);
    expect(await page.locator(`${BOARD} .found[data-lay] > g > *`).count()).toBe(places.length);
    await page.keyboard.press("n");
    await page.locator(`${BOARD} .pointed`).waitFor();
    await page.getByRole("button", { name: "Share the result" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    expect(shared).toMatch(/^Tessella · Chromino · Every position · .+\n●○○○○ {2}⏱ \d:\d\d {2}✕ 1 {2}💡 2\n💡💡✕[①②③④⑤⑥]+\nhttp\S+level=1$/u);
    expect(shared).not.toContain("@");
    await page.getByRole("button", { name: "Level 2" }).click();
    await page.waitForURL(/level=2/);

    await page.goto(world.address);
    await page.getByRole("link", { name: "Level 1: solved today" }).waitFor();
    await page.getByText("1 day in a row").waitFor();
    await page.getByText(/^New ones in \d+:\d\d h$/).waitFor();
    await page.getByRole("link", { name: "Past days" }).first().click();
    await page.getByRole("link", { name: /1 of 5 solved$/ }).waitFor();
    expect(await page.locator(".figures tbody tr").first().textContent()).toMatch(/^1\s*1\s*0/);
    await page.getByRole("button", { name: "The month before" }).click();
    await page.locator("td a").nth(10).click();
    await page.locator(".pieces button").first().waitFor();
    expect(new URL(page.url()).searchParams.get("seed")).toMatch(/^\d{4}-\d\d-11$/);
  });

  it("to giving up, without a clock, on paper, and with a store that cannot be read", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/nowhere`);
    await page.evaluate(() => localStorage.setItem("tessella.conundrums", '{"solved": {"chromino/a/1": "x"}'));
    const { pieces } = await open(page, `${world.address}/conundrum/chromino?seed=up&level=1`);
    const total = pieces.flatMap((each) => each.places).length;
    await page.getByRole("alert").getByText(/could not be read/).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save it as a file" }).click();
    expect(readFileSync(await (await download).path(), "utf8")).toBe('{"solved": {"chromino/a/1": "x"}');
    await page.getByRole("button", { name: "Delete it" }).click();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: /^Show the time/ }).click();
    await page.getByRole("button", { name: /^Give up/ }).click();
    expect(await page.locator("header .clock").count()).toBe(0);
    for (let shown = 1; shown < total; shown++) {
      await bar(page, `Solution: ${shown} of ${total}`);
      await page.getByRole("button", { name: "Show the next" }).click();
    }
    await bar(page, "That is the whole solution");
    await page.reload();
    await bar(page, "That is the whole solution");
    expect(await page.locator("header .clock").count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
    // Printed, it is whole, with its solutions.
    await page.locator(".paper article").first().waitFor({ state: "attached" });
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".conundrum").isVisible()).toBe(false);
    expect(await page.locator(".paper article").first().isVisible()).toBe(true);
    const paper = await page.pdf({ format: "A4", margin: { top: "13mm", bottom: "13mm", left: "13mm", right: "13mm" } });
    expect(paper.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(2);
  });

  it("with kinds of which one answer is enough", async () => {
    const page = await world.page();
    const order = await open(page, `${world.address}/conundrum/chromino?seed=kinds&level=2&kind=order`);
    for (const [i, lay] of order.answers[0]!.entries()) {
      await bring(page, order, lay);
      await page.keyboard.press("Enter");
      if (i > 0) continue;
      // What was laid lies, until it is taken back.
      await bar(page, /^Found: 1 of/);
      expect(await page.locator(`${BOARD} .lively .piece`).count()).toBe(order.board.length + 1);
      await page.keyboard.press("u");
      await expect.poll(() => page.locator(`${BOARD} .lively .piece`).count()).toBe(order.board.length);
      await bring(page, order, lay);
      await page.keyboard.press("Enter");
    }
    await bar(page, "Solved!");
    // Another seat refutes what is no answer, on the board.
    const block = await open(page, `${world.address}/conundrum/chromino?seed=kinds&level=2&kind=block`);
    const wrong = block.moves.find((move) => move.replies.length > 0)!;
    await bring(page, block, wrong.lay);
    await page.keyboard.press("Enter");
    await bar(page, /^Your opponent can lay this: /);
    await page.locator(`${BOARD} .reply[data-lay="${wrong.replies[0]}"]`).waitFor();
    expect(await page.getByText("Your opponent holds").first().isVisible()).toBe(true);
    const gems = await open(page, `${world.address}/conundrum/florentine?seed=kinds&level=2&kind=gems`);
    const best = gems.answers[0]![0]!;
    const less = gems.moves.find((move) => !gems.answers.flat().includes(move.lay))!;
    await bring(page, gems, less.lay);
    await page.keyboard.press("Enter");
    await bar(page, `It brings ${less.value}; ${gems.task["gems"]} is possible`);
    await bring(page, gems, best);
    await page.keyboard.press("Enter");
    await bar(page, "Solved!");
  });

  it("in a run against the clock", async () => {
    const page = await world.page();
    await page.clock.install();
    // The first that is asked for comes first.
    const first = page.waitForRequest(/\/api\/conundrums\//);
    await page.goto(`${world.address}/run/chromino`);
    const info = (await (await (await first).response())!.json()) as ConundrumInfo;
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(".pieces button").first().waitFor();
    const left = async (): Promise<number> => {
      const [minutes = 0, seconds = 0] = ((await page.locator("header .clock").textContent()) ?? "").split(":").map(Number);
      return 60 * minutes + seconds;
    };
    await page.keyboard.press("ArrowRight");
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowLeft");
    const before = await left();
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: "1 wrong try", exact: true }).waitFor();
    expect(before - (await left())).toBeGreaterThanOrEqual(5);
    for (const place of info.pieces.flatMap((each) => each.places)) {
      await page.keyboard.press("Escape");
      await bring(page, info, place);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("img", { name: "1 solved", exact: true }).waitFor();
    await page.clock.runFor(181_000);
    await page.getByRole("heading", { name: "Time is up: 1 conundrum solved" }).waitFor();
    expect(await page.locator("dd").allTextContents()).toEqual(["1", "1"]);
    await page.reload();
    await page.getByText("Best ever").waitFor();
    expect(await page.locator("dd").allTextContents()).toEqual(["1", "1"]);
  });

  it("and in an editor, whose conundrums go into a link and a file", async () => {
    const page = await world.page({ permissions: ["clipboard-read", "clipboard-write"] }, true);
    await page.goto(`${world.address}/editor/chromino`);
    const pieces = page.locator("section ul button");
    const piece = (name: string) => page.getByRole("list", { name: "The set" }).getByRole("button", { name, exact: true });
    const lying = (): Promise<number> => page.locator(`${BOARD} .lively .piece`).count();
    await pieces.first().waitFor();
    await piece("blue, green, red").click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(lying).toBe(1);
    // A tile that clashes does not stay.
    await piece("yellow, yellow, yellow").click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await lying()).toBe(1);
    await page.keyboard.press("Escape");
    await page.getByText("To be laid").first().click();
    await piece("blue, red, green").click();
    await page.getByRole("button", { name: "Solve and share" }).click();
    const result = page.locator(".shared");
    await result.getByText(/Level \d · [1-9] positions?/).waitFor();
    const download = page.waitForEvent("download");
    await result.getByRole("button", { name: "Save as a file" }).click();
    const file = await (await download).path();
    await result.getByRole("button", { name: "Copy the link" }).click();
    await result.getByRole("button", { name: "Copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    // What cannot be read changes nothing, and says why.
    await page.locator("input[type=file]").setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("tessella conundrum 1\ntile: XXX\n") });
    await page.getByText("This conundrum cannot be solved").waitFor();
    expect(await lying()).toBe(1);
    await page.reload();
    await expect.poll(lying).toBe(1);
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(lying).toBe(0);
    await page.locator("input[type=file]").setInputFiles(file);
    await expect.poll(lying).toBe(1);
    await page.goto(link);
    await page.locator(".pieces button").getByText(/^0 of [1-9]/).waitFor();
    await page.goto(`${world.address}/conundrum/chromino?own=nonsense`);
    await page.getByRole("heading", { name: "This conundrum cannot be read" }).waitFor();
    await page.getByText(/nonsense/).waitFor();
  });
});
