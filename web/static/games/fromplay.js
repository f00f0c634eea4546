// A game that was played on this page (play/record.js) as a recorded game.

import { FLAG } from "../rules.js";
import { makeRecord } from "./record.js";

// Presses of the right button go round none, flag and question mark; a recorded game knows flags
// only. `set` of a move is what the press left on its cell.
export function recordOfPlay({ level, rule, mined, moves }) {
  const flagged = new Set();
  const kept = [];
  for (const { kind, cell, time, set } of moves) {
    if (kind === "on") continue; // a mine that was hit stays known
    if (kind === "flag") {
      const flag = set === undefined ? !flagged.has(cell) : set === FLAG;
      if (flag === flagged.has(cell)) continue;
      if (flag) flagged.add(cell);
      else flagged.delete(cell);
    }
    kept.push({ kind, cell, seconds: time / 1000 });
  }
  const title = `${level.cols}×${level.rows}, ${level.mines} mines`;
  return makeRecord(level.rows, level.cols, mined, kept, { title, first: rule });
}
