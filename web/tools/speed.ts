// How fast the engine is in the browser: how long after the page it is ready, random games a second against native ones
// in the same run, milliseconds of a decision of each level, and sizes on the wire. In chromium, from a static site.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { SCREENS } from "../e2e/screens";
import { Site } from "../e2e/site";
import { lacking, World } from "../e2e/world";

const ROOT = new URL("../../", import.meta.url).pathname;
const PROGRAM = join(ROOT, "bench/browser.py");
const PYTHON = join(ROOT, ".venv/bin/python");
const ROUNDS = 3;

/** Fetches the engine as the page does, starts Python and then runs programs. */
const WORKER = `
const folder = new URL(".", self.location.href);
const data = new Map();

async function fetched() {
  const list = await (await fetch(new URL("engine/engine.json", folder))).json();
  for (const file of list.files) {
    const pieces = await Promise.all(file.pieces.map(async ({ path }) => (await fetch(new URL(path, folder))).blob()));
    data.set(file.name, await new Response(new Blob(pieces).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  }
  return list;
}

const usual = self.fetch;
self.fetch = (input, init) => {
  const name = String(input.url ?? input).split("/").at(-1);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return data.has(name) ? Promise.resolve(new Response(data.get(name), { headers: { "Content-Type": type } })) : usual(input, init);
};

let pyodide;
const printed = [];

async function start() {
  const times = [performance.now()];
  const list = await fetched();
  times.push(performance.now());
  const address = new URL(list.modules["pyodide.mjs"], folder);
  const { loadPyodide } = await import(address);
  pyodide = await loadPyodide({ indexURL: new URL(".", address).href, stdout: (text) => printed.push(text) });
  times.push(performance.now());
  pyodide.unpackArchive(data.get("tessella.zip"), "zip", { extractDir: "/lib/tessella" });
  pyodide.runPython("import sys; sys.path.insert(0, '/lib/tessella'); import tessella.browser");
  times.push(performance.now());
  return times.slice(1).map((time, i) => time - times[i]);
}

self.onmessage = async ({ data: program }) => {
  try {
    if (program === null) return self.postMessage({ times: await start() });
    pyodide.runPython(program);
    self.postMessage({ printed: printed.splice(0).join("\\n") });
  } catch (error) {
    self.postMessage({ error: error.message });
  }
};
`;

interface Report {
  [game: string]: { compiled: boolean; playouts: number; levels: Record<string, number> };
}

interface Answer {
  times?: number[];
  printed?: string;
  error?: string;
}

/** Sends the worker on the page a program; null: to start. */
async function ask(page: Page, program: string | null): Promise<Answer> {
  const answer = await page.evaluate(
    (text) =>
      new Promise<Answer>((resolve) => {
        const holder = window as unknown as { speed?: Worker };
        holder.speed ??= new Worker("speed.mjs", { type: "module" });
        holder.speed.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
        holder.speed.onerror = (event) => resolve({ error: event.message });
        holder.speed.postMessage(text);
      }),
    program,
  );
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds from the beginning until the page can be used, and then until the engine is ready: files, Python, package. */
async function arrival(page: Page, address: string): Promise<number[]> {
  const began = performance.now();
  await page.goto(address);
  await page.locator(SCREENS["/"]!).first().waitFor();
  const usable = performance.now() - began;
  const { times } = await ask(page, null);
  return [usable, ...times!];
}

function natively(): Report {
  const { status, stdout, stderr } = spawnSync(PYTHON, [PROGRAM], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Report;
}

const missing = lacking();
if (missing) throw new Error(`the engine cannot be measured, because ${missing}`);
const world = new World();
const site = new Site("speed");
await world.open();
await site.open();
writeFileSync(join(site.place, "speed.mjs"), WORKER);
try {
  const page = await world.page({ serviceWorkers: "block" });
  page.setDefaultTimeout(120_000);
  // The page's own download would take its share of the time.
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } })");
  const first = await arrival(page, site.address);
  const again = await arrival(page, site.address);
  const program = readFileSync(PROGRAM, "utf8");
  const native: Report[] = [];
  const browser: Report[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    native.push(natively());
    browser.push(JSON.parse((await ask(page, program)).printed!) as Report);
  }

  const { kernels, files, bytes } = site.listing;
  console.log(`The engine in the browser (${kernels} kernels)`);
  for (const [what, times] of [["first visit", first], ["next visit", again]] as const) {
    const [usable, ...parts] = times;
    const ready = parts.reduce((sum, part) => sum + part, 0);
    const [fetch, python, own] = parts.map((part) => part.toFixed(0));
    console.log(`  ${what}: page usable after ${usable!.toFixed(0)} ms; engine ready ${ready.toFixed(0)} ms later (files ${fetch}, Python ${python}, package ${own})`);
  }
  for (const [game, { levels }] of Object.entries(native[0]!)) {
    const [here, there] = [native, browser].map((reports) => median(reports.map((report) => report[game]!.playouts)));
    const count = (value: number): string => Math.round(value).toLocaleString("en");
    console.log(`  ${game}: ${count(there!)} random games/s; native ${count(here!)}; ratio ${(there! / here!).toFixed(2)}`);
    for (const level of Object.keys(levels)) {
      const [quick, slow] = [native, browser].map((reports) => median(reports.map((report) => report[game]!.levels[level]!)).toFixed(1));
      console.log(`    ${level.padEnd(10)} ${slow!.padStart(8)} ms a decision; native ${quick!.padStart(6)}`);
    }
  }
  const sizes = files.map(({ name, pieces }) => `${name} ${(pieces.reduce((sum, piece) => sum + piece.bytes, 0) / 1e6).toFixed(2)}`);
  console.log(`  On the wire: ${(bytes / 1e6).toFixed(2)} MB: ${sizes.join(", ")}, and scripts`);
} finally {
  await site.close();
  await world.close();
}
