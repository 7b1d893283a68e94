// Caches the whole page, so that it works without a network. Answers of the server are not cached here: only the server
// knows the state of a table, and the page itself caches conundrums (src/conundrum/cache.ts).

// The build writes a stamp and the names of all files here: a new version is fetched as a whole before it takes over.
const PAGE = "page-STAMP";
const FILES = ["/"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(PAGE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

/** Keeps the previous version for windows in which it is still open, and deletes those before it. */
async function tidy() {
  const pages = (await caches.keys()).filter((name) => name.startsWith("page-") && name !== PAGE);
  await Promise.all(pages.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

/** From the cache, else from the network; for files that never change. */
async function cacheFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** From the network, else from this version of the page: a newer one may need files that are not here. */
async function networkFirst(request, key) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.open(PAGE).then((cache) => cache.match(key));
    if (cached) return cached;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(cacheFirst(event.request));
  // Every address of the page is the same page.
  else if (event.request.mode === "navigate") event.respondWith(networkFirst(event.request, "/"));
  else event.respondWith(networkFirst(event.request, event.request));
});

/** A click on a notice leads to the table, in the window where it is open already if there is one. */
async function toTable(path) {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((each) => new URL(each.url).pathname === path);
  return open ? open.focus() : self.clients.openWindow(path);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(toTable(event.notification.data));
});
