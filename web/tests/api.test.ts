import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer } from "../src/api";
import type { Listing } from "../src/wire";

const ID = "dabcdefghijkl";
const REMOTE = "abcdefghijkl";

/** What the engine was asked for. */
const asked: string[] = [];
const device = vi.hoisted(() => ({
  ask: vi.fn(),
  list: vi.fn(),
  here: vi.fn(),
  take: vi.fn(),
  remove: vi.fn(),
  forget: vi.fn(),
}));
const home = vi.hoisted(() => ({ server: "same" as "same" | null }));
vi.mock("../src/engine/device.svelte", () => ({ device }));
vi.mock("../src/home", async (original) => ({ ...(await original<object>()), home }));
const { api } = await import("../src/api");
const { listed } = await vi.importActual<typeof import("../src/engine/shelf")>("../src/engine/shelf");

const listing = (id: string, updated: number): Listing => ({
  id, game: "chromino", edition: "classic", status: "playing", names: [null], kinds: ["person"], seats: [1], turn: 1, my_turn: true, updated,
});

beforeEach(() => {
  asked.length = 0;
  home.server = "same";
  device.ask.mockReset().mockImplementation((method: string, path: string): Promise<Answer<unknown>> => {
    asked.push(`${method} ${path}`);
    return Promise.resolve({ ok: true, value: "from the device" });
  });
  device.list.mockReset().mockResolvedValue({ listings: [], unreadable: [] });
  device.here.mockReset().mockResolvedValue(true);
  device.take.mockReset().mockResolvedValue(undefined);
  device.remove.mockReset().mockResolvedValue(undefined);
});
afterEach(() => vi.unstubAllGlobals());

function answering(body: BodyInit, status = 200): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status, headers: { "Content-Type": "application/json" } })));
}

function offline(): void {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
}

/** Begins as it should, and breaks off. */
function broken(): ReadableStream {
  return new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode("[1,"));
      stream.error(new TypeError("network error"));
    },
  });
}

const here = { ok: true, value: "from the device" };
const unreachable = { ok: false, failure: { status: 0, code: "unreachable", reason: "" } };

describe("the server", () => {
  it("is asked about its tables, and its answers are handed over", async () => {
    answering("[]");
    expect(await api.table(REMOTE)).toEqual({ ok: true, value: [] });
    answering(JSON.stringify({ code: "full", reason: "no room" }), 409);
    expect(await api.table(REMOTE)).toEqual({ ok: false, failure: { status: 409, code: "full", reason: "no room" } });
    expect(asked).toEqual([]);
  });

  it("has not answered if its answer breaks off", async () => {
    answering(broken());
    expect(await api.table(REMOTE)).toEqual(unreachable);
    answering("[1, 2");
    expect(await api.table(REMOTE)).toEqual(unreachable);
  });

  it("comes first: its refusal of a new table is not passed over", async () => {
    answering(JSON.stringify({ code: "too-many", reason: "" }), 409);
    expect(await api.open({ game: "chromino" })).toMatchObject({ failure: { code: "too-many" } });
    expect(asked).toEqual([]);
  });
});

describe("the engine on this device", () => {
  it("is asked about its own tables, with a network, too", async () => {
    answering("[]");
    expect(await api.table(ID)).toEqual(here);
    await api.record(ID);
    expect(asked).toEqual([`GET /tables/${ID}`, `GET /tables/${ID}/record`]);
  });

  it("serves where the server cannot be reached, or something in between says so", async () => {
    for (const without of [offline, () => answering("", 502), () => (home.server = null)]) {
      without();
      expect(await api.open({ game: "chromino", seats: [{ kind: "me" }, { kind: "bot" }] })).toEqual(here);
      expect(await api.replay("text")).toEqual(here);
    }
    expect(asked).toHaveLength(6);
  });

  it("is not waited for where it would have to come from the server that is away", async () => {
    offline();
    device.here.mockResolvedValue(false);
    expect(await api.open({ game: "chromino" })).toEqual(unreachable);
    expect(asked).toEqual([]);
    // A static site has it.
    home.server = null;
    expect(await api.open({ game: "chromino" })).toEqual(here);
  });

  it("is not asked for a seat that somebody takes by a link", async () => {
    offline();
    expect(await api.open({ game: "chromino", seats: [{ kind: "me" }, { kind: "open" }] })).toEqual(unreachable);
    home.server = null;
    expect(await api.open({ game: "chromino", seats: [{ kind: "me" }, { kind: "open" }] })).toMatchObject({ failure: { code: "needs-server" } });
    expect(asked).toEqual([]);
  });

  it("is not fetched only to know the editions", async () => {
    offline();
    device.here.mockResolvedValue(false);
    expect(await api.games()).toEqual(unreachable);
    device.here.mockResolvedValue(true);
    expect(await api.games()).toEqual(here);
  });
});

describe("my tables", () => {
  it("are those of both homes, the last changed first", async () => {
    answering(JSON.stringify([listing(REMOTE, 5)]));
    device.list.mockResolvedValue({ listings: [listing(ID, 7)], unreadable: ["dother"] });
    const { listings, unreadable, reachable } = await api.tables();
    expect(listings.map(({ id }) => id)).toEqual([ID, REMOTE]);
    expect(unreadable).toEqual(["dother"]);
    expect(reachable).toBe(true);
  });

  it("are those of one home where the other fails", async () => {
    offline();
    device.list.mockResolvedValue({ listings: [listing(ID, 7)], unreadable: [] });
    expect(await api.tables()).toMatchObject({ listings: [{ id: ID }], reachable: false });
    answering(JSON.stringify([listing(REMOTE, 5)]));
    device.list.mockRejectedValue(new Error("forbidden"));
    expect(await api.tables()).toMatchObject({ listings: [{ id: REMOTE }], reachable: true });
  });

  it("are listed by what is stored of them; what cannot be read is named", () => {
    const shelf = [
      { id: ID, head: JSON.stringify({ id: ID, listing: listing(ID, 1) }) },
      { id: "dold000000000", head: JSON.stringify({ id: "dold000000000" }) },
      { id: "dtorn00000000", head: '{"id": ' },
      { id: "dother0000000", head: JSON.stringify({ listing: listing(ID, 1) }) },
    ];
    expect(listed(shelf)).toEqual({ listings: [listing(ID, 1)], unreadable: ["dold000000000", "dtorn00000000", "dother0000000"] });
  });

  it("move to the server, and only then leave the device", async () => {
    answering(JSON.stringify({ code: "damaged", reason: "" }), 422);
    expect(await api.move(ID)).toMatchObject({ ok: false });
    expect(device.take).toHaveBeenCalledWith(ID);
    expect(device.remove).not.toHaveBeenCalled();
    answering(JSON.stringify({ table: { id: REMOTE } }), 201);
    expect(await api.move(ID)).toMatchObject({ ok: true });
    expect(device.remove).toHaveBeenCalledWith(ID);
  });
});
