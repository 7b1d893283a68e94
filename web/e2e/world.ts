// A table server of its own, and a browser to look at it with.

import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { expect } from "vitest";

const ROOT = new URL("../../", import.meta.url).pathname;
const SERVER = join(ROOT, ".venv/bin/tessella");
const CLIENT = join(ROOT, "src/tessella/server/client/index.html");
const BROWSERS = [process.env["TESSELLA_CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

function found(): string | undefined {
  return BROWSERS.find((path) => path !== undefined && existsSync(path));
}

/** Why these tests cannot run here; null if they can. */
export function lacking(): string | null {
  if (!found()) return "there is no chromium here (on Debian or Ubuntu: apt install chromium)";
  if (!existsSync(SERVER)) return "the server is not installed (make kernels)";
  if (!existsSync(CLIENT)) return "the client is not built (make web)";
  return null;
}

export class World {
  private constructor(
    readonly address: string,
    private readonly server: ChildProcess,
    private readonly browser: Browser,
    private readonly folder: string,
    /** What went wrong on any page. */
    readonly faults: string[] = [],
  ) {}

  static async open(): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), "tessella-"));
    const server = spawn(SERVER, ["serve", "--port", "0", "--data", folder, "--pace", "0.05"], { stdio: ["ignore", "pipe", "pipe"] });
    const address = await new Promise<string>((resolve, reject) => {
      let said = "";
      const listen = (data: Buffer): void => {
        said += data.toString();
        const match = /Tessella is at (http:\/\/\S+)/.exec(said);
        if (match) resolve(match[1]!);
      };
      server.stdout.on("data", listen);
      server.stderr.on("data", listen);
      server.on("exit", () => reject(new Error(`the server did not start:\n${said}`)));
    });
    const browser = await chromium.launch({ executablePath: found()!, headless: true, args: FLAGS });
    return new World(address, server, browser, folder);
  }

  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ locale: "en-GB", reducedMotion: "reduce", viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(message.text())) this.faults.push(message.text());
    });
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.removeAllListeners("exit");
    const gone = new Promise((resolve) => this.server.once("exit", resolve));
    this.server.kill();
    await gone;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing on the page breaks WCAG 2.2 AA, as far as a program can tell. */
export async function accessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(node: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    const result = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return result.violations.map((each) => `${each.id}: ${each.nodes[0]!.html.slice(0, 120)}`);
  });
  expect(found, page.url()).toEqual([]);
}

/** Plays with the mouse until the game is over, taking whatever fits. */
export async function playOn(page: Page, most = 150_000): Promise<void> {
  const begun = Date.now();
  while (Date.now() - begun < most) {
    if (await page.locator(".end").count()) return;
    const fits = page.locator(".rack button:has(.fits)");
    const plain = page.getByRole("button", { name: /^(Draw|Pass)$/ });
    if (await page.getByRole("button", { name: "Lay it" }).count()) {
      await page.getByRole("button", { name: "Lay it" }).click({ timeout: 1000 }).catch(() => {});
    } else if (await fits.count()) {
      if (!(await page.locator(".rack button.chosen").count())) await fits.first().click({ timeout: 1000 }).catch(() => {});
      await page.keyboard.press("n");
    } else if (await plain.count()) {
      await plain.first().click({ timeout: 1000 }).catch(() => {});
    } else if (await page.getByText("choose a card to put aside").count()) {
      await page.locator(".rack button").first().click({ timeout: 1000 }).catch(() => {});
      await page.getByRole("button", { name: "Put it aside" }).click({ timeout: 1000 }).catch(() => {});
    }
    await page.waitForTimeout(40);
  }
  throw new Error("the game did not end in time");
}
