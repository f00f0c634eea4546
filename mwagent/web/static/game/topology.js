// The topology of a board: which of its cells touch, where each lies, and its outline.
//
// A level says its `shape`; without one its cells are squares. Whatever depends on the shape asks here. Lengths
// are in sides of a square cell; x runs to the right and y downwards. Cells are indices, row * cols + col.

import { HEAPS } from "../engine/module.js";

// How many mines a cell may hold. The mines of a board are a Set of its cells; where there are several in one, that has
// `cell`, then `cell + size`, `cell + 2 * size` …, with as many cells to the board.
/** @type {(level: any) => number} */
export const mostIn = ({ shape }) => HEAPS[shape] ?? 1;

// Codes of cells (play/cells.js) that show a number; those above 8 come after all others.
export const isOpenCode = (code) => code <= 8 || code > 12;
export const codeOf = (number) => (number > 8 ? number + 4 : number);
// The number of such a code; null where it shows none.
export const numberOf = (code) => (code <= 8 ? code : code > 12 ? code - 4 : null);

// The row and column of a cell, and back.
export const placeOf = ({ cols }, cell) => [Math.floor(cell / cols), cell % cols];
/** @type {(level: any, place: number[]) => number} */
export const cellAt = ({ cols }, [row, col]) => row * cols + col;

// How many steps of a king lead from one place to another.
/** @type {(one: number[], other: number[]) => number} */
export const kingsMoves = ([r0, c0], [r1, c1]) => Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));

let shapes = null;
const known = new WeakMap();

// Resolves once the topology of a level, or of null, can be asked for.
export async function topologyLoaded(level) {
  if (level?.shape) shapes ??= await import("./shapes.js");
}

// The topology of a level, {rows, cols, shape, turned}.
export function topologyOf(level) {
  if (!known.has(level)) known.set(level, level.shape ? new shapes.Topology(level) : new Squares(level));
  return known.get(level);
}

// The cells around a cell, row by row.
export function neighbours(level, cell) {
  if (level.shape) return topologyOf(level).around(cell);
  const { rows, cols } = level;
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

// Squares, and what shapes.js has for others.
class Squares {
  constructor({ rows, cols }) {
    this.rows = rows;
    this.cols = cols;
    this.extent = [cols, rows];
    this.box = [1, 1]; // around a cell
  }

  // The upper left corner of the box around a cell.
  corner(cell) {
    return [cell % this.cols, Math.floor(cell / this.cols)];
  }

  middle(cell) {
    return this.corner(cell).map((at) => at + 0.5);
  }

  // Where a cell is drawn; more than once beside sides that wrap.
  images(cell) {
    return [this.corner(cell)];
  }

  // The cell at a place; null where there is none.
  cellAt(x, y) {
    return Math.floor(y) * this.cols + Math.floor(x);
  }

  // The cells that a part of the board shows.
  *within({ left, top, right, bottom }) {
    for (let row = top; row < bottom; row++) for (let col = left; col < right; col++) yield row * this.cols + col;
  }

  // Where so many rows and columns lead from a cell, as far as the board goes.
  stepFrom(cell, down, right) {
    const [col, row] = this.corner(cell).map((at, axis) => Math.min(this.extent[axis] - 1, Math.max(0, at + [right, down][axis])));
    return row * this.cols + col;
  }

  // Where the cells of a row lie side by side, in shares of the board.
  strip(row, from, to) {
    const { rows, cols } = this;
    return { top: row / rows, left: from / cols, height: 1 / rows, width: (to - from) / cols };
  }
}
