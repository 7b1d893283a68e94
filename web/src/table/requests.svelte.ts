// What a person asks of a table besides playing: to sit down, to leave, to come back, another pace, a rematch.

import { api, type Failure } from "../api";
import { problem } from "../games/describe";
import { router, type Route } from "../router.svelte";
import { settings } from "../settings.svelte";
import type { Pace } from "../wire";

type TableRoute = Extract<Route, { screen: "table" }>;

export class Requests {
  /** Why the last thing that was asked for did not happen. */
  failed = $state<string | null>(null);
  /** A rematch is being asked for. */
  busy = $state(false);
  /** A rematch was asked for, or agreed to. */
  wanted = $state(false);

  constructor(private readonly route: TableRoute) {}

  /** Whether it was done; if not, the page says why. */
  private done(answer: { ok: true } | { ok: false; failure: Failure }): boolean {
    if (!answer.ok) this.failed = problem(answer.failure);
    return answer.ok;
  }

  /** Takes a seat; true if there was one. */
  async join(): Promise<boolean> {
    const wanted = settings.name.trim();
    if (wanted === "") await api.rename(null); // otherwise the server would use an earlier name
    return this.done(await api.join(this.route.id, wanted ? { name: wanted } : {}));
  }

  async leave(): Promise<void> {
    if (this.done(await api.leave(this.route.id, { seat: null }))) router.go("/");
  }

  /** Takes the seat back from the bot. */
  async comeBack(): Promise<void> {
    this.done(await api.back(this.route.id, { seat: null }));
  }

  async rematch(now = false): Promise<void> {
    this.busy = true;
    const answer = await api.rematch(this.route.id, now);
    this.busy = false;
    if (!answer.ok) this.done(answer);
    else if (answer.value.table.id !== this.route.id) router.from(this.route, `/table/${answer.value.table.id}`);
    else this.wanted = true;
  }

  async setPace(pace: Pace): Promise<void> {
    this.done(await api.pace(this.route.id, pace));
  }
}
