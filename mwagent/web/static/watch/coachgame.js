// What the coach told: boards, moves and troubles, in the order they came. Knows no document.
//
// The events are those of mwagent/coach/page.py.

import { HIDDEN, SYMBOLS } from "../formats/position.js";

export class CoachGame {
  constructor() {
    this.session = null;
    this.sight = null; // the last board
    this.before = null; // the one before it, of the same round
    this.moves = []; // of this round
    this.trouble = null;
    this.end = null;
  }

  take(kind, data) {
    if (kind === "session") this.session = data;
    else if (kind === "trouble") this.trouble = data.kind === "none" ? null : data.sentence;
    else if (kind === "end") this.end = data.message;
    else if (kind === "sight") this.#see(data);
  }

  get over() {
    return ["won", "lost"].includes(this.sight?.stage);
  }

  #see(sight) {
    const same = this.sight?.round === sight.round;
    this.before = same ? this.sight : null;
    if (!same) this.moves = [];
    this.moves.push(...sight.told);
    this.sight = sight;
  }
}

// A board of the coach as a position for the engine.
export function positionOf({ cells, mines }) {
  const codes = Uint8Array.from(cells.join(""), (sign) => SYMBOLS.indexOf(sign));
  return { rows: cells.length, cols: cells[0].length, mines, first: null, cells: codes, trustFlags: false };
}

// The cell that is worth explaining most: one that is safe, near the last move; else a mine that
// bears no flag; else the best guess. null where nothing is left to say. `answer` is the engine's.
export function usefulCell({ cols, cells }, { safe, mines, best }, last) {
  const index = ([row, col]) => row * cols + col;
  const apart = ([row, col]) => (last ? Math.max(Math.abs(row - last[0]), Math.abs(col - last[1])) : 0);
  const near = (some) => some.toSorted((one, other) => apart(one) - apart(other))[0];
  const unmarked = mines.filter((cell) => cells[index(cell)] === HIDDEN);
  const cell = safe.length ? near(safe) : unmarked.length ? near(unmarked) : best?.cell;
  return cell ? index(cell) : null;
}
