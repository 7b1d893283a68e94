// Registers the worker that caches the page for times without a network, and notices when there is a new version of the page.

import { file, home } from "./home";
import { update } from "./update.svelte";

/** The pause before the worker loads all files, in milliseconds: what is on the screen comes first. */
const REST = 1000;
/** How often a window that stays open looks for a new version, in milliseconds. */
const LOOK = 3_600_000;

export function keepOffline(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  holdVersion();
  navigator.serviceWorker.addEventListener("controllerchange", compare);
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => data === "where" && ports[0]?.postMessage(location.href));
  // A browser that refuses the worker only lacks the page offline; after a lost network there is another attempt.
  const register = (): void => void navigator.serviceWorker.register(file("sw.js")).then(watch).catch(whenBack);
  const whenBack = (): void => window.addEventListener("online", register, { once: true });
  const later = (): unknown => setTimeout(() => (navigator.onLine ? register() : whenBack()), REST);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}

/** Lets the worker know, by a lock for as long as this window is open, which versions it must not delete. */
function holdVersion(): void {
  const name = `tessella:${home.base.pathname}:${home.version}:${home.engine}`;
  // Without locks the worker keeps more than it needs to.
  navigator.locks?.request(name, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
}

/** Looks for a new version now and then. */
function watch(registration: ServiceWorkerRegistration): void {
  // What was in use at the last visit may not be any more.
  registration.active?.postMessage("tidy");
  let looked = Date.now();
  const look = (): void => {
    if (document.visibilityState !== "visible" || Date.now() - looked < LOOK) return;
    looked = Date.now();
    registration.update().catch(() => {}); // there is no network, or the site is gone: then there is nothing new
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK);
}

/**
 * Asks the worker that has just taken over for its version, all of which it has fetched: a reload shows it. (Before that
 * nothing is to be learnt from a difference: a window may well be newer than the worker.)
 */
function compare(): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    update.there ||= typeof data === "string" && data !== home.version;
  };
  navigator.serviceWorker.controller?.postMessage("version", [channel.port2]);
}
