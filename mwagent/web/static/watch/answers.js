// A solver's answer to a position, whoever gave it: the engine in the page or a solver in Python.
//
// answer = {
//   probability    Float64Array: the chance that each cell is a mine, NaN where it is open
//   safe, mines    [[row, col], ...] proven so
//   dead           cells that tell nothing; [] where nobody said
//   best           null, or { cell, why: "proof" | "endgame" | "guess", win, candidates }; candidates
//                  are { cell, mine, score }, the best first
//   exact          whether the chances are counted, not estimated
// }

import { t } from "../app/language.js";
import { SYMBOLS } from "../formats/position.js";
import { askSolver } from "../app/python.js";

export const IN_THE_PAGE = "best";
const SECONDS = 2;

// Ask a solver by name. `best` is asked in the page, unless it has options that only Python knows.
// Fails with a sentence; a question that was given up (`signal`) fails with AbortError or Cancelled.
export async function askFor(shell, { solver, options = {} }, position, signal) {
  if (solver === IN_THE_PAGE && Object.keys(options).length === 0) {
    const engine = await shell.engine();
    const answer = await engine.analyse({ ...position, cells: Int8Array.from(position.cells), trustFlags: false, seconds: SECONDS });
    if (answer.trouble) throw new Error(t("The position contradicts itself."));
    return answer;
  }
  const board = { cells: rowsOf(position), mines: position.mines };
  return fromPython(await askSolver({ solver, options, board }, signal));
}

// The rows of a position as texts.
export function rowsOf({ rows, cols, cells }) {
  const text = Array.from(cells, (code) => SYMBOLS[code]).join("");
  return Array.from({ length: rows }, (_, row) => text.slice(row * cols, (row + 1) * cols));
}

function fromPython(told) {
  const candidates = told.candidates.map(({ cell, mine_probability: mine, score, bound }) => ({ cell, mine, score, bound }));
  return {
    probability: Float64Array.from(told.mine_probability.flat(), (chance) => chance ?? NaN),
    safe: told.safe,
    mines: told.mines,
    dead: [],
    best: told.best && { cell: told.best, why: told.why, win: told.win_probability, candidates },
    exact: told.exact,
  };
}
