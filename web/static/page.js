// The page: settings, the round on the table, and what moves do to it.

import { BoardView } from "./board.js";
import { listenKeyboard, listenMouse, listenTouch } from "./input.js";
import { Journal } from "./journal.js";
import { Options } from "./options.js";
import { Counter, Face } from "./panel.js";
import { randomSeed } from "./random.js";
import { Game, OPEN } from "./rules.js";
import * as stored from "./settings.js";

const byId = (id) => document.getElementById(id);
const canvas = byId("board");
const frame = byId("frame");
const view = new BoardView(canvas);
const minesLeft = new Counter(byId("mines"));
const clock = new Counter(byId("clock"));
const face = new Face(byId("face"));

const asked = stored.readSettings(location.search);
const settings = asked.settings;
const journal = asked.test ? new Journal() : null;

const round = { game: null, begun: -1, started: null, ended: null, fixed: asked.seed, clicks: 0 };
let ticking = null;

function newGame() {
  clearInterval(ticking);
  const seed = round.fixed ?? randomSeed();
  round.game = new Game(stored.parseLevel(settings.level), seed, settings.rule);
  Object.assign(round, { begun: round.begun + 1, started: null, ended: null, clicks: 0 });
  view.press(round.game, []);
  view.showAll(round.game);
  minesLeft.show(round.game.level.mines);
  clock.show(0);
  face.show("smile");
  say(round.fixed ? `Board "${round.fixed}". Click any cell to begin.` : "Click any cell to begin.");
}

function say(text) {
  byId("status").textContent = text;
}

function tick() {
  clock.show(1 + Math.floor((performance.now() - round.started) / 1000));
}

function begin() {
  round.started = performance.now();
  clock.show(1);
  ticking = setInterval(tick, 100);
  say("Left opens, right flags, both chord.");
}

function finish() {
  const { game } = round;
  clearInterval(ticking);
  round.ended = performance.now();
  const seconds = (round.ended - round.started) / 1000;
  const threeBV = game.threeBV();
  journal?.games.push({ stage: game.stage, seconds, moves: round.clicks, threeBV });
  const won = game.stage === "won";
  face.show(won ? "cool" : "dead");
  const told = `${seconds.toFixed(2)} s, ${round.clicks} clicks, 3BV ${threeBV}`;
  const best = won && !round.fixed && stored.offerTime(settings.level, seconds);
  say(won ? `Won in ${told}.${best ? " Your best time!" : ""}` : `Lost after ${told}.`);
  options.showTimes();
}

function play(kind, cell) {
  const { game } = round;
  if (game.over) return;
  const move = () => {
    if (kind === "flag") game.flag(cell, settings.marks);
    else game[kind](cell);
  };
  const waiting = game.stage === "waiting";
  round.clicks++;
  if (journal) journal.add(game, round.begun, kind, cell, move);
  else move();
  view.show(game, game.takeChanged());
  minesLeft.show(game.level.mines - game.flags);
  if (waiting && game.stage !== "waiting") begin();
  if (game.over) finish();
}

const moves = {
  newGame,
  open(cell) {
    if (settings.easychord && round.game.state[cell] === OPEN) play("chord", cell);
    else play("open", cell);
  },
  chord: (cell) => play("chord", cell),
  flag: (cell) => play("flag", cell),
  tap: (cell) => play(round.game.state[cell] === OPEN ? "chord" : "open", cell),
  cursor: (cell) => view.moveCursor(round.game, cell),
  press(cell, how) {
    const { game } = round;
    if (game.over) return;
    const cells = cell === null ? [] : how === "chord" ? [cell, ...game.around(cell)] : [cell];
    view.press(game, how ? cells : []);
    face.show(how === "open" || how === "chord" ? "oh" : "smile");
  },
};

// The largest zoom of the steps at which the board fits the window beside the page around it.
function zoomThatFits(level) {
  const room = (zoom) =>
    (16 * level.cols + 24) * zoom + 40 <= window.innerWidth &&
    (16 * level.rows + 62) * zoom + 110 <= window.innerHeight;
  return [3, 2.5, 2, 1.5].find(room) ?? 1;
}

function layOut() {
  const level = stored.parseLevel(settings.level);
  const zoom = settings.zoom === "auto" ? zoomThatFits(level) : Number(settings.zoom);
  document.documentElement.dataset.theme = settings.theme;
  view.moveCursor(round.game ?? { size: 0 }, null);
  view.layout(level, zoom, settings.theme, asked.whole);
  frame.style.setProperty("--u", `${view.unit}px`);
  settle();
}

// Put the canvas on whole device pixels: between them it would be blurred.
function settle() {
  frame.style.left = frame.style.top = "0";
  const box = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const off = (place) => (Math.round(place * ratio) - place * ratio) / ratio;
  frame.style.left = `${off(box.left + window.scrollX)}px`;
  frame.style.top = `${off(box.top + window.scrollY)}px`;
}

function change(name, value) {
  settings[name] = value;
  stored.rememberSettings(settings);
  if (name === "level" || name === "zoom" || name === "theme") layOut();
  if (name === "level" || name === "rule") newGame();
  else view.showAll(round.game);
}

function changeSeed(seed) {
  round.fixed = seed;
  newGame();
}

function followZoom() {
  if (window.devicePixelRatio === view.ratio) settle();
  else {
    layOut();
    view.showAll(round.game);
  }
}

const options = new Options(settings, asked.seed, { change, changeSeed });
layOut();
newGame();
listenMouse(canvas, view, moves);
listenTouch(canvas, view, moves);
listenKeyboard(canvas, view, moves);
byId("face").addEventListener("click", newGame);
window.addEventListener("resize", followZoom);
if (journal) {
  journal.watchPage(canvas, byId("face"));
  journal.publish(() => round);
}
if (asked.refused.length) say(`Not understood in the address: ${asked.refused.join(", ")}.`);
