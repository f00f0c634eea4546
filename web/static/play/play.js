// Playing: the round on the table, and what moves do to it.

import { BoardView } from "../board.js";
import { nextZoom, zoomThatFits } from "../boardbox.js";
import { AriaGrid } from "../grid.js";
import { listenKeyboard, listenMouse, listenTouch } from "../input.js";
import { Journal } from "../journal.js";
import { Counter, Face } from "../panel.js";
import { randomSeed } from "../random.js";
import { Game, OPEN } from "../rules.js";
import * as stored from "../settings.js";
import { Assistance } from "./assistance.js";
import { Controls } from "./controls.js";
import { NoGuessBoards } from "./noguess.js";
import { Record } from "./record.js";
import { resultOf, Statistics } from "./statistics.js";

const byId = (id) => document.getElementById(id);
// What the window adds to its board on both sides together, in units.
const FRAME = { width: 24, height: 62 };

// A mode, see modes.js; its HTML is in index.html.
export function mount(host, shell) {
  return new Play(shell);
}

class Play {
  constructor(shell) {
    this.shell = shell;
    this.settings = shell.settings;
    this.canvas = byId("board");
    this.frame = byId("frame");
    this.view = new BoardView(this.canvas);
    this.grid = new AriaGrid(byId("grid"), (cell) => this.help.describe(cell));
    this.minesLeft = new Counter(byId("mines"));
    this.clock = new Counter(byId("clock"));
    this.face = new Face(byId("face"));
    this.journal = shell.asked.test ? new Journal() : null;
    this.statistics = new Statistics();
    this.ticking = null;
    const { seed, board } = shell.asked;
    // `fixed`: the seed or board that is played again and again; `again` one that is played once.
    this.round = { game: null, begun: -1, started: null, ended: null, fixed: seed, board, clicks: 0 };
    if (board) this.settings.level = levelText(board.level);
    this.help = new Assistance(shell, this);
    this.controls = new Controls(this);
    this.dealer = new NoGuessBoards(shell);
    this.layOut();
    this.newGame();
    this.#listen();
    this.fresh = true;
    if (shell.asked.refused.length) this.say(shell.asked.refused.join(" "));
  }

  // Back from another mode: the window or the colours may have changed.
  show() {
    if (!this.fresh) this.layOut();
    this.fresh = false;
    this.view.showAll(this.round.game);
  }

  get level() {
    return stored.parseLevel(this.settings.level);
  }

  // Begin a round: on the fixed board or seed if there is one, or on the same board `again`, else
  // on a random one.
  newGame(again = null) {
    const { round, settings, level } = this;
    clearInterval(this.ticking);
    this.dealer.cancel();
    const seed = round.fixed ?? again?.seed ?? randomSeed();
    const mined = round.board?.mined ?? again?.mined ?? null;
    round.game = new Game(level, seed, settings.rule, mined);
    const repeated = Boolean(round.fixed || round.board || again);
    Object.assign(round, { begun: round.begun + 1, started: null, ended: null, clicks: 0, repeated });
    Object.assign(round, { hinted: false, counted: false, record: new Record(round.game) });
    this.view.press(round.game, []);
    this.view.showAll(round.game);
    this.grid.show(round.game);
    this.minesLeft.fit(level.mines);
    this.minesLeft.show(level.mines);
    this.clock.fit(0);
    this.clock.show(0);
    this.face.show("smile");
    const which = round.fixed ? `Board “${round.fixed}”. ` : round.board ? "A board from a link. " : again ? "The same board again. " : "";
    this.say(`${which}Click any cell to begin.`);
    this.controls.showRound(round);
    this.help.follow();
  }

  say(text) {
    byId("status").textContent = text;
  }

  // Take a move: "open", "chord" or "flag" on a cell.
  play(kind, cell) {
    const { game } = this.round;
    if (game.over || this.dealer.busy) return;
    const first = kind === "open" && !game.mined && game.state[cell] !== OPEN;
    if (first && this.settings.noguess) {
      this.dealer.deal(this, cell);
      return;
    }
    this.#carryOut(kind, cell);
  }

  #carryOut(kind, cell) {
    const { game, record } = this.round;
    const move = () => {
      if (kind === "flag") game.flag(cell, this.settings.marks);
      else game[kind](cell);
    };
    const waiting = game.stage === "waiting";
    this.round.clicks++;
    if (this.journal) this.journal.add(game, this.round.begun, kind, cell, move);
    else move();
    if (waiting && game.stage !== "waiting") this.#start();
    record.add(kind, cell, this.round.started);
    this.#changed();
    if (game.over) this.#finish();
  }

  // Lay the mines that a dealer found, and open the first cell.
  begin(mined, cell) {
    this.round.game.lay(mined);
    this.#carryOut("open", cell);
  }

  undo() {
    const { round } = this;
    const over = round.game.over;
    if (this.dealer.busy) return;
    if (!round.game.undo()) {
      this.say("There is no move to take back.");
      return;
    }
    round.record.undo();
    this.#resume(over, "Took one move back.");
  }

  goOn() {
    const over = this.round.game.over;
    this.round.game.goOn();
    this.round.record.goOn();
    this.#resume(over, "Going on: the mine counts as flagged.");
  }

  again() {
    const { game } = this.round;
    this.newGame({ seed: game.seed, mined: game.mined });
  }

  #resume(wasOver, said) {
    const { round } = this;
    this.face.show("smile");
    if (wasOver) {
      round.started += performance.now() - round.ended;
      round.ended = null;
      this.#tickOn();
    }
    this.#changed();
    this.say(`${said} This game does not count in the statistics.`);
  }

  #changed() {
    const { game } = this.round;
    this.view.show(game, game.takeChanged());
    this.grid.show(game);
    this.minesLeft.show(game.level.mines - game.flags);
    this.controls.showRound(this.round);
    this.help.follow();
  }

  #start() {
    this.round.started = performance.now();
    this.clock.show(1);
    this.#tickOn();
    const touch = window.matchMedia("(pointer: coarse)").matches;
    this.say(touch ? "A tap opens or chords, holding flags." : "Left opens, right flags, both chord.");
  }

  #tickOn() {
    const tick = () => this.clock.show(1 + Math.floor((performance.now() - this.round.started) / 1000));
    this.ticking = setInterval(tick, 100);
  }

  #finish() {
    const { round, settings } = this;
    const { game } = round;
    clearInterval(this.ticking);
    round.ended = performance.now();
    const result = resultOf(round);
    const { seconds, threeBV, clicks } = result;
    this.journal?.games.push({ stage: game.stage, seconds, moves: clicks, threeBV });
    const won = game.stage === "won";
    this.face.show(won ? "cool" : "dead");
    const helped = [
      game.undone && `${game.undone} taken back`,
      game.hit.size && `gone on after ${game.hit.size === 1 ? "a mine" : `${game.hit.size} mines`}`,
      round.hinted && "with hints",
    ].filter(Boolean);
    const counts = !helped.length && !round.repeated && !round.counted;
    const best = counts && this.statistics.add(settings.level, settings.noguess, result);
    round.counted ||= counts;
    const figures = [`${seconds.toFixed(2)} s`, `${clicks} clicks`, `3BV ${threeBV}`];
    if (won) figures.push(`${(threeBV / seconds).toFixed(2)} 3BV/s`, `efficiency ${Math.round((100 * threeBV) / clicks)} %`);
    const end = won ? `Won in ${figures.join(", ")}.` : `Lost after ${figures.join(", ")}.`;
    this.say(`${end}${best ? " Your best time!" : ""}${helped.length ? ` (${helped.join(", ")}: not counted)` : ""}`);
    this.controls.showStatistics();
    this.controls.showRound(round);
  }

  layOut() {
    const { view, settings, level, frame } = this;
    const { innerWidth, innerHeight } = window;
    const room = { width: innerWidth - (innerWidth < 620 ? 16 : 40), height: innerHeight - 200 };
    const fits = () => zoomThatFits(level, room, FRAME);
    this.laidFor = innerWidth;
    view.moveCursor(this.round.game ?? { size: 0 }, null);
    view.source = null;
    view.layout(level, settings.zoom === "auto" ? fits() : Number(settings.zoom), this.shell.theme, this.shell.asked.whole);
    frame.style.setProperty("--u", `${view.unit}px`);
    this.grid.layout(level, `Board, ${level.rows} rows, ${level.cols} columns, ${level.mines} mines`);
    this.settle();
  }

  // Put the canvas on whole device pixels: between them it would be blurred.
  settle() {
    const { frame } = this;
    frame.style.left = frame.style.top = "0";
    const box = this.canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    const off = (place) => (Math.round(place * ratio) - place * ratio) / ratio;
    frame.style.left = `${off(box.left + window.scrollX)}px`;
    frame.style.top = `${off(box.top + window.scrollY)}px`;
  }

  #setting(name) {
    const { round, settings } = this;
    if (name === "level") {
      round.board = null;
      stored.changeAddress({ level: settings.level, board: null });
    }
    if (name === "rule") stored.changeAddress({ rule: settings.rule });
    if (["level", "zoom", "theme"].includes(name)) this.layOut();
    if (["level", "rule", "noguess"].includes(name)) this.newGame();
    else this.view.showAll(round.game);
    this.grid.show(round.game);
    this.help.repaint();
  }

  changeSeed(seed) {
    Object.assign(this.round, { fixed: seed, board: null });
    stored.changeAddress({ seed, board: null, level: seed ? this.settings.level : null });
    this.newGame();
  }

  // One step larger or smaller.
  zoomBy(step) {
    const zoom = nextZoom(this.view.unit, step);
    if (zoom) this.controls.setZoom(String(zoom));
  }

  #listen() {
    const moves = this.#moves();
    listenMouse(this.canvas, this.view, moves);
    listenTouch(this.canvas, this.view, moves);
    listenKeyboard(byId("grid"), this.view, moves);
    byId("face").addEventListener("click", () => this.newGame());
    window.addEventListener("scroll", () => this.view.follow(), { passive: true });
    window.addEventListener("resize", () => this.#resized());
    this.shell.listen((name) => this.#setting(name));
    if (this.journal) {
      this.journal.watchPage(this.canvas, byId("face"));
      this.journal.publish(() => this.round);
    }
  }

  #moves() {
    const { settings, round } = this;
    const isOpen = (cell) => round.game.state[cell] === OPEN;
    const open = (cell) => {
      if (this.help.take(cell)) return;
      if (this.controls.tapFlags && !isOpen(cell)) this.play("flag", cell);
      else this.play(settings.easychord && isOpen(cell) ? "chord" : "open", cell);
    };
    return {
      newGame: () => this.newGame(),
      open,
      chord: (cell) => this.play("chord", cell),
      flag: (cell) => this.play("flag", cell),
      // A touch held long, the other thing than a tap.
      hold: (cell) => this.play(this.controls.tapFlags && !isOpen(cell) ? "open" : "flag", cell),
      tap: (cell) => (isOpen(cell) && !this.help.asking ? this.play("chord", cell) : open(cell)),
      key: (cell) => (this.help.take(cell) ? null : this.play(isOpen(cell) ? "chord" : "open", cell)),
      cursor: (cell) => {
        this.view.moveCursor(round.game, cell);
        this.grid.moveTo(cell);
        if (cell !== null) this.view.reveal(cell);
      },
      press: (cell, how) => {
        const { game } = round;
        if (game.over || this.help.asking) return;
        const cells = cell === null ? [] : how === "chord" ? [cell, ...game.around(cell)] : [cell];
        this.view.press(game, how ? cells : []);
        this.face.show(how === "open" || how === "chord" ? "oh" : "smile");
      },
    };
  }

  #resized() {
    const { view, settings, round } = this;
    if (!this.frame.checkVisibility()) return;
    // A phone that is turned has another width to fit; elsewhere a board stays as large as it is.
    const turned = window.matchMedia("(pointer: coarse)").matches && this.laidFor !== window.innerWidth;
    if (window.devicePixelRatio !== view.ratio || (turned && settings.zoom === "auto")) {
      this.layOut();
      view.showAll(round.game);
    } else this.settle();
    view.follow();
  }
}

function levelText({ rows, cols, mines }) {
  return `${cols}x${rows}/${mines}`;
}
