// The service worker: keeps the page's files, so that it works without a network after the first
// visit. With a network the network's files are used, so that nobody is left with an old page.

const scope = new URL(self.registration.scope);
// Other pages of this origin have caches of their own, which are none of ours.
const KEPT = `mwagent ${scope.pathname}`;
// The one name that every page of this kind had once.
const FORMER = "minesweeper";
// Seconds that the network may take before what is kept is used.
const PATIENCE = 3;

// Every file but this one and the pages themselves; a test keeps the list true.
const FILES = [
  "analyse/brushes.js",
  "analyse/editor.js",
  "analyse/filecard.js",
  "analyse/mode.css",
  "analyse/mode.js",
  "analyse/positioncard.js",
  "analyse/strokes.js",
  "app/database.js",
  "app/drops.js",
  "app/element.js",
  "app/files.js",
  "app/links.js",
  "app/modes.js",
  "app/page.js",
  "app/python.js",
  "app/settings.js",
  "app/shell.js",
  "app/style.css",
  "app/words.js",
  "board/board.js",
  "board/boardbox.js",
  "board/desk.js",
  "board/grid.js",
  "board/holdring.js",
  "board/input.js",
  "board/marks.js",
  "board/pane.js",
  "board/panel.js",
  "board/sheet.js",
  "board/tiles.js",
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
  "engine/client.js",
  "engine/engine.js",
  "engine/engine.wasm",
  "engine/module.js",
  "engine/worker.js",
  "formats/boardfile.js",
  "formats/csv.js",
  "formats/formaterror.js",
  "formats/mbf.js",
  "formats/mine.js",
  "formats/plaintext.js",
  "formats/position.js",
  "game/botlog.js",
  "game/metrics.js",
  "game/neighbours.js",
  "game/random.js",
  "game/record.js",
  "game/replay.js",
  "game/rules.js",
  "game/watched.js",
  "hints/advice.js",
  "hints/advisor.js",
  "hints/contradiction.js",
  "hints/reasons.js",
  "hints/whycard.js",
  "history/accuracy.js",
  "history/mode.css",
  "history/mode.js",
  "history/statistics.js",
  "history/store.js",
  "history/tabs.js",
  "history/timegraph.js",
  "history/transfer.js",
  "icon-192.png",
  "icon-512.png",
  "icon.svg",
  "manifest.webmanifest",
  "play/assistance.js",
  "play/cells.js",
  "play/clock.js",
  "play/controls.js",
  "play/ending.js",
  "play/gamelog.js",
  "play/hints.js",
  "play/journal.js",
  "play/keeper.js",
  "play/layout.js",
  "play/meter.js",
  "play/noguess.js",
  "play/play.css",
  "play/play.js",
  "play/prospect.js",
  "play/recording.js",
  "play/round.js",
  "play/scoreboard.js",
  "play/sharing.js",
  "play/trivial.js",
  "play/turning.js",
  "review/describe.js",
  "review/gamefiles.js",
  "review/grade.js",
  "review/graph.js",
  "review/helpcard.js",
  "review/mode.css",
  "review/mode.js",
  "review/movelist.js",
  "review/pace.js",
  "review/stepper.js",
  "review/summary.js",
  "review/summarycard.js",
  "screenshot/board.js",
  "screenshot/catch.js",
  "screenshot/mode.css",
  "screenshot/mode.js",
  "screenshot/picture.js",
  "screenshot/reading.js",
  "train/daily.js",
  "train/dailycard.js",
  "train/exercise.js",
  "train/glicko.js",
  "train/hints.js",
  "train/lessons.js",
  "train/maker.js",
  "train/mode.css",
  "train/mode.js",
  "train/puzzlemodule.js",
  "train/ratingcard.js",
  "train/schedule.js",
  "train/store.js",
  "train/train.wasm",
  "train/trainer.js",
  "train/worker.js",
  "watch/answers.js",
  "watch/botgame.js",
  "watch/botmarks.js",
  "watch/botshow.js",
  "watch/candidates.js",
  "watch/coachgame.js",
  "watch/coachshow.js",
  "watch/mode.css",
  "watch/mode.js",
  "watch/optionfields.js",
  "watch/pace.js",
  "watch/solvergame.js",
  "watch/solvershow.js",
];
// Built by `make site`; Minesweeper can be played without them.
const OPTIONAL = ["dragonsweeper/dragon.wasm", "engine/engine.wasm", "train/train.wasm"];

// Folders with a page: whatever an address asks of it, it is one file.
const PAGES = ["", "dragonsweeper/"];

const addresses = new Set(FILES.map((file) => new URL(file, scope).pathname));

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(forgetOld()));

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
