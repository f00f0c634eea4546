// Shares, times and places in words.

import { fixed, t } from "./language.js";

export const percent = (share, digits = share > 0 && share < 0.001 ? 3 : 1) => t("{n} %", { n: fixed(100 * share, digits) });

export const secondsText = (seconds, digits) => t("{n} s", { n: fixed(seconds, digits) });

export const capitalised = (words) => words[0].toUpperCase() + words.slice(1);

// The page counts rows and columns from 1, as people do. Files, addresses, the engine and the command
// line count from 0: whatever they say of places goes through here before it is shown.
/** @type {(place: number[]) => string} */
export const placeName = ([row, col]) => t("row {row}, column {col}", { row: row + 1, col: col + 1 });

// The same where a title begins with it.
/** @type {(place: number[]) => string} */
export const titleName = ([row, col]) => t("Row {row}, column {col}", { row: row + 1, col: col + 1 });

// A cell in short: "(3, 4)" is its row and column.
export const shortName = ([row, col]) => `(${row + 1}, ${col + 1})`;

// The same of a cell's index on a board.
export const cellName = ({ cols }, cell) => shortName([Math.floor(cell / cols), cell % cols]);

// A phrase of the engine, in which cells stand as "(2, 3)" and rows as "row 2", counted from 0.
export const recounted = (phrase) =>
  phrase
    .replace(/\((\d+), (\d+)\)/g, (_, row, col) => shortName([Number(row), Number(col)]))
    .replace(/\brow (\d+)\b/g, (_, row) => `row ${Number(row) + 1}`);
