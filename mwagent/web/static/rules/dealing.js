// Boards of any shape that can be solved without a guess: tried, and where that fails mended, after an idea of
// Simon Tatham's (engine/play/mend.h).

import { generator } from "../game/random.js";
import { codeOf, numberOf, Topology } from "../game/shapes.js";

const HIDDEN = 11;
// A board that was mended so often is given up.
const MENDINGS = 60;

// Play a board from its first cell, and where that comes to a guess change `mined` so that it may not, at most
// `most` times. How often it was changed; null where it cannot be solved. `safe(cells)` gives the cells that a
// position proves safe.
export function mended(level, mined, { first, seed, most, safe }) {
  const topology = new Topology(level);
  const around = Array.from({ length: level.rows * level.cols }, (_, cell) => topology.around(cell));
  const random = generator(`${seed}/mend`);
  for (let times = 0; times <= Math.min(most, MENDINGS); times++) {
    const cells = play(around, mined, first, safe);
    if (cells === null) return times;
    if (times < most && !mend(around, mined, cells, random)) return null;
  }
  return null;
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
  const pick = (list) => list.splice(random() % list.length, 1)[0];
  const numbers = [...cells.keys()].filter((cell) => cells[cell] !== HIDDEN && around[cell].some((n) => cells[n] === HIDDEN && !mined.has(n)));
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
