import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessible } from "./accessible";
import { lacking, World } from "./world";

const SCREENS = ["/", "/setup/chromino/bots", "/setup/florentine/friends", "/learn/chromino", "/learn/florentine", "/learn/chromino/rules", "/conundrum/chromino", "/conundrum/florentine", "/nowhere"];

describe.skipIf(lacking() !== null)("every screen", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(async () => {
    await world.close();
    expect(world.faults).toEqual([]);
  });

  it.each(["en-GB", "fr-FR", "es-ES", "ca-ES", "de-DE"])("fits on a small phone in %s", async (locale) => {
    const page = await world.page({ locale, viewport: { width: 360, height: 740 }, hasTouch: true });
    for (const path of SCREENS) {
      await page.goto(world.address + path);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    }
  });

  it.each(["light", "dark"] as const)("is accessible in the %s", async (colorScheme) => {
    const page = await world.page({ colorScheme });
    for (const path of SCREENS) {
      await page.goto(world.address + path);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      await accessible(page);
    }
    await page.getByRole("button", { name: /Settings/ }).click();
    await accessible(page);
  });

  it("has targets of at least 24 pixels", async () => {
    const page = await world.page({ viewport: { width: 360, height: 740 } });
    for (const path of SCREENS) {
      await page.goto(world.address + path);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button, a, select, input:not([type=radio])")]
          .map((each) => ({ html: each.outerHTML.slice(0, 90), box: each.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
          .map(({ html }) => html),
      );
      expect(small, path).toEqual([]);
    }
  });

  it("teaches the course to its end", async () => {
    const page = await world.page();
    for (const game of ["chromino", "florentine"]) {
      await page.goto(`${world.address}/learn/${game}`);
      for (let lesson = 0; lesson < (game === "chromino" ? 5 : 4); lesson++) {
        await page.locator(".rack button").first().waitFor();
        const draw = page.getByRole("button", { name: "Draw" });
        if (await draw.count()) await draw.click();
        if (!(await page.locator(".rack button.chosen").count())) await page.locator(".rack button").first().click();
        const on = page.getByRole("button", { name: /^(Next|Finish)$/ });
        for (let tries = 0; tries < 30 && !(await on.count()); tries++) {
          await page.keyboard.press("n");
          await page.keyboard.press("Enter");
          const lay = page.getByRole("button", { name: "Lay it" });
          if (await lay.count()) await lay.click();
        }
        await on.click();
      }
      await page.getByText("That is all you need").waitFor();
    }
  });

  it("lets a conundrum be solved", async () => {
    const page = await world.page();
    const answer = page.waitForResponse(/\/api\/conundrums\/florentine/);
    await page.goto(`${world.address}/conundrum/florentine`);
    const { pieces } = (await (await answer).json()) as { pieces: { piece: string; places: string[] }[] };
    for (const { places } of pieces) {
      for (const place of places) {
        const [triangles = "", at = ""] = place.split("@");
        const [x = 0, y = 0] = at.split(",").map(Number);
        // From the centre step by step; then turned until it lies as the answer says.
        await page.keyboard.press("ArrowRight");
        for (let i = 0; i < Math.abs(x); i++) await page.keyboard.press(x > 0 ? "ArrowRight" : "ArrowLeft");
        for (let i = 0; i < Math.abs(y); i++) await page.keyboard.press(y > 0 ? "ArrowDown" : "ArrowUp");
        const piece = pieces.find((each) => each.places.includes(place))!.piece;
        for (let turn = 0; turn < 4 && !(await lies(page, piece, triangles)); turn++) await page.keyboard.press("r");
        await page.keyboard.press("Enter");
      }
    }
    await page.getByText("All found!").waitFor();
  });

  it("works without a network: the rules and what was fetched", async () => {
    const page = await world.page({}, true);
    await page.goto(world.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.goto(`${world.address}/learn/chromino/rules`);
    await page.getByRole("heading", { name: "Laying a tile" }).waitFor();
    await page.goto(`${world.address}/conundrum/chromino`);
    await page.locator(".pieces button").first().waitFor();
    await page.context().setOffline(true);
    await page.goto(`${world.address}/learn/chromino/rules`);
    await page.getByRole("heading", { name: "Laying a tile" }).waitFor();
    await page.goto(`${world.address}/conundrum/chromino`);
    await page.locator(".pieces button").first().waitFor();
  });
});

/** Whether the card in hand is turned so that its triangles read like this. */
async function lies(page: import("playwright-core").Page, piece: string, triangles: string): Promise<boolean> {
  const said = await page.locator("[aria-live]").last().textContent();
  const names: Record<string, string> = { r: "red", b: "blue", g: "green", o: "ochre", R: "red with jade", B: "blue with amber", G: "green with ruby", O: "ochre with lapis lazuli" };
  return piece !== "" && (said ?? "").includes([...triangles].map((letter) => names[letter]).join(", "));
}
