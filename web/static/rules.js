// The rules of Minesweeper. Cells are indices, row * cols + col. Nothing here knows a page.

import { layMines } from "./random.js";

export const HIDDEN = 0;
export const OPEN = 1;
export const FLAG = 2;
export const QUESTION = 3;

export class Game {
  // level: {rows, cols, mines}; rule: what the first click is promised, "safe", "open" or "any".
  constructor(level, seed, rule) {
    this.level = level;
    this.seed = seed;
    this.rule = rule;
    this.size = level.rows * level.cols;
    this.state = new Uint8Array(this.size);
    this.flags = 0;
    this.toOpen = this.size - level.mines;
    this.exploded = new Set();
    this.mined = null;
    this.numbers = null;
    this.changed = new Set();
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
    const { rows, cols } = this.level;
    const row = Math.floor(cell / cols);
    const col = cell % cols;
    const cells = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
        if (r !== row || c !== col) cells.push(r * cols + c);
      }
    }
    return cells;
  }

  open(cell) {
    if (this.over) return;
    this.#uncover(cell);
    this.#finish();
  }

  // None, flag, and with `marks` question mark, in turn.
  flag(cell, marks) {
    if (this.over || this.state[cell] === OPEN) return;
    const was = this.state[cell];
    const next = was === HIDDEN ? FLAG : was === FLAG && marks ? QUESTION : HIDDEN;
    this.flags += (next === FLAG) - (was === FLAG);
    this.state[cell] = next;
    this.changed.add(cell);
  }

  // Open all cells around a number that has as many flags around it.
  chord(cell) {
    if (this.over || this.state[cell] !== OPEN) return;
    const around = this.around(cell);
    const flags = around.filter((n) => this.state[n] === FLAG).length;
    if (flags !== this.numbers[cell]) return;
    for (const n of around) this.#uncover(n);
    this.#finish();
  }

  // What a cell looks like, in the characters of boards: 0-8 # F ? * X W.
  symbol(cell) {
    const state = this.state[cell];
    if (this.exploded.size) {
      if (this.exploded.has(cell)) return "X";
      if (state === FLAG) return this.mined.has(cell) ? "F" : "W";
      if (state !== OPEN && this.mined.has(cell)) return "*";
    }
    return state === OPEN ? String(this.numbers[cell]) : "#F?"[[HIDDEN, FLAG, QUESTION].indexOf(state)];
  }

  // Fewest left clicks that open the board: openings, and numbers that touch none.
  threeBV() {
    const seen = new Uint8Array(this.size);
    let clicks = 0;
    for (let cell = 0; cell < this.size; cell++) {
      if (seen[cell] || this.mined.has(cell) || this.numbers[cell]) continue;
      clicks++;
      const queue = [cell];
      while (queue.length) {
        const here = queue.pop();
        if (seen[here]) continue;
        seen[here] = 1;
        if (this.numbers[here] === 0) queue.push(...this.around(here));
      }
    }
    for (let cell = 0; cell < this.size; cell++) {
      if (!seen[cell] && !this.mined.has(cell)) clicks++;
    }
    return clicks;
  }

  #lay(first) {
    const spared = this.rule === "any" ? [] : [first];
    if (this.rule === "open") {
      const around = this.around(first);
      if (this.size - around.length - 1 >= this.level.mines) spared.push(...around);
    }
    this.mined = layMines(this.size, this.level.mines, this.seed, spared);
    this.numbers = new Uint8Array(this.size);
    for (const mine of this.mined) {
      for (const n of this.around(mine)) this.numbers[n]++;
    }
  }

  #uncover(start) {
    if (this.state[start] === OPEN || this.state[start] === FLAG) return;
    if (!this.mined) this.#lay(start);
    if (this.mined.has(start)) {
      this.exploded.add(start);
      return;
    }
    const queue = [start];
    while (queue.length) {
      const cell = queue.pop();
      if (this.state[cell] === OPEN || this.state[cell] === FLAG) continue;
      this.state[cell] = OPEN;
      this.toOpen--;
      this.changed.add(cell);
      if (this.numbers[cell] === 0) queue.push(...this.around(cell));
    }
  }

  #finish() {
    if (this.exploded.size) {
      for (const mine of this.mined) this.changed.add(mine);
      for (let cell = 0; cell < this.size; cell++) {
        if (this.state[cell] === FLAG) this.changed.add(cell);
      }
    } else if (this.toOpen === 0) {
      for (const mine of this.mined) {
        if (this.state[mine] !== FLAG) this.changed.add(mine);
        this.state[mine] = FLAG;
      }
      this.flags = this.level.mines;
    }
  }
}
