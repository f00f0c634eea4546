// What lies over the board of a bot's turn: its plan, or how surely each cell was read.

import { cellAt } from "../game/topology.js";

const SHOWN_CLICKS = 99;
const SURE = 0.995;

// A function from a cell to a mark (marks.js) or null. Layers: "plan", "sight" and "board".
export function marksFor(turn, layer) {
  const text = turn.cells.join("");
  const sure = turn.confidence?.flat();
  const marks = layer === "plan" ? plan(turn) : new Map();
  if (layer === "sight" && sure) {
    // The colours of chances: blue where a cell is sure, orange where it is not.
    sure.forEach((share, cell) => marks.set(cell, { chance: 1 - share, text: share >= SURE ? "✓" : String(Math.round(100 * share)) }));
  }
  return (cell) => (text[cell] === "~" ? { ...marks.get(cell), outline: "doubt" } : (marks.get(cell) ?? null));
}

function plan({ board, chance = [], safe = [], mines_proven: mines = [], candidates = [], clicks, guess }) {
  const level = { cols: board[0].length };
  const marks = new Map();
  const add = (place, mark) => marks.set(cellAt(level, place), { ...marks.get(cellAt(level, place)), ...mark });
  const text = board.join("");
  chance.flat().forEach((share, cell) => {
    if (share !== null && text[cell] === "#") marks.set(cell, { chance: share });
  });
  for (const cell of safe) add(cell, { chance: 0, sign: "safe" });
  for (const cell of mines) add(cell, { chance: 1, sign: "mine" });
  if (guess) for (const cell of candidates) add(cell, { outline: "cell" });
  // The number of a click stands in place of a sign.
  clicks.slice(0, SHOWN_CLICKS).forEach((click, number) => {
    add(click, { sign: undefined, text: String(number + 1), outline: guess ? "target" : "last" });
  });
  return marks;
}
