// The rules of Minesweeper. Cells are indices, row * cols + col. Nothing here knows a page.

import { mostIn, neighbours } from "./topology.js";
import { layMines, shuffled } from "./random.js";

export const HIDDEN = 0;
export const OPEN = 1;
export const FLAG = 2;
export const QUESTION = 3;
// Several flags on a cell are the states from 4 on.
export const flagsOf = (state) => (state === FLAG ? 1 : state > QUESTION ? state - 2 : 0);
const flagged = (count) => (count > 1 ? count + 2 : FLAG);

export class Game {
  // level: {rows, cols, mines}, and `turned` for one on its side; rule: what the first click is promised, "safe", "open" or "any".
  // `mined`, when given, is the Set of its mines (topology.js): then seed and rule lay nothing.
  constructor(level, seed, rule, mined = null) {
    this.level = level;
    this.seed = seed;
    this.rule = rule;
    this.size = level.rows * level.cols;
    this.most = mostIn(level); // mines that a cell may hold
    this.state = new Uint8Array(this.size);
    this.flags = 0;
    this.opened = 0;
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
    return this.opened ? "ongoing" : "waiting";
  }

  get toOpen() {
    const { size, most, mined } = this;
    const cells = most > 1 && mined ? [...mined].filter((mine) => mine < size).length : this.level.mines;
    return size - cells - this.opened;
  }

  // How many mines a cell holds, once they are laid.
  minesIn(cell) {
    let count = 0;
    while (this.mined.has(cell + count * this.size)) count++;
    return count;
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

  // None, flag, further flags where there may be several mines, and with `marks` question mark, in turn.
  flag(cell, marks) {
    if (this.over || this.state[cell] === OPEN || this.hit.has(cell)) return;
    const was = this.state[cell];
    const count = flagsOf(was);
    const more = was !== QUESTION && count < this.most;
    const next = more ? flagged(count + 1) : count && marks ? QUESTION : HIDDEN;
    this.#move(() => {
      this.flags += flagsOf(next) - count;
      this.#set(cell, next);
    });
  }

  // Open all cells around a number that has as many flags around it.
  chord(cell) {
    if (this.over || this.state[cell] !== OPEN) return;
    const around = this.around(cell);
    const flags = around.reduce((sum, n) => sum + flagsOf(this.state[n]), 0);
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
    this.opened = last.opened;
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
      this.state[cell] = flagged(this.minesIn(cell));
      this.flags += this.minesIn(cell);
      this.changed.add(cell);
    }
    this.exploded.clear();
  }

  // What a cell looks like, in the characters of boards: 0-8 # F ? * X W; with a 2 or 3 after F, * and X where there are so
  // many flags or mines.
  symbol(cell) {
    const state = this.state[cell];
    const flags = flagsOf(state);
    const several = (sign, count) => (count > 1 ? `${sign}${count}` : sign);
    if (this.hit.has(cell) || this.exploded.has(cell)) return several("X", this.minesIn(cell));
    if (this.exploded.size && state !== OPEN) {
      const mines = this.minesIn(cell);
      if (flags) return flags === mines ? several("F", flags) : "W";
      if (mines) return several("*", mines);
    }
    if (state === OPEN) return String(this.numbers[cell]);
    return flags ? several("F", flags) : state === HIDDEN ? "#" : "?";
  }

  lay(mined) {
    this.mined = mined;
    this.numbers = new Uint8Array(this.size);
    for (const mine of mined) for (const n of this.around(mine)) this.numbers[n]++;
  }

  // What takes longest to lay mines, which may be done before the first cell is known.
  shuffle() {
    this.order ??= shuffled(this.size * this.most, this.seed);
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
    // The mines of the same level when it is not turned (play/turning.js).
    const upright = turned ? spared.map((cell) => (cell % cols) * rows + Math.floor(cell / cols)) : spared;
    const kept = Array.from({ length: this.most }, (_, place) => upright.map((cell) => cell + place * this.size)).flat();
    const laid = new Set();
    for (const place of layMines(this.size * this.most, mines, this.seed, kept, this.shuffle())) {
      const cell = place % this.size;
      let at = turned ? (cell % rows) * cols + Math.floor(cell / rows) : cell;
      while (laid.has(at)) at += this.size;
      laid.add(at);
    }
    return laid;
  }

  #set(cell, state) {
    this.touched.push([cell, this.state[cell]]);
    this.state[cell] = state;
    this.changed.add(cell);
  }

  #move(act) {
    this.touched = [];
    const { flags, opened } = this;
    act();
    this.#finish();
    if (this.touched.length || this.exploded.size) this.past.push({ cells: this.touched, hit: [], flags, opened });
  }

  #uncover(start) {
    if (this.state[start] === OPEN || flagsOf(this.state[start])) return;
    if (!this.mined) this.lay(this.drawn(start));
    if (this.mined.has(start)) {
      this.exploded.add(start);
      return;
    }
    const queue = [start];
    while (queue.length) {
      const cell = queue.pop();
      if (this.state[cell] === OPEN || flagsOf(this.state[cell])) continue;
      this.#set(cell, OPEN);
      this.opened++;
      if (this.numbers[cell] === 0) queue.push(...this.around(cell));
    }
  }

  #finish() {
    if (this.exploded.size) this.#repaintEnd();
    else if (this.toOpen === 0) {
      for (const mine of this.mined) {
        const state = mine < this.size ? flagged(this.minesIn(mine)) : null;
        if (state && this.state[mine] !== state) this.#set(mine, state);
      }
      this.flags = this.level.mines;
    }
  }

  // Cells that look otherwise once a game is lost.
  #repaintEnd() {
    if (!this.exploded.size) return;
    for (const mine of this.mined) this.changed.add(mine % this.size);
    for (let cell = 0; cell < this.size; cell++) if (flagsOf(this.state[cell])) this.changed.add(cell);
  }
}
