// What is wrong with a position that no arrangement of mines fits: which numbers, and why.
//
// `ask(cells, mines)` is the engine's analysis of the same board with other cells or another total.

import { listed, many, t } from "../app/language.js";
import { FLAG, HIDDEN, MINE } from "../formats/position.js";
import { cellName } from "../app/words.js";
import { cellAt, isOpenCode, kingsMoves, neighbours, numberOf, placeOf } from "../game/topology.js";

// The engine's code for an open cell whose number is left out.
const BLANK = 12;
const MOST_NUMBERS = 400;

// Numbers that cannot all be true, and a sentence: {cells: [cell, ...], text}. They are found by
// leaving numbers out as long as the rest still contradict each other.
export async function contradictionOf(position, trouble, ask) {
  // The engine may name a number that contradicts others only by way of the total.
  const free = trouble.total || (position.mines !== null && !(await ask(position.cells, null)).trouble);
  if (free) return { cells: [], text: await totalText(position, ask) };
  const said = (one) => ({ number: numberOf(position.cells[one]), cell: cellName(position, one) });
  const cell = cellAt(position, trouble.cell);
  const text = byItself(position, cell);
  if (text) return { cells: [cell], text };
  const cells = await fewest(position, cell, ask);
  if (cells.length === 1) return { cells, text: t("The {number} at {cell} contradicts other numbers.", said(cell)) };
  const names = cells.map((one) => t("the {number} at {cell}", said(one)));
  return { cells, text: t("These numbers cannot all be true: {names}.", { names: listed(names) }) };
}

// A number may be impossible whatever the others say.
function byItself(position, cell) {
  const number = numberOf(position.cells[cell]);
  const near = neighbours(position, cell);
  const marked = near.filter((n) => isMine(position, n)).length;
  const room = marked + near.filter((n) => isHidden(position, n)).length;
  const said = { number, cell: cellName(position, cell) };
  if (marked > number) return many(marked, "The {number} at {cell} cannot be: {n} mine[s] [is|are] marked around it.", said);
  return room < number ? many(room, "The {number} at {cell} cannot be: only {n} cell[s] around it can hold a mine.", said) : "";
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
  const distance = (cell) => kingsMoves(placeOf(position, cell), placeOf(position, center));
  const numbers = [...cells.keys()].filter((cell) => isOpenCode(cells[cell])).sort((a, b) => distance(a) - distance(b));
  for (let reach = 2; reach < Math.max(rows, cols); reach *= 2) {
    const near = numbers.filter((cell) => distance(cell) <= reach);
    if (await contradicts(position, near, ask)) return near;
  }
  return numbers;
}

// Whether these numbers alone contradict each other; of the others it is only known that they are open.
async function contradicts(position, numbers, ask) {
  const kept = new Set(numbers);
  const cells = position.cells.map((code, cell) => (isOpenCode(code) && !kept.has(cell) ? BLANK : code));
  return Boolean((await ask(cells, null)).trouble);
}

// The numbers agree, but not with the total: how many mines they allow at least or at most.
async function totalText(position, ask) {
  const { cells, mines } = position;
  const fits = async (total) => !(await ask(cells, total)).trouble;
  const { probability } = await ask(cells, null);
  const usual = Math.round(probability.reduce((sum, chance) => sum + (chance || 0), 0));
  let [wrong, right] = [mines, usual];
  if (!(await fits(usual))) return many(mines, "{n} mine[s] [does|do] not fit this position.");
  while (Math.abs(right - wrong) > 1) {
    const middle = Math.round((wrong + right) / 2);
    if (await fits(middle)) right = middle;
    else wrong = middle;
  }
  if (mines < right) return many(mines, "{n} mine[s] [is|are] too few: with these numbers there are at least {right}.", { right });
  return many(mines, "{n} mine[s] [is|are] too many: with these numbers there are at most {right}.", { right });
}
