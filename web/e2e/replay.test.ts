import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { accessible } from "./accessible";
import { BOARD, playOn, sit } from "./hands";
import { suite } from "./suite";

const RECORD = readFileSync(new URL("../../docs/example.txt", import.meta.url), "utf8");
const MOVES = RECORD.split("\n").filter((line) => /^\d+ /.test(line)).length;

suite("a record", (world) => {
  it("is opened from a file, and its moves keep their addresses", async () => {
    const page = await world.page();
    await page.goto(world.address);
    await page.getByRole("link", { name: "Open a saved game" }).click();
    await page.getByLabel("Choose a file").waitFor();
    await accessible(page);
    await page.getByLabel("Choose a file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(RECORD) });
    const slider = page.getByRole("slider");
    await slider.waitFor();
    expect(await slider.inputValue()).toBe(String(MOVES));
    const tiles = page.locator(`${BOARD} .piece`);
    const all = await tiles.count();
    await slider.fill("2");
    expect(await tiles.count()).toBe(3);
    expect(page.url()).toMatch(/\/replay\?move=2$/);
    await page.reload();
    await slider.waitFor();
    expect(await slider.inputValue()).toBe("2");
    expect(await tiles.count()).toBe(3);
    await page.keyboard.press("End");
    expect(await tiles.count()).toBe(all);
  });

  it("is pasted, and what is none says why", async () => {
    const page = await world.page({}, true);
    await page.goto(`${world.address}/replay`);
    const field = page.getByLabel("The text of a record");
    await field.fill("tessella record 1\nnonsense");
    await page.getByRole("button", { name: "Show it" }).click();
    expect(await page.getByRole("alert").textContent()).toMatch(/line 2/i);
    await field.fill(RECORD);
    await page.getByRole("button", { name: "Show it" }).click();
    await page.getByRole("slider").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByRole("button", { name: "Open a saved game" }).click();
    await field.waitFor();
  });

  it("has no part in the review of another that was asked for before", async () => {
    const page = await world.page();
    let answer = (): void => {};
    const opened = new Promise<void>((resolve) => (answer = resolve));
    const decision = { seat: 1, action: "draw", choices: 3, made: { share: 0.4, error: 0, proved: false }, best: { share: 0.5, error: 0, proved: false }, loss: 0.1, loss_error: 0, preferred: [], missed_win: false, mark: "?" };
    const review = { game: "chromino", check: "", rollouts: 1, seed: 1, decisions: [{ ...decision, ply: 0 }], seats: [] };
    await page.route(/\/api\/reviews/, async (route) => {
      await opened;
      await route.fulfill({ json: review });
    });
    const bring = async (record: string): Promise<void> => {
      await page.getByLabel("The text of a record").fill(record);
      await page.getByRole("button", { name: "Show it" }).click();
      await page.getByRole("slider").waitFor();
    };
    await page.goto(`${world.address}/replay`);
    await bring(RECORD);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Open a saved game" }).click();
    // The same game, of which only the beginning was written down.
    await bring(`${RECORD.split("\n").slice(0, 19).join("\n")}\nresult: unfinished\n`);
    const told = page.waitForResponse(/\/api\/reviews/);
    answer();
    await told;
    await page.waitForTimeout(300);
    expect(await page.getByRole("img", { name: /The chance to win/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Review" }).waitFor();
  });

  it("of Florentine Dominoes shows at every move the spaces that are closed by then", async () => {
    const page = await world.page();
    const { table } = await sit(page, world, { game: "florentine" });
    await playOn(page);
    await page.goto(`${world.address}/replay/${table.id}`);
    const slider = page.getByRole("slider");
    await slider.waitFor();
    const last = Number(await slider.getAttribute("max"));
    const closed: number[] = [];
    for (let move = 0; move <= last; move++) {
      await slider.fill(String(move));
      closed.push(await page.locator(`${BOARD} .rim`).count());
    }
    expect(closed[0]).toBe(0);
    expect(closed.at(-1)).toBeGreaterThan(0);
    expect(closed).toEqual([...closed].sort((a, b) => a - b));
    // Some are closed well before the end.
    expect(closed[last - 3]).toBeGreaterThan(0);
  });
});
