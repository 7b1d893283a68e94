import { expect, it } from "vitest";
import { suite } from "./suite";

suite("a new game", (world) => {
  it("adds a seat of the kind that the others have", async () => {
    const page = await world.page();
    for (const [way, kind] of [["device", "device"], ["friends", "open"], ["bots", "bot-casual"], ["alone", "bot-casual"]] as const) {
      await page.goto(`${world.address}/setup/chromino/${way}`);
      await page.getByRole("button", { name: "Add a seat" }).click();
      expect(await page.locator("select").last().inputValue(), way).toBe(kind);
    }
    await page.locator("select").last().selectOption("bot-master");
    await page.getByRole("button", { name: "Add a seat" }).click();
    expect(await page.locator("select").last().inputValue()).toBe("bot-master");
  });

  it.each([[390, 664], [1280, 600], [844, 390]])("lets its button lie on nothing that has the focus, at %d×%d", async (width, height) => {
    const page = await world.page({ viewport: { width, height } });
    await page.goto(`${world.address}/setup/chromino/device`);
    await page.locator("summary").click();
    const begin = page.getByRole("button", { name: "Begin" });
    let stops = 0;
    for (; stops < 120; stops++) {
      await page.keyboard.press("Tab");
      if (await begin.evaluate((node) => node === document.activeElement)) break;
      // The focused part, or what is drawn for it, is on top where it is in sight, and all of it is.
      const hidden = await page.evaluate(() => {
        const node = document.activeElement!;
        const shown = node.closest("label") ?? node;
        const { left, right, top, bottom } = shown.getBoundingClientRect();
        const covered = [0.05, 0.5, 0.95].some((share) => {
          const on = document.elementFromPoint((left + right) / 2, top + (bottom - top) * share);
          return on === null || !(shown.contains(on) || on.contains(shown));
        });
        return covered ? shown.outerHTML.slice(0, 100) : null;
      });
      expect(hidden).toBeNull();
    }
    expect(stops).toBeGreaterThan(7);
    expect(stops).toBeLessThan(120);
  });
});
