// The topologies of boards whose cells are no squares, or whose sides meet: hexagons, triangles, a torus and a
// cylinder. Loaded with the first such board (topology.js), and by the worker that counts on them.
//
// Along a side that wraps, the first cells touch the last ones, and are drawn beside them once more. A level
// that is `turned` (play/turning.js) is the same board with rows and columns exchanged.

import { middleOf, polygon } from "../board/polygon.js";

const SQUARES = { step: [1, 1], box: [1, 1], sign: 1, wraps: [false, false], shift: () => 0, corners: () => null, near: box };
const HEXAGON = spots(0.5, 0, 1, 0.25, 1, 0.75, 0.5, 1, 0, 0.75, 0, 0.25);
const UPWARDS = spots(0.5, 0, 1, 1, 0, 1);
const DOWNWARDS = spots(0, 0, 1, 0, 0.5, 1);
const ROOT = Math.sqrt(3);
const EDGE = 1.7; // of a triangle

// By shape: the step from column to column and from row to row, the box around a cell, the side of the
// square within it in which signs are drawn, whether columns and rows wrap, how far a row is shifted, the
// corners of a cell in parts of its box, and the places around one. minefield/shapes.py has the same.
const KINDS = {
  hexagons: {
    ...SQUARES,
    step: [1, ROOT / 2],
    box: [1, 2 / ROOT],
    sign: 0.92,
    shift: (row) => (row % 2) / 2,
    corners: () => HEXAGON,
    near: (row, col) => {
      const left = col - 1 + (row % 2);
      return spots(row - 1, left, row - 1, left + 1, row, col - 1, row, col + 1, row + 1, left, row + 1, left + 1);
    },
  },
  triangles: {
    ...SQUARES,
    step: [EDGE / 2, (EDGE * ROOT) / 2],
    box: [EDGE, (EDGE * ROOT) / 2],
    sign: 0.8,
    corners: (row, col) => ((row + col) % 2 ? DOWNWARDS : UPWARDS),
    near: (row, col) => {
      const base = row + ((row + col) % 2 ? -1 : 1); // the row on the other side of its base
      return [row - 1, row, row + 1]
        .flatMap((r) => line(r, col, r === row || r === base ? 2 : 1))
        .filter(([r, c]) => r !== row || c !== col);
    },
  },
  torus: { ...SQUARES, wraps: [true, true] },
  cylinder: { ...SQUARES, wraps: [true, false] },
};

export class Topology {
  /** @param {any} level */
  constructor({ rows, cols, shape, turned = false }) {
    this.rows = rows;
    this.cols = cols;
    this.turned = turned;
    this.kind = KINDS[shape] ?? SQUARES;
    this.step = this.#swap(this.kind.step);
    this.box = this.#swap(this.kind.box);
    this.wraps = this.#swap(this.kind.wraps);
    this.rim = this.wraps.map(Number);
    const lines = turned ? cols : rows;
    const shifted = this.#swap([Math.max(this.kind.shift(0), this.kind.shift(Math.min(1, lines - 1))), 0]);
    this.extent = [cols, rows].map((count, axis) => (count - 1) * this.step[axis] + this.box[axis] + shifted[axis] + 2 * this.rim[axis]);
  }

  around(cell) {
    const { rows, cols, wraps } = this;
    const found = [];
    for (const place of this.kind.near(...this.#swap(this.#place(cell)))) {
      const [row, col] = this.#swap(place);
      const [r, c] = [wraps[1] ? (row + rows) % rows : row, wraps[0] ? (col + cols) % cols : col];
      if (r >= 0 && r < rows && c >= 0 && c < cols) found.push(r * cols + c);
    }
    return found.sort((a, b) => a - b);
  }

  corner(cell) {
    const [row, col] = this.#place(cell);
    const [x, y] = this.#swap([this.kind.shift(this.turned ? col : row), 0]);
    return [this.rim[0] + col * this.step[0] + x, this.rim[1] + row * this.step[1] + y];
  }

  middle(cell) {
    const [x, y] = this.corner(cell);
    const [across, down] = middleOf(this.corners(cell) ?? [[0.5, 0.5]]);
    return [x + across * this.box[0], y + down * this.box[1]];
  }

  // How a cell is drawn in a box of so many pixels; null where its outline is the box itself.
  outline(cell, width, height) {
    const corners = this.corners(cell);
    return corners && polygon(corners, width, height, Math.round((width / this.box[0]) * this.kind.sign));
  }

  corners(cell) {
    return this.kind.corners(...this.#swap(this.#place(cell)))?.map((corner) => this.#swap(corner)) ?? null;
  }

  // Where a cell is drawn: the corner of its box first, then those beyond sides that wrap.
  images(cell) {
    const [x, y] = this.corner(cell);
    if (!this.rim[0] && !this.rim[1]) return [[x, y]];
    const along = (at, axis, count) => {
      const reach = count * this.step[axis];
      return [at, ...(this.rim[axis] ? [at - reach, at + reach].filter((one) => one > -1 && one < reach + 2) : [])];
    };
    return along(y, 1, this.rows).flatMap((top) => along(x, 0, this.cols).map((left) => [left, top]));
  }

  strip(row, from, to) {
    const { extent, step, box } = this;
    const [left, top] = this.corner(row * this.cols + from).map((at, axis) => at + (box[axis] - step[axis]) / 2);
    return { top: top / extent[1], left: left / extent[0], height: step[1] / extent[1], width: ((to - from) * step[0]) / extent[0] };
  }

  // Whether a box lies beyond a side that wraps.
  isCopy(x, y) {
    return this.rim.some((rim, axis) => rim && ([x, y][axis] < 1 || [x, y][axis] > [this.cols, this.rows][axis]));
  }

  cellAt(x, y) {
    const { rows, cols, step, rim, wraps } = this;
    const [right, low] = [Math.floor((x - rim[0]) / step[0]), Math.floor((y - rim[1]) / step[1])];
    if (!this.kind.corners(0, 0)) {
      const [row, col] = [wraps[1] ? (low + rows) % rows : low, wraps[0] ? (right + cols) % cols : right];
      return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : null;
    }
    for (const row of [low, low - 1]) {
      for (const col of [right, right - 1]) {
        if (row < 0 || row >= rows || col < 0 || col >= cols) continue;
        const cell = row * cols + col;
        const [left, top] = this.corner(cell);
        if (holds(this.corners(cell), (x - left) / this.box[0], (y - top) / this.box[1])) return cell;
      }
    }
    return null;
  }

  *within({ left, top, right, bottom }) {
    const [from, to] = [this.#along(0, left, right, this.cols), this.#along(1, top, bottom, this.rows)];
    for (let row = to[0]; row < to[1]; row++) for (let col = from[0]; col < from[1]; col++) yield row * this.cols + col;
  }

  #along(axis, start, end, count) {
    if (this.rim[axis]) return [0, count]; // its copies lie elsewhere
    return [Math.max(0, Math.floor((start - this.box[axis]) / this.step[axis])), Math.min(count, Math.ceil(end / this.step[axis]))];
  }

  // Where so many rows and columns lead from a cell: single steps across sides that wrap, others as far as
  // the board goes.
  stepFrom(cell, down, right) {
    const [row, col] = this.#place(cell);
    const go = (at, by, count, wraps) =>
      wraps && Math.abs(by) === 1 ? (at + by + count) % count : Math.min(count - 1, Math.max(0, at + by));
    return go(row, down, this.rows, this.wraps[1]) * this.cols + go(col, right, this.cols, this.wraps[0]);
  }

  // The place of a cell as it is seen from another: across sides that wrap, where that is nearer.
  nearest(cell, from) {
    const counts = [this.rows, this.cols];
    const home = this.#place(from);
    return this.#place(cell).map((at, i) => (this.wraps[1 - i] ? at + counts[i] * Math.round((home[i] - at) / counts[i]) : at));
  }

  /** @type {(pair: any) => any} */
  #swap([one, other]) {
    return this.turned ? [other, one] : [one, other];
  }

  #place(mine) {
    const cell = mine % (this.rows * this.cols);
    return [Math.floor(cell / this.cols), cell % this.cols];
  }
}

// Whether a convex outline holds a place; its corners may go round either way.
function holds(corners, x, y) {
  const sides = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

function spots(...numbers) {
  return Array.from({ length: numbers.length / 2 }, (_, i) => numbers.slice(2 * i, 2 * i + 2));
}

function line(row, col, reach) {
  return Array.from({ length: 2 * reach + 1 }, (_, i) => [row, col - reach + i]);
}

function box(row, col) {
  return [row - 1, row, row + 1].flatMap((r) => line(r, col, 1)).filter(([r, c]) => r !== row || c !== col);
}
