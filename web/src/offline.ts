// Registers the worker that keeps the page for times without a network.

/** What is on the screen comes first; only then is the rest fetched, for later. */
const REST = 1000;

export function keepOffline(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  // Where it is refused, the page is simply not there without a network; where the network was lost, it is asked for again.
  const register = (): void => void navigator.serviceWorker.register("/sw.js").catch(whenBack);
  const whenBack = (): void => window.addEventListener("online", register, { once: true });
  const later = (): unknown => setTimeout(() => (navigator.onLine ? register() : whenBack()), REST);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
