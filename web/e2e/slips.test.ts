import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { ChrominoPlace, Snapshot, TableInfo } from "../src/wire";
import { accessible } from "./accessible";
import { at, shared, snapshot, you } from "./fixtures";
import { BOARD, FITS, menu, sit, sitWhereSomethingFits } from "./hands";
import { suite } from "./suite";

const ME = { kind: "me" } as const;
const BOT = { kind: "bot", level: "steady" } as const;
const PLACE = { lay: "GBR@-1,1>", contacts: [], points: 0 } satisfies ChrominoPlace;
const LAYABLE = { hand: ["GBR", "BBB"], legal: [PLACE.lay], places: [PLACE] };

const [ANNA, BEN] = snapshot({}).table.seats;
const BOTS: TableInfo["seats"] = [ANNA!, { ...BEN!, kind: "bot", name: null, level: "steady" }];

const pieces = (page: Page): Promise<number> => page.locator(`${BOARD} .piece`).count();

/** The same table, with something else about it. */
function with_(shown: Snapshot, table: Partial<TableInfo>): Snapshot {
  return { ...shown, table: { ...shown.table, ...table } };
}

/** Carries the first tile of the rack to the place under the opening tile. */
async function carry(page: Page): Promise<void> {
  const from = (await page.locator(".rack button").first().boundingBox())!;
  const tile = (await page.locator(`${BOARD} .piece`).first().boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  const to = [tile.x + tile.width / 2, tile.y + tile.height * 1.5] as const;
  await page.mouse.move(to[0] - 30, to[1] - 5, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

suite("slips", (world) => {
  it("takes a move back with the bots' answers, and tells those who watch", async () => {
    const page = await world.page();
    const { table } = await sitWhereSomethingFits(page, world, { game: "chromino", options: { first: "1" }, seats: [ME, BOT, BOT] });
    expect(table.takebacks).toBe(true);
    const spectator = await world.page();
    await spectator.goto(`${world.address}/table/${table.id}`);
    await spectator.locator(`${BOARD} .piece`).first().waitFor();
    const hand = await page.locator(".rack button").count();
    await page.locator(FITS).first().click();
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "Lay it" }).click();
    // The bots have answered when it is this player's turn again.
    await expect.poll(() => page.locator(".rows li").first().getAttribute("aria-current")).toBe("true");
    await expect.poll(() => page.locator(".rack button").count()).toBe(hand - 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => pieces(page)).toBe(1);
    await expect.poll(() => page.locator(".rack button").count()).toBe(hand);
    await expect.poll(() => pieces(spectator)).toBe(1);
    await spectator.getByText("took a move back").first().waitFor();
    // It was the first move: before it there is nothing.
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  });

  it("says of a result that moves were taken back", async () => {
    const outcome = { winners: [1], reason: "", measure: "tiles left", scores: [0, 3] };
    const over = with_(snapshot({ outcome, turn: null, legal: [] }), { status: "over", taken_back: 2 });
    const { page } = await at(world, over, {}, ".end");
    await page.locator(".end").getByText("with take-backs").waitFor();
    const plain = await at(world, with_(over, { taken_back: 0 }), {}, ".end");
    expect(await plain.page.getByText("with take-backs").count()).toBe(0);
  });

  it.each([
    ["en-GB", "Undo", "Undo is not possible: something hidden was revealed"],
    ["fr-FR", "Annuler", "Impossible d’annuler\u00a0: quelque chose de caché a été révélé"],
    ["de-DE", "Zurücknehmen", "Zurücknehmen geht nicht: etwas Verdecktes wurde aufgedeckt"],
    ["es-ES", "Deshacer", "No se puede deshacer: se ha revelado algo oculto"],
    ["ca-ES", "Desfer", "No es pot desfer: s’ha revelat una cosa oculta"],
  ])("says why nothing can be taken back, in %s", async (locale, undo, reason) => {
    const shown = { ...snapshot({ turn: 2, legal: [] }), you: { ...you([1]), no_undo: ["revealed" as const] } };
    const { page, sent } = await at(world, shown, { locale });
    const button = page.getByRole("button", { name: undo, exact: true });
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await page.locator(".bar").getByText(reason).waitFor();
    await button.click({ force: true });
    await page.getByRole("alert").getByText(reason).waitFor();
    expect(sent.some((each) => each.type === "undo")).toBe(false);
    if (locale === "en-GB") await accessible(page);
  });

  it("lets nobody undo another one's move after having seen the own hand", async () => {
    const shown = shared({ hand: ["BBB"] }, { hand: ["PPP"] }, [1]);
    const { page, sent } = await at(world, shown);
    await page.getByRole("dialog", { name: "Hand over to Ben" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await page.getByRole("button", { name: "I am Ben" }).click();
    await page.locator(".rack button").waitFor();
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await page.keyboard.press("u");
    // To load the page anew is no way round it.
    await page.reload();
    await page.getByRole("button", { name: "I am Ben" }).waitFor();
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    expect(sent.some((each) => each.type === "undo")).toBe(false);
    // Who has not handed the device over may still think better of it.
    const before = await at(world, shown);
    await before.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => before.sent.find((each) => each.type === "undo")).toMatchObject({ seat: 1 });
  });

  it.each([
    ["help is off", { help: false, takebacks: true, seats: BOTS }],
    ["a bot would answer", { help: true, takebacks: false, seats: BOTS }],
    // With one tile left, that is shown.
    ["something would be revealed", { help: true, takebacks: false }],
  ])("keeps a dropped tile as a ghost where %s", async (_, table) => {
    const { page, sent } = await at(world, with_(snapshot(LAYABLE), table));
    await carry(page);
    await page.getByRole("button", { name: "Lay it" }).waitFor();
    expect(sent.some((each) => each.type === "act")).toBe(false);
    expect(await page.locator(`${BOARD} .ghost`).count()).toBe(1);
    await page.getByRole("button", { name: "Lay it" }).click();
    await expect.poll(() => sent.find((each) => each.type === "act")).toMatchObject({ action: PLACE.lay });
  });

  it.each([
    ["between people", ["GBR", "BBB", "PPP"], {}],
    ["with take-backs", ["GBR", "BBB"], { takebacks: true, seats: BOTS }],
  ])("lays a dropped tile at once where it can be taken back, %s", async (_, hand, table) => {
    const { page, sent } = await at(world, with_(snapshot({ ...LAYABLE, hand }), table));
    await carry(page);
    await expect.poll(() => sent.find((each) => each.type === "act")).toMatchObject({ action: PLACE.lay });
  });

  it("shows a hint as a ghost with a reason, which can be laid", async () => {
    const page = await world.page();
    await sitWhereSomethingFits(page, world, { game: "chromino", options: { first: "1" }, seats: [ME, BOT] });
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(`${BOARD} .ghost`).waitFor();
    await page.locator(".bar").getByText(/^Hint: ./).waitFor();
    await accessible(page);
    await page.getByRole("button", { name: "Lay it" }).click();
    await expect.poll(() => pieces(page)).toBeGreaterThan(1);
    expect(await page.getByText(/^Hint: ./).count()).toBe(0);
  });

  it("says a hint that is not about a place, and forgets it when the game goes on", async () => {
    const shown = with_(snapshot({ legal: ["draw"] }), { hints: true });
    const { page, sent, tell } = await at(world, shown);
    await page.keyboard.press("h");
    await expect.poll(() => sent.find((each) => each.type === "hint")).toMatchObject({ seat: 1 });
    tell({ type: "hint", version: 9, seat: 1, action: "draw", facts: [{ code: "only", values: {} }] });
    await page.locator(".bar").getByText("Hint: Draw: nothing else is possible").waitFor();
    tell({ events: [{ event: "drew", seat: 1, tile: "GRY" }] });
    await expect.poll(() => page.getByText(/^Hint: ./).count()).toBe(0);
    const none = await at(world, snapshot({ legal: ["draw"] }));
    expect(await none.page.getByRole("button", { name: "Hint" }).count()).toBe(0);
    const waiting = await at(world, with_(snapshot({ turn: 2, legal: [] }), { hints: true }));
    expect(await waiting.page.getByRole("button", { name: "Hint" }).count()).toBe(0);
  });

  it("begins a rematch when everybody wants it, and another one begins", async () => {
    const [host, guest] = [await world.page(), await world.page()];
    const { table } = await sit_(host, world.address, { game: "chromino", options: { first: "1" }, seats: [{ ...ME, name: "Ann" }, { kind: "open" }] });
    await guest.goto(world.address);
    await ask(guest, `/tables/${table.id}/join`, { name: "Ben" });
    await finish([host, guest], table.id);
    for (const page of [host, guest]) {
      await page.goto(`${world.address}/table/${table.id}`);
      await page.locator(".end").waitFor();
    }
    await host.getByRole("button", { name: "Play again" }).click();
    await host.locator(".end").getByText("Waiting for: Ben").waitFor();
    expect(host.url()).toContain(table.id);
    await guest.locator(".end").getByText("Would like to play again: Ann").waitFor();
    await accessible(guest);
    await guest.getByRole("button", { name: "Yes, play again" }).click();
    for (const page of [host, guest]) {
      await page.waitForURL((url) => !url.pathname.includes(table.id));
      await page.locator(".rack button").first().waitFor();
    }
    expect(host.url()).toBe(guest.url());
    expect(await guest.locator(".rows li[aria-current=true] strong").textContent()).toBe("You");
  });

  it("need not wait for those who do not answer", async () => {
    const outcome = { winners: [1], reason: "", measure: "tiles left", scores: [0, 3] };
    const over = with_(snapshot({ outcome, turn: null, legal: [] }), { status: "over", rematch_wanted: [1], rematch_missing: [2] });
    const { page } = await at(world, over, {}, ".end");
    const asked = page.waitForRequest((request) => request.url().includes("/rematch"));
    await page.getByRole("button", { name: "Do not wait" }).click();
    expect((await asked).url()).toMatch(/\/rematch\?(.*&)?now=true/);
  });

  it("changes the pace of the bots from the menu", async () => {
    const page = await world.page();
    await sit(page, world, { game: "chromino", options: { first: "1" }, seats: [ME, BOT], pace: "quick" });
    await menu(page, /^Pace of the bots\s*Quick/);
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: /^Pace of the bots\s*At once/ }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: /^Pace of the bots\s*At once/ }).waitFor();
  });

  it.each(["chromino", "florentine"] as const)("gives bots a name and a face, and says how they play, in %s", async (game) => {
    const page = await world.page();
    await sit(page, world, { game, options: { first: "1" }, seats: [ME, BOT, { kind: "bot", level: "master" }] });
    expect(await page.locator(".rows strong").allTextContents()).toEqual(["You", "Ada", "Bruno"]);
    expect(await page.locator(".rows .face svg").count()).toBe(2);
    await page.goto(`${world.address}/setup/${game}/bots`);
    await page.getByText("Takes what looks best at once").waitFor();
    await page.getByRole("combobox").nth(1).selectOption("bot-master");
    await page.getByText("finds a sure win near the end").waitFor();
    expect(await page.locator("ol .face svg").count()).toBe(1);
    await page.locator("summary").click();
    for (const [group, choice] of [["Take moves back", "Off"], ["Hints", "Off"], ["Pace of the bots", "At once"]] as const) {
      await page.getByRole("group", { name: group }).getByText(choice, { exact: true }).click();
    }
    await accessible(page);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".rack button").first().waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    const { table } = (await ask(page, `/tables/${id}`)) as Snapshot;
    expect([table.takebacks, table.hints, table.pace]).toEqual([false, false, "at-once"]);
  });
});

/** A request of this browser. */
async function ask(page: Page, path: string, body?: object): Promise<unknown> {
  return page.evaluate(async ([path, body]) => {
    const post = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    const answer = await fetch(`/api${path}`, body === undefined ? {} : post);
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as unknown;
  }, [path, body] as const);
}

async function sit_(page: Page, address: string, table: object): Promise<Snapshot> {
  await page.goto(address);
  return (await ask(page, "/tables", table)) as Snapshot;
}

/** Plays a game to its end, each time what comes first. */
async function finish(players: readonly Page[], id: string): Promise<void> {
  for (let i = 0; i < 400; i++) {
    const { table, version, views } = (await ask(players[0]!, `/tables/${id}`)) as Snapshot;
    if (table.status === "over") return;
    const turn = views[0]!.turn!;
    const page = players[turn - 1]!;
    const own = (await ask(page, `/tables/${id}`)) as Snapshot;
    await ask(page, `/tables/${id}/act`, { type: "act", key: `k${i}`, version, seat: turn, action: own.views[0]!.legal[0] });
  }
  throw new Error("the game did not end");
}
