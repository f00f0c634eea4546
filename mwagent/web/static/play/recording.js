// A game of this page as a record (game/record.js), for Review and for files.

import { many } from "../app/language.js";
import { makeRecord } from "../game/record.js";
import { FLAG } from "../game/rules.js";
import { turnCell, unturned } from "./turning.js";

// The record of a log (gamelog.js), of the board as it lies on the table, with the moves that were not
// taken back. Presses of the right button go round none, flag and question mark; a record knows flags
// only.
export function recordOf({ game, kept }) {
  const { level, rule, mined } = game;
  const plain = unturned(game).level;
  const flagged = new Set();
  const moves = [];
  for (const { kind, cell, time, set } of kept) {
    if (kind === "flag") {
      const flag = set === FLAG;
      if (flag === flagged.has(cell)) continue;
      if (flag) flagged.add(cell);
      else flagged.delete(cell);
    }
    moves.push({ kind, cell: level.turned ? turnCell(plain, cell) : cell, seconds: time / 1000 });
  }
  const title = many(level.mines, "{size}, {n} mine[s]", { size: `${plain.cols}×${plain.rows}` });
  return makeRecord(level, mined, moves, { title, first: rule });
}
