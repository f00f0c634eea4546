// `.mine`, the text format of JSMinesweeper: a head line WIDTHxHEIGHTxMINES, then one line a row.
//
// H is a hidden cell, F a flag, 0-8 an open cell; ? and M are mines known to whoever wrote the
// file. (Facts from reading and running JSMinesweeper by David N. Hill.)

import { checkSize, FormatError, linesOf, quoted } from "./formaterror.js";
import { FLAG, HIDDEN, makePosition, MINE } from "./position.js";

const HEAD = /^\s*(\d{1,4})x(\d{1,4})x(\d{1,6})\s*$/i;
const LETTERS = { H: HIDDEN, F: FLAG, "?": MINE, M: MINE };

export function looksLikeMine(text) {
  return HEAD.test(linesOf(text)[0]);
}

export function parseMine(text, name = "the text") {
  const lines = linesOf(text);
  const head = HEAD.exec(lines[0]);
  if (!head) {
    throw new FormatError(
      `${name}, line 1: the first line gives the size as WIDTHxHEIGHTxMINES, such as 30x16x99, ` + `got ${quoted(lines[0])}`,
    );
  }
  const [cols, rows, mines] = head.slice(1).map(Number);
  if (rows < 1 || cols < 1) {
    throw new FormatError(`${name}, line 1: a board has at least one row and one column`);
  }
  checkSize(rows, cols, name);
  const position = makePosition(rows, cols, mines);
  for (let row = 0; row < rows; row++) readRow(position, row, lines[row + 1], name);
  const extra = lines.findIndex((line, index) => index > rows && line.trim());
  if (extra > 0) {
    throw new FormatError(`${name}, line ${extra + 1}: the head line gives ${rows} rows, here is one more`);
  }
  return position;
}

function readRow(position, row, line, name) {
  const { rows, cols } = position;
  const where = `${name}, line ${row + 2}`;
  if (line === undefined || !line.trim()) {
    throw new FormatError(`${where}: the head line gives ${rows} rows, but row ${row} is missing`);
  }
  const signs = [...line.trim()];
  if (signs.length !== cols) {
    throw new FormatError(`${where}: row ${row} has ${signs.length} cells, the head line gives ${cols} columns`);
  }
  signs.forEach((sign, col) => {
    const code = /[0-8]/.test(sign) ? Number(sign) : LETTERS[sign.toUpperCase()];
    if (code === undefined) {
      throw new FormatError(`${where}, cell (${row}, ${col}): ${quoted(sign)} is no cell; use 0-8 open, H hidden, ` + `F flag, ? mine`);
    }
    position.cells[row * cols + col] = code;
  });
}

// Write a position. The format has no unknown total: throws a FormatError where it is unknown.
export function writeMine({ rows, cols, mines, cells }) {
  if (mines === null) {
    throw new FormatError("a .mine file needs the number of mines; give it first, or save as CSV");
  }
  const sign = (code) => (code < FLAG ? String(code) : { [FLAG]: "F", [MINE]: "?", [HIDDEN]: "H" }[code]);
  const lines = [`${cols}x${rows}x${mines}`];
  for (let row = 0; row < rows; row++) {
    lines.push([...cells.subarray(row * cols, (row + 1) * cols)].map(sign).join(""));
  }
  return `${lines.join("\n")}\n`;
}
