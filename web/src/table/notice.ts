// Calling somebody back who looks at something else.

import { settings } from "../settings.svelte";

export function notice(title: string, body: string, tag: string): void {
  if (document.visibilityState !== "hidden" || !settings.notify) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  new Notification(title, { body, icon: "/icon-192.png", tag });
}

/** The badge of an installed page. */
export function badge(on: boolean): void {
  void (on ? navigator.setAppBadge?.() : navigator.clearAppBadge?.());
}
