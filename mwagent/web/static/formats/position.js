// A position: what a player sees of a board, and how many mines it has. The twin of Python's Board.
//
// `cells` is a Uint8Array with one code a cell, row by row: 0-8 open, 9 flag, 10 mine shown,
// 11 hidden, from 13 on the numbers above 8. `mines` is the total number of mines, flagged or not, or null where it is
// unknown. Where cells are no squares there is a `shape` (game/topology.js), and perhaps `turned`.
// `first` is a cell known to be a good first click, or null.

import { codeOf, neighbours, numberOf } from "../game/topology.js";

export const FLAG = 9;
export const MINE = 10;
export const HIDDEN = 11;

// One character for each code 0-11, as Python prints boards.
export const SYMBOLS = "012345678F*#";
// What a cell with a code looks like (board/tiles.js); cells of other shapes have numbers above 8.
export const symbolOf = (code) => SYMBOLS[code] ?? String(numberOf(code));

export function makePosition(rows, cols, mines = null, cells = null, first = null) {
  return { rows, cols, mines, first, cells: cells ?? new Uint8Array(rows * cols).fill(HIDDEN) };
}

// A position as Python's `str(board)` prints it, with a line break after it.
export function plainText({ rows, cols, mines, cells }) {
  const row = (_, n) => `${Array.from(cells.subarray(n * cols, (n + 1) * cols), (code) => SYMBOLS[code]).join("")}\n`;
  return (mines === null ? "" : `mines ${mines}\n`) + Array.from({ length: rows }, row).join("");
}

export function copyPosition(position) {
  return { ...position, cells: position.cells.slice() };
}

// The mines of a board of which every cell is known, with at least one to be opened; null of others.
export function minesOf({ mines, cells }) {
  const mined = new Set();
  cells.forEach((code, cell) => (code === MINE || code === FLAG) && mined.add(cell));
  const known = !cells.includes(HIDDEN) && (mines === null || mines === mined.size);
  return known && mined.size < cells.length ? mined : null;
}

// Flags and mines shown: the cells that count as mines.
export function markedMines(position) {
  return position.cells.reduce((sum, code) => sum + (code === FLAG || code === MINE), 0);
}

// The whole board of a level behind a set of mines: every other cell open, with its number.
/** @param {any} level */
export function keyOf(level, mines) {
  const { rows, cols, shape, turned } = level;
  const numbers = new Uint8Array(rows * cols);
  const key = { ...makePosition(rows, cols, mines.size, numbers), ...(shape && { shape, turned }) };
  for (const mine of mines) for (const cell of neighbours(key, mine)) numbers[cell]++;
  key.cells = numbers.map((number, cell) => (mines.has(cell) ? MINE : codeOf(number)));
  return key;
}
