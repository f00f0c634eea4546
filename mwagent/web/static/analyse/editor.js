// A position being edited: cells set one at a time or in strokes, sides moved, undo and redo.
//
// Positions are never changed in place: each edit makes a new one, and the history is a list of
// them. `strokes` of a pointer are one step of it, however many cells they paint.

import { copyPosition, makePosition, markedMines } from "../formats/position.js";
import { MAX_SIDE } from "../app/links.js";

const MOST_STEPS = 500;
export const SIDES = ["top", "bottom", "left", "right"];

export class Editor {
  #history;
  #at = 0;
  /** @type {"" | "begun" | "on"} */
  #stroke = "";

  constructor(position, onChange = () => {}) {
    this.#history = [position];
    /** @type {(position: any) => void} */
    this.onChange = onChange;
  }

  get position() {
    return this.#history[this.#at];
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#history.length - 1;
  }

  undo() {
    this.#stroke = "";
    if (this.canUndo) this.#go(this.#at - 1);
  }

  redo() {
    this.#stroke = "";
    if (this.canRedo) this.#go(this.#at + 1);
  }

  // All cells set until `endStroke` are one step of the history.
  beginStroke() {
    this.#stroke = "begun";
  }

  endStroke() {
    this.#stroke = "";
  }

  set(cell, code) {
    if (this.position.cells[cell] === code) return;
    const position = copyPosition(this.position);
    position.cells[cell] = code;
    this.#push(position);
  }

  setMines(mines) {
    if (mines === this.position.mines) return;
    this.#push({ ...this.position, mines });
  }

  // Put a whole position in the place of this one; that can be undone too.
  replace(position) {
    this.#stroke = "";
    this.#push(position);
  }

  clear() {
    const { rows, cols, mines } = this.position;
    this.replace({ ...this.position, ...makePosition(rows, cols, mines) });
  }

  // Add (count > 0) or take away lines at a side; the rest of the board stays. A taken line takes
  // the mines marked on it out of the total. Does nothing where the board would be too small or
  // too large.
  resize(side, count) {
    const { rows, cols, mines, cells } = this.position;
    const upright = side === "top" || side === "bottom";
    const size = { rows: rows + (upright ? count : 0), cols: cols + (upright ? 0 : count) };
    if (Math.min(size.rows, size.cols) < 1 || Math.max(size.rows, size.cols) > MAX_SIDE) return false;
    const down = side === "top" ? count : 0;
    const over = side === "left" ? count : 0;
    const next = { ...this.position, ...makePosition(size.rows, size.cols, mines) };
    for (let cell = 0; cell < cells.length; cell++) {
      const row = Math.floor(cell / cols) + down;
      const col = (cell % cols) + over;
      if (row >= 0 && row < size.rows && col >= 0 && col < size.cols) next.cells[row * size.cols + col] = cells[cell];
    }
    if (mines !== null) next.mines = Math.max(0, mines - markedMines(this.position) + markedMines(next));
    this.replace(next);
    return true;
  }

  #push(position) {
    if (this.#stroke === "on") this.#history[this.#at] = position;
    else {
      this.#history = [...this.#history.slice(0, this.#at + 1), position].slice(-MOST_STEPS);
      this.#at = this.#history.length - 1;
    }
    if (this.#stroke) this.#stroke = "on";
    this.onChange(position);
  }

  #go(step) {
    this.#at = step;
    this.onChange(this.position);
  }
}
