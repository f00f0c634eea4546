// Boards of any shape that can be solved without a guess: tried, and where that fails mended, after an idea of
// Simon Tatham's (engine/play/mend.h).

import { Topology } from "../game/shapes.js";
import { codeOf, numberOf } from "../game/topology.js";

const HIDDEN = 11;
// Boards that are tried as they were drawn before others are mended, and how often one of these is.
const DRAWN = 30;
const MENDINGS = 60;

// The boards of a level from a first cell on, one after another, the same for the same seed.
export class Deal {
  constructor(level, { first, rule, seed, laid }) {
    const topology = new Topology(level);
    this.around = Array.from({ length: level.rows * level.cols }, (_, cell) => topology.around(cell));
    this.first = first;
    this.laid = new Set(laid);
    this.random = randomly(seed);
    this.tries = 0;
    const spared = new Set(rule === "any" ? [] : rule === "safe" ? [first] : [first, ...this.around[first]]);
    this.free = [...this.around.keys()].filter((cell) => !spared.has(cell));
    if (this.free.length < this.laid.size) this.free = [...this.around.keys()].filter((cell) => cell !== first);
  }

  // {mines, made} as engine.js has it, or null where none of so many boards can be solved. `safe(cells)` gives the
  // cells that a position proves safe.
  find(noGuess, tries, safe) {
    for (let i = 0; i < tries; i++) {
      const number = this.tries++;
      const mined = number ? this.#drawn() : new Set(this.laid);
      const times = noGuess ? this.#mended(mined, number < DRAWN ? 0 : MENDINGS, safe) : 0;
      if (times === null) continue;
      return { mines: Uint8Array.from(this.around, (_, cell) => Number(mined.has(cell))), made: times ? "mended" : "uniform" };
    }
    return null;
  }

  #drawn() {
    const free = [...this.free];
    return new Set(Array.from(this.laid, () => free.splice(this.random(free.length), 1)[0]));
  }

  // Play a board, and where that comes to a guess change `mined` so that it may not, at most `most` times. How often
  // it was changed; null where it cannot be solved.
  #mended(mined, most, safe) {
    for (let times = 0; times <= most; times++) {
      const cells = play(this.around, mined, this.first, safe);
      if (cells === null) return times;
      if (times < most && !mend(this.around, mined, cells, this.random)) return null;
    }
    return null;
  }
}

// Whole numbers below others, the same for the same text: splitmix32 from its FNV-1a hash (game/random.js).
function randomly(text) {
  let state = [...text].reduce((hash, sign) => Math.imul(hash ^ sign.codePointAt(0), 0x01000193) >>> 0, 0x811c9dc5);
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
  };
}

// Play as far as that goes without a guess: null where the board is won, else the codes of its cells.
function play(around, mined, first, safe) {
  const cells = new Int8Array(around.length).fill(HIDDEN);
  let hidden = cells.length;
  const open = (start) => {
    const queue = [start];
    for (let cell; (cell = queue.pop()) !== undefined;) {
      if (cells[cell] !== HIDDEN) continue;
      const number = around[cell].filter((n) => mined.has(n)).length;
      cells[cell] = codeOf(number);
      hidden--;
      if (!number) queue.push(...around[cell]);
    }
  };
  for (let found = [first]; found.length; found = byNumbers(around, cells) ?? safe(cells)) {
    found.forEach(open);
    if (hidden === mined.size) return null;
  }
  return cells;
}

// What single numbers prove safe, with the mines that single numbers prove; null where that is nothing.
function byNumbers(around, cells) {
  const numbered = [...cells.keys()].filter((cell) => cells[cell] !== HIDDEN && cells[cell] > 0);
  const rules = numbered.map((cell) => [numberOf(cells[cell]), around[cell].filter((n) => cells[n] === HIDDEN)]);
  const mines = new Set(rules.flatMap(([number, hidden]) => (number === hidden.length ? hidden : [])));
  const found = rules.flatMap(([number, hidden]) => {
    const others = hidden.filter((cell) => !mines.has(cell));
    return hidden.length - others.length === number ? others : [];
  });
  return found.length ? found : null;
}

// Where play ends, fill the hidden cells around a number with mines, or empty them, at the expense of cells that
// no number speaks of, or else of others; false where that cannot be done.
function mend(around, mined, cells, random) {
  const pick = (list) => list.splice(random(list.length), 1)[0];
  const numbers = [...cells.keys()].filter(
    (cell) => cells[cell] !== HIDDEN && around[cell].some((n) => cells[n] === HIDDEN && !mined.has(n)),
  );
  if (!numbers.length) return false;
  const near = around[pick(numbers)].filter((n) => cells[n] === HIDDEN);
  const hidden = [...cells.keys()].filter((cell) => cells[cell] === HIDDEN && !near.includes(cell));
  const far = hidden.filter((cell) => around[cell].every((n) => cells[n] === HIDDEN));
  const full = near.filter((cell) => mined.has(cell));
  const empty = near.filter((cell) => !mined.has(cell));
  const spare = (wanted) => [far, hidden].map((list) => list.filter((cell) => mined.has(cell) === wanted));
  const move = (from, to) => {
    for (const [cell, at] of from.map((one, i) => [one, to[i]])) {
      mined.delete(cell);
      mined.add(at);
    }
    return true;
  };
  const drawn = (lists, count) => {
    const list = lists.find((one) => one.length >= count);
    return list && Array.from({ length: count }, () => pick(list));
  };
  const [outside, inside] = [full.length && drawn(spare(false), full.length), empty.length && drawn(spare(true), empty.length)];
  if (outside && (!inside || full.length <= empty.length)) return move(full, outside);
  return inside ? move(inside, empty) : false;
}
