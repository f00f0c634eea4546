// A position in an address, so that it can be sent as a link: COLSxROWS/MINES/CELLS.
//
// CELLS are runs: a letter from a (code 0) to l (code 11), and how many such cells follow, left
// out where it is one. MINES is "unknown" where the total is.

import { checkSize, FormatError, quoted } from "./formaterror.js";
import { makePosition } from "./position.js";

const FORM = /^(\d{1,3})x(\d{1,3})\/(\d{1,6}|unknown)\/((?:[a-l]\d{0,5})*)$/;
const A = "a".charCodeAt(0);

export function positionToAddress({ rows, cols, mines, cells }) {
  let runs = "";
  for (let at = 0; at < cells.length; ) {
    let end = at + 1;
    while (end < cells.length && cells[end] === cells[at]) end++;
    runs += String.fromCharCode(A + cells[at]) + (end - at > 1 ? end - at : "");
    at = end;
  }
  return `${cols}x${rows}/${mines ?? "unknown"}/${runs}`;
}

// Throws a FormatError where the text is no position.
export function addressToPosition(text) {
  const parts = FORM.exec(text);
  if (!parts) {
    throw new FormatError(`the address holds no position: ${quoted(text)} is not COLSxROWS/MINES/CELLS`);
  }
  const [cols, rows] = [Number(parts[1]), Number(parts[2])];
  checkSize(rows, cols, "the address");
  const position = makePosition(rows, cols, parts[3] === "unknown" ? null : Number(parts[3]));
  let at = 0;
  for (const [, letter, count] of parts[4].matchAll(/([a-l])(\d*)/g)) {
    const end = at + Number(count || 1);
    position.cells.fill(letter.charCodeAt(0) - A, at, end);
    at = end;
  }
  if (at !== rows * cols || at === 0) {
    throw new FormatError(`the address gives ${at} cells for ${rows} rows and ${cols} columns`);
  }
  return position;
}
