import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { ChrominoPlace } from "../src/wire";
import { BOARD } from "./hands";
import { at, florentine, SEAT, snapshot, withoutBoards } from "./fixtures";
import { suite } from "./suite";

const live = (page: Page): Promise<string | null> => page.locator("p.unseen[aria-live]").textContent();
const board = (page: Page): Promise<string[]> => page.locator("section.unseen[aria-label='The board in words'] ol li").allTextContents();
const seat = { ...SEAT, count: 2 };

suite("what is said aloud", (world) => {
  it("names last tiles and open hands", async () => {
    const other = { ...seat, count: 1, shown: ["BGR"] };
    const { page } = await at(world, snapshot({ seats: [seat, other] }));
    const ben = page.locator("section[aria-label=Players] li").filter({ hasText: "Ben" });
    expect(await ben.textContent()).toContain("The last tile, face up, blue, green, red");
    const open = await at(world, snapshot({ seats: [seat, { ...seat, shown: ["BGR", "Y*P"] }] }));
    expect(await open.page.locator("section[aria-label=Players] li").filter({ hasText: "Ben" }).textContent()).toContain("blue, green, red; yellow, chameleon, purple");
  });

  it("has the black cards on the board, and marks the last of them", async () => {
    const { page, tell } = await at(world, florentine({}));
    const last = { event: "blacklaid", seat: 2, lay: "black@4,0", closed: [] };
    const lying = florentine({ seats: [{}, { black: [4, 0], black_done: true }] });
    tell({ events: [last], views: withoutBoards(lying.views) });
    await expect.poll(() => live(page)).toBe("Ben: black card at 4, 0");
    expect((await board(page)).at(-1)).toBe("black card at 4, 0 (Ben)");
    const card = (await page.locator(`${BOARD} .piece`).last().boundingBox())!;
    const edge = (await page.locator(`${BOARD} .last`).boundingBox())!;
    expect(Math.abs(edge.x + edge.width / 2 - card.x - card.width / 2)).toBeLessThan(4);
    await page.keyboard.press("l");
    await page.locator("dialog summary").click();
    await page.locator("dialog").getByText("black card at 4, 0 (Ben)").waitFor();
  });

  it("says of a black card that it fits nowhere", async () => {
    const { page } = await at(world, florentine({}));
    await page.locator(".bar").getByText("Your black card fits nowhere: keep it").waitFor();
    const other = await at(world, florentine({ view: { legal: ["black@-4,0", "pass"] } }));
    await other.page.locator(".bar").getByText("Lay your black card at the rim, or keep it").waitFor();
  });

  it("says what a place is worth", async () => {
    const places: ChrominoPlace[] = [{ lay: "GBR@-1,1>", points: 5, contacts: [[0, -1, 0], [2, 1, 0]] }];
    const { page } = await at(world, snapshot({ hand: ["GBR"], legal: ["GBR@-1,1>"], places }));
    await page.keyboard.press("1");
    await page.keyboard.press("n");
    await expect.poll(() => live(page)).toBe("green, blue, red from -1, 1 to the right. 2 contacts. +5 points");
    // The last triangles of a red space with one gem, at the centre of the square.
    const cards = ["BbRb@0,-1", "BBBR@1,0", "RBBB@0,1", "BRBB@-1,0"];
    const other = await at(world, florentine({ board: cards, view: { stage: "hands", hand: ["RRrr"], legal: ["RRrr@0,0"] } }));
    await other.page.keyboard.press("1");
    await other.page.keyboard.press("n");
    await expect.poll(() => live(other.page)).toMatch(/at 0, 0\. 4 contacts\. closes a space: \d × jade$/);
  });

  it("says who won", async () => {
    const outcome = { winners: [2], reason: "", measure: "tiles left", scores: [3, 0] };
    const { page, tell } = await at(world, snapshot({}));
    const views = withoutBoards(snapshot({ outcome, turn: null }).views);
    tell({ events: [{ event: "ended", outcome }], views });
    await expect.poll(() => live(page)).toBe("The game is over. Ben wins");
    const mine = { ...outcome, winners: [1] };
    const other = await at(world, snapshot({}));
    other.tell({ events: [{ event: "ended", outcome: mine }], views });
    await expect.poll(() => live(other.page)).toBe("The game is over. You win!");
  });

  it("says the same again if the same has happened again", async () => {
    const { page, tell } = await at(world, snapshot({}));
    const drew = { events: [{ event: "drew", seat: 2, tile: null }] };
    tell(drew);
    await expect.poll(() => live(page)).toBe("Ben: drew a tile");
    // A screen reader speaks when something is put in or changed, not when it is set to what it was.
    await page.evaluate(() => {
      const seen = { changes: 0 };
      Object.assign(window, { seen });
      new MutationObserver((all) => (seen.changes += all.filter((each) => each.type === "characterData" || each.addedNodes.length > 0).length)).observe(document.querySelector("p.unseen[aria-live]")!, { childList: true, characterData: true, subtree: true });
    });
    tell(drew);
    await expect.poll(() => page.evaluate(() => (window as unknown as { seen: { changes: number } }).seen.changes)).toBeGreaterThan(0);
    expect(await live(page)).toBe("Ben: drew a tile");
  });
});
