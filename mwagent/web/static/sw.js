// The service worker: keeps the page's files, so that it works without a network after the first
// visit. With a network the network's files are used, so that nobody is left with an old page. A first
// visit is to be quick: what Play needs is kept first, and all the rest, a few files at a time, when a
// page that is idle asks for it by a message { keep: "all", besides } (app/offline.js): `besides` are the files
// of the language it is read in.

const scope = new URL(self.registration.scope);
// Other pages of this origin have caches of their own, which are none of ours.
const KEPT = `mwagent ${scope.pathname}`;
// The one name that every page of this kind had once.
const FORMER = "minesweeper";
// Seconds that the network may take before what is kept is used.
const PATIENCE = 3;
const ABREAST = 4;

// web/bundling.py writes these lists out as the page is served or built. What Play needs, with its hints, is
// kept at the first visit: here stands what app/page.js does not import, to which all imports are added.
const FIRST = [
  "app/style.css",
  "dragonsweeper/icon.svg",
  "engine/client.js",
  "engine/engine.wasm",
  "engine/worker.js",
  "icon.svg",
  "manifest.webmanifest",
  "play/play.css",
  "play/recording.js",
  "play/sharing.js",
];
// Languages, ZiNi, and what counts rules, for cells that are no squares: kept once they are used. Here stands how their
// names begin.
const USED = ["game/zini", "languages/", "rules/"];
// All else but this file and the pages themselves: kept once the page is idle.
const LATER = [];

// Folders with a page: whatever an address asks of it, it is one file.
const PAGES = ["", "dragonsweeper/"];

const addresses = new Set([...FIRST, ...LATER, ...USED].map((file) => new URL(file, scope).pathname));

self.addEventListener("install", (event) => {
  event.waitUntil(begin());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(forgetOld()));

self.addEventListener("message", (event) => {
  if (event.data?.keep !== undefined) event.waitUntil(keepMore(event.data.besides ?? []));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin) return;
  const page = PAGES.map((folder) => new URL(folder, scope)).find(
    ({ pathname }) => url.pathname === pathname || url.pathname === `${pathname}index.html`,
  );
  const name = page?.href ?? url.origin + url.pathname;
  if (page || addresses.has(url.pathname)) event.respondWith(answer(request, name));
});

// Keep all that is not kept yet; what is kept is renewed as it is used. A request that fails on its way
// is sent again as long as others come; what does not come then, because there is no network, is asked
// for again by the next page.
async function keepMore(besides) {
  const wanted = [...FIRST, ...besides.filter((file) => USED.includes(file)), ...PAGES.filter(Boolean), ...LATER];
  let failed = Infinity;
  for (;;) {
    const kept = await keptFiles();
    const missing = wanted.filter((file) => !kept.has(addressOf(file)));
    if (!missing.length || missing.length >= failed) return;
    failed = missing.length;
    while (missing.length) await Promise.allSettled(missing.splice(0, ABREAST).map((file) => keepAll([file])));
  }
}

// Keep what Play needs; where this worker follows another, renew what that one kept. What a page has
// just fetched is not sent once more at a first visit: the browser takes it from its own cache.
async function begin() {
  const before = await keptFiles();
  await keepAll(["./", ...FIRST], before.size ? "no-cache" : "force-cache");
  const more = [...PAGES, ...LATER, ...USED].filter((file) => file && before.has(addressOf(file)));
  await keepAll(more, "no-cache").catch(() => {}); // some of them may be gone
}

const addressOf = (file) => new URL(file, scope).href;

async function keptFiles() {
  const cache = await caches.open(KEPT);
  return new Set((await cache.keys()).map(({ url }) => url));
}

// How the network is asked says `mode`, see Request.cache.
async function keepAll(files, mode = "default") {
  const cache = await caches.open(KEPT);
  const keep = (file) => cache.add(new Request(addressOf(file), { cache: mode }));
  // Minesweeper can be played without what is compiled.
  const compiled = (file) => file.endsWith(".wasm");
  await Promise.all(files.filter((file) => !compiled(file)).map(keep));
  await Promise.allSettled(files.filter(compiled).map(keep));
}

// Forget files that the page has no more, and what was kept under the former name for this scope.
async function forgetOld() {
  await self.clients.claim();
  const wanted = new Set([...addresses, ...PAGES.map((folder) => new URL(folder, scope).pathname)]);
  await forget(KEPT, ({ pathname }) => !wanted.has(pathname));
  if (!(await caches.has(FORMER))) return;
  const left = await forget(FORMER, ({ href }) => href.startsWith(scope.href));
  if (!left) await caches.delete(FORMER);
}

// Take the entries out of a cache whose address is `old`; gives how many are left.
async function forget(name, old) {
  const cache = await caches.open(name);
  const keys = await cache.keys();
  const gone = keys.filter(({ url }) => old(new URL(url)));
  await Promise.all(gone.map((key) => cache.delete(key)));
  return keys.length - gone.length;
}

async function answer(request, name) {
  const cache = await caches.open(KEPT);
  const fetched = fetch(request).then((response) => {
    if (response.ok && !response.redirected) cache.put(name, response.clone());
    return response;
  });
  const waited = new Promise((resolve) => setTimeout(resolve, 1000 * PATIENCE));
  const first = await Promise.race([fetched.catch(() => null), waited]);
  return first ?? (await cache.match(name)) ?? fetched;
}
