// Caches the whole page, so that it works without a network, and hands out the engine, whose pieces the page caches
// (src/engine/files.ts). Answers of the server are not cached here: only the server knows the state of a table, and the
// page itself caches conundrums (src/conundrum/cache.ts).

// The build writes the versions and the names of all files here: a new version is fetched as a whole before it takes over.
const VERSION = "";
const ENGINE = "";
const FILES = ["./"];

// Several sites may share a host: names of caches and locks hold the folder of the site.
const SCOPE = new URL(self.registration.scope).pathname;
const PAGES = `page:${SCOPE}:`;
const PAGE = PAGES + VERSION;
const PIECES = `engine:${SCOPE}`;
const LOCKS = `tessella:${SCOPE}:`;

/** Fetches this version as a whole. Only files with a hash in their names may come from the browser's own cache. */
async function install() {
  const cache = await caches.open(PAGE);
  const requests = FILES.map((name) => new Request(name, { cache: name.startsWith("assets/") ? "default" : "no-cache" }));
  await cache.addAll(requests);
  const page = await cache.match("./");
  // While a site is replaced, it may be new in part: the browser tries again later.
  if (!(await page.text()).includes(VERSION)) {
    await caches.delete(PAGE);
    throw new Error(`the page is not of version ${VERSION}`);
  }
  await self.skipWaiting();
}

/** The versions that open windows use, each as "page:engine"; null if the browser does not tell. */
async function inUse() {
  const locks = await self.navigator.locks?.query();
  return locks ? locks.held.filter(({ name }) => name.startsWith(LOCKS)).map(({ name }) => name.slice(LOCKS.length)) : null;
}

/** Whether a cache holds a page of this site. (Version 0.1.0 was always at the root and named no folder.) */
function isPage(name) {
  return name.startsWith(PAGES) || (SCOPE === "/" && name.startsWith("page-"));
}

/** Deletes pages that no window shows; but the one before this stays, for a window that is just opening. */
async function tidyPages(used) {
  const old = (await caches.keys()).filter((name) => isPage(name) && name !== PAGE);
  const kept = [old.at(-1), ...(used ?? []).map((each) => PAGES + each.split(":")[0])];
  await Promise.all(old.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
}

/** Deletes files of the engine that neither this version nor an open window needs. */
async function tidyPieces(used) {
  if (used === null || !(await caches.has(PIECES))) return;
  const cache = await caches.open(PIECES);
  const versions = new Set([ENGINE, ...used.map((each) => each.split(":")[1])]);
  const needed = new Set();
  const requests = await cache.keys();
  for (const request of requests) {
    const version = new URL(request.url).searchParams.get("version");
    if (!versions.has(version)) continue;
    const list = await (await cache.match(request)).json();
    const paths = [...list.files.flatMap((file) => file.pieces.map((piece) => piece.path)), ...Object.values(list.modules)];
    for (const path of paths) needed.add(new URL(path, self.registration.scope).href);
    needed.add(request.url);
  }
  await Promise.all(requests.filter(({ url }) => !needed.has(url)).map((request) => cache.delete(request)));
}

async function tidy() {
  const used = await inUse();
  await Promise.all([tidyPages(used), tidyPieces(used)]);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  if (event.data === "version") event.ports[0]?.postMessage(VERSION);
  if (event.data === "tidy") event.waitUntil(tidy());
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
  if (event.request.method !== "GET" || !url.href.startsWith(self.registration.scope)) return;
  const path = url.pathname.slice(SCOPE.length);
  if (path.startsWith("api/") || path === "engine/engine.json") return;
  if (path.startsWith("assets/") || path.startsWith("engine/")) event.respondWith(cacheFirst(event.request));
  // Every address of the page is the same page.
  else if (event.request.mode === "navigate") event.respondWith(networkFirst(event.request, "./"));
  else event.respondWith(networkFirst(event.request, event.request));
});

/** How long a window may take to say where it is, in milliseconds. */
const PATIENCE = 500;

/** Where a window is now. The browser tells only where it was loaded. */
function whereIs(client) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE, null);
    client.postMessage("where", [port2]);
  });
}

/** The window that shows an address; undefined if there is none. */
async function windowAt(address) {
  const windows = await self.clients.matchAll({ type: "window" });
  const addresses = await Promise.all(windows.map(whereIs));
  return windows[addresses.indexOf(address)];
}

/** A click on a notice leads to the table, in the window where it is open already if there is one. */
async function toTable(address) {
  const open = await windowAt(address);
  return open ? open.focus() : self.clients.openWindow(address);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(toTable(event.notification.data));
});
