// `.mbf`, the board files of Minesweeper Arbiter and other programs: where the mines of a whole
// board lie.
//
// Bytes: width, height, the number of mines in two bytes (high byte first), then one pair a mine,
// column and row from 0.

import { checkSize, FormatError } from "./formaterror.js";
import { FLAG, keyOf, MINE } from "./position.js";

// Read the bytes (a Uint8Array) as the solved board: mines shown, all else open.
export function parseMbf(bytes, name = "the file") {
  if (bytes.length < 4) {
    throw new FormatError(`${name}: an .mbf file has at least 4 bytes, this one has ${bytes.length}`);
  }
  const [cols, rows, high, low] = bytes;
  const count = high * 256 + low;
  if (rows < 1 || cols < 1) {
    throw new FormatError(`${name}, byte 1: the board has ${rows} rows and ${cols} columns; each is at least 1`);
  }
  checkSize(rows, cols, name);
  if (bytes.length !== 4 + 2 * count) {
    throw new FormatError(`${name}, byte 3: ${count} mines take ${4 + 2 * count} bytes, the file has ${bytes.length}`);
  }
  const mines = new Set();
  for (let at = 4; at < bytes.length; at += 2) {
    const col = bytes[at];
    const row = bytes[at + 1];
    const where = `${name}, byte ${at + 1}, cell (${row}, ${col})`;
    if (row >= rows || col >= cols) {
      throw new FormatError(`${where}: this mine lies off the board of ${rows} rows and ${cols} columns`);
    }
    if (mines.has(row * cols + col)) throw new FormatError(`${where}: this mine is given twice`);
    mines.add(row * cols + col);
  }
  return keyOf(rows, cols, mines);
}

// Write where the mines of a position lie: cells marked or shown as mines. Throws a FormatError
// where the board is too large for the format, or not every mine is marked.
export function writeMbf({ rows, cols, mines, cells }) {
  if (rows > 255 || cols > 255) {
    throw new FormatError(`an .mbf file holds up to 255 rows and columns, the board has ${rows} and ${cols}`);
  }
  const found = [];
  cells.forEach((code, cell) => {
    if (code === FLAG || code === MINE) found.push(cell % cols, Math.floor(cell / cols));
  });
  const count = found.length / 2;
  if (mines !== null && mines !== count) {
    throw new FormatError(
      `an .mbf file says where every mine lies: the board has ${mines} mines, but ${count} ` +
        `cells are marked; mark them all, or save as CSV`,
    );
  }
  return Uint8Array.from([cols, rows, count >> 8, count & 255, ...found]);
}
