// Board files of every format the page knows: which one it is, read it, write it.

import { parseCsv, writeCsv } from "./csv.js";
import { checkSize, FormatError, linesOf } from "./formaterror.js";
import { parseMbf, writeMbf } from "./mbf.js";
import { looksLikeMine, parseMine, writeMine } from "./mine.js";
import { parsePlainText, writePlainText } from "./plaintext.js";

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

// Read a text that may be any of the text formats; throws a FormatError.
export function parseBoardText(text, name = "the text") {
  if (looksLikeMine(text)) return parseMine(text, name);
  const rows = linesOf(text).filter((line) => line.trim() && !/^\s*#\s*[a-z]/i.test(line));
  const isCsv = rows.length && rows.every((line) => /^[\s\d,]+$/.test(line)) && /,/.test(rows.join(""));
  const read = isCsv ? parseCsv : parsePlainText;
  const position = read(text, name);
  checkSize(position.rows, position.cols, name);
  return position;
}

// Read the bytes of a file in the format that its name ends in. Throws a FormatError.
export function parseBoardFile(bytes, name) {
  if (bytes.length > LARGEST_FILE) {
    throw new FormatError(`${name}: the file has ${bytes.length} bytes, too many for a board`);
  }
  const extension = extensionOf(name);
  if (extension === "mbf" || extension === "abf") return parseMbf(bytes, name);
  const text = textOf(bytes, name);
  if (extension === "mine") return parseMine(text, name);
  if (extension === "csv") {
    const position = parseCsv(text, name);
    checkSize(position.rows, position.cols, name);
    return position;
  }
  return parseBoardText(text, name);
}

export function textOf(bytes, name) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError(`${name}: this is not a text file; give a board as .csv, .mine, .mbf or plain text`);
  }
}
