// What was read from a picture, as positions to be edited. Knows no document.
//
// A board is what api/read answers: { rows, cols, cells, doubtful, mines, counter, cut, place, note, ... }.

import { cellAt } from "../game/topology.js";
import { FLAG, HIDDEN, makePosition, MINE } from "../formats/position.js";

const CODES = { "#": HIDDEN, F: FLAG, "*": MINE, X: MINE, W: FLAG, "?": HIDDEN, "~": HIDDEN };
const USUAL = { "9x9": 10, "8x8": 10, "10x8": 10, "16x16": 40, "18x14": 40, "30x16": 99, "24x20": 99 };

export function positionFrom(board) {
  const codes = Uint8Array.from(board.cells.join(""), (symbol) => CODES[symbol] ?? Number(symbol));
  return makePosition(board.rows, board.cols, board.mines, codes);
}

export const doubtfulIn = (board) => new Set(board.doubtful.map((place) => cellAt(board, place)));

// The number of mines that boards of this size usually have, or null.
export const usualMines = ({ rows, cols }) => USUAL[`${cols}x${rows}`] ?? null;

// A board's place on the picture as {x, y, width, height} in its pixels; of one cell, with `cell`.
export function placeOf({ rows, cols, place }, cell = null) {
  const { x, y, cell_width: width, cell_height: height } = place;
  if (cell === null) return { x, y, width: cols * width, height: rows * height };
  return { x: x + (cell % cols) * width, y: y + Math.floor(cell / cols) * height, width, height };
}

// The board under a point of the picture, and the cell of it: { board, cell }, or null.
export function cellUnder(boards, { x, y }) {
  for (const board of boards) {
    const { place, rows, cols } = board;
    const col = Math.floor((x - place.x) / place.cell_width);
    const row = Math.floor((y - place.y) / place.cell_height);
    if (row >= 0 && col >= 0 && row < rows && col < cols) return { board, cell: row * cols + col };
  }
  return null;
}
