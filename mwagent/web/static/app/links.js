// Boards and positions as short text, for addresses.
//
// A board: COLSxROWS.BITS, after "SHAPE-" where its cells are no squares, where BITS are its mines row by row in base64url, eight cells a byte,
// the first cell the highest bit; with several mines in a cell, all cells once more for the second ones, and so on
// (game/topology.js). A position: COLSxROWS/MINES.RUNS, where RUNS are cells row by
// row, each a letter with the length of its run before it when that is not 1: a to i for the
// numbers 0 to 8, j to m for 9 to 12, H hidden, F flag, M mine. MINES is "-" where nobody knows the number. A board of
// another shape has "SHAPE-" before it.

import { SHAPES } from "../engine/module.js";
import { mostIn } from "../game/topology.js";

export const MAX_SIDE = 250;
// The shapes of cells that are no squares (game/topology.js).
export { SHAPES };
const LETTERS = [..."abcdefghi", "F", "M", "H", "", ..."jklm"]; // by cell code, 0-8 9 10 11, 13-16

const sides = (cols, rows) => (cols >= 1 && rows >= 1 && cols <= MAX_SIDE && rows <= MAX_SIDE ? { rows, cols } : null);

export function boardText({ rows, cols, shape = "" }, mined) {
  const bytes = new Uint8Array(Math.ceil((rows * cols * mostIn({ shape })) / 8));
  for (const cell of mined) bytes[cell >> 3] |= 128 >> (cell & 7);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${shape ? `${shape}-` : ""}${cols}x${rows}.${text}`;
}

// {level, mined} of such a text; null when it is none.
export function readBoard(text) {
  const match = /^(?:([a-z]+)-)?(\d{1,3})x(\d{1,3})\.([\w-]*)$/.exec(text ?? "");
  const size = match && sides(Number(match[2]), Number(match[3]));
  if (!size || (match[1] && !SHAPES.includes(match[1]))) return null;
  const shape = match[1] ? { ...size, shape: match[1] } : size;
  const cells = shape.rows * shape.cols;
  const count = cells * mostIn(shape);
  if (match[4].length !== Math.ceil((Math.ceil(count / 8) * 4) / 3)) return null;
  const binary = atob(match[4].replaceAll("-", "+").replaceAll("_", "/"));
  const mined = new Set();
  for (let cell = 0; cell < count; cell++) if (binary.charCodeAt(cell >> 3) & (128 >> (cell & 7))) mined.add(cell);
  const all = [...mined];
  const good = all.filter((mine) => mine < cells).length < cells && all.every((mine) => mine < cells || mined.has(mine - cells));
  return good ? { level: { ...shape, mines: mined.size }, mined } : null;
}

// `position` is {rows, cols, mines, cells}: cell codes 0-8 open, 9 flag, 10 mine, 11 hidden, and
// the number of mines or null.
export function positionText({ rows, cols, shape = "", mines, cells }) {
  let runs = "";
  for (let start = 0; start < cells.length;) {
    let end = start + 1;
    while (end < cells.length && cells[end] === cells[start]) end++;
    runs += (end - start > 1 ? end - start : "") + LETTERS[cells[start]];
    start = end;
  }
  return `${shape ? `${shape}-` : ""}${cols}x${rows}/${mines ?? "-"}.${runs}`;
}

// The position of such a text, its cells an Int8Array; null when it is none.
export function readPosition(text) {
  const match = /^(?:([a-z]+)-)?(\d{1,3})x(\d{1,3})\/(\d{1,5}|-)\.((?:\d{0,5}[a-mFMH])*)$/.exec(text ?? "");
  const size = match && sides(Number(match[2]), Number(match[3]));
  if (!size || (match[1] && !SHAPES.includes(match[1]))) return null;
  const shape = match[1] ? { ...size, shape: match[1] } : size;
  const cells = [];
  for (const [, count, letter] of match[5].matchAll(/(\d*)([a-mFMH])/g)) {
    const times = count ? Number(count) : 1;
    if (cells.length + times > shape.rows * shape.cols) return null;
    for (let i = 0; i < times; i++) cells.push(LETTERS.indexOf(letter));
  }
  if (cells.length !== shape.rows * shape.cols) return null;
  return { ...shape, mines: match[4] === "-" ? null : Number(match[4]), cells: Int8Array.from(cells) };
}
