// Calling somebody back who looks at something else.

import { settings } from "../settings.svelte";

export function notice(title: string, body: string, tag: string): void {
  if (document.visibilityState !== "hidden" || !settings.notify) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  // A browser that will not is no fault: the title says it, too.
  // One that takes the place of an earlier one is to be heard, too (which TypeScript does not know of).
  const options: NotificationOptions & { renotify: boolean } = { body, icon: "/icon-192.png", tag, renotify: true, data: location.pathname };
  show(title, options).catch(() => {});
}

/** Phones take notices only from the worker; a page that has none shows them itself. */
async function show(title: string, options: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification(title, options);
  else new Notification(title, options);
}

/** Marks the tab's picture, and the badge of an installed page, while it is somebody's turn. */
export function mark(on: boolean): void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", on ? "/icon-turn.svg" : "/icon.svg");
  const badged = on ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  badged?.catch(() => {}); // not every page may
}
