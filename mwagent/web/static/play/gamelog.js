// Everything that happened in a game on this page, as a list of events from which it can be played
// again, its undo history included.
//
// An event is {kind, cell, time, set, board, auto}, of which only what it needs is there:
//   "lay"    the mines were drawn for the first cell, `board` as text (app/links.js)
//   "open" | "chord" | "flag"    on a cell; `set` is the state (game/rules.js) a flag left on it, `auto`
//            says that the page made the move by itself
//   "undo"   the last move was taken back
//   "on"     gone on with after a mine
// `time` is in milliseconds of the game's clock. Cells are those of the board when it is not turned.

import { t } from "../app/language.js";
import { boardText, readBoard } from "../app/links.js";
import { QUESTION } from "../game/rules.js";
import { turnCell, turnCells, unturned } from "./turning.js";

export class GameLog {
  constructor(game) {
    this.game = game;
    this.events = [];
    this.kept = []; // the moves that were not taken back: events with the `depth` of the undo history
    this.clicks = 0; // presses of a button on the board
  }

  get last() {
    return this.events.at(-1) ?? null;
  }

  // Lay mines that were drawn for the first cell, as they lie on the table.
  lay(mined) {
    const { game } = this;
    game.lay(mined);
    const board = unturned(game);
    return this.#note({ kind: "lay", time: 0, board: boardText(board.level, board.mined) });
  }

  // Make a move on a cell of the table; `marks` is whether a flag may become a question mark.
  move(kind, cell, time, { marks = false, automatic = false } = {}) {
    const { game } = this;
    if (kind === "flag") game.flag(cell, marks);
    else game[kind](cell);
    const event = { kind, cell: game.level.turned ? turnCell(game.level, cell) : cell, time };
    if (kind === "flag") event.set = game.state[cell];
    if (automatic) event.auto = true;
    else this.clicks++;
    this.kept.push({ ...event, depth: game.past.length });
    return this.#note(event);
  }

  // Take the last move back; null where there is none.
  undo(time) {
    const { game, kept } = this;
    if (!game.undo()) return null;
    while (kept.length && kept.at(-1).depth > game.past.length) kept.pop();
    return this.#note({ kind: "undo", time });
  }

  goOn(time) {
    this.game.goOn();
    return this.#note({ kind: "on", time });
  }

  // Play events that were stored. Throws an Error where they do not fit the game.
  replay(events) {
    const { game } = this;
    const plain = unturned(game).level;
    const { turned } = game.level;
    for (const { kind, cell, time, set, board, auto } of events) {
      if (kind === "undo") this.undo(time);
      else if (kind === "on") this.goOn(time);
      else if (kind === "lay") {
        const mined = readMines(plain, board);
        this.lay(turned ? turnCells(plain, mined) : mined);
      } else if (MOVES.includes(kind) && Number.isInteger(cell) && cell >= 0 && cell < game.size) {
        const place = turned ? turnCell(plain, cell) : cell;
        this.move(kind, place, time, { marks: set === QUESTION, automatic: auto === true });
      } else throw new Error(t("the moves of this game are damaged"));
    }
  }

  #note(event) {
    this.events.push(event);
    return event;
  }
}

const MOVES = ["open", "chord", "flag"];

function readMines(level, text) {
  const found = readBoard(text);
  if (!found || found.level.rows !== level.rows || found.level.cols !== level.cols) {
    throw new Error(t("the board of this game is damaged"));
  }
  return found.mined;
}
