// A table server of its own, and a browser to look at it with.

import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const ROOT = new URL("../../", import.meta.url).pathname;
const PYTHON = join(ROOT, ".venv/bin/python");
const SERVER = join(ROOT, ".venv/bin/tessella");
const CLIENT = join(ROOT, "src/tessella/server/client/index.html");
const BROWSERS = [process.env["TESSELLA_CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

// What the browser itself says of requests that fail; "the script" is the worker, which is fetched a second after the page.
const OUTAGE = /WebSocket|net::ERR_|status of (4(00|04|09|22|29)|503)|error occurred when fetching the script/;

// In a group of its own, so that its helpers can be ended with it.
const STREAMS: SpawnOptions = { stdio: ["ignore", "pipe", "pipe"], detached: true };

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

// Every deal and every bot alike each time: what the pictures show should change only when the client does.
const ALIKE = `
import itertools, sys, types
import tessella.hosting.node as node, tessella.hosting.workers as workers
from tessella.cli import main
numbers = itertools.count(1)
seed = sys.argv.pop(1)
node.Node.__init__.__kwdefaults__["new_seed"] = lambda: f"{seed} {next(numbers)}"
workers.secrets = types.SimpleNamespace(randbits=lambda bits: 7)
sys.exit(main())
`;

export interface Wish {
  /** The same games again for the same text; otherwise every table is dealt by chance. */
  seed?: string;
  /** How long a bot waits before it moves, in seconds. */
  pace?: number;
  /** How long others wait for somebody who is away, in seconds. */
  grace?: number;
}

/** A server that is up, and where. */
function serve(folder: string, port: string, wish: Wish): Promise<{ server: ChildProcess; address: string }> {
  const words = ["serve", "--port", port, "--data", folder, "--pace", String(wish.pace ?? 0.05)];
  if (wish.grace !== undefined) words.push("--grace", String(wish.grace));
  const server = wish.seed === undefined ? spawn(SERVER, words, STREAMS) : spawn(PYTHON, ["-c", ALIKE, wish.seed, ...words], STREAMS);
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (data: Buffer): void => {
      said += data.toString();
      const match = /Tessella is at (http:\/\/\S+)/.exec(said);
      if (match) resolve({ server, address: match[1]! });
    };
    server.stdout?.on("data", listen);
    server.stderr?.on("data", listen);
    server.on("exit", () => reject(new Error(`the server did not start:\n${said}`)));
  });
}

export class World {
  /** What went wrong on any page. */
  readonly faults: string[] = [];

  /** Where the server is. */
  address = "";
  private server!: ChildProcess;
  private browser!: Browser;
  private readonly folder = mkdtempSync(join(tmpdir(), "tessella-"));

  constructor(private readonly wish: Wish = {}) {}

  async open(): Promise<void> {
    ({ server: this.server, address: this.address } = await serve(this.folder, "0", this.wish));
    this.browser = await chromium.launch({ executablePath: found()!, headless: true, args: FLAGS });
  }

  /** A page of a browser of its own. Where the network goes down on purpose, or something is asked for that cannot be, the browser may say so. */
  async page(options: BrowserContextOptions = {}, outages = false): Promise<Page> {
    const context = await this.browser.newContext({ locale: "en-GB", reducedMotion: "reduce", viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    const fault = (text: string): unknown => this.faults.push(`${page.url()}: ${text}`);
    // The page takes no file from another host, ever.
    context.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && !["127.0.0.1", "localhost"].includes(hostname)) fault(`asks for ${request.url()}`);
    });
    page.on("pageerror", (error) => fault(error.message));
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      if (!outages || !OUTAGE.test(message.text())) fault(message.text());
    });
    return page;
  }

  /** Closes all pages: none must miss what is taken away after a test. */
  async closePages(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  /** Ends the server as a power cut would. */
  async kill(): Promise<void> {
    this.server.removeAllListeners("exit");
    const gone = new Promise((resolve) => this.server.once("exit", resolve));
    process.kill(-this.server.pid!, "SIGKILL");
    await gone;
  }

  /** Starts it again, where it was and with what it had stored. */
  async revive(): Promise<void> {
    this.server = (await serve(this.folder, new URL(this.address).port, this.wish)).server;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.removeAllListeners("exit");
    // It may have been killed on purpose.
    if (this.server.exitCode === null && this.server.signalCode === null) {
      const gone = new Promise((resolve) => this.server.once("exit", resolve));
      this.server.kill();
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
