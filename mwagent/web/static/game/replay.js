// A recorded game played again: what each move changed, and the board before and after it.

import { FLAG, HIDDEN, MINE } from "../formats/position.js";
import { isOpenCode, neighbours, numberOf } from "./topology.js";

// A step: {move, changes, opened, exploded}. `changes` is [[cell, code before, code after], ...];
// `opened` are the cells the move tried to open, `exploded` those of them that were mines.
export class Replay {
  constructor(record) {
    this.record = record;
    this.cells = new Uint8Array(record.rows * record.cols).fill(HIDDEN);
    this.at = 0;
    this.steps = [];
    for (const move of record.moves) this.append(move);
  }

  get length() {
    return this.steps.length;
  }

  // Play one more move after the last.
  append(move) {
    this.seek(this.length);
    this.steps.push(this.#play(move));
    this.at = this.length;
  }

  // Go to the board after the first `count` moves.
  seek(count) {
    while (this.at > count) {
      for (const [cell, before] of this.steps[--this.at].changes.toReversed()) this.cells[cell] = before;
    }
    while (this.at < count) {
      for (const [cell, , after] of this.steps[this.at++].changes) this.cells[cell] = after;
    }
  }

  // The position after the first `count` moves; it is a copy.
  position(count) {
    this.seek(count);
    const { rows, cols, shape, turned, mines } = this.record;
    return { rows, cols, ...(shape && { shape, turned }), mines, first: null, cells: this.cells.slice() };
  }

  // How the game stands after all moves: "won", "lost", "unfinished", or "cleared" where play went
  // on after a mine until all the rest was open.
  get stage() {
    const { key } = this.record;
    this.seek(this.length);
    const open = !key.includes(HIDDEN) && this.cells.every((code, cell) => isOpenCode(code) || key[cell] === MINE);
    if (this.steps.some((step) => step.exploded.length)) return open ? "cleared" : "lost";
    return open ? "won" : "unfinished";
  }

  #play(move) {
    const step = { move, changes: [], opened: [], exploded: [] };
    if (move.kind === "seen") for (const [cell, code] of move.cells) this.#set(step, cell, code);
    else if (move.kind === "flag") this.#flag(step, move.cell);
    else if (move.kind === "chord") this.#chord(step, move.cell);
    else this.#open(step, move.cell);
    return step;
  }

  #set(step, cell, code) {
    if (this.cells[cell] === code) return;
    step.changes.push([cell, this.cells[cell], code]);
    this.cells[cell] = code;
  }

  #flag(step, cell) {
    if (this.cells[cell] === HIDDEN) this.#set(step, cell, FLAG);
    else if (this.cells[cell] === FLAG) this.#set(step, cell, HIDDEN);
  }

  #chord(step, cell) {
    if (!isOpenCode(this.cells[cell])) return;
    const near = neighbours(this.record, cell);
    const marked = near.filter((n) => this.cells[n] === FLAG || this.cells[n] === MINE).length;
    if (marked !== numberOf(this.cells[cell])) return;
    const closed = near.filter((n) => this.cells[n] === HIDDEN);
    for (const n of closed) this.#open(step, n);
    step.opened = closed; // those too that a zero among them has opened before their turn
  }

  #open(step, start) {
    if (this.cells[start] !== HIDDEN) return;
    step.opened.push(start);
    const { key } = this.record;
    if (key[start] === MINE) step.exploded.push(start);
    const queue = [start];
    while (queue.length) {
      const cell = queue.pop();
      if (this.cells[cell] !== HIDDEN) continue;
      this.#set(step, cell, key[cell]);
      if (key[cell] === 0) queue.push(...neighbours(this.record, cell));
    }
  }
}
