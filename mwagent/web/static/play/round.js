// A game on the table: what was asked for, the game itself, its log and its clock, and all of it as
// the header and events that are stored (history/store.js).
//
// header = {
//   id, begun, ended,           `begun` and `ended` in ms since 1970; `ended` null while it goes on
//   left,                       whether another game was begun before its end
//   stage,                      "waiting", "ongoing", "won" or "lost"
//   name, level: {rows, cols, mines}, seed, rule, noguess,
//   board, start,               its mines as text (app/links.js) and the first cell, once there are
//   fixed, repeated, link,      mines known from the beginning; a board that was chosen; what chose it
//   hinted, undone, hits,       help that was taken
//   clicks, elapsed,            presses on the board, milliseconds on the clock
//   counted,                    what the statistics count of it: a result as statistics.js has it, or null
//   threeBV, zini,              of a finished game
//   accuracy, scale,            of a reviewed game (review/summary.js)
//   open,                       1 while it goes on and was not left, else not there
// }

import { boardText, readBoard } from "../app/links.js";
import { threeBV } from "../game/metrics.js";
import { Game } from "../game/rules.js";
import { newId } from "../history/tabs.js";
import { Clock, moment } from "./clock.js";
import { GameLog } from "./gamelog.js";
import { turnCell, turnCells, turnLevel, unturned } from "./turning.js";

// ZiNi is loaded with the second move of a game: a game of one move has none.
let ziniPath = null;

async function loadZini() {
  ziniPath = () => null;
  const zini = await import("../game/zini.js");
  await zini.ziniLoaded();
  ({ ziniPath } = zini);
}

export class Round {
  // order = {name, level, seed, rule, noguess, mined, start, repeated, link}: `mined` a Set of cells,
  // or null where they are drawn when the first cell is opened; with `start` that cell is opened at
  // the beginning. The level may be turned (turning.js); cells of an order, of events and headers are
  // those of the board when it is not. `number` counts the games of this page.
  constructor(order, number) {
    this.order = order;
    this.number = number;
    this.id = newId();
    this.begun = Date.now();
    const { level } = order;
    const mined = level.turned ? turnCells(turnLevel(level), order.mined) : order.mined;
    this.game = new Game(level, order.seed, order.rule, mined);
    this.log = new GameLog(this.game);
    this.clock = new Clock();
    this.stored = 0; // how many events of the log are stored
    this.noted = () => {}; // called when there is something to be stored besides events
    this.helped = false;
    this.counted = null;
    this.start = order.start;
    this.ended = null;
    this.result = null;
  }

  // The round of a header and its events, its level perhaps turned. Throws an Error where they are
  // damaged.
  static restored(header, events, number = 0, level = header.level) {
    const { id, begun, name, seed, rule, noguess, repeated, link, fixed } = header;
    const mined = fixed ? (readBoard(header.board)?.mined ?? null) : null;
    const round = new Round({ level, name, seed, rule, noguess, mined, start: header.start, repeated, link }, number);
    round.log.replay(events);
    const elapsed = Math.max(header.elapsed, round.log.last?.time ?? 0);
    Object.assign(round, { id, begun, helped: header.hinted, counted: header.counted, stored: events.length });
    round.clock = new Clock(elapsed);
    round.game.takeChanged();
    return round;
  }

  // Whether a header is a game that somebody who asks for this would go on with: `link` as in a
  // header, and `chosen` the words of an address that choose a level or a rule.
  static answers(header, { link, chosen }) {
    if (link && link !== header.link) return false;
    return Object.entries(chosen).every(([word, value]) => header[word === "level" ? "name" : word] === value);
  }

  // Become a game of its own, beside the one that is stored under the id it had.
  renew() {
    this.id = newId();
    this.stored = this.log.events.length;
  }

  get clicks() {
    return this.log.clicks;
  }

  // Whether the engine was asked while the game went on.
  get hinted() {
    return this.helped;
  }

  set hinted(on) {
    if (on === this.helped) return;
    this.helped = on;
    this.noted();
  }

  // First open and end, of performance.now() without the time the clock stood still; null before.
  get started() {
    return this.clock.started;
  }

  get finished() {
    return this.game.over ? this.clock.stopped : null;
  }

  // What the statistics keep of a finished game. Nothing takes less than a millisecond.
  get outcome() {
    const { game, clock, clicks, result } = this;
    return { at: this.ended, won: game.stage === "won", seconds: Math.max(1, clock.elapsed) / 1000, clicks, ...result };
  }

  // Whether cells were opened by nobody's hand.
  get automatic() {
    return this.log.events.some(({ auto }) => auto);
  }

  // Where a cell of the board lies as it is turned on the table.
  onTable(cell) {
    const { level } = this.game;
    return level.turned ? turnCell(turnLevel(level), cell) : cell;
  }

  lay(mined) {
    this.log.lay(mined);
  }

  // Make a move; `marks` is whether a flag may become a question mark. The clock begins with the
  // first cell that is opened; `quietly` is the one that a board begins with.
  move(kind, cell, marks, { quietly = false, automatic = false } = {}) {
    const { clock, game, log } = this;
    const waiting = game.stage === "waiting";
    const time = moment();
    log.move(kind, cell, Math.round(clock.at(time)), { marks, automatic });
    if (game.stage === "waiting") return;
    if (waiting) this.start = log.last.cell;
    else if (!ziniPath) loadZini().catch(() => {}); // then games have no ZiNi
    if (!quietly) clock.start(time);
    if (game.over) this.#end(time);
  }

  undo() {
    return this.#resume(() => this.log.undo(Math.round(this.clock.elapsed)));
  }

  goOn() {
    return this.#resume(() => this.log.goOn(Math.round(this.clock.elapsed)));
  }

  get header() {
    const { game, order, ended } = this;
    const { name, seed, rule, noguess, repeated, link } = order;
    const { level } = unturned(game);
    const header = {
      id: this.id,
      begun: this.begun,
      ended,
      left: false,
      stage: game.stage,
      name,
      level,
      seed,
      rule,
      noguess,
      board: this.#board(),
      start: this.start,
      fixed: game.fixed,
      repeated,
      link,
      hinted: this.hinted,
      undone: game.undone,
      hits: game.hit.size,
      clicks: this.clicks,
      elapsed: Math.round(this.clock.elapsed),
      counted: this.counted,
      threeBV: null,
      zini: null,
      accuracy: null,
      ...this.result,
    };
    return ended === null ? { ...header, open: 1 } : header;
  }

  // The mines as text, made once.
  #board() {
    const { mined } = this.game;
    if (!mined) return null;
    if (this.written?.mined !== mined) {
      const board = unturned(this.game);
      this.written = { mined, text: boardText(board.level, board.mined) };
    }
    return this.written.text;
  }

  #resume(act) {
    const { over } = this.game;
    if (!act()) return false;
    if (over) {
      this.ended = this.result = null;
      this.clock.start();
    }
    return true;
  }

  #end(time) {
    const { game, clock } = this;
    clock.stop(time);
    this.ended = Date.now();
    const won = game.stage === "won";
    this.result = { threeBV: threeBV(game.level, game.mined), zini: won ? (ziniPath?.(game.level, game.mined)?.length ?? null) : null };
  }
}
