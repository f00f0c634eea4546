// Board files of every format the page knows: which one it is, read it, write it.

import { FormatError } from "./formaterror.js";
import { parseMbf, writeMbf } from "./mbf.js";
import { SYMBOLS } from "./position.js";
import { readBoard } from "./reader.js";

// What a board can be saved as, and the type a browser gives the file.
export const WRITERS = {
  csv: { write: writeCsv, type: "text/csv", label: "CSV (.csv)" },
  mine: { write: writeMine, type: "text/plain", label: "JSMinesweeper (.mine)" },
  mbf: { write: writeMbf, type: "application/octet-stream", label: "Arbiter board (.mbf)" },
  txt: { write: writePlainText, type: "text/plain", label: "plain text (.txt)" },
};

// A file larger than this is no board of 250x250 cells in any of the formats.
const LARGEST_FILE = 2_000_000;

export const extensionOf = (name) => /\.([a-z0-9]+)$/i.exec(name)?.[1].toLowerCase() ?? "";

// Read the bytes of a file in the format that its name ends in; `notation` is as in readBoard. Throws a
// FormatError.
export async function parseBoardFile(bytes, name, notation = "") {
  if (bytes.length > LARGEST_FILE) {
    throw new FormatError(`${name}: the file has ${bytes.length} bytes, too many for a board`);
  }
  const extension = extensionOf(name);
  if (extension === "mbf" || extension === "abf") return parseMbf(bytes, name);
  return readBoard(textOf(bytes, name), name, notation || (extension === "mine" ? extension : ""));
}

export function textOf(bytes, name) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError(`${name}: this is not a text file; give a board as .csv, .mine, .mbf or plain text`);
  }
}

const rowsOf = ({ rows, cols, cells }) => Array.from({ length: rows }, (_, row) => [...cells.subarray(row * cols, (row + 1) * cols)]);
const lines = (...all) => [...all.filter((line) => line !== null), ""].join("\n");

// Write a position as CSV text, as Python does.
export function writeCsv(position) {
  const { cols, mines, first } = position;
  return lines(
    mines === null ? null : `#mines ${mines}`,
    first === null ? null : `#first_bloc ${Math.floor(first / cols)},${first % cols}`,
    ...rowsOf(position).map((row) => row.join(",")),
  );
}

// Write a position as Python's `str(board)` does.
export function writePlainText(position) {
  const { mines } = position;
  const rows = rowsOf(position).map((row) => row.map((code) => SYMBOLS[code]).join(""));
  return lines(mines === null ? null : `mines ${mines}`, ...rows);
}

// Write a position for JSMinesweeper. The format has no unknown total: throws a FormatError where it is unknown.
export function writeMine(position) {
  const { rows, cols, mines } = position;
  if (mines === null) throw new FormatError("a .mine file needs the number of mines; give it first, or save as CSV");
  return lines(`${cols}x${rows}x${mines}`, ...rowsOf(position).map((row) => row.map((code) => "012345678F?H"[code]).join("")));
}
