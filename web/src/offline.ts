// Registers the worker that caches the page for times without a network.

/** The pause before the worker loads all files, in milliseconds: what is on the screen comes first. */
const REST = 1000;

export function keepOffline(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  // A browser that refuses the worker only lacks the page offline; after a lost network there is another attempt.
  const register = (): void => void navigator.serviceWorker.register("/sw.js").catch(whenBack);
  const whenBack = (): void => window.addEventListener("online", register, { once: true });
  const later = (): unknown => setTimeout(() => (navigator.onLine ? register() : whenBack()), REST);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
