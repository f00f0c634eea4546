// Boards as plain text, as people paste them: the rows that Python prints, and common variants.
//
//   mines 10
//   1##
//   1F*
//
// Blanks, tabs, commas and bars between the cells are skipped, and so are empty lines.

import { checkSize, FormatError, linesOf, quoted } from "./formaterror.js";
import { FLAG, HIDDEN, makePosition, MINE, SYMBOLS } from "./position.js";

const SIGNS = new Map();
[..."012345678"].forEach((digit, code) => SIGNS.set(digit, code));
for (const sign of "Ff!PpW🚩⚑") SIGNS.set(sign, FLAG);
for (const sign of "*MmXx@💣✱") SIGNS.set(sign, MINE);
for (const sign of "#Hh?-■□▢🟦") SIGNS.set(sign, HIDDEN);
const HEAD = /^\s*#?\s*mines\s*[:=]?\s*(\d{1,6})\s*$/i;
// Between cells, and the marks that make a digit an emoji.
// eslint-disable-next-line no-misleading-character-class -- each by itself
const SKIPPED = /[\s,;|\ufe0f\u20e3]/gu;

export function parsePlainText(text, name = "the text") {
  let mines = null;
  const rows = [];
  const lines = [];
  linesOf(text).forEach((line, index) => {
    const head = HEAD.exec(line);
    if (head) {
      mines = Number(head[1]);
      return;
    }
    const signs = [...line.replace(SKIPPED, "")];
    if (!signs.length) return;
    if (rows.length && signs.length !== rows[0].length) {
      throw new FormatError(`${name}, line ${index + 1}: this row has ${signs.length} cells, the first row has ` + `${rows[0].length}`);
    }
    rows.push(signs);
    lines.push(index + 1);
  });
  if (!rows.length) throw new FormatError(`${name}: there is no board in an empty text`);
  checkSize(rows.length, rows[0].length, name);
  const dot = meaningOfDot(rows, lines, name);
  const codes = rows.map((signs, row) =>
    signs.map((sign, col) => {
      const code = sign === "." ? dot : SIGNS.get(sign);
      if (code === undefined) {
        throw new FormatError(
          `${name}, line ${lines[row]}, cell (${row}, ${col}): ${quoted(sign)} is no cell; use ` + `0-8 open, # hidden, F flag, * mine`,
        );
      }
      return code;
    }),
  );
  return makePosition(rows.length, rows[0].length, mines, Uint8Array.from(codes.flat()));
}

// A dot is a hidden cell for some and an open one without a number for others: it is what no other
// sign of the same text stands for.
function meaningOfDot(rows, lines, name) {
  const all = rows.flat();
  const hidden = all.some((sign) => SIGNS.get(sign) === HIDDEN);
  if (hidden && all.includes("0") && all.includes(".")) {
    const row = rows.findIndex((signs) => signs.includes("."));
    throw new FormatError(
      `${name}, line ${lines[row]}, cell (${row}, ${rows[row].indexOf(".")}): '.' could be hidden ` +
        `or open, as other signs stand for both; write # for hidden and 0 for open`,
    );
  }
  return hidden ? 0 : HIDDEN;
}

// Write a position as Python's `str(board)` does.
export function writePlainText({ rows, cols, mines, cells }) {
  const lines = mines === null ? [] : [`mines ${mines}`];
  for (let row = 0; row < rows; row++) {
    lines.push([...cells.subarray(row * cols, (row + 1) * cols)].map((code) => SYMBOLS[code]).join(""));
  }
  return `${lines.join("\n")}\n`;
}
