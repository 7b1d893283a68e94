import { expect, it } from "vitest";
import { accessibleInEveryTheme } from "./accessible";
import { SCREENS, STATES, visit } from "./screens";
import { suite } from "./suite";

suite("every screen", (world) => {
  it.each(Object.keys(SCREENS))("is accessible in every theme: %s", async (path) => {
    const page = await world.page();
    await visit(page, world, path);
    await accessibleInEveryTheme(page, path);
  });

  it("is accessible in every theme, whatever is on it", async () => {
    const page = await world.page();
    for (const [name, reach] of Object.entries(STATES)) {
      await reach(page, world);
      await page.evaluate(() => document.fonts.ready.then(() => true));
      await accessibleInEveryTheme(page, name);
    }
  });

  it("has targets of at least 24 pixels", async () => {
    const page = await world.page({ viewport: { width: 360, height: 740 } });
    for (const path of Object.keys(SCREENS)) {
      await visit(page, world, path);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button, a, select, input:not([type=radio])")]
          .map((each) => ({ html: each.outerHTML.slice(0, 90), box: each.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
          .map(({ html }) => html),
      );
      expect(small, path).toEqual([]);
    }
  });
});
