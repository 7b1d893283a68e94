// Conundrums that were fetched before, for times without a network.

import { api, type Answer } from "../api";
import type { GameName } from "../games";
import type { ConundrumInfo } from "../wire";
import type { Asked } from "./seeds";

const CACHE = "conundrums";
/** So many are kept. */
const MOST = 60;

/** What the address of a kept answer asked for; null if it is another game's, or none. */
export function askedBy(url: string, game: GameName): Asked | null {
  const { pathname, searchParams } = new URL(url);
  const seed = searchParams.get("seed");
  const level = Number(searchParams.get("difficulty"));
  return pathname === `/api/conundrums/${game}` && seed !== null && level > 0 ? { seed, level } : null;
}

function addressOf(game: GameName, { seed, level }: Asked): string {
  return `/api/conundrums/${game}?seed=${encodeURIComponent(seed)}&difficulty=${level}`;
}

/** The conundrum that was asked for: from the server, or as it was kept where that cannot be reached. */
export async function fetched(game: GameName, asked: Asked): Promise<Answer<ConundrumInfo>> {
  const answer = await api.conundrum(game, asked.seed, asked.level);
  if (answer.ok) await keep(addressOf(game, asked), answer.value).catch(() => {});
  else if (answer.failure.status === 0 || answer.failure.status >= 500) {
    const value = await found(addressOf(game, asked)).catch(() => null);
    if (value) return { ok: true, value };
  }
  return answer;
}

export async function kept(game: GameName): Promise<Asked[]> {
  if (!("caches" in globalThis)) return [];
  const requests = await caches.open(CACHE).then((cache) => cache.keys(), () => []);
  return requests.map((request) => askedBy(request.url, game)).filter((asked) => asked !== null);
}

async function keep(address: string, conundrum: ConundrumInfo): Promise<void> {
  if (!("caches" in globalThis)) return;
  const cache = await caches.open(CACHE);
  await cache.put(address, new Response(JSON.stringify(conundrum), { headers: { "Content-Type": "application/json" } }));
  // The oldest come first.
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST).map((request) => cache.delete(request)));
}

async function found(address: string): Promise<ConundrumInfo | null> {
  if (!("caches" in globalThis)) return null;
  const answer = await caches.open(CACHE).then((cache) => cache.match(address));
  return answer ? ((await answer.json()) as ConundrumInfo) : null;
}
