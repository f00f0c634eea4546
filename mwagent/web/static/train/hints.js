// Hints to an exercise, in three stages: where to look; what it rests on, marked; the answer with its
// argument. Where chances are compared: what the chance is on average, that of one cell, both.

import { many, t } from "../app/language.js";
import { chanceText } from "../board/marks.js";
import { howSettled, PARTS } from "../hints/steps.js";

// The sentence of the first stage.
export function whereToLook({ ask, position, numbers, answers }, rule, total) {
  if (ask === "safer") return averageChance(position);
  if (total) return t("Count the mines that are left, and where they have to be.");
  const part = partOf(position, numbers.length ? numbers : [...answers]);
  const groups = rule === "group" && t("compare groups of cells, not only single numbers");
  return t("Look {part}: {how}.", { part, how: groups || howSettled(numbers, rule === "contradiction") });
}

function averageChance({ cells, mines }) {
  const hidden = cells.reduce((sum, code) => sum + (code > 9), 0);
  const left = mines - cells.reduce((sum, code) => sum + (code === 9), 0);
  return many(
    left,
    "{n} mine[s] [is|are] left in {hidden} hidden cells: {chance} % each on average. What do the numbers beside the two cells say?",
    { hidden, chance: chanceText(left / hidden) },
  );
}

// The part of the board in which most of the cells lie.
function partOf({ rows, cols }, cells) {
  const mean = (of) => cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
  const third = (place, size) => Math.min(2, Math.floor((3 * (place + 0.5)) / size));
  const row = mean((cell) => Math.floor(cell / cols));
  const col = mean((cell) => cell % cols);
  return PARTS[third(row, rows)][third(col, cols)];
}

// The marks of the second stage: what the proof rests on, or the chance of one of two cells.
export function marksOf({ numbers, choices }) {
  if (!choices.length) return new Map(numbers.map((cell) => [cell, { outline: "number" }]));
  const [{ cell, chance }] = choices;
  return new Map([[cell, { chance, outline: "cell" }]]);
}
