// The page: one game on the table, what is done to it, and how it is shown.

import { loadArt } from "./art.js";
import { Board } from "./board.js";
import { showBook } from "./book.js";
import { ChallengeList } from "./challenge.js";
import { Choices } from "./choices.js";
import { LEVEL_UP } from "./core.js";
import { hideEnding, showEnding } from "./ending.js";
import { showHero } from "./hero.js";
import { listen } from "./input.js";
import { Inspector } from "./inspector.js";
import { Keeper } from "./keeper.js";
import { Marks } from "./marks.js";
import { reason } from "./reasons.js";
import { parseSeed, randomSeed, SEED_RULE } from "./seeds.js";
import { keepOffline } from "../app/offline.js";
import { HoldRing } from "../board/holdring.js";
import { Pane } from "../board/pane.js";
import { followColours } from "../app/colours.js";
import { changeAddress, readSettings, rememberSettings } from "../app/settings.js";
import { Line } from "../engine/line.js";
import { byId, button as newButton } from "../app/element.js";
import { many, t } from "../app/language.js";
import { capitalised } from "../app/words.js";
import { kindName, squareWords } from "./words.js";

const PACE = 220; // milliseconds between two moves of the solver while it plays on

// What core.js says of actions that cannot be done.
const REFUSED = {
  "that square is off the board": t("that square is off the board"),
  "that square is open and empty": t("that square is open and empty"),
  "the game is over": t("the game is over"),
  "experience points are missing for a level-up": t("experience points are missing for a level-up"),
};
const client = new Line(new URL("worker.js", import.meta.url), (why = t("it cannot be loaded")) =>
  t("the game’s worker failed: {why}", { why }),
);
const choices = new Choices();
const { settings } = readSettings(location.search); // of both pages
const board = new Board(byId("board"));
const inspector = new Inspector(byId("square"));
const keeper = new Keeper(say);
const marks = new Marks(byId("palette"), () => {
  keep();
  repaint();
});
const challenge = new ChallengeList(byId("challenge"), (seed) => enqueue(() => begin(seed)));

const MOST_SCALE = 3; // of a lair that is pinched to be larger in its pane
let scale = 1;
const pane = new Pane(byId("pane"), byId("board"), { scaled: (factor, point) => zoomTo(scale * factor, point) });

function zoomTo(wanted, point) {
  scale = Math.min(MOST_SCALE, Math.max(1, wanted));
  pane.keep(() => document.querySelector("main").style.setProperty("--scale", String(scale)), point);
}

const table = { seed: null, state: null, helped: 0, marking: false, watching: null, chosen: null };

const playing = () => table.state?.stage === "playing";

function say(text) {
  byId("status").textContent = text;
}

function repaint(lively = false) {
  if (!table.state) return;
  const { known, bounds } = choices.values;
  board.show(table.state, { known, bounds }, marks.texts, lively);
  inspector.show(table.state, inspector.square, choices.values.odds);
}

function show({ state, played }) {
  const before = table.state;
  table.state = state;
  for (const square of [...marks.texts.keys()]) if (!state.squares[square].hidden) marks.texts.delete(square);
  repaint(before !== null);
  showHero(state);
  showBook(byId("book").tBodies[0], state.book);
  const free = state.squares.filter((square) => square.free).length + (state.hero.free ? 1 : 0);
  byId("free-count").textContent = free;
  const over = state.stage !== "playing";
  for (const name of ["solver", "watch"]) button(name).disabled = over;
  button("free").disabled = over || free === 0;
  board.point(played.filter((action) => action !== LEVEL_UP));
  if (played.length) keep(played);
  if (over && before?.stage === "playing") finish(played.at(-1));
}

function keep(played = []) {
  if (playing()) keeper.keep(played, { helped: table.helped, marks: marks.texts });
  else keeper.forget();
}

function finish(last) {
  const { state, seed } = table;
  watch(false);
  // What the solver has done is not the player's.
  if (state.stage === "won" && !table.helped) choices.note(seed, state.cleared ? "cleared" : "won");
  challenge.show(choices.results, seed);
  const { kind, which } = state.squares[last] ?? {};
  const killer = kind && kindName(kind, which);
  showEnding(state, seed, table.helped, killer);
}

// Begins in a lair; with `kept`, goes on with a game of keeper.js.
async function begin(seed, kept = null) {
  watch(false);
  hideEnding();
  marks.texts.clear();
  Object.assign(table, { seed, state: null, helped: kept?.helped ?? 0 });
  inspector.square = null;
  const answer = await client.ask("begin", { seed, actions: kept?.actions });
  if (!kept) keeper.begin(seed);
  for (const [square, text] of kept?.marks ?? []) marks.texts.set(square, text);
  changeAddress({ seed: String(seed) });
  byId("seed").value = seed;
  byId("seed-error").textContent = "";
  document.title = t("Dragonsweeper, lair {seed}", { seed: String(seed) });
  show(answer);
  challenge.show(choices.results, seed);
  const lair = { seed: String(seed) };
  const finger = window.matchMedia("(pointer: coarse)").matches;
  say(
    finger
      ? t("Lair {seed}. The orb is in sight: tap it to begin.", lair)
      : t("Lair {seed}. The orb is in sight: click it to begin.", lair),
  );
}

const freeWords = (count) => many(count, "[One|{n}] free action[s] [was|were] played.");

function outcome(action) {
  const { squares, hero } = table.state;
  if (action === LEVEL_UP) return many(hero.maxHp - 1, "Level {level}: all {n} hearts are there.", { level: hero.level });
  return `${capitalised(squareWords(squares[action], { known: false, bounds: "off" }))}.`;
}

async function act(action) {
  const answer = await client.ask("act", { action, free: choices.values.free });
  show(answer);
  const more = answer.played.length - 1;
  if (answer.held) say(`${freeWords(more + 1)} ${t("They come first: click again for your square.")}`);
  else if (answer.refused) say(t("Nothing happens: {why}.", { why: REFUSED[answer.refused] ?? answer.refused }));
  else say(more ? `${outcome(action)} ${freeWords(more)}` : outcome(action));
}

async function playFree() {
  const answer = await client.ask("free");
  show(answer);
  say(freeWords(answer.played.length));
}

async function playSolver() {
  if (!playing()) return false;
  const answer = await client.ask("solver");
  table.helped += answer.played.length;
  show(answer);
  say(reason(answer.advice, answer.before));
  return answer.played.length > 0;
}

function watch(on) {
  clearTimeout(table.watching);
  table.watching = null;
  button("watch").setAttribute("aria-pressed", String(on));
  button("watch").textContent = on ? t("Stop") : t("Let it play");
  if (!on) return;
  const next = async () => {
    const more = await enqueue(playSolver);
    if (table.watching === null) return;
    if (more && table.state.stage === "playing") table.watching = setTimeout(next, PACE);
    else watch(false);
  };
  table.watching = setTimeout(next, 0);
}

async function share() {
  const address = new URL(location.href);
  address.search = `?seed=${table.seed}`;
  try {
    await navigator.clipboard.writeText(address.href);
    say(t("The link to this lair is copied."));
  } catch {
    say(t("The link to this lair: {address}", { address: address.href }));
  }
}

/** @returns {any} */
function button(name) {
  return document.querySelector(`[data-do="${name}"]`);
}

const actions = {
  solver: playSolver,
  watch: () => watch(table.watching === null),
  free: playFree,
  "level-up": () => act(LEVEL_UP),
  "new-lair": () => begin(randomSeed()),
  again: () => begin(table.seed),
  share,
  "show-lair"() {
    hideEnding();
    board.moveTo(board.cursor);
  },
  "mark-mode"() {
    table.marking = !table.marking;
    button("mark-mode").setAttribute("aria-pressed", String(table.marking));
  },
  "look-mode"() {
    choices.set("look", !choices.values.look);
    choose(null);
    showLook();
  },
};

function choose(square) {
  table.chosen = square;
  board.choose(square);
}

function showLook() {
  button("look-mode").setAttribute("aria-pressed", String(choices.values.look));
}

// On a phone what a square may hold stands between the lair and the actions, else with the cards.
const narrow = window.matchMedia("(max-width: 620px)");
function placeOdds() {
  if (narrow.matches) byId("actions").before(byId("square-card"));
  else byId("right").prepend(byId("square-card"));
}

// One thing after the other: what is asked while something is under way waits for it.
let last = Promise.resolve();
/** @returns {Promise<any>} */
function enqueue(work) {
  last = last.then(work).catch((error) => say(t("Something went wrong: {why}.", { why: error.message })));
  return last;
}

const moves = {
  play(square) {
    if (!playing()) return;
    if (table.marking) moves.mark(square);
    else {
      if (table.watching !== null) watch(false);
      enqueue(() => playing() && act(square));
    }
  },
  mark(square) {
    if (playing() && table.state.squares[square].hidden) marks.choose(square, board.cells[square]);
  },
  // A finger looks first, where that is chosen, and plays with the second tap.
  tap(square) {
    if (!choices.values.look || table.marking || table.chosen === square) {
      choose(null);
      moves.play(square);
      return;
    }
    choose(square);
    moves.see(square);
    say(t("Tap it again to play it."));
  },
  setMark(square, text) {
    if (playing() && table.state.squares[square].hidden) marks.set(square, text);
  },
  see(square) {
    if (table.state) inspector.show(table.state, square, choices.values.odds);
  },
  do(name) {
    if (button(name)?.disabled) return;
    enqueue(actions[name]);
  },
};

function listenToPage() {
  const ring = new HoldRing(byId("desk"));
  listen(board, moves, { time: () => Number(settings.hold), ring, moving: () => pane.running });
  document.addEventListener("click", ({ target }) => {
    const name = /** @type {any} */ (target).closest("[data-do]")?.dataset.do;
    if (name) moves.do(name);
  });
  byId("portrait").addEventListener("click", () => moves.do("level-up"));
  byId("xp").addEventListener("click", () => moves.do("solver"));
  byId("seed-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const seed = parseSeed(byId("seed").value);
    if (seed === null) byId("seed-error").textContent = SEED_RULE;
    else enqueue(() => begin(seed));
  });
  for (const name of ["known", "bounds", "odds", "free"]) {
    const field = byId(`option-${name}`);
    const property = field.type === "checkbox" ? "checked" : "value";
    field[property] = choices.values[name];
    field.addEventListener("change", () => {
      choices.set(name, field[property]);
      repaint();
    });
  }
}

// Goes on with the game that was left, unless another lair is asked for.
async function goOnOrBegin(seed) {
  const kept = await keeper.find(seed);
  if (kept) {
    try {
      await begin(kept.seed, kept);
      if (table.state.stage === "playing") return say(t("Your game goes on where it was left."));
    } catch (error) {
      if (error.name !== "EngineError") throw error;
      keeper.forget();
    }
  }
  return begin(seed ?? randomSeed());
}

async function open() {
  const paint = followColours(settings, (theme) => {
    settings.theme = theme;
    rememberSettings(settings);
    paint();
  });
  showLook();
  placeOdds();
  narrow.addEventListener("change", placeOdds);
  inspector.show(null, null);
  const asked = new URLSearchParams(location.search).get("seed");
  const seed = parseSeed(asked);
  try {
    await loadArt(byId("art"));
    await goOnOrBegin(seed);
  } catch (error) {
    say(`${t("The game cannot be loaded: {why}.", { why: error.message })} `);
    byId("status").append(newButton(t("Try again"), () => location.reload()));
    return;
  } finally {
    document.querySelector("main").classList.remove("coming");
  }
  if (asked !== null && seed === null)
    say(`${t("“{asked}” in the address is no seed.", { asked })} ${SEED_RULE} ${t("This is lair {seed}.", { seed: String(table.seed) })}`);
  listenToPage();
  keepOffline("../sw.js");
  document.documentElement.dataset.ready = "true";
}

open();
