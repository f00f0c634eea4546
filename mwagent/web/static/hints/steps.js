// The steps of an argument in languages other than English.
//
// The engine's own sentences are English. They are built of what it says of each step beside them: its
// rule, the numbers it rests on, the cells it is about, and how many mines these hold. From that a step is
// told here in one sentence; loaded where the page is in another language.

import { listed, many, t } from "../app/language.js";

const MOST = 5; // places that are named one by one
const MARKS = { numbers: "\ue000", cells: "\ue001" }; // where a sentence names places

// A step in pieces, as the engine gives them: {text, cells}, with places counted from 0.
export function partsOf({ rule, numbers, cells, low, high }) {
  const said = sentence(rule, numbers, cells.length, low, high);
  return said
    .split(/([\ue000\ue001])/)
    .filter(Boolean)
    .map((text) => {
      if (text === MARKS.numbers) return { text: places(numbers), cells: numbers };
      return text === MARKS.cells ? { text: places(cells), cells } : { text, cells: [] };
    });
}

function sentence(rule, numbers, size, low, high) {
  if (rule === "arrangement") return t("In one arrangement that meets all numbers the mines lie as they are marked.");
  const why = reason(rule, numbers.length);
  const said = { why, ...MARKS };
  if (high === 0) return many(size, "{why}: {cells} [is|are] safe.", said);
  if (low === size) return many(size, "{why}: {cells} [is|are] [a mine|mines].", said);
  if (low === high) return many(low, "{why}: exactly {n} mine[s] [lies|lie] in {cells}.", said);
  return t("{why}: {low} to {high} mines lie in {cells}.", { ...said, low, high });
}

function reason(rule, count) {
  if (rule === "total") return t("By the number of mines that are left");
  if (!count) return t("By what is known already");
  if (rule === "pair") return t("By comparing the numbers at {numbers}", MARKS);
  if (rule === "group") return many(count, "By the number[s] at {numbers} and what is known", MARKS);
  if (rule === "contradiction") return many(count, "Otherwise the number[s] at {numbers} could not [|all ]be met", MARKS);
  return many(count, "By the number[s] at {numbers}", MARKS);
}

function places(cells) {
  const names = cells.slice(0, MOST).map(([row, col]) => `(${row}, ${col})`);
  const left = cells.length - names.length;
  return listed(left ? [...names, many(left, "{n} more")] : names);
}

// Where to look, without the answer.
export function nudgeOf([row, col], { numbers, steps, mine_count: total }) {
  if (total) return t("Count the mines that are left, and where they have to be.");
  const part = direction(
    numbers.reduce((sum, [other]) => sum + other - row, 0) / numbers.length,
    numbers.reduce((sum, [, other]) => sum + other - col, 0) / numbers.length,
  );
  const contradicts = numbers.length > 1 && steps.at(-1)?.rule === "contradiction";
  return t("Look {part}: {how}.", { part, how: howSettled(numbers, contradicts) });
}

// How so many numbers settle a cell.
export function howSettled(numbers, contradicts) {
  if (contradicts) return t("suppose it were otherwise, and follow where that leads");
  if (numbers.length === 2) return t("two numbers settle it, by the cells they share");
  return many(numbers.length, "[a single number settles it|{n} numbers settle it, one after the other]");
}

export const PARTS = [
  [t("at the upper left"), t("at the top"), t("at the upper right")],
  [t("at the left"), t("in the middle"), t("at the right")],
  [t("at the lower left"), t("at the bottom"), t("at the lower right")],
];

const third = (mean) => (mean > 0.5 ? 2 : mean < -0.5 ? 0 : 1);
const direction = (down, right) => (third(down) === 1 && third(right) === 1 ? t("around this cell") : PARTS[third(down)][third(right)]);
