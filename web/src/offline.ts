// Registers the worker that keeps the page for times without a network, and lets it fetch what is needed then.

import { settings } from "./settings.svelte";

/** What a first visit does not load, but an offline one needs: the rules, the course, the conundrums. */
const LATER: (() => Promise<unknown>)[] = [
  () => import("./screens/Learn.svelte"),
  () => import("./learn/Rules.svelte").then(({ RULES }) => RULES[settings.language]()),
  () => import("./screens/Conundrum.svelte"),
];

export function keepOffline(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  void navigator.serviceWorker.register("/sw.js").then(() => {
    // When the page has come to rest, so that nothing it needs first has to wait.
    setTimeout(() => LATER.forEach((fetchIt) => void fetchIt().catch(() => {})), 4000);
  });
}
