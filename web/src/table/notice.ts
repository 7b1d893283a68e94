// Notifies a player who is looking at another page.

import { file } from "../home";
import { gameTitle } from "../games";
import { t } from "../i18n/index.svelte";
import type { Known } from "../live/state";
import { settings } from "../settings.svelte";
import { play } from "../sounds";

function notice(title: string, body: string, tag: string): void {
  if (document.visibilityState !== "hidden" || !settings.notify) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  // A browser that refuses is not an error: the title of the page says it, too.
  // `renotify` makes a notice that replaces an earlier one audible; TypeScript does not know it.
  const options: NotificationOptions & { renotify: boolean } = { body, icon: file("icon-192.png"), tag, renotify: true, data: location.href };
  show(title, options).catch(() => {});
}

/** Phones show notices only through the worker; a page without one shows them itself. */
async function show(title: string, options: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification(title, options);
  else new Notification(title, options);
}

/** Marks the tab's icon, and the badge of an installed page, while it is the player's turn. */
export function mark(on: boolean): void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", file(on ? "icon-turn.svg" : "icon.svg"));
  const badged = on ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  badged?.catch(() => {}); // not every page may
}

/** Says in the title and by the icon whether it is the player's turn. */
export function proclaim(yours: boolean, game: string | undefined): void {
  document.title = (yours ? `● ${t("table.yourTurn")} · ` : "") + (game ? gameTitle(game) : "Tessella");
  mark(yours);
}

/** Calls a player whose turn it is, unless nobody else plays. */
export function callToTurn(known: Known | null, seat: number): void {
  if (!known?.table.seats.some((each, i) => each.kind !== "open" && i + 1 !== seat)) return;
  play("turn");
  notice(t("table.yourTurn"), gameTitle(known.table.game), known.table.id);
}
