import { expect, it } from "vitest";
import type { Page, Route } from "playwright-core";
import { accessible } from "./accessible";
import { BOARD, FITS, sit } from "./hands";
import type { ChrominoPlace } from "../src/wire";
import { at, snapshot } from "./fixtures";
import { suite } from "./suite";

const ME = { kind: "me" } as const;
const OPEN = { kind: "open" } as const;
const BOT = { kind: "bot", level: "casual" } as const;

/** Refuses what is asked for there, until told otherwise. */
async function refusing(page: Page, path: RegExp, status: number, code: string): Promise<() => void> {
  let so = true;
  await page.route(path, (route: Route) => (so ? route.fulfill({ status, json: { code, reason: "not right now" } }) : route.continue()));
  return () => (so = false);
}

suite("what is refused", (world) => {
  it.each([[429, "too-fast"], [503, "away"]] as const)("is said, and asked for again, where a table is refused with %i", async (status, code) => {
    const page = await world.page({}, true);
    const { table } = await sit(page, world, { game: "florentine", seats: [ME, BOT] });
    const relent = await refusing(page, new RegExp(`/api/tables/${table.id}$`), status, code);
    await page.reload();
    await page.getByRole("heading", { name: "Not right now" }).waitFor();
    await page.getByText("Reconnecting").waitFor();
    await accessible(page);
    relent();
    await page.locator(".rack button").first().waitFor({ timeout: 20_000 });
  });

  it("is said of a replay, too, and not taken for a record that is not there", async () => {
    const page = await world.page({}, true);
    const { table } = await sit(page, world, { game: "florentine", seats: [ME, BOT] });
    const relent = await refusing(page, /\/record$/, 429, "too-fast");
    await page.goto(`${world.address}/replay/${table.id}`);
    await page.getByRole("heading", { name: "Not right now" }).waitFor();
    relent();
    await page.getByRole("heading", { name: "no record of this game yet" }).waitFor({ timeout: 20_000 });
    await page.goto(`${world.address}/replay/aaaaaaaaaaaa`);
    await page.getByRole("heading", { name: "no such table" }).waitFor();
  });

  it("is said of a connection by the server's own words, until there is room", async () => {
    const page = await world.page({}, true);
    let full = true;
    await page.routeWebSocket(/\/live/, (socket) => {
      if (full) void socket.close({ code: 1008, reason: "full: too many connections: close some tabs" });
      else socket.connectToServer();
    });
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    await page.getByText("Too many connections: close some tabs").waitFor();
    expect(await page.getByText("Connection lost").count()).toBe(0);
    full = false;
    await page.getByText("Too many connections").waitFor({ state: "detached", timeout: 30_000 });
    await page.locator(".rack button").first().click();
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "Lay it" }).click();
    await expect.poll(() => page.locator(`${BOARD} .piece`).count()).toBeGreaterThan(0);
  });

  it("ends at once where a table is deleted while it is looked at", async () => {
    const page = await world.page({}, true);
    await page.routeWebSocket(/\/live/, (socket) => void socket.close({ code: 1008, reason: "no-table: there is no such table any more" }));
    await page.goto(world.address);
    const id = await page.evaluate(async () => {
      const answer = await fetch("/api/tables", { method: "POST", body: '{"game": "florentine"}', headers: { "Content-Type": "application/json" } });
      return ((await answer.json()) as { table: { id: string } }).table.id;
    });
    await page.goto(`${world.address}/table/${id}`);
    await page.getByRole("heading", { name: "no such table" }).waitFor();
  });

  it("is said of a move that came too late", async () => {
    const { page, sent, tell } = await at(world, snapshot({}));
    await page.getByRole("button", { name: "Draw" }).click();
    await expect.poll(() => sent.length).toBe(1);
    tell({ type: "refused", key: sent[0]!.key, code: "stale", reason: "the game has moved on since version 9: look again", clause: null, version: 10 });
    await page.getByRole("alert").getByText("The game moved on").waitFor();
  });

  it("leaves nobody with a claim that cannot be made any more", async () => {
    const claims: ChrominoPlace[] = [{ lay: "YYY@0,1v", points: 0, contacts: [[0, 0, 0]] }];
    const { page, tell } = await at(world, snapshot({ claim: { seat: 2, tile: "YYY" }, legal: ["draw", "claim YYY@0,1v"], claims }));
    await page.getByRole("button", { name: "Claim" }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    tell({ ...snapshot({}), version: 10 });
    await page.getByText("Nothing fits: draw a tile").waitFor();
    expect(await page.getByRole("button", { name: "Draw" }).count()).toBe(1);
  });

  it("is said where somebody wants to be forgotten", async () => {
    const page = await world.page({}, true);
    await page.goto(world.address);
    await page.route(/\/api\/me$/, (route) => route.fulfill({ status: 503, json: { code: "away", reason: "not right now" } }));
    await page.getByRole("button", { name: /Settings/ }).click();
    const forget = page.getByRole("button", { name: "Delete my name and leave all tables" });
    await forget.click();
    await forget.click();
    await page.getByRole("alert").getByText("Not right now").waitFor();
  });

  it("keeps nobody from being forgotten who lets nothing be stored", async () => {
    const page = await world.page();
    await page.addInitScript(() => {
      Storage.prototype.removeItem = () => {
        throw new DOMException("no", "SecurityError");
      };
    });
    await page.goto(`${world.address}/learn/chromino`);
    await page.getByRole("button", { name: /Settings/ }).click();
    const forget = page.getByRole("button", { name: "Delete my name and leave all tables" });
    await forget.click();
    await forget.click();
    await page.getByRole("heading", { name: "Two games of colour" }).waitFor();
  });

  it("troubles nobody where a browser has no worker, no badge and no notices", async () => {
    const page = await world.page({ permissions: ["notifications"] });
    await page.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      const no = (what: string) => (): Promise<never> => {
        asked.push(what);
        return Promise.reject(new DOMException("no", "NotAllowedError"));
      };
      localStorage.setItem("tessella", JSON.stringify({ notify: true }));
      ServiceWorkerContainer.prototype.register = no("worker");
      ServiceWorkerContainer.prototype.getRegistration = no("notice");
      Object.assign(navigator, { setAppBadge: no("badge"), clearAppBadge: no("badge") });
    });
    await sit(page, world, { game: "florentine", options: { first: "1" }, seats: [ME, BOT] });
    await page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }));
    await page.locator(FITS).first().click();
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "Lay it" }).click();
    // That nothing of it was a fault is seen in the end, when no page may have complained.
    const asked = (): Promise<string[]> => page.evaluate(() => [...new Set((window as unknown as { asked: string[] }).asked)].sort());
    await expect.poll(asked).toEqual(["badge", "notice", "worker"]);
  });

  it("is said where somebody wants to leave, and can be read", async () => {
    const page = await world.page({}, true);
    await sit(page, world, { game: "florentine", seats: [ME, BOT] });
    await page.route(/\/leave$/, (route) => route.fulfill({ status: 503, json: { code: "away", reason: "not right now" } }));
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Leave my seat" }).click();
    await page.getByRole("alert").getByText("Not right now").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("does not claim that a link was copied", async () => {
    const page = await world.page();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) } });
      document.execCommand = () => false;
    });
    await page.goto(`${world.address}/setup/florentine/friends`);
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("copy it by hand").waitFor();
    expect(await page.getByRole("button", { name: "Copied" }).count()).toBe(0);
    const selected = (): Promise<string> =>
      page.evaluate(() => {
        const field = document.activeElement as HTMLInputElement;
        return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
      });
    expect(await selected()).toBe(page.url());
    await accessible(page);
    // Where there is no field yet, one appears.
    await page.goto(`${world.address}/conundrum/chromino?seed=2026-11-16`);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Copy the link" }).click();
    await page.getByText("copy it by hand").waitFor();
    expect(await selected()).toContain("seed=2026-11-16");
    // The old command still counts where it works.
    await page.evaluate(() => {
      document.execCommand = () => true;
    });
    await page.getByRole("button", { name: "Copy the link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
  });

  it("saves a picture that cannot be shared", async () => {
    const page = await world.page({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    await page.addInitScript(() => {
      Object.assign(navigator, {
        canShare: () => true,
        share: () => Promise.reject(new DOMException("no", "NotAllowedError")),
      });
    });
    const over = { winners: [1], reason: "last tile laid", measure: "tiles", scores: [0, 3] };
    const shown = snapshot({ outcome: over, turn: null, legal: [] });
    shown.table.status = "over";
    await page.route(/\/api\/tables\/aaaaaaaaaaaa/, (route) =>
      route.fulfill({ json: route.request().url().includes("/events") ? { updates: [], snapshot: null } : shown }),
    );
    await page.routeWebSocket(/\/live/, (socket) => socket.send(JSON.stringify({ type: "current", version: 9, seconds_left: null })));
    await page.goto(`${world.address}/table/aaaaaaaaaaaa`);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Picture as SVG" }).click();
    expect((await saved).suggestedFilename()).toBe("tessella-aaaaaaaaaaaa.svg");
    // And says so where there is none to be had at all.
    await page.evaluate(() => {
      HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException("no", "EncodingError"));
    });
    await page.getByRole("button", { name: "Share the picture" }).click();
    await page.getByRole("alert").getByText("The picture could not be made.").waitFor();
  });

  it("lets go of a seat before the game begins", async () => {
    const page = await world.page();
    await page.goto(world.address);
    const id = await page.evaluate(async (seats) => {
      const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify({ game: "florentine", seats }), headers: { "Content-Type": "application/json" } });
      return ((await answer.json()) as { table: { id: string } }).table.id;
    }, [ME, OPEN]);
    await page.goto(`${world.address}/table/${id}`);
    await page.getByRole("button", { name: "Leave my seat" }).click();
    await page.getByRole("heading", { name: "Two games of colour" }).waitFor();
    expect(await page.evaluate(async () => ((await (await fetch("/api/tables")).json()) as unknown[]).length)).toBe(0);
    await page.goto(`${world.address}/table/${id}`);
    await page.getByRole("button", { name: "Sit down" }).waitFor();
  });
});
