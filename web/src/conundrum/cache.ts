// Conundrums from the server, cached for times without a network; or made on this device.

import { api, conundrumPath, unreachable, type Answer } from "../api";
import type { GameName } from "../games";
import { home } from "../home";
import type { ConundrumInfo } from "../wire";
import type { ConundrumId } from "./seeds";

// Several sites may share a host.
const CACHE = `conundrums:${home.base.pathname}`;
/** The number of conundrums that are kept. */
const MOST = 60;

/** The conundrum at an address of the cache; null if it belongs to another game, or the address means something else. */
export function idOf(url: string, game: GameName): ConundrumId | null {
  const { pathname, searchParams } = new URL(url);
  const seed = searchParams.get("seed");
  const level = Number(searchParams.get("difficulty"));
  const kind = searchParams.get("kind");
  // Without a kind it was stored by a version of the page that knew no kinds.
  return pathname === `/api/conundrums/${game}` && seed !== null && level > 0 && kind !== null ? { seed, level, kind } : null;
}

function addressOf(game: GameName, id: ConundrumId): string {
  return `/api${conundrumPath(game, id)}`;
}

/** A conundrum from the server; where that cannot be reached, from the cache, else made on this device. */
export async function fetchConundrum(game: GameName, id: ConundrumId): Promise<Answer<ConundrumInfo>> {
  const answer = await api.conundrum(game, id);
  if (answer.ok) await store(addressOf(game, id), answer.value).catch(() => {});
  else if (answer.failure.status === 0 || answer.failure.status >= 500) {
    const value = await cached(addressOf(game, id)).catch(() => null);
    if (value) return { ok: true, value };
  }
  return unreachable(answer) ? api.makeConundrum(game, id) : answer;
}

/** All conundrums of a game in the cache. */
export async function cachedIds(game: GameName): Promise<ConundrumId[]> {
  if (!("caches" in globalThis)) return [];
  const requests = await caches.open(CACHE).then((cache) => cache.keys(), () => []);
  return requests.map((request) => idOf(request.url, game)).filter((id) => id !== null);
}

async function store(address: string, conundrum: ConundrumInfo): Promise<void> {
  if (!("caches" in globalThis)) return;
  const cache = await caches.open(CACHE);
  await cache.put(address, new Response(JSON.stringify(conundrum), { headers: { "Content-Type": "application/json" } }));
  // The oldest come first.
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST).map((request) => cache.delete(request)));
}

async function cached(address: string): Promise<ConundrumInfo | null> {
  if (!("caches" in globalThis)) return null;
  const answer = await caches.open(CACHE).then((cache) => cache.match(address));
  return answer ? ((await answer.json()) as ConundrumInfo) : null;
}
