// How evenly the board moves: eighty tiles, shifted and made larger and smaller by hand for some seconds, in chromium. The
// page notes when each frame came; the trace says how long the browser worked for each (script, style, layout, paint).

import type { CDPSession, Page } from "playwright-core";
import { BOARD } from "../e2e/hands";
import { at, snapshot } from "../e2e/fixtures";
import { lacking, World } from "../e2e/world";
import type { Piece } from "../src/wire";

const TILES = 80;
const ROUNDS = 3;
/** What a frame may take at sixty a second, in milliseconds. */
const FRAME = 1000 / 60;
const WORK = ["FunctionCall", "EventDispatch", "FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"];

/** Rows of one colour: the board knows no rules, and each tile is drawn whole. */
function board(): Piece[] {
  return Array.from({ length: TILES }, (_, i) => ({
    lay: `${"BGRYP"[i % 5]!.repeat(3)}@${(i % 8) * 3 - 12},${Math.floor(i / 8) - 5}>`,
    seat: i === 0 ? null : 1 + (i % 2),
  }));
}

interface Traced {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  cat: string;
}

async function traced(session: CDPSession, during: () => Promise<void>): Promise<Traced[]> {
  const found: Traced[] = [];
  session.on("Tracing.dataCollected", ({ value }) => found.push(...(value as unknown as Traced[])));
  const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline"] } });
  await during();
  await session.send("Tracing.end");
  await done;
  return found;
}

/** One hand on the mouse: shifts the board in circles, then turns the wheel both ways. */
async function handle(page: Page): Promise<void> {
  const area = (await page.locator(BOARD).boundingBox())!;
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  for (let round = 0; round < ROUNDS; round++) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 0; i <= 60; i++) {
      await page.mouse.move(x + 160 * Math.sin(i / 9.5), y + 90 * Math.sin(i / 4.8));
      await page.waitForTimeout(8);
    }
    await page.mouse.up();
    for (let i = 0; i < 60; i++) {
      await page.mouse.wheel(0, i < 30 ? -40 : 40);
      await page.waitForTimeout(8);
    }
  }
}

function quantile(values: number[], share: number): number {
  const order = [...values].sort((a, b) => a - b);
  return order[Math.min(order.length - 1, Math.floor(order.length * share))] ?? Number.NaN;
}

function line(what: string, values: number[]): void {
  const [middle, late] = [quantile(values, 0.5), quantile(values, 0.95)];
  console.log(`  ${what.padEnd(26)} median ${middle.toFixed(1)} ms   95% below ${late.toFixed(1)} ms   (${values.length} frames)`);
}

const missing = lacking();
if (missing) throw new Error(`the board cannot be measured, because ${missing}`);
const world = new World();
await world.open();
try {
  const { page } = await at(world, snapshot({}, {}, board()), { reducedMotion: "no-preference" });
  if ((await page.locator(`${BOARD} .tile`).count()) < TILES) throw new Error("not all tiles are on the board");
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const note = (now: number): void => {
      seen.push(now);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const events = await traced(session, () => handle(page));
  const times = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  const gaps = times.slice(1).map((time, i) => time - times[i]!);

  // The work between one frame and the next belongs to the one that it makes.
  const starts = events.filter((each) => each.name === "FireAnimationFrame").map((each) => each.ts).sort((a, b) => a - b);
  const work = new Array<number>(Math.max(0, starts.length - 1)).fill(0);
  let covered = 0;
  for (const each of events.filter((event) => event.ph === "X" && WORK.includes(event.name)).sort((a, b) => a.ts - b.ts)) {
    const end = each.ts + (each.dur ?? 0);
    // What runs inside something else is counted already.
    const own = Math.max(0, end - Math.max(each.ts, covered));
    covered = Math.max(covered, end);
    let frame = starts.findIndex((start) => start > each.ts) - 1;
    if (frame === -2) frame = starts.length - 2;
    if (frame >= 0 && frame < work.length) work[frame] = work[frame]! + own / 1000;
  }
  console.log(`The board with ${TILES} tiles, shifted and zoomed (at 60 frames a second one takes ${FRAME.toFixed(1)} ms)`);
  line("from frame to frame", gaps);
  line("work of the page", work);
} finally {
  await world.close();
}
