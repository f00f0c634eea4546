// Playing: the round on the table, and what moves do to it.

import { button, byId, onClick } from "../app/element.js";
import { fixed, many, t, when } from "../app/language.js";
import { percent, secondsText } from "../app/words.js";
import { BoardView } from "../board/board.js";
import { nextZoom, underFingers } from "../board/boardbox.js";
import { AriaGrid } from "../board/grid.js";
import { HoldRing } from "../board/holdring.js";
import { listenKeyboard, listenMouse, listenTouch } from "../board/input.js";
import { Journal } from "./journal.js";
import { Counter, Face } from "../board/panel.js";
import { randomSeed } from "../game/random.js";
import { solvedBV } from "../game/metrics.js";
import { flagsOf, OPEN } from "../game/rules.js";
import { mostIn, topologyLoaded } from "../game/topology.js";
import { meant } from "../app/keys.js";
import { withLoaded } from "../app/late.js";
import { boardText, readBoard } from "../app/links.js";
import { minesOf } from "../formats/position.js";
import * as stored from "../app/settings.js";
import { takeDrops } from "../app/drops.js";
import { Statistics } from "../history/statistics.js";
import { followSheet } from "../board/sheet.js";
import { Assistance } from "./assistance.js";
import { Controls } from "./controls.js";
import { Ending } from "./ending.js";
import { Keeper } from "./keeper.js";
import { Layout } from "./layout.js";
import { NoGuessBoards } from "./noguess.js";
import { Round } from "./round.js";
import { proven } from "./trivial.js";
import { turnGame, turnLevel, unturned } from "./turning.js";

const BEGIN = underFingers() ? t("Tap any cell to begin.") : t("Click any cell to begin.");
const SETTLED_MS = 450; // a tap that changed the board so many milliseconds ago is no part of a double tap

// A mode, see modes.js; its HTML is in index.html.
export const mount = (host, shell) => new Play(shell);

class Play {
  constructor(shell) {
    this.shell = shell;
    this.settings = shell.settings;
    this.canvas = byId("board");
    this.frame = byId("frame");
    this.layout = new Layout({ doubled: () => performance.now() - this.moved > SETTLED_MS, changed: () => this.layOut() });
    this.moved = -Infinity; // when the board changed last
    this.view = new BoardView(this.canvas, this.layout.pane);
    this.ring = new HoldRing(this.frame);
    this.ending = new Ending(this);
    this.grid = new AriaGrid(byId("grid"), (cell) => this.help.describe(cell));
    this.minesLeft = new Counter(byId("mines"));
    this.clock = new Counter(byId("clock"));
    this.face = new Face(byId("face"));
    this.journal = shell.asked.test ? new Journal() : null;
    this.statistics = new Statistics(shell.games, () => this.controls?.showStatistics());
    this.keeper = new Keeper(shell.games, () => this.#moved());
    this.ticking = null;
    this.sounds = null; // where they are on (extras.js)
    this.round = null;
    this.ghost = null; // what is raced against (ghost.js)
    this.begun = -1; // the number of the round
    // What is played again and again: a seed, or a board {level, mined, start}.
    const { seed, board } = shell.asked;
    this.fixed = { seed, board };
    if (board) this.settings.level = stored.levelText(board.level);
    this.help = new Assistance(shell, this);
    this.controls = new Controls(this);
    this.dealer = new NoGuessBoards(shell);
    this.layOut();
    this.newGame();
    this.early = null; // moves made while it is not sure which game is on the table
    this.#find();
    this.#welcome();
    this.#listen();
    this.fresh = true;
    shell.games.tellTrouble((text) => {
      byId("unkept-why").textContent = text;
      byId("unkept").hidden = !text;
      this.layOut();
    });
    if (shell.asked.refused.length) this.say(shell.asked.refused.join(" "));
  }

  // Back from another mode: the window or the colours may have changed. A request is {resume}, the
  // id of a game to go on with, {again}, the header of one whose board is to be played again, or
  // {board}, as an address gives it (settings.js).
  show(request) {
    if (!this.fresh) this.layOut();
    this.fresh = false;
    this.view.showAll(this.round.game);
    this.#goOnTicking();
    if (request) window.scrollTo(0, 0); // from far down in a list
    if (request?.resume) this.#resumeFrom(request.resume);
    else if (request?.again) this.#playAgain(request.again);
    else if (request?.board) this.#playBoard(request.board);
    else if (request?.ghost) this.race(request.ghost);
  }

  // Play the board of a recorded game with that game beside it; null ends it.
  race(record) {
    this.ghost?.leave();
    this.ghost = null;
    if (!record) return;
    const { rows, cols, shape, key, mines } = record;
    const mined = minesOf({ cells: key, mines });
    this.#playBoard({ level: { rows, cols, mines: mined.size, ...(shape && { shape }) }, mined, start: null });
    const { link } = this;
    withLoaded(
      byId("status"),
      t("Ghost"),
      () => import("./ghost.js"),
      ({ Ghost }) => {
        if (this.link === link) this.ghost = Object.assign(new Ghost(this, record), { link });
      },
    );
  }

  // The clock stands still in other modes.
  hide() {
    this.round.clock.stop();
    this.keeper.keepClock();
  }

  // What is played, turned on its side where the window is an upright phone's.
  get level() {
    return this.#lying(stored.parseLevel(this.settings.level));
  }

  #lying(level) {
    return this.settings.upright && Layout.upright(level) ? turnLevel(level) : level;
  }

  // Begin a round: on the fixed board or seed if there is one, or on the same board `again`, else
  // on a random one.
  newGame(again = null) {
    const { fixed, settings, level } = this;
    const { seed, mined, start } = fixed.board ?? again ?? {};
    const order = {
      name: settings.level,
      level,
      seed: fixed.seed ?? seed ?? randomSeed(),
      rule: settings.rule,
      noguess: settings.noguess && mostIn(level) === 1,
      mined: mined ?? null,
      start: start ?? null,
      repeated: Boolean(fixed.seed || fixed.board || again || settings.bv || settings.efficiency),
      link: this.link,
    };
    this.#take(new Round(order, ++this.begun));
    const which = [
      fixed.seed && t("Board “{seed}”.", { seed: shortened(fixed.seed) }),
      fixed.board && t("A board from a link."),
      again && t("The same board again."),
    ].find(Boolean);
    this.say([which, order.start === null ? BEGIN : t("Its first cell is open.")].filter(Boolean).join(" "));
    if (order.start !== null) this.#carryOut("open", this.round.onTable(order.start), { quietly: true });
    const { game } = this.round;
    (window.requestIdleCallback ?? setTimeout)(() => game.mined || game.shuffle());
  }

  // What the address fixes, as a header says it (round.js); null where it fixes nothing.
  get link() {
    const { seed, board } = this.fixed;
    if (seed) return `seed:${seed}`;
    return board ? `board:${boardText(board.level, board.mined)}` : null;
  }

  // Lay a round on the table; `release` where it was stored (keeper.js).
  #take(round, release = null) {
    const { game } = round;
    clearInterval(this.ticking);
    this.ticking = null;
    this.dealer.cancel();
    const { level } = game;
    this.round = round;
    if (this.ghost && this.ghost.link !== round.order.link) this.race(null);
    this.keeper.begin(round, release);
    if (["cols", "rows", "shape"].some((one) => this.view.level[one] !== level[one])) this.layOut();
    this.view.press(game, []);
    this.view.showAll(game);
    this.grid.show(game);
    this.ending.forget();
    this.minesLeft.fit(level.mines);
    this.minesLeft.show(level.mines - game.flags);
    this.clock.fit(0);
    this.clock.show(0);
    this.face.show("smile");
    this.controls.showRound(round);
    this.help.follow();
  }

  // Look for the game that was on the table before the page was loaded.
  async #find() {
    if (!this.keeper.mayFind) return;
    this.early = [];
    const before = this.round;
    const found = await this.keeper.find({ link: this.link, chosen: this.shell.asked.chosen });
    const { early } = this;
    this.early = null;
    if (found && this.round === before) this.#restore(found, t("Your game goes on where it was left."));
    else {
      found?.release();
      for (const [kind, cell] of early) this.play(kind, cell);
    }
  }

  // Who has never played here is offered a game that teaches.
  async #welcome() {
    const { asked, games } = this.shell;
    if (asked.test || this.link || (await games.games()).length || byId("status").textContent !== BEGIN) return;
    const status = byId("status");
    const load = () => import("./firstgame.js");
    const learn = () => withLoaded(status, t("The first game"), load, ({ FirstGame }) => new FirstGame(this).begin());
    status.append(button(t("New to it? Learn it in five steps"), learn));
  }

  async #restore({ header, events, release }, said) {
    const { level } = header;
    let round;
    try {
      await topologyLoaded(level);
      round = Round.restored(header, events, ++this.begun, this.#lying(level));
    } catch ({ message: why }) {
      release();
      const time = when(header.begun, { dateStyle: "short", timeStyle: "medium" });
      return this.say(t("The game of {time} cannot be gone on with: {why}.", { time, why }));
    }
    if (this.settings.level !== header.name) {
      this.settings.level = header.name;
      this.controls.showLevel();
    }
    this.#take(round, release);
    if (round.clock.elapsed) this.clock.show(this.#seconds());
    this.#goOnTicking();
    return this.say(said);
  }

  async #resumeFrom(id) {
    if (id === this.round.id) return;
    const found = await this.keeper.take(id);
    if (!found) this.say(t("That game is being played in another tab."));
    else this.#restore(found, t("The game goes on where it was left."));
  }

  async #playAgain({ name, board, seed, start, noguess }) {
    const { level, mined } = readBoard(board);
    await topologyLoaded(level);
    this.changeSeed(null);
    this.settings.level = name;
    this.controls.showLevel();
    this.newGame({ seed, mined, start: noguess ? start : null });
  }

  // Play a board again and again, as if the address had asked for it.
  #playBoard(board) {
    this.fixed = { seed: null, board };
    this.settings.level = stored.levelText(board.level);
    this.controls.showLevel();
    stored.changeAddress({ board: boardText(board.level, board.mined), level: null, seed: null, start: null });
    this.newGame();
  }

  // A file that is dropped on the board: a whole board is played, all else goes where it belongs.
  #takeFile(file) {
    const load = () => import("../app/files.js");
    return withLoaded(byId("status"), t("What reads files"), load, ({ readFile }) => this.#playFile(readFile, file));
  }

  async #playFile(readFile, file) {
    const { shell } = this;
    try {
      const { position, records, picture } = await readFile(file);
      const mined = position && minesOf(position);
      const { rows, cols } = position ?? {};
      const level = mined && `${cols}x${rows}/${mined.size}`;
      if (level && !stored.levelTrouble(level)) this.#playBoard({ level: { rows, cols, mines: mined.size }, mined, start: null });
      else if (position) shell.go("analyse", { position, title: file.name });
      else if (records) shell.go("review", { records });
      else shell.go("screenshot", { picture });
    } catch (error) {
      if (error.name !== "FormatError") throw error;
      this.say(`${error.message}.`);
    }
  }

  // The game of this tab was taken on in another while this page was away.
  #moved() {
    this.newGame();
    this.say(t("Your game goes on in another tab. This is a new one."));
  }

  say(text) {
    byId("status").textContent = text;
  }

  // Take a move: "open", "chord" or "flag" on a cell.
  play(kind, cell) {
    const { game } = this.round;
    if (game.over || this.dealer.busy || this.early?.push([kind, cell])) return;
    const { noguess, bv, efficiency, autoplay } = this.settings;
    const first = kind === "open" && !game.mined && game.state[cell] !== OPEN;
    if (first && game.most === 1 && (noguess || bv || efficiency)) return void this.dealer.deal(this, cell);
    this.#carryOut(kind, cell);
    if (autoplay) this.#openTheProven();
  }

  // Open what single numbers prove, as long as there is any.
  #openTheProven() {
    const { round } = this;
    for (let cells; !round.game.over && (cells = proven(round.game)).length;) {
      for (const cell of cells) this.#carryOut("open", cell, { automatic: true });
    }
    if (!round.game.over) this.keeper.keep();
  }

  // `quietly`: the first cell of a board that begins with it; `automatic`: by no hand.
  #carryOut(kind, cell, { quietly = false, automatic = false } = {}) {
    const { round } = this;
    const { game } = round;
    const move = () => round.move(kind, cell, this.settings.marks, { quietly, automatic });
    if (this.journal) this.journal.add(game, round.number, kind, cell, move);
    else move();
    this.#goOnTicking();
    const changed = this.#changed();
    if (this.sounds && !automatic) this.sounds.moved(kind, changed, game, flagsOf(game.state[cell]) > 0);
    if (game.stage === "lost" && game.hit.size < Number(this.settings.lives)) this.#spendLife();
    else if (game.over) this.#finish();
    else if (!automatic) this.keeper.keep();
  }

  begin(mined, cell) {
    this.round.lay(mined);
    this.#carryOut("open", cell);
    if (this.settings.autoplay) this.#openTheProven();
  }

  undo() {
    if (this.dealer.busy || this.early) return;
    if (this.round.undo()) this.#resume(t("Took one move back."));
    else this.say(t("There is no move to take back."));
  }

  // A mine was hit, and there are lives left: it counts as flagged.
  #spendLife() {
    this.round.goOn();
    this.#resume("");
    const left = Number(this.settings.lives) - this.round.game.hit.size;
    this.say(many(left, "A mine: {n} [life is|lives are] left."));
  }

  goOn() {
    if (this.round.goOn()) this.#resume(t("Going on: the mine counts as flagged."));
  }

  // The same board again; of one that needs no guess the first cell is opened, for it needs none from
  // there only.
  again() {
    const { game, order, start } = this.round;
    this.newGame({ seed: game.seed, mined: unturned(game).mined, start: order.start ?? (order.noguess ? start : null) });
  }

  #resume(said) {
    this.face.show("smile");
    this.keeper.keep();
    this.#goOnTicking();
    this.#changed();
    this.say(t("{said} This game does not count in the statistics.", { said }));
  }

  #changed() {
    const { game } = this.round;
    const changed = game.takeChanged();
    if (changed.size) this.moved = performance.now();
    this.view.show(game, changed);
    this.#showMeter();
    this.grid.show(game, changed);
    this.minesLeft.show(game.level.mines - game.flags);
    this.controls.showRound(this.round);
    this.help.follow();
    return changed.size;
  }

  // Clicks and efficiency of the running game, above the board for who wants them.
  #showMeter() {
    const { game, clicks } = this.round;
    if (!this.settings.meter) return;
    const solved = game.mined ? solvedBV(game.level, game.mined, (cell) => game.state[cell] === OPEN) : 0;
    const share = clicks ? percent(solved / clicks, 0) : "–";
    byId("meter").textContent = t("Efficiency {share} · 3BV solved {solved} · clicks {clicks}", { share, solved, clicks });
  }

  // Have the clock run where a game goes on that was begun.
  #goOnTicking() {
    const { round } = this;
    const { game, clock } = round;
    if (clock.started === null || game.over || this.shell.current !== "play") return;
    clock.start();
    if (this.ticking) return;
    if (clock.elapsed < 1000) this.#tellKeys();
    this.clock.show(this.#seconds());
    this.ticking = setInterval(() => clock.running && this.clock.show(this.#seconds()), 100);
  }

  #seconds() {
    return 1 + Math.floor(this.round.clock.elapsed / 1000);
  }

  #tellKeys() {
    this.say(underFingers() ? t("A tap opens or chords, holding flags.") : t("Left opens, right flags, both chord."));
  }

  #finish() {
    const { round } = this;
    const { game, order, outcome } = round;
    clearInterval(this.ticking);
    this.ticking = null;
    const { seconds, threeBV, clicks } = outcome;
    this.journal?.games.push({ stage: game.stage, seconds, moves: clicks, threeBV });
    const won = game.stage === "won";
    this.face.show(won ? "cool" : "dead");
    const helped = [
      game.undone && many(game.undone, "{n} taken back"),
      game.hit.size && many(game.hit.size, "gone on after [a|{n}] mine[s]"),
      round.hinted && t("with hints"),
      round.automatic && t("opened by itself in part"),
    ].filter(Boolean);
    const counts = !helped.length && !order.repeated && !round.counted;
    const best = counts && this.statistics.add(order.name, order.noguess, outcome);
    if (counts) round.counted = outcome;
    this.keeper.keep();
    const figures = [secondsText(seconds, 3), many(clicks, "{n} click[s]"), `3BV ${threeBV}`];
    if (won) figures.push(`${fixed(threeBV / seconds, 2)} 3BV/s`, t("efficiency {share}", { share: percent(threeBV / clicks, 0) }));
    const said = { figures: figures.join(", ") };
    const end = won ? t("Won in {figures}.", said) : t("Lost after {figures}.", said);
    const uncounted = helped.length && t("({why}: not counted)", { why: helped.join(", ") });
    this.say([end, best && t("Your best time!"), uncounted].filter(Boolean).join(" "));
    this.controls.showStatistics();
    this.controls.showRound(round);
    this.ending.judge(round);
  }

  layOut() {
    const { view, settings, frame, layout, round } = this;
    const level = round?.game.level ?? this.level;
    const { source, overlay, label } = view;
    this.laidFor = `${window.innerWidth} ${window.innerHeight}`;
    view.moveCursor(round?.game ?? { size: 0 }, null);
    view.source = null;
    byId("meter").hidden = !settings.meter;
    view.layout(level, layout.choose(level, settings.zoom), this.shell.theme, this.shell.asked.whole);
    layout.bound();
    frame.style.setProperty("--u", `${view.unit}px`);
    const name = t("Board, {rows} rows, {cols} columns, {mines} mines", { rows: level.rows, cols: level.cols, mines: level.mines });
    this.grid.layout(level, [level.shape && stored.shapeName(level.shape), name].filter(Boolean).join(": "));
    this.settle();
    if (source && source.size === level.rows * level.cols) {
      view.overlay = overlay;
      view.showAll(source);
      view.mark(overlay, label, this.help.reasons.cells);
      this.grid.show(source);
    }
  }

  // Put the canvas on whole device pixels: between them it would be blurred.
  settle() {
    const { frame } = this;
    frame.style.left = frame.style.top = "0";
    const box = this.canvas.getBoundingClientRect();
    const { scrollLeft, scrollTop } = this.layout.pane.element;
    const ratio = window.devicePixelRatio || 1;
    const off = (place) => (Math.round(place * ratio) - place * ratio) / ratio;
    frame.style.left = `${off(box.left + scrollLeft + window.scrollX)}px`;
    frame.style.top = `${off(box.top + scrollTop + window.scrollY)}px`;
  }

  #setting(name) {
    const { round, settings } = this;
    if (name === "level") {
      this.fixed.board = null;
      stored.changeAddress({ level: settings.level, board: null, start: null });
    }
    if (name === "rule") stored.changeAddress({ rule: settings.rule });
    if (["level", "zoom"].includes(name)) this.layout.enlarged = null;
    if (["zoom", "theme", "meter"].includes(name)) this.layOut();
    if (name === "meter") this.#showMeter();
    if (["level", "rule", "noguess", "upright", "bv", "efficiency"].includes(name)) this.newGame();
    else this.view.showAll(round.game);
    this.grid.show(round.game);
    this.help.repaint();
  }

  changeSeed(seed) {
    this.fixed = { seed, board: null };
    stored.changeAddress({ seed, board: null, start: null, level: seed ? this.settings.level : null });
    this.newGame();
  }

  zoomBy(step) {
    const zoom = nextZoom(this.view.unit, step);
    if (zoom) this.shell.change("zoom", String(zoom));
  }

  #listen() {
    const moves = this.#moves();
    this.moves = moves;
    listenMouse(this.canvas, this.view, moves);
    listenTouch(this.canvas, this.view, moves, { time: () => Number(this.settings.hold), ring: this.ring });
    listenKeyboard(byId("grid"), this.view, moves, { keyOf: (event) => meant(event, this.settings.keys) });
    onClick("face", () => this.newGame());
    window.addEventListener("scroll", () => this.view.follow(), { passive: true });
    byId("pane").addEventListener("scroll", () => this.view.follow(), { passive: true });
    followSheet(byId("reason"), () => this.help.revealReason());
    window.addEventListener("resize", () => this.#resized());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.frame.checkVisibility() && this.#goOnTicking());
    this.shell.listen((name) => this.#setting(name));
    const shown = () => this.frame.checkVisibility();
    takeDrops(shown, (file) => this.#takeFile(file));
    if (this.journal) {
      this.journal.watchPage(this.canvas, byId("face"));
      this.journal.publish(() => ({ ...shownOf(this.round), seed: this.fixed.seed }));
    }
  }

  #moves() {
    const { settings } = this;
    const isOpen = (cell) => this.round.game.state[cell] === OPEN;
    const open = (cell) => {
      if (this.help.take(cell)) return;
      if (this.controls.tapFlags && !isOpen(cell)) this.play("flag", cell);
      else this.play(settings.easychord && isOpen(cell) ? "chord" : "open", cell);
    };
    return {
      newGame: () => this.newGame(),
      early: () => settings.early && !this.help.asking,
      open,
      chord: (cell) => this.play("chord", cell),
      flag: (cell) => this.play("flag", cell),
      // A touch held long, the other thing than a tap.
      hold: (cell) => this.#hold(cell, isOpen(cell)),
      tap: (cell) => (isOpen(cell) && !this.help.asking ? this.play("chord", cell) : open(cell)),
      key: (cell) => (this.help.take(cell) ? null : this.play(isOpen(cell) ? "chord" : "open", cell)),
      cursor: (cell) => {
        this.view.moveCursor(this.round.game, cell);
        this.grid.moveTo(cell);
        if (cell !== null) this.view.reveal(cell);
      },
      press: (cell, how) => {
        const { game } = this.round;
        if (game.over || this.help.asking) return;
        const cells = cell === null ? [] : how === "chord" ? [cell, ...game.around(cell)] : [cell];
        this.view.press(game, how ? cells : []);
        this.face.show(how === "open" || how === "chord" ? "oh" : "smile");
      },
    };
  }

  // Answers with a sign of what it did.
  #hold(cell, open) {
    const { game } = this.round;
    if (game.over || open) return "";
    if (this.settings.held === "odds") {
      this.help.tellProspect(cell);
      return "%";
    }
    if (this.controls.tapFlags) {
      this.play("open", cell);
      return "";
    }
    this.play("flag", cell);
    const symbol = game.symbol(cell);
    return /^[F?]/.test(symbol) ? symbol.replace("F", "⚑") : "✕";
  }

  #resized() {
    const { view, round } = this;
    if (!this.frame.checkVisibility()) return;
    const { game } = round;
    const turned = Boolean(this.level.turned) !== Boolean(game.level.turned);
    if (turned) {
      turnGame(game);
      this.layout.enlarged = null;
      view.source = null;
      this.layOut();
      view.showAll(game);
      this.help.follow();
    } else if (window.devicePixelRatio !== view.ratio || this.laidFor !== `${window.innerWidth} ${window.innerHeight}`) {
      this.layout.pane.keep(() => this.layOut());
    } else this.settle();
    view.follow();
  }
}

const shortened = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

const shownOf = ({ game, number, started, finished }) => ({ game, number, started, finished });
