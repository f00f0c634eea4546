// Hints to an exercise, in three stages: where to look; what it rests on, marked; the answer with its
// argument. Where chances are compared: what the chance is on average, that of one cell, both.

import { chanceText } from "../board/marks.js";

const KINDS = {
  contradiction: "suppose it were otherwise, and follow where that leads",
  group: "compare groups of cells, not only single numbers",
};

// The sentence of the first stage.
export function whereToLook({ ask, position, numbers, answers }, rule, total) {
  if (ask === "safer") return averageChance(position);
  if (total) return "Count the mines that are left, and where they have to be.";
  const look = `Look ${partOf(position, numbers.length ? numbers : [...answers])}: `;
  if (KINDS[rule]) return `${look}${KINDS[rule]}.`;
  if (numbers.length === 1) return `${look}a single number settles it.`;
  if (numbers.length === 2) return `${look}two numbers settle it, by the cells they share.`;
  return `${look}${numbers.length} numbers settle it, one after the other.`;
}

function averageChance({ cells, mines }) {
  const hidden = cells.reduce((sum, code) => sum + (code > 9), 0);
  const left = mines - cells.reduce((sum, code) => sum + (code === 9), 0);
  return `${left} mines are left in ${hidden} hidden cells: ${chanceText(left / hidden)} % each on average. What do the numbers beside the two cells say?`;
}

// The part of the board in which most of the cells lie.
function partOf({ rows, cols }, cells) {
  const mean = (of) => cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
  const third = (place, size, names) => names[Math.min(2, Math.floor((3 * (place + 0.5)) / size))];
  const row = third(
    mean((cell) => Math.floor(cell / cols)),
    rows,
    ["upper", "middle", "lower"],
  );
  const col = third(
    mean((cell) => cell % cols),
    cols,
    ["left", "middle", "right"],
  );
  if (row === "middle" && col === "middle") return "in the middle";
  return `at the ${row} ${col}`
    .replace("middle left", "left")
    .replace("middle right", "right")
    .replace(/(upper|lower) middle/, (_, part) => (part === "upper" ? "top" : "bottom"));
}

// The marks of the second stage: what the proof rests on, or the chance of one of two cells.
export function marksOf({ numbers, choices }) {
  if (!choices.length) return new Map(numbers.map((cell) => [cell, { outline: "number" }]));
  const [{ cell, chance }] = choices;
  return new Map([[cell, { chance, outline: "cell" }]]);
}
