// The service worker: keeps the page's files, so that it works without a network after the first
// visit. With a network the network's files are used, so that nobody is left with an old page.

const KEPT = "minesweeper";
// Seconds that the network may take before what is kept is used.
const PATIENCE = 3;

// Every file but this one and the pages themselves; a test keeps the list true.
const FILES = [
  "advice.js",
  "advisor.js",
  "analyse/brushes.js",
  "analyse/contradiction.js",
  "analyse/editor.js",
  "analyse/filecard.js",
  "analyse/mode.css",
  "analyse/mode.js",
  "analyse/positioncard.js",
  "analyse/strokes.js",
  "board.js",
  "boardbox.js",
  "desk.js",
  "dragonsweeper/art.js",
  "dragonsweeper/art.svg",
  "dragonsweeper/board.js",
  "dragonsweeper/book.js",
  "dragonsweeper/challenge.js",
  "dragonsweeper/choices.js",
  "dragonsweeper/client.js",
  "dragonsweeper/core.js",
  "dragonsweeper/dragon.wasm",
  "dragonsweeper/ending.js",
  "dragonsweeper/hero.js",
  "dragonsweeper/icon.svg",
  "dragonsweeper/input.js",
  "dragonsweeper/inspector.js",
  "dragonsweeper/marks.js",
  "dragonsweeper/page.js",
  "dragonsweeper/reasons.js",
  "dragonsweeper/seeds.js",
  "dragonsweeper/style.css",
  "dragonsweeper/words.js",
  "dragonsweeper/worker.js",
  "element.js",
  "engine/client.js",
  "engine/engine.js",
  "engine/engine.wasm",
  "engine/module.js",
  "engine/worker.js",
  "files.js",
  "formats/boardfile.js",
  "formats/csv.js",
  "formats/formaterror.js",
  "formats/mbf.js",
  "formats/mine.js",
  "formats/plaintext.js",
  "formats/position.js",
  "games/botlog.js",
  "games/fromplay.js",
  "games/record.js",
  "games/replay.js",
  "grid.js",
  "icon-192.png",
  "icon-512.png",
  "icon.svg",
  "input.js",
  "journal.js",
  "links.js",
  "manifest.webmanifest",
  "marks.js",
  "metrics.js",
  "modes.js",
  "neighbours.js",
  "page.js",
  "panel.js",
  "play/assistance.js",
  "play/cells.js",
  "play/controls.js",
  "play/hints.js",
  "play/noguess.js",
  "play/play.css",
  "play/play.js",
  "play/record.js",
  "play/scoreboard.js",
  "play/sharing.js",
  "play/statistics.js",
  "python.js",
  "random.js",
  "reasons.js",
  "review/describe.js",
  "review/gamefiles.js",
  "review/grade.js",
  "review/graph.js",
  "review/helpcard.js",
  "review/mode.css",
  "review/mode.js",
  "review/movelist.js",
  "review/stepper.js",
  "review/summary.js",
  "review/summarycard.js",
  "rules.js",
  "screenshot/board.js",
  "screenshot/catch.js",
  "screenshot/mode.css",
  "screenshot/mode.js",
  "screenshot/picture.js",
  "screenshot/reading.js",
  "settings.js",
  "shell.js",
  "style.css",
  "tiles.js",
  "watch/answers.js",
  "watch/botgame.js",
  "watch/botmarks.js",
  "watch/botshow.js",
  "watch/candidates.js",
  "watch/mode.css",
  "watch/mode.js",
  "watch/optionfields.js",
  "watch/pace.js",
  "watch/solvergame.js",
  "watch/solvershow.js",
  "whycard.js",
  "words.js",
];
// Built by `make site`; Minesweeper can be played without them.
const OPTIONAL = ["dragonsweeper/dragon.wasm", "engine/engine.wasm"];

// Folders with a page: whatever an address asks of it, it is one file.
const PAGES = ["", "dragonsweeper/"];

const scope = new URL(self.registration.scope);
const addresses = new Set(FILES.map((file) => new URL(file, scope).pathname));

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));

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

async function keepAll() {
  const cache = await caches.open(KEPT);
  const keep = (file) => cache.add(new Request(new URL(file, scope), { cache: "no-cache" }));
  const needed = [...PAGES.map((folder) => folder || "./"), ...FILES.filter((file) => !OPTIONAL.includes(file))];
  await Promise.all(needed.map(keep));
  await Promise.allSettled(OPTIONAL.map(keep));
}

async function forgetOthers() {
  await self.clients.claim();
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
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
