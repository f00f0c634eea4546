// A solver's answer to a position, whoever gave it: the engine in the page or a solver in Python.
//
// answer = {
//   probability    Float64Array: the chance that each cell is a mine, NaN where it is open
//   safe, mines    [[row, col], ...] proven so
//   dead           cells that tell nothing; [] where nobody said
//   best           null, or { cell, why: "proof" | "endgame" | "guess", win, candidates }; candidates
//                  are { cell, mine, score, bound }, the best first, `bound` where the score is only an upper bound
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
    const answer = await engine.analyse({ ...position, trustFlags: false, seconds: SECONDS });
    if (answer.trouble) throw new Error(t("The position contradicts itself."));
    return answer;
  }
  return fromPython(await askSolver({ solver, options, board: { cells: rowsOf(position), mines: position.mines } }, signal));
}

// The rows of a position as texts, and back.
const rowsOf = ({ rows, cols, cells }) => {
  const text = Array.from(cells, (code) => SYMBOLS[code]).join("");
  return Array.from({ length: rows }, (_, row) => text.slice(row * cols, (row + 1) * cols));
};

export function positionOf(rows, mines) {
  const cells = Uint8Array.from(rows.join(""), (sign) => SYMBOLS.indexOf(sign));
  return { rows: rows.length, cols: rows[0].length, mines, first: null, cells, trustFlags: false };
}

function fromPython({ mine_probability: chances, safe, mines, best, why, win_probability: win, candidates, exact }) {
  const weighed = candidates.map(({ mine_probability: mine, ...told }) => ({ mine, ...told }));
  return {
    probability: Float64Array.from(chances.flat(), (chance) => chance ?? NaN),
    safe,
    mines,
    dead: [],
    best: best && { cell: best, why, win, candidates: weighed },
    exact,
  };
}
