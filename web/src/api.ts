// One interface, two homes: a server, and the engine on this device. A table is where its id says. What has no table is
// asked of the server; where there is none, or no network, of the engine.

import { home } from "./home";
import { fromReply, type Answer, type Failure } from "./reply";
import { isOnDevice } from "./engine/protocol";
import { newSeal, owed, remember } from "./live/deals";
import { DEFAULT_KIND, type ConundrumId } from "./conundrum/seeds";
import type { DeviceTables } from "./engine/shelf";
import { settings } from "./settings.svelte";
import type { ConundrumInfo, Events, GameInfo, Join, Listing, MovedTable, NewTable, Pace, ReviewInfo, SeatChoice, Snapshot } from "./wire";

export type { Answer, Failure };

type Progress = (done: number, of: number) => void;
type Engine = (typeof import("./engine/device.svelte"))["device"];

/** Statuses of something between here and a server that is away. */
const AWAY: readonly number[] = [0, 502, 504];

const UNREACHABLE: Answer<never> = { ok: false, failure: { status: 0, code: "unreachable", reason: "" } };

async function server<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  if (home.server !== "same") return { ok: false, failure: { status: 0, code: "needs-server", reason: "" } };
  try {
    const response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    return fromReply({ status: response.status, kind: response.headers.get("Content-Type") ?? "", text: await response.text() });
  } catch {
    // It does not answer, or breaks off in the middle of its answer.
    return UNREACHABLE;
  }
}

/** The engine; its code is loaded when it is first needed. */
async function engine(): Promise<Engine> {
  return (await import("./engine/device.svelte")).device;
}

async function onDevice<T>(method: string, path: string, body?: unknown, progress?: Progress): Promise<Answer<T>> {
  try {
    return await (await engine()).ask<T>(method, path, body, progress);
  } catch {
    // Its code could not be loaded.
    return UNREACHABLE;
  }
}

/** Whether an answer says no more than that nobody could be reached. */
export function unreachable(answer: Answer<unknown>): boolean {
  return !answer.ok && AWAY.includes(answer.failure.status);
}

/** What the engine answers instead of a server that cannot be reached. An engine that is not here would come from there. */
async function instead<T>(method: string, path: string, body?: unknown, progress?: Progress): Promise<Answer<T>> {
  if (home.server === "same" && !(await engineHere())) return UNREACHABLE;
  return onDevice(method, path, body, progress);
}

/** The server's answer; where it cannot be reached, that of the engine. */
async function either<T>(method: string, path: string, body?: unknown, progress?: Progress): Promise<Answer<T>> {
  const answer = await server<T>(method, path, body);
  return unreachable(answer) ? instead(method, path, body, progress) : answer;
}

/** Whether the engine can be had at once. */
async function engineHere(): Promise<boolean> {
  return engine()
    .then((device) => device.here())
    .catch(() => false);
}

/** The games with their editions; nobody waits for the engine to know them. */
async function games(): Promise<Answer<GameInfo[]>> {
  const answer = await server<GameInfo[]>("GET", "/games");
  return unreachable(answer) && (await engineHere()) ? onDevice("GET", "/games") : answer;
}

/** A request about a table, to where the table is. */
function at<T>(id: string, method: string, more = "", body?: unknown): Promise<Answer<T>> {
  const path = `/tables/${encodeURIComponent(id)}${more}`;
  return isOnDevice(id) ? onDevice(method, path, body) : server(method, path, body);
}

/** All tables of this person, the last changed first. */
interface MyTables extends DeviceTables {
  /** Whether the server answered. */
  reachable: boolean;
}

async function tables(): Promise<MyTables> {
  const [remote, local] = await Promise.all([server<Listing[]>("GET", "/tables"), deviceTables()]);
  const listings = [...(remote.ok ? remote.value : []), ...local.listings];
  return { ...local, listings: listings.sort((a, b) => b.updated - a.updated), reachable: remote.ok };
}

async function deviceTables(): Promise<DeviceTables> {
  return engine()
    .then((device) => device.list())
    .catch(() => ({ listings: [], unreadable: [] }));
}

/** A table to be opened on this device: who plays here is not known to the engine by name. */
function named({ seats = [{ kind: "me" }, { kind: "bot" }], ...table }: NewTable): NewTable {
  const name = settings.name.trim() || null;
  return { ...table, seats: seats.map((seat) => (seat.kind === "me" ? { ...seat, name } : seat)) };
}

async function open(table: NewTable): Promise<Answer<Snapshot>> {
  const sealed = { ...table, seal: newSeal() };
  const answer = await server<Snapshot>("POST", "/tables", sealed);
  // A seat that somebody takes by a link is a matter for a server.
  const invites = table.seats?.some((seat) => seat.kind === "open") ?? false;
  return dealt(unreachable(answer) && !invites ? await instead("POST", "/tables", named(sealed)) : answer);
}

/** A table, after this browser has contributed to its deal, if the table waits for that. */
async function dealt(answer: Answer<Snapshot>): Promise<Answer<Snapshot>> {
  return answer.ok ? ((await contribute(answer.value)) ?? answer) : answer;
}

/** Keeps what a table shows before its deal, and contributes; null if there was nothing to contribute, or it was too late. */
async function contribute(snapshot: Snapshot): Promise<Answer<Snapshot> | null> {
  // A node of an older version, while a server is updated, knows nothing of contributions.
  if (!("deal" in (snapshot.table ?? {}))) return null;
  remember(snapshot.table);
  const contribution = owed(snapshot);
  if (contribution === null) return null;
  const answer = await at<Snapshot>(snapshot.table.id, "POST", "/contribute", contribution);
  return answer.ok ? answer : null;
}

/** Deletes everything, on the server and on this device. */
async function forget(): Promise<Answer<unknown>> {
  const answer = home.server === "same" ? await server("DELETE", "/me") : ({ ok: true, value: null } as const);
  if (answer.ok) await engine().then((device) => device.forget()).catch(() => {});
  return answer;
}

/** Deletes a table on this device. */
async function remove(id: string): Promise<boolean> {
  return engine()
    .then((device) => device.remove(id))
    .then(() => true, () => false);
}

/** Moves a table from this device to the server, where it goes on. It leaves the device when the server has stored it. */
async function move(id: string): Promise<Answer<Snapshot>> {
  // Another window must not go on with it meanwhile.
  await engine()
    .then((device) => device.take(id))
    .catch(() => {});
  const leaving = await onDevice<MovedTable>("GET", `/tables/${id}/leaving`);
  if (!leaving.ok) return leaving;
  const answer = await server<Snapshot>("POST", "/tables/moved", leaving.value);
  if (answer.ok) await remove(id);
  return answer;
}

export function conundrumPath(game: string, { seed, level, kind = DEFAULT_KIND }: ConundrumId): string {
  return `/conundrums/${game}?seed=${encodeURIComponent(seed)}&difficulty=${level}&kind=${kind}`;
}

export const api = {
  games,
  engineHere,
  tables,
  open,
  table: async (id: string) => dealt(await at<Snapshot>(id, "GET")),
  contribute,
  events: (id: string, since: number) => at<Events>(id, "GET", `/events?since=${since}`),
  join: async (id: string, join: Join) => dealt(await at<Snapshot>(id, "POST", "/join", { ...join, seal: newSeal() })),
  leave: (id: string, choice: SeatChoice) => at<unknown>(id, "POST", "/leave", choice),
  back: (id: string, choice: SeatChoice) => at<unknown>(id, "POST", "/return", choice),
  rematch: async (id: string, now = false) => dealt(await at<Snapshot>(id, "POST", `/rematch?seal=${newSeal()}${now ? "&now=true" : ""}`)),
  pace: (id: string, pace: Pace) => at<unknown>(id, "POST", "/pace", { pace }),
  record: (id: string) => at<string>(id, "GET", "/record"),
  conundrum: (game: string, id: ConundrumId) => server<ConundrumInfo>("GET", conundrumPath(game, id)),
  /** A conundrum made on this device. The same seed gives the same one as at the server. */
  makeConundrum: (game: string, id: ConundrumId) => instead<ConundrumInfo>("GET", conundrumPath(game, id)),
  /** Solves and grades a conundrum: its text as in a file, or its link. */
  solveConundrum: (game: string, text: string) => either<ConundrumInfo>("POST", `/conundrums/${game}`, { text }),
  replay: (record: string) => either<Events>("POST", "/replays", { record }),
  review: (record: string, progress?: Progress) => either<ReviewInfo>("POST", "/reviews", { record }, progress),
  rename: (name: string | null) => server<unknown>("PUT", "/me", { name }),
  forget,
  remove,
  move,
};
