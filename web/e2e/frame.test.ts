import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { BOARD, sitWhereSomethingFits } from "./hands";
import { suite } from "./suite";

/** The width of the frame around what has the focus. */
const frame = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
    return outlineStyle === "none" ? "0px" : outlineWidth;
  });

suite("the frame of the focus", (world) => {
  it("does not come by turning a tile that was clicked, but by Tab", async () => {
    const page = await world.page();
    await sitWhereSomethingFits(page, world, { game: "florentine", options: { first: "1" }, seats: [{ kind: "me" }, { kind: "bot", level: "casual" }] });
    await page.locator(".rack button").first().click();
    await page.keyboard.press("r");
    expect(await frame(page)).toBe("0px");
    await page.locator(BOARD).click();
    await page.keyboard.press("r");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("application");
    expect(await frame(page)).toBe("0px");
    await page.keyboard.press("Tab");
    expect(await frame(page)).toBe("3px");
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("application");
    expect(await frame(page)).toBe("3px");
  });
});
