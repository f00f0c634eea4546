// How few clicks a board takes with flags and chords: ZiNi, counted by engine/play/zini.h as WebAssembly.
// `mined` is a Set of cells, row * cols + col; a path is a list of moves {kind, cell}.

import { compile, HEAPS, loadedOnce, SHAPES, start } from "../engine/module.js";

const KINDS = ["open", "flag", "chord"];
const MOST_CELLS = 10_000; // ZiNi of a larger board would be waited for

let exports = null;

// Resolves once `ziniPath` can be asked, with false where the module cannot be had.
export const ziniLoaded = loadedOnce(async () => {
  const module = await compile(new URL("zini.wasm", import.meta.url), "zini.wasm");
  exports = start(module);
  return true;
});

// The path of greedy ZiNi; null of a board too large or with several mines in a cell, and while the module is not loaded.
export function ziniPath(level, mined) {
  return paths(level, mined, false)?.[0] ?? null;
}

// { greedy, eightWay, human }: greedy ZiNi, the best of its eight orders, and with all openings first; or null.
export function ziniPaths(level, mined) {
  const [greedy, eightWay, human] = paths(level, mined, true) ?? [];
  return greedy ? { greedy, eightWay, human } : null;
}

function paths({ rows, cols, shape = "", turned = false }, mined, all) {
  if (!exports || rows * cols > MOST_CELLS || HEAPS[shape]) return null;
  const place = exports.input(rows * cols);
  const cells = new Uint8Array(exports.memory.buffer, place, rows * cols).fill(0);
  for (const mine of mined) cells[mine] = 1;
  exports.paths(rows, cols, all, 1 + SHAPES.indexOf(shape), turned);
  const told = new Int32Array(exports.memory.buffer, exports.answer(), exports.answer_size());
  const found = [];
  for (let at = 0; at < told.length; at += told[at] + 1) {
    const moves = Array.from(told.subarray(at + 1, at + 1 + told[at]));
    found.push(moves.map((move) => ({ kind: KINDS[move % 4], cell: Math.floor(move / 4) })));
  }
  return found;
}
