// A recorded game: the board, and every move with its time.
//
// {rows, cols, shape, turned, mines, key, moves, title, first, pointer}: `key` holds the codes of the solved board (0-8, 10
// for a mine, 11 where nobody ever saw the cell), `mines` the total or null. A move is {kind, cell,
// seconds, doubts}: kind "open", "chord" or "flag" (a flag is set or taken away), seconds since the game
// began or null; `doubts` is what pictures did not tell of it, such as its "cell" (gamebook/record.py). A move
// of kind "seen" sets cells by itself, [[cell, code], ...]: what a player who looks at somebody else's board
// found changed. `first` says what the first click was promised: "safe", "open", "any", or null where that is
// not known. `pointer` is the way of the pointer, [seconds, row, column] with parts of cells from the board's
// upper left corner; empty where nobody noted it. `solution` says that the moves were made by who knows the
// mines: there is nothing to be judged.

import { FormatError } from "../formats/formaterror.js";
import { HIDDEN, keyOf, MINE } from "../formats/position.js";
import { MAX_SIDE, SHAPES } from "../app/links.js";

export const FORMAT = "minesweeper-game";
const KINDS = ["open", "chord", "flag"];
const MOST_MOVES = 200_000;
const MOST_PLACES = 1_000_000;

/** @type {(board: any, mines: any, moves: any[], more?: any) => any} */
export function makeRecord({ rows, cols, shape, turned }, mines, moves, { title = "", first = null, pointer = [] } = {}) {
  const level = { rows, cols, ...(shape && { shape, turned }) };
  const key = keyOf(level, new Set(mines)).cells;
  return { ...level, mines: new Set(mines).size, key, moves, title, first, pointer };
}

// The game as the text of a .json file.
export function writeRecord(record) {
  const { rows, cols, shape, turned, key, moves, title, first, pointer } = record;
  if (key.includes(HIDDEN)) {
    throw new FormatError("this game cannot be saved: where its mines lay was never seen");
  }
  const pair = (cell) => [Math.floor(cell / cols), cell % cols];
  const mines = [...key.keys()].filter((cell) => key[cell] === MINE).map(pair);
  const kept = moves.filter((move) => KINDS.includes(move.kind));
  const told = kept.map(({ kind, cell, seconds, doubts }) => ({ kind, cell: pair(cell), seconds, doubts }));
  const way = pointer?.length ? { pointer } : {};
  return JSON.stringify({ format: FORMAT, version: 1, title, first, rows, cols, shape, turned, mines, moves: told, ...way });
}

export function looksLikeRecord(text) {
  return text.trimStart().startsWith("{") && text.includes(`"${FORMAT}"`);
}

// Read what `writeRecord` wrote; throws a FormatError.
export function parseRecord(text, name = "the text") {
  let game;
  try {
    game = JSON.parse(text);
  } catch {
    throw new FormatError(`${name}: this is not a whole JSON file`);
  }
  return recordFrom(game, name);
}

// The same of the object in the file, which is also what Python makes of a replay.
export function recordFrom(game, name) {
  if (game?.format !== FORMAT || game.version !== 1) {
    throw new FormatError(`${name}: this is no recorded game; its "format" is not "${FORMAT}", version 1`);
  }
  const { rows, cols } = game;
  for (const [side, size] of Object.entries({ rows, cols })) {
    if (!Number.isInteger(size) || size < 1 || size > MAX_SIDE) {
      throw new FormatError(`${name}: "${side}" must be a whole number from 1 to ${MAX_SIDE}`);
    }
  }
  const index = (pair, what) => {
    const [row, col] = Array.isArray(pair) ? pair : [];
    const inside = (n, size) => Number.isInteger(n) && n >= 0 && n < size;
    if (!inside(row, rows) || !inside(col, cols)) {
      throw new FormatError(`${name}, ${what}: ${JSON.stringify(pair)} is no [row, column] of the board`);
    }
    return row * cols + col;
  };
  const list = (key) => {
    if (Array.isArray(game[key]) && game[key].length <= MOST_MOVES) return game[key];
    throw new FormatError(`${name}: "${key}" must be a list of up to ${MOST_MOVES} entries`);
  };
  const mines = list("mines").map((pair, n) => index(pair, `mine ${n + 1}`));
  if (new Set(mines).size < mines.length) throw new FormatError(`${name}: a mine is given twice`);
  const moves = list("moves").map((move, n) => {
    const what = `move ${n + 1}`;
    if (!KINDS.includes(move?.kind)) {
      throw new FormatError(`${name}, ${what}: "kind" must be "open", "chord" or "flag"`);
    }
    const seconds = Number.isFinite(move.seconds) ? move.seconds : null;
    return { kind: move.kind, cell: index(move.cell, what), seconds, ...(Array.isArray(move.doubts) && { doubts: move.doubts }) };
  });
  const first = ["safe", "open", "any"].includes(game.first) ? game.first : null;
  const title = typeof game.title === "string" ? game.title.slice(0, 200) : "";
  const { shape, turned = false } = game;
  if (shape !== undefined && !SHAPES.includes(shape)) throw new FormatError(`${name}: "shape" must be one of ${SHAPES.join(", ")}`);
  return makeRecord({ rows, cols, shape, turned: turned === true }, mines, moves, { title, first, pointer: pointerIn(game, name) });
}

function pointerIn({ pointer = [] }, name) {
  const isPlace = (place) => Array.isArray(place) && place.length === 3 && place.every(Number.isFinite);
  if (Array.isArray(pointer) && pointer.length <= MOST_PLACES && pointer.every(isPlace))
    return pointer.sort(([one], [other]) => one - other);
  throw new FormatError(`${name}: "pointer" must be a list of up to ${MOST_PLACES} places [seconds, row, column]`);
}
