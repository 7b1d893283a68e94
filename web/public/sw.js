// Keeps the page, the rules and the conundrums that were fetched, so that they are there without a network.
// Whatever concerns a table is never kept: only the server knows how it stands.

// The build writes a stamp here, so that a new page does away with what the old one kept.
const PAGE = "page-STAMP";
// These outlive a new page.
const CONUNDRUMS = "conundrums";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(["/", "/icon.svg", "/manifest.webmanifest"])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== PAGE && name !== CONUNDRUMS).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** What is there already, else from the network; for what never changes. */
async function keptFirst(request) {
  const cache = await caches.open(PAGE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

/** From the network, else what was there last. */
async function networkFirst(request, key, name = PAGE) {
  const cache = await caches.open(name);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(key, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/api/conundrums/")) event.respondWith(networkFirst(event.request, event.request, CONUNDRUMS));
  else if (url.pathname.startsWith("/api/")) return;
  else if (url.pathname.startsWith("/assets/")) event.respondWith(keptFirst(event.request));
  // Every address of the page is the same page.
  else if (event.request.mode === "navigate") event.respondWith(networkFirst(event.request, "/"));
  else event.respondWith(networkFirst(event.request, event.request));
});
