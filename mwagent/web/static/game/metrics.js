// How hard a board is to click: 3BV, as minefield/metrics.py counts it.
// `mined` is a Set of cells, row * cols + col.

import { neighbours } from "./topology.js";

// The tasks that make up the 3BV of a board, openings first, each a list of the cells that it
// opens; and for every cell the task that a click on it solves, or -1.
function tasksOf(level, mined) {
  const size = level.rows * level.cols;
  const around = Array.from({ length: size }, (_, cell) => neighbours(level, cell));
  const numbers = new Uint8Array(size);
  for (const mine of mined) for (const n of around[mine % size]) numbers[n]++;
  const solves = new Int32Array(size).fill(-1);
  const rim = new Uint8Array(size);
  const tasks = [];
  for (let start = 0; start < size; start++) {
    if (mined.has(start) || numbers[start] || solves[start] >= 0) continue;
    const task = [];
    const reached = new Set([start]);
    for (const cell of reached) {
      task.push(cell);
      if (numbers[cell]) rim[cell] = 1;
      else {
        solves[cell] = tasks.length;
        for (const n of around[cell]) reached.add(n);
      }
    }
    tasks.push(task);
  }
  for (let cell = 0; cell < size; cell++) {
    if (mined.has(cell) || numbers[cell] === 0 || rim[cell]) continue;
    solves[cell] = tasks.length;
    tasks.push([cell]);
  }
  return { tasks, solves };
}

// Fewest left clicks that open the board: openings, and numbers that touch none.
export function threeBV(level, mined) {
  return tasksOf(level, mined).tasks.length;
}

// How many of the tasks of its 3BV are done: openings of which a cell without number is open, and numbers.
export function solvedBV(level, mined, isOpen) {
  const { tasks, solves } = tasksOf(level, mined);
  return tasks.filter((cells, task) => cells.some((cell) => solves[cell] === task && isOpen(cell))).length;
}
