// The CSV format of boards, as minefield/csvformat.py reads and writes it, with the same messages.
//
//   # a comment: a line that begins with "# "
//   #mines 10
//   #first_bloc 3,4
//   11,11,1,0

import { neighbours } from "../game/neighbours.js";
import { FormatError, linesOf, quoted } from "./formaterror.js";
import { FLAG, HIDDEN, makePosition, markedMines, MINE } from "./position.js";

// Python's blanks.
// eslint-disable-next-line no-control-regex -- what Python strips as well
const EDGES = /^[\s\x1c-\x1f\x85]+|[\s\x1c-\x1f\x85]+$/g;
const strip = (text) => text.replace(EDGES, "");

// Read CSV text. Throws a FormatError that names file, line and cell when the text is empty,
// ragged, has a wrong code or head line, an impossible number, or too many mines.
export function parseCsv(text, name = "the text") {
  const rows = [];
  const lines = [];
  const head = {};
  linesOf(text).forEach((raw, index) => {
    const line = strip(raw);
    if (!line || line === "#" || line.startsWith("# ")) return;
    const where = `${name}, line ${index + 1}`;
    if (line.startsWith("#")) {
      if (rows.length) {
        throw new FormatError(`${where}: the head line ${quoted(line)} stands after the cells`);
      }
      readHead(head, line, where);
      return;
    }
    const row = line
      .replace(/,+$/, "")
      .split(",")
      .map((entry, col) => codeOf(entry, `${where}, cell (${rows.length}, ${col})`));
    if (rows.length && row.length !== rows[0].length) {
      throw new FormatError(`${where}: this row has ${row.length} cells, the first row has ${rows[0].length}`);
    }
    rows.push(row);
    lines.push(index + 1);
  });
  if (!rows.length) throw new FormatError(`${name}: the file has no cells; give rows of codes 0-11`);
  const position = makePosition(rows.length, rows[0].length, head.mines ?? null, Uint8Array.from(rows.flat()));
  if (head.first_bloc) {
    const [row, col] = head.first_bloc;
    if (row >= position.rows || col >= position.cols) {
      throw new FormatError(`${name}: #first_bloc ${row},${col} lies off the ${position.rows}x${position.cols} board`);
    }
    position.first = row * position.cols + col;
  }
  checkNumbers(position, name, lines);
  return position;
}

// Write a position as CSV text; `parseCsv` and Python read it back.
export function writeCsv({ rows, cols, mines, first, cells }) {
  const lines = [];
  if (mines !== null) lines.push(`#mines ${mines}`);
  if (first !== null) lines.push(`#first_bloc ${Math.floor(first / cols)},${first % cols}`);
  for (let row = 0; row < rows; row++) {
    lines.push(cells.subarray(row * cols, (row + 1) * cols).join(","));
  }
  return `${lines.join("\n")}\n`;
}

const HEAD_LINES = { mines: mineCount, first_bloc: cellOf };

function readHead(head, line, where) {
  const [, key, value] = /^(\S+)\s*(.*)$/.exec(line.slice(1).trimStart());
  if (!Object.hasOwn(HEAD_LINES, key)) {
    throw new FormatError(
      `${where}: ${quoted(line)} is no head line; use '#mines N' or '#first_bloc ROW,COL', and ` + `begin comments with '# '`,
    );
  }
  if (key in head) throw new FormatError(`${where}: '#${key}' is given twice`);
  head[key] = HEAD_LINES[key](value, where);
}

function partition(text, at) {
  const place = text.indexOf(at);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place + at.length)];
}

function codeOf(entry, where) {
  const text = strip(entry);
  if (!/^[0-9]{1,2}$/.test(text) || Number(text) > HIDDEN) {
    throw new FormatError(`${where}: ${quoted(text)} is not a cell code; use 0-8 open, 9 flag, 10 mine, 11 hidden`);
  }
  return Number(text);
}

function mineCount(text, where) {
  const value = strip(text);
  if (!/^[0-9]{1,9}$/.test(value)) {
    throw new FormatError(`${where}: '#mines' needs a whole number, got ${quoted(value)}`);
  }
  return Number(value);
}

function cellOf(text, where) {
  const [row, col] = partition(text, ",").map(strip);
  if (!/^[0-9]+$/.test(row) || !/^[0-9]+$/.test(col)) {
    throw new FormatError(`${where}: '#first_bloc' needs ROW,COL, got ${quoted(strip(text))}`);
  }
  return [Number(row), Number(col)];
}

function checkNumbers(position, name, lines) {
  const { cells, cols, mines } = position;
  const lineOf = (cell) => lines[Math.floor(cell / cols)];
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] > 8) continue;
    const room = neighbours(position, cell).filter((n) => cells[n] > 8).length;
    if (cells[cell] > room) {
      throw new FormatError(
        `${name}, line ${lineOf(cell)}, cell ${placeInFile(position, cell)}: the number ` +
          `${cells[cell]} is impossible, fewer than ${cells[cell]} unopened cells or mines lie ` +
          `around it`,
      );
    }
  }
  if (mines === null) return;
  const known = markedMines(position);
  if (known > mines) {
    let left = mines;
    const cell = cells.findIndex((code) => (code === FLAG || code === MINE) && left-- === 0);
    throw new FormatError(
      `${name}, line ${lineOf(cell)}, cell ${placeInFile(position, cell)}: too many mines, the board ` +
        `marks ${known} but #mines says ${mines}`,
    );
  }
  const room = cells.filter((code) => code > 8).length;
  if (mines > room) {
    throw new FormatError(`${name}, line 1, cell (0, 0): too many mines, #mines says ${mines} but only ${room} cells ` + `are unopened`);
  }
}

// As Python's parser says it: files count from 0.
const placeInFile = ({ cols }, cell) => `(${Math.floor(cell / cols)}, ${cell % cols})`;
