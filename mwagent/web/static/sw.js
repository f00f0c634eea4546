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
// Files that are asked for at once while somebody may be playing.
const ABREAST = 4;

// What Play needs, with its hints: kept at the first visit. Tests keep both lists true.
const FIRST = [
  "app/database.js",
  "app/drops.js",
  "app/element.js",
  "app/ids.js",
  "app/keys.js",
  "app/language.js",
  "app/late.js",
  "app/links.js",
  "app/modes.js",
  "app/offline.js",
  "app/page.js",
  "app/settings.js",
  "app/shell.js",
  "app/style.css",
  "app/words.js",
  "board/board.js",
  "board/boardbox.js",
  "board/fingers.js",
  "board/grid.js",
  "board/holdring.js",
  "board/input.js",
  "board/marks.js",
  "board/pane.js",
  "board/panel.js",
  "board/rulers.js",
  "board/sheet.js",
  "board/tiles.js",
  "dragonsweeper/icon.svg",
  "engine/client.js",
  "engine/engine.js",
  "engine/engine.wasm",
  "engine/module.js",
  "engine/worker.js",
  "formats/formaterror.js",
  "formats/position.js",
  "game/metrics.js",
  "game/neighbours.js",
  "game/random.js",
  "game/record.js",
  "game/rules.js",
  "hints/advice.js",
  "hints/advisor.js",
  "hints/contradiction.js",
  "hints/reasons.js",
  "history/header.js",
  "history/statistics.js",
  "history/store.js",
  "history/tabs.js",
  "icon.svg",
  "manifest.webmanifest",
  "play/assistance.js",
  "play/cells.js",
  "play/clock.js",
  "play/controls.js",
  "play/ending.js",
  "play/extras.js",
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
  "screenshot/catch.js",
];
// All else but this file and the pages themselves: kept once the page is idle.
const LATER = [
  "analyse/brushes.js",
  "analyse/editor.js",
  "analyse/filecard.js",
  "analyse/mode.css",
  "analyse/mode.js",
  "analyse/positioncard.js",
  "analyse/strokes.js",
  "app/files.js",
  "app/python.js",
  "app/skins.js",
  "board/desk.js",
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
  "dragonsweeper/input.js",
  "dragonsweeper/inspector.js",
  "dragonsweeper/keeper.js",
  "dragonsweeper/marks.js",
  "dragonsweeper/page.js",
  "dragonsweeper/reasons.js",
  "dragonsweeper/seeds.js",
  "dragonsweeper/style.css",
  "dragonsweeper/words.js",
  "dragonsweeper/worker.js",
  "formats/boardfile.js",
  "formats/csv.js",
  "formats/links.js",
  "formats/mbf.js",
  "formats/mine.js",
  "formats/plaintext.js",
  "formats/rawvf.js",
  "formats/sha1.js",
  "game/botlog.js",
  "game/replay.js",
  "game/watched.js",
  "hints/steps.js",
  "hints/whycard.js",
  "history/accuracy.js",
  "history/mode.css",
  "history/mode.js",
  "history/timegraph.js",
  "history/transfer.js",
  "icon-192.png",
  "icon-512.png",
  "play/firstgame.js",
  "play/pointerkeys.js",
  "play/preferences.js",
  "play/sought.js",
  "play/sounds.js",
  "review/describe.js",
  "review/gamefiles.js",
  "review/grade.js",
  "review/graph.js",
  "review/helpcard.js",
  "review/mode.css",
  "review/mode.js",
  "review/movelist.js",
  "review/pace.js",
  "review/playback.js",
  "review/pointerpath.js",
  "review/stepper.js",
  "review/summary.js",
  "review/summarycard.js",
  "screenshot/answer.js",
  "screenshot/board.js",
  "screenshot/example.json",
  "screenshot/example.png",
  "screenshot/mode.css",
  "screenshot/mode.js",
  "screenshot/picture.js",
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
// Languages, ZiNi, and what counts rules, which no mode loads: kept once they are used.
const USED = [
  "game/zini.js",
  "game/zini.wasm",
  "languages/de.json",
  "languages/de.more.json",
  "languages/es.json",
  "languages/es.more.json",
  "languages/fr.json",
  "languages/fr.more.json",
  "languages/ja.json",
  "languages/ja.more.json",
  "languages/pt-BR.json",
  "languages/pt-BR.more.json",
  "languages/zh-Hans.json",
  "languages/zh-Hans.more.json",
  "rules/rules.js",
  "rules/rules.wasm",
];
// Built by `make site`; Minesweeper can be played without them.
const OPTIONAL = ["dragonsweeper/dragon.wasm", "engine/engine.wasm", "game/zini.wasm", "rules/rules.wasm", "train/train.wasm"];

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

// Keep all that is not kept yet; what is kept is renewed as it is used. What does not come now, because
// there is no network, is asked for again by the next page.
async function keepMore(besides) {
  const kept = await keptFiles();
  const missing = [...FIRST, ...besides.filter((file) => USED.includes(file)), ...PAGES.filter(Boolean), ...LATER].filter(
    (file) => !kept.has(addressOf(file)),
  );
  while (missing.length) await keepAll(missing.splice(0, ABREAST)).catch(() => {});
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
  await Promise.all(files.filter((file) => !OPTIONAL.includes(file)).map(keep));
  await Promise.allSettled(files.filter((file) => OPTIONAL.includes(file)).map(keep));
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
