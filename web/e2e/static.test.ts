import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { accessible } from "./accessible";
import { SCREENS } from "./screens";
import { writeSite } from "./site";
import { suite } from "./suite";

/** What is there instead of a screen that only a server can fill. */
const WITHOUT_SERVER: Record<string, string> = {
  "/setup/florentine/friends": "main a.button",
};

/** Screens whose contents the engine makes on the device. */
const MADE_HERE = /^\/(conundrum|sheet)\//;

suite("a static site in a folder, behind a plain file server", (world) => {
  const folder = mkdtempSync(join(tmpdir(), "tessella-static-"));
  let files: ChildProcess;
  let host = "";
  let site = "";

  beforeAll(async () => {
    writeSite(join(folder, "some/path"));
    writeSite(join(folder, "other"), "https://play.example/");
    files = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder], { stdio: ["ignore", "pipe", "ignore"] });
    host = await new Promise((resolve) => {
      files.stdout!.on("data", (data: Buffer) => {
        const port = /port (\d+)/.exec(data.toString())?.[1];
        if (port) resolve(`http://127.0.0.1:${port}`);
      });
    });
    site = `${host}/some/path/`;
  });
  afterAll(() => {
    files.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const arrived = (page: Page, path: string): Promise<void> => page.locator(WITHOUT_SERVER[path] ?? SCREENS[path]!).first().waitFor({ state: "attached", timeout: 60_000 });

  /** What a page asks for outside of the site, or of a server. */
  function strays(page: Page): string[] {
    const all: string[] = [];
    page.context().on("request", (request) => {
      const address = request.url();
      if ((!address.startsWith(site) && !/^(blob|data|about):/.test(address)) || address.includes("/api/")) all.push(address);
    });
    return all;
  }

  it("shows every screen, after a reload as well, and asks no server for anything", async () => {
    const page = await world.page();
    const strayed = strays(page);
    const paths = Object.keys(SCREENS).filter((path) => !MADE_HERE.test(path));
    expect(paths.length).toBeGreaterThan(8);
    for (const path of paths) {
      await page.goto("about:blank");
      await page.goto(`${site}#${path}`);
      await arrived(page, path);
      await page.reload();
      await arrived(page, path);
      expect(page.url()).toContain(`#${path.split("?")[0]!}`);
    }
    expect(strayed).toEqual([]);
  });

  it("makes what a server would make: conundrums and sheets", async () => {
    const page = await world.page();
    const strayed = strays(page);
    const paths = Object.keys(SCREENS).filter((path) => MADE_HERE.test(path));
    expect(paths.length).toBe(3);
    await page.goto(`${site}#${paths[0]!}`);
    await arrived(page, paths[0]!);
    await page.reload();
    for (const path of paths) {
      await page.evaluate((each) => (location.hash = `#${each}`), path);
      await arrived(page, path);
    }
    expect(strayed).toEqual([]);
  }, 240_000);

  it("leads from screen to screen by its links, and back", async () => {
    const page = await world.page();
    await page.goto(site);
    await page.getByRole("link", { name: "Learn" }).first().click();
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByRole("heading", { name: "Laying a tile" }).waitFor();
    expect(page.url()).toBe(`${site}#/learn/chromino/rules`);
    await page.goBack();
    await page.locator(".rack button").first().waitFor();
    expect(page.url()).toBe(`${site}#/learn/chromino`);
    await page.getByRole("link", { name: "Tessella: home" }).click();
    await page.getByRole("heading", { name: "Two games of colour, one table" }).waitFor();
    // A link opens in a tab of its own, too, and by hand.
    expect(await page.getByRole("link", { name: "Open a saved game" }).evaluate((link: HTMLAnchorElement) => link.href)).toBe(`${site}#/replay`);
    await page.evaluate(() => (location.hash = "#/learn/florentine/rules"));
    await page.locator("main h2").first().waitFor();
  });

  it("is installed as an application of its folder", async () => {
    const page = await world.page();
    await page.goto(`${site}index.html#/learn/chromino`);
    await page.locator(".rack button").first().waitFor();
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]")!;
      const { start_url, scope, icons } = (await (await fetch(link.href)).json()) as { start_url: string; scope: string; icons: { src: string }[] };
      const images = await Promise.all(icons.map(async ({ src }) => (await fetch(new URL(src, link.href))).status));
      return { start: new URL(start_url, link.href).href, scope: new URL(scope, link.href).href, images };
    });
    expect(manifest).toEqual({ start: site, scope: site, images: [200, 200, 200, 200] });
    const registered = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(registered).toBe(site);
  });

  it("leads a click on a notice to the window that shows the table already", async () => {
    const page = await world.page();
    await page.goto(`${site}#/learn/chromino`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.getByRole("link", { name: "Rules" }).click();
    await page.locator("main h2").first().waitFor();
    expect(page.url()).toBe(`${site}#/learn/chromino/rules`);
    const [worker] = page.context().serviceWorkers();
    const shown = (address: string): Promise<boolean> =>
      worker!.evaluate(async (each) => {
        const { windowAt } = globalThis as unknown as { windowAt(address: string): Promise<object | undefined> };
        return (await windowAt(each)) !== undefined;
      }, address);
    expect(await shown(page.url())).toBe(true);
    expect(await shown(`${site}#/learn/chromino`)).toBe(false);
  });

  it("says in words that friends need a server, and offers what there is", async () => {
    const page = await world.page();
    await page.goto(site);
    await page.getByRole("link", { name: "Invite friends" }).first().click();
    await page.getByText("needs a Tessella server").waitFor();
    await accessible(page);
    await page.getByRole("link", { name: "Pass and play" }).click();
    await page.locator("summary").waitFor();
    const seats = await page.locator("select").first().locator("option").allTextContents();
    expect(seats.join()).not.toMatch(/invitation/);
  });

  it("leads those who invite friends to its server, if it has one", async () => {
    const page = await world.page();
    await page.goto(`${host}/other/`);
    const invite = page.getByRole("link", { name: "Invite friends" }).first();
    expect(await invite.getAttribute("href")).toBe("https://play.example/setup/chromino/friends");
    await page.goto(`${host}/other/#/setup/florentine/friends`);
    expect(await page.getByRole("link", { name: "Invite friends there" }).getAttribute("href")).toBe("https://play.example/setup/florentine/friends");
    await page.getByText("play.example").waitFor();
  });

  it("works without a network after one visit, beside another site on the same host", async () => {
    const page = await world.page({}, true);
    const ready = (): Promise<unknown> => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    for (const each of [site, `${host}/other/`]) {
      await page.goto(each);
      await ready();
    }
    const names = await page.evaluate(() => caches.keys());
    expect(names.filter((name) => name.startsWith("page")).map((name) => name.replace(/[0-9a-f]{12}$/, "…")).sort()).toEqual(["page:/other/:…", "page:/some/path/:…"]);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    await page.context().setOffline(true);
    await page.goto(`${site}#/learn/chromino/rules`);
    await page.getByRole("heading", { name: "Laying a tile" }).waitFor();
    expect(await page.locator('meta[name="tessella-home"]').getAttribute("data-server")).toBe("");
    await page.goto(`${host}/other/#/learn/florentine`);
    await page.locator(".choices button").first().waitFor();
    expect(await page.locator('meta[name="tessella-home"]').getAttribute("data-server")).toBe("https://play.example/");
  });

  it("may compile WebAssembly, and run no other code than its files", async () => {
    const elsewhere = "http://127.0.0.2:9/";
    for (const address of [site, world.address]) {
      const page = await world.page({}, true);
      await page.goto(address);
      await page.locator("section.game").first().waitFor();
      const results = await page.evaluate(async (other) => {
        const attempt = async (what: () => unknown): Promise<boolean> => Promise.resolve().then(what).then(() => true, () => false);
        return {
          wasm: await attempt(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
          text: await attempt(() => new Function("return 1")()),
          blob: await attempt(() => import(/* @vite-ignore */ URL.createObjectURL(new Blob(["1"], { type: "text/javascript" })))),
          elsewhere: await attempt(() => fetch(other)),
        };
      }, elsewhere);
      expect(results, address).toEqual({ wasm: true, text: false, blob: false, elsewhere: false });
      // The browser says that it refused the last, and the test expects that.
      const others = world.faults.filter((fault) => !fault.includes(elsewhere));
      expect(world.faults.length).toBeGreaterThan(others.length);
      world.faults.splice(0, Infinity, ...others);
    }
  });
});
