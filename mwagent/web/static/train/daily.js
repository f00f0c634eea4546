// The puzzle and the board of a day: the same for everybody, from the date alone.

import { LEVELS } from "../app/settings.js";

// From Monday on, as in mwagent/solvers/puzzlebook.py.
const WEEK = ["easy", "medium", "medium", "hard", "hard", "expert", "expert"];

// A day as people write it, 2026-01-31, by the clock of this machine.
export function today(now = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function puzzleOf(date) {
  return { seed: `daily ${date}`, grade: WEEK[(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7] };
}

// What the engine is asked for the board of a day: Intermediate, begun in the middle.
export function boardOf(date) {
  const { rows, cols, mines } = LEVELS.intermediate;
  return { rows, cols, mines, first: [rows / 2, cols / 2], rule: "open", seed: `daily ${date}`, noGuess: true };
}

export const clockTime = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

const several = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

// The results of a day as text: of the puzzle, {seconds, wrong, hints, grade, rating, solved}, and of
// the board, the header of a game; each may be missing.
export function shareText(date, puzzle, board, address) {
  const lines = [`Minesweeper of the day, ${date}`];
  if (puzzle) {
    const how = puzzle.solved ? `solved in ${clockTime(puzzle.seconds)}` : "not solved";
    const help = [puzzle.wrong && several(puzzle.wrong, "wrong try", "wrong tries"), puzzle.hints && several(puzzle.hints, "hint")];
    lines.push(`Puzzle (${puzzle.grade}, ${puzzle.rating}): ${[how, ...help].filter(Boolean).join(", ")}`);
  }
  if (board) {
    lines.push(`Board without guessing: ${board.stage === "won" ? `won in ${(board.elapsed / 1000).toFixed(1)} s` : "lost"}`);
  }
  return [...lines, address].join("\n");
}
