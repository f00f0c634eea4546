// What is wrong with a position that no arrangement of mines fits: which numbers, and why.
//
// `ask(cells, mines)` is the engine's analysis of the same board with other cells or another total.

import { listed, many, t } from "../app/language.js";
import { FLAG, HIDDEN, MINE } from "../formats/position.js";
import { cellName } from "../app/words.js";
import { neighbours } from "../game/topology.js";

// The engine's code for an open cell whose number is left out.
const BLANK = 12;
const MOST_NUMBERS = 400;

// Numbers that cannot all be true, and a sentence: {cells: [cell, ...], text}. They are found by
// leaving numbers out as long as the rest still contradict each other.
export async function contradictionOf(position, trouble, ask) {
  // The engine may name a number that contradicts others only by way of the total.
  const free = trouble.total || (position.mines !== null && !(await ask(position.cells, null)).trouble);
  if (free) return { cells: [], text: await totalText(position, ask) };
  const said = (one) => ({ number: position.cells[one], cell: cellName(position, one) });
  const [row, col] = trouble.cell;
  const cell = row * position.cols + col;
  const text = byItself(position, cell);
  if (text) return { cells: [cell], text };
  const cells = await fewest(position, cell, ask);
  if (cells.length === 1) {
    return { cells, text: t("The {number} at {cell} contradicts other numbers.", said(cell)) };
  }
  const names = cells.map((one) => t("the {number} at {cell}", said(one)));
  return { cells, text: t("These numbers cannot all be true: {names}.", { names: listed(names) }) };
}

// A number may be impossible whatever the others say.
function byItself(position, cell) {
  const number = position.cells[cell];
  const near = neighbours(position, cell);
  const marked = near.filter((n) => isMine(position, n)).length;
  const room = marked + near.filter((n) => isHidden(position, n)).length;
  const said = { number, cell: cellName(position, cell) };
  if (marked > number) {
    return many(
      marked,
      "The {number} at {cell} cannot be: {n} mine is marked around it.",
      "The {number} at {cell} cannot be: {n} mines are marked around it.",
      said,
    );
  }
  if (room < number) {
    return many(
      room,
      "The {number} at {cell} cannot be: only {n} cell around it can hold a mine.",
      "The {number} at {cell} cannot be: only {n} cells around it can hold a mine.",
      said,
    );
  }
  return "";
}

const isMine = ({ cells, trustFlags }, cell) => cells[cell] === MINE || (cells[cell] === FLAG && trustFlags);
const isHidden = ({ cells, trustFlags }, cell) => cells[cell] === HIDDEN || (cells[cell] === FLAG && !trustFlags);

async function fewest(position, center, ask) {
  let kept = await neighbourhood(position, center, ask);
  if (kept.length > MOST_NUMBERS) return [center];
  // The far ones first: what is left lies close together.
  for (const one of [...kept].reverse()) {
    const fewer = kept.filter((other) => other !== one);
    if (await contradicts(position, fewer, ask)) kept = fewer;
  }
  return kept.sort((a, b) => a - b);
}

// The numbers around a cell, as far out as it takes for them to contradict each other, near ones
// first.
async function neighbourhood(position, center, ask) {
  const { rows, cols, cells } = position;
  const distance = (cell) =>
    Math.max(Math.abs(Math.floor(cell / cols) - Math.floor(center / cols)), Math.abs((cell % cols) - (center % cols)));
  const numbers = [...cells.keys()].filter((cell) => cells[cell] <= 8).sort((a, b) => distance(a) - distance(b));
  for (let reach = 2; reach < Math.max(rows, cols); reach *= 2) {
    const near = numbers.filter((cell) => distance(cell) <= reach);
    if (await contradicts(position, near, ask)) return near;
  }
  return numbers;
}

// Whether these numbers alone contradict each other; of the others it is only known that they are open.
async function contradicts(position, numbers, ask) {
  const kept = new Set(numbers);
  const cells = position.cells.map((code, cell) => (code <= 8 && !kept.has(cell) ? BLANK : code));
  return Boolean((await ask(cells, null)).trouble);
}

// The numbers agree, but not with the total: how many mines they allow at least or at most.
async function totalText(position, ask) {
  const { cells, mines } = position;
  const fits = async (total) => !(await ask(cells, total)).trouble;
  const { probability } = await ask(cells, null);
  const usual = Math.round(probability.reduce((sum, chance) => sum + (chance || 0), 0));
  let [wrong, right] = [mines, usual];
  if (!(await fits(usual))) return many(mines, "{n} mine does not fit this position.", "{n} mines do not fit this position.");
  while (Math.abs(right - wrong) > 1) {
    const middle = Math.round((wrong + right) / 2);
    if (await fits(middle)) right = middle;
    else wrong = middle;
  }
  const few = mines < right;
  if (few) {
    return many(
      mines,
      "{n} mine is too few: with these numbers there are at least {right}.",
      "{n} mines are too few: with these numbers there are at least {right}.",
      { right },
    );
  }
  return many(
    mines,
    "{n} mine is too many: with these numbers there are at most {right}.",
    "{n} mines are too many: with these numbers there are at most {right}.",
    { right },
  );
}
