// The server's answers to plain requests: a value, or why not.

import { home } from "./home";
import type { ConundrumInfo, Events, GameInfo, Join, Listing, MyData, NewTable, Pace, Problem, ReviewInfo, SeatChoice, Snapshot } from "./wire";

export interface Failure {
  /** 0 if the server could not be reached. */
  status: number;
  code: string;
  reason: string;
}

export type Answer<T> = { ok: true; value: T } | { ok: false; failure: Failure };

async function ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  if (home.server !== "same") return { ok: false, failure: { status: 0, code: "needs-server", reason: "" } };
  try {
    const response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    if (response.ok) {
      const text = await response.text();
      const json = (response.headers.get("Content-Type") ?? "").includes("json");
      return { ok: true, value: (json && text !== "" ? JSON.parse(text) : text) as T };
    }
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    return {
      ok: false,
      failure: { status: response.status, code: problem.code ?? "error", reason: problem.reason ?? "" },
    };
  } catch {
    // It does not answer, or breaks off in the middle of its answer.
    return { ok: false, failure: { status: 0, code: "unreachable", reason: "" } };
  }
}

export const api = {
  games: () => ask<GameInfo[]>("GET", "/games"),
  tables: () => ask<Listing[]>("GET", "/tables"),
  open: (table: NewTable) => ask<Snapshot>("POST", "/tables", table),
  table: (id: string) => ask<Snapshot>("GET", `/tables/${encodeURIComponent(id)}`),
  events: (id: string, since: number) => ask<Events>("GET", `/tables/${encodeURIComponent(id)}/events?since=${since}`),
  join: (id: string, join: Join) => ask<Snapshot>("POST", `/tables/${encodeURIComponent(id)}/join`, join),
  leave: (id: string, choice: SeatChoice) => ask<unknown>("POST", `/tables/${encodeURIComponent(id)}/leave`, choice),
  back: (id: string, choice: SeatChoice) => ask<unknown>("POST", `/tables/${encodeURIComponent(id)}/return`, choice),
  rematch: (id: string, now = false) => ask<Snapshot>("POST", `/tables/${encodeURIComponent(id)}/rematch${now ? "?now=true" : ""}`),
  pace: (id: string, pace: Pace) => ask<unknown>("POST", `/tables/${encodeURIComponent(id)}/pace`, { pace }),
  record: (id: string) => ask<string>("GET", `/tables/${encodeURIComponent(id)}/record`),
  conundrum: (game: string, seed: string, difficulty: number) =>
    ask<ConundrumInfo>("GET", `/conundrums/${game}?seed=${encodeURIComponent(seed)}&difficulty=${difficulty}`),
  replay: (record: string) => ask<Events>("POST", "/replays", { record }),
  review: (record: string) => ask<ReviewInfo>("POST", "/reviews", { record }),
  me: () => ask<MyData>("GET", "/me"),
  rename: (name: string | null) => ask<unknown>("PUT", "/me", { name }),
  forget: () => ask<unknown>("DELETE", "/me"),
};
