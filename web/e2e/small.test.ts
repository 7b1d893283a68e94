import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { accessible } from "./accessible";
import { at, florentine, SEAT, shared, show, snapshot, withoutBoards } from "./fixtures";
import { BOARD } from "./hands";
import { suite } from "./suite";

const live = (page: Page): Promise<string | null> => page.locator("p.unseen[aria-live]").textContent();

/** The contrast of two colours, as WCAG has it. */
const contrast = (page: Page, one: string, two: string): Promise<number> =>
  page.evaluate(([a, b]) => {
    const light = (variable: string): number => {
      const probe = document.createElement("i");
      probe.style.color = `var(${variable})`;
      document.body.append(probe);
      const [red, green, blue] = getComputedStyle(probe).color.match(/[\d.]+/g)!.map((each) => {
        const share = Number(each) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      probe.remove();
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const [bright, dark] = [light(a!), light(b!)].sort((x, y) => y - x);
    return (bright! + 0.05) / (dark! + 0.05);
  }, [one, two]);

suite("small things at a table", (world) => {
  it("lists what is still unseen, from the menu and by a key", async () => {
    const shown = snapshot({ hand: ["GBR", "YYY"], seats: [{ ...SEAT, count: 2 }, { ...SEAT, known: ["BBB"] }] });
    const { page } = await at(world, shown, { viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Still unseen" }).click();
    const dialog = page.getByRole("dialog", { name: "Still unseen" });
    // The first tile, two in hand, and one that Ben has shown.
    expect(await dialog.locator("strong").textContent()).toBe("76 of 80 are still unseen");
    expect((await dialog.locator("li.seen").allTextContents()).map((each) => each.trim())).toEqual([
      "blue, blue, blue: seen", "green, blue, red: seen", "green, yellow, red: seen", "yellow, yellow, yellow: seen",
    ]);
    expect(await dialog.locator("li:not(.seen)").first().textContent()).toMatch(/blue, blue, green/);
    await accessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("s");
    await dialog.waitFor();
  });

  it("lists unseen cards, without the hand that is covered", async () => {
    const view = { stage: "hands", hand: ["RBGO"], pool: ["rrbb"], stack: 30, legal: [], turn: 2 };
    const { page } = await at(world, florentine({ board: ["RRbg@0,0"], view, mine: [1, 2] }));
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Still unseen" }).click();
    expect(await page.getByRole("dialog", { name: "Still unseen" }).locator("strong").textContent()).toBe("46 of 48 are still unseen");
  });

  it("names a tile that was drawn, and not to the next player on the device", async () => {
    const { page, tell } = await at(world, snapshot({ hand: ["BBB", "GGG"] }));
    tell({ events: [{ event: "drew", seat: 1, tile: "GGG" }, { event: "turn", seat: 2 }], views: withoutBoards(snapshot({ hand: ["BBB", "GGG"], turn: 2, legal: [] }).views) });
    await expect.poll(() => live(page)).toBe("You: drew green, green, green, which waits until the next turn");
    // One that fits is taken up at once, and named once more with what it is good for.
    const places = [{ lay: "GYR@-1,1>", points: 0, contacts: [] }];
    const other = await at(world, snapshot({}));
    other.tell({
      events: [{ event: "drew", seat: 1, tile: "GYR" }],
      views: withoutBoards(snapshot({ hand: ["BBB", "GYR"], drawn_tile: "GYR", draws: 1, legal: ["GYR@-1,1>"], places }).views),
    });
    await expect.poll(() => live(other.page)).toBe("You: drew green, yellow, red. green, yellow, red, fits");
    const device = await at(world, shared());
    device.tell({ events: [{ event: "drew", seat: 1, tile: "GGG" }] });
    await expect.poll(() => live(device.page)).toMatch(/drew/);
    expect(await device.page.locator(".cover").textContent()).not.toContain("green");
    expect(await device.page.locator(".cover").textContent()).toMatch(/drew a tile/);
  });

  it("has the claim in one word, in a bar that fits a small phone", async () => {
    const claims = [{ lay: "GYB@-1,1>", contacts: [], points: 0 }];
    const shown = snapshot({ claim: { seat: 2, tile: "BYG" }, legal: ["draw", "claim GYB@-1,1>"], claims });
    shown.table.seats[1]!.name = "Maximiliane-Charlotte";
    const { page } = await at(world, shown, { viewport: { width: 360, height: 640 } });
    const fits = (): Promise<boolean> =>
      page.locator(".bar").evaluate((bar) => {
        const parts = [bar, ...bar.querySelectorAll("*")].map((each) => each.getBoundingClientRect());
        return parts.every(({ left, right }) => left >= 0 && right <= innerWidth) && bar.scrollWidth <= bar.clientWidth + 1;
      });
    await page.getByRole("button", { name: "Claim" }).waitFor();
    expect(await fits()).toBe(true);
    await page.keyboard.press("m");
    await page.getByText("Show where the tile could have gone").waitFor();
    expect(await fits()).toBe(true);
    await page.keyboard.press("ArrowDown");
    expect(await fits()).toBe(true);
    await page.keyboard.press("m");
    expect(await page.getByText("Show where the tile could have gone").count()).toBe(0);
  });

  it("keeps the player's own seat among the others while another one is on turn", async () => {
    for (const options of [{ viewport: { width: 390, height: 844 } }, {}]) {
      const { page } = await at(world, snapshot({ turn: 2, legal: [] }), options);
      const own = page.locator("section[aria-label=Players] li").filter({ hasText: "You" });
      expect(await own.isVisible()).toBe(true);
    }
  });

  it("separates dark tiles, in each palette", async () => {
    const { page } = await at(world, snapshot({}), { colorScheme: "dark" });
    for (const palette of ["game", "okabe-ito", "high-contrast"]) {
      await page.evaluate((chosen) => Object.assign(document.documentElement.dataset, { palette: chosen }), palette);
      for (const ground of ["--tile", "--linen", "--linen-deep"]) expect(await contrast(page, "--tile-edge", ground), `${palette} ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });

  it("does not draw the gem of a black card like those that count", async () => {
    const { page } = await at(world, florentine({ board: ["RRbg@3,0"], seats: [{}, { black: [4, 0], black_done: true }] }));
    const black = page.locator(`${BOARD} .piece`).last();
    const fill = (path: string): Promise<string> => black.locator(path).evaluate((node) => getComputedStyle(node).fill);
    expect(await black.locator(".stone").count()).toBe(0);
    expect(await fill(".sign")).toBe("none");
    expect(await page.locator(`${BOARD} .piece`).first().locator(".stone").count()).toBe(2);
  });

  it("calls the colours what the palette shows", async () => {
    const page = await world.page();
    await page.addInitScript(() => localStorage.setItem("tessella", JSON.stringify({ palette: "okabe-ito" })));
    await show(page, world, snapshot({ hand: ["RRP", "BGY"] }));
    expect(await page.locator(".rack button").first().getAttribute("aria-label")).toBe("orange, orange, pink");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByText("High contrast", { exact: true }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".rack button").first().getAttribute("aria-label")).toBe("red, red, purple");
  });
});
