// Keeps the whole page, so that it is there without a network. Whatever the server says is never kept here: of a table only
// the server knows how it stands, and conundrums are kept by the page itself (src/conundrum/kept.ts).

// The build writes a stamp and the names of all files here: a new page is fetched as a whole before it takes over.
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

/** The page before this one is left for windows in which it is still open; those before that are done with. */
async function tidy() {
  const pages = (await caches.keys()).filter((name) => name.startsWith("page-") && name !== PAGE);
  await Promise.all(pages.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

/** What is there already, else from the network; for what never changes. */
async function keptFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** From the network, else as it was when this page was kept: what is newer may need files that are not here. */
async function networkFirst(request, key) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.open(PAGE).then((cache) => cache.match(key));
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(keptFirst(event.request));
  // Every address of the page is the same page.
  else if (event.request.mode === "navigate") event.respondWith(networkFirst(event.request, "/"));
  else event.respondWith(networkFirst(event.request, event.request));
});

/** A notice of somebody's turn leads to the table, in the window where it is open already if there is one. */
async function toTable(path) {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((each) => new URL(each.url).pathname === path);
  return open ? open.focus() : self.clients.openWindow(path);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(toTable(event.notification.data));
});
