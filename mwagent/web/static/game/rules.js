// The rules of Minesweeper. Cells are indices, row * cols + col. Nothing here knows a page.

import { neighbours } from "./topology.js";
import { layMines, shuffled } from "./random.js";

export const HIDDEN = 0;
export const OPEN = 1;
export const FLAG = 2;
export const QUESTION = 3;

export class Game {
  // level: {rows, cols, mines}, and `turned` for one on its side; rule: what the first click is promised, "safe", "open" or "any".
  // `mined`, when given, is the Set of cells with mines: then seed and rule lay nothing.
  constructor(level, seed, rule, mined = null) {
    this.level = level;
    this.seed = seed;
    this.rule = rule;
    this.size = level.rows * level.cols;
    this.state = new Uint8Array(this.size);
    this.flags = 0;
    this.toOpen = this.size - level.mines;
    this.exploded = new Set();
    this.hit = new Set(); // mines that went off before the game was gone on with
    this.undone = 0;
    this.past = [];
    this.fixed = mined !== null;
    this.order = null; // all cells, shuffled by the seed
    this.mined = null;
    this.numbers = null;
    this.changed = new Set();
    if (mined) this.lay(mined);
  }

  get stage() {
    if (this.exploded.size) return "lost";
    if (this.toOpen === 0) return "won";
    return this.toOpen < this.size - this.level.mines ? "ongoing" : "waiting";
  }

  get over() {
    return this.exploded.size > 0 || this.toOpen === 0;
  }

  // Cells to be painted again since the last call.
  takeChanged() {
    const cells = this.changed;
    this.changed = new Set();
    return cells;
  }

  around(cell) {
    return neighbours(this.level, cell);
  }

  open(cell) {
    if (this.over) return;
    this.#move(() => this.#uncover(cell));
  }

  // None, flag, and with `marks` question mark, in turn.
  flag(cell, marks) {
    if (this.over || this.state[cell] === OPEN || this.hit.has(cell)) return;
    const was = this.state[cell];
    const next = was === HIDDEN ? FLAG : was === FLAG && marks ? QUESTION : HIDDEN;
    this.#move(() => {
      this.flags += Number(next === FLAG) - Number(was === FLAG);
      this.#set(cell, next);
    });
  }

  // Open all cells around a number that has as many flags around it.
  chord(cell) {
    if (this.over || this.state[cell] !== OPEN) return;
    const around = this.around(cell);
    const flags = around.filter((n) => this.state[n] === FLAG).length;
    if (flags !== this.numbers[cell]) return;
    this.#move(() => around.forEach((n) => this.#uncover(n)));
  }

  // Take the last move back that changed anything; returns whether there was one.
  undo() {
    const last = this.past.pop();
    if (!last) return false;
    this.#repaintEnd();
    for (const [cell, state] of last.cells.reverse()) {
      this.state[cell] = state;
      this.changed.add(cell);
    }
    for (const cell of last.hit) this.hit.delete(cell);
    this.flags = last.flags;
    this.toOpen = last.toOpen;
    this.exploded.clear();
    this.undone++;
    if (!this.fixed && this.stage === "waiting") this.mined = null; // the next first click lays anew
    return true;
  }

  // After a loss: go on as if the mines that went off had been flagged. It belongs to the move that
  // lost: both are taken back together.
  goOn() {
    if (!this.exploded.size) return;
    this.#repaintEnd();
    const lost = this.past.at(-1);
    for (const cell of this.exploded) {
      lost.cells.push([cell, this.state[cell]]);
      lost.hit.push(cell);
      this.hit.add(cell);
      this.state[cell] = FLAG;
      this.flags++;
      this.changed.add(cell);
    }
    this.exploded.clear();
  }

  // What a cell looks like, in the characters of boards: 0-8 # F ? * X W.
  symbol(cell) {
    const state = this.state[cell];
    if (this.hit.has(cell)) return "X";
    if (this.exploded.size) {
      if (this.exploded.has(cell)) return "X";
      if (state === FLAG) return this.mined.has(cell) ? "F" : "W";
      if (state !== OPEN && this.mined.has(cell)) return "*";
    }
    return state === OPEN ? String(this.numbers[cell]) : "#F?"[[HIDDEN, FLAG, QUESTION].indexOf(state)];
  }

  lay(mined) {
    this.mined = mined;
    this.numbers = new Uint8Array(this.size);
    for (const mine of mined) for (const n of this.around(mine)) this.numbers[n]++;
  }

  // What takes longest to lay mines, which may be done before the first cell is known.
  shuffle() {
    this.order ??= shuffled(this.size, this.seed);
    return this.order;
  }

  // The mines that the seed lays for a first cell.
  drawn(first) {
    const spared = this.rule === "any" ? [] : [first];
    if (this.rule === "open") {
      const around = this.around(first);
      if (this.size - around.length - 1 >= this.level.mines) spared.push(...around);
    }
    const { rows, cols, mines, turned } = this.level;
    if (!turned) return layMines(this.size, mines, this.seed, spared, this.shuffle());
    // The mines of the same level when it is not turned (play/turning.js).
    const upright = spared.map((cell) => (cell % cols) * rows + Math.floor(cell / cols));
    const laid = [...layMines(this.size, mines, this.seed, upright, this.shuffle())];
    return new Set(laid.map((cell) => (cell % rows) * cols + Math.floor(cell / rows)));
  }

  #set(cell, state) {
    this.touched.push([cell, this.state[cell]]);
    this.state[cell] = state;
    this.changed.add(cell);
  }

  #move(act) {
    this.touched = [];
    const { flags, toOpen } = this;
    act();
    this.#finish();
    if (this.touched.length || this.exploded.size) this.past.push({ cells: this.touched, hit: [], flags, toOpen });
  }

  #uncover(start) {
    if (this.state[start] === OPEN || this.state[start] === FLAG) return;
    if (!this.mined) this.lay(this.drawn(start));
    if (this.mined.has(start)) {
      this.exploded.add(start);
      return;
    }
    const queue = [start];
    while (queue.length) {
      const cell = queue.pop();
      if (this.state[cell] === OPEN || this.state[cell] === FLAG) continue;
      this.#set(cell, OPEN);
      this.toOpen--;
      if (this.numbers[cell] === 0) queue.push(...this.around(cell));
    }
  }

  #finish() {
    if (this.exploded.size) this.#repaintEnd();
    else if (this.toOpen === 0) {
      for (const mine of this.mined) if (this.state[mine] !== FLAG) this.#set(mine, FLAG);
      this.flags = this.level.mines;
    }
  }

  // Cells that look otherwise once a game is lost.
  #repaintEnd() {
    if (!this.exploded.size) return;
    for (const mine of this.mined) this.changed.add(mine);
    for (let cell = 0; cell < this.size; cell++) if (this.state[cell] === FLAG) this.changed.add(cell);
  }
}
