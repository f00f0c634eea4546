// How hard a board is to click: 3BV and greedy ZiNi, as minefield/metrics.py counts them.
// `mined` is a Set of cells, row * cols + col.

import { neighbours } from "./neighbours.js";

// The tasks that make up the 3BV of a board, openings first, each a list of the cells that it
// opens; and for every cell the task that a click on it solves, or -1.
function tasksOf(level, mined) {
  const size = level.rows * level.cols;
  const around = Array.from({ length: size }, (_, cell) => neighbours(level, cell));
  const numbers = new Uint8Array(size);
  for (const mine of mined) for (const n of around[mine]) numbers[n]++;
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
  return { tasks, solves, around };
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

// How many clicks greedy ZiNi takes.
export const zini = (level, mined) => ziniMoves(level, mined).length;

// The moves {kind, cell} of greedy ZiNi (Zimmermann and Nikolaus): the chord worth most is made, the first of
// equals row by row, while one is worth at least nothing; then a task is solved by a plain click.
export function ziniMoves(level, mined) {
  const { tasks, solves, around } = tasksOf(level, mined);
  const size = around.length;
  const covered = new Uint8Array(size).fill(1);
  const flagged = new Uint8Array(size);
  const solved = new Uint8Array(tasks.length);
  const worth = new Int8Array(size);
  const best = new Best(size);
  const moves = [];
  let nextTask = 0;
  let changed = [];

  const premium = (cell) => {
    const gain = new Set();
    let flags = 0;
    for (const n of around[cell]) {
      if (mined.has(n)) flags += flagged[n] ? 0 : 1;
      else if (solves[n] >= 0 && !solved[solves[n]] && solves[n] !== solves[cell]) gain.add(solves[n]);
    }
    // Opening the number itself costs a click and solves its own task: that is even.
    return gain.size - flags - 1 - (covered[cell] && solves[cell] < 0 ? 1 : 0);
  };
  const uncover = (cell) => {
    if (covered[cell]) changed.push(cell);
    covered[cell] = 0;
  };
  const reveal = (cell) => {
    const task = solves[cell];
    if (task >= 0 && !solved[task]) {
      solved[task] = 1;
      tasks[task].forEach(uncover);
    }
    uncover(cell);
  };
  const chord = (cell) => {
    if (covered[cell]) moves.push({ kind: "open", cell });
    for (const n of around[cell]) {
      if (!mined.has(n) || flagged[n]) continue;
      moves.push({ kind: "flag", cell: n });
      flagged[n] = 1;
      changed.push(n);
    }
    moves.push({ kind: "chord", cell });
    reveal(cell);
    for (const n of around[cell]) if (!mined.has(n)) reveal(n);
  };

  for (let cell = 0; cell < size; cell++) {
    if (!mined.has(cell)) best.put(cell, (worth[cell] = premium(cell)));
  }
  for (;;) {
    while (nextTask < tasks.length && solved[nextTask]) nextTask++;
    if (nextTask === tasks.length) return moves;
    changed = [];
    const cell = best.take(worth);
    if (cell >= 0) chord(cell);
    else {
      const [first] = tasks[nextTask];
      moves.push({ kind: "open", cell: first });
      reveal(first);
    }
    const touched = new Set(changed);
    for (const cell of changed) for (const n of around[cell]) touched.add(n);
    if (cell >= 0) touched.add(cell);
    for (const cell of touched) {
      if (!mined.has(cell)) best.put(cell, (worth[cell] = premium(cell)));
    }
  }
}

// The cell worth most of those worth at least nothing, the first of equals: a heap of
// (worth, cell), in which entries that are no longer true are passed over.
class Best {
  constructor(size) {
    this.size = size;
    this.heap = [];
  }

  put(cell, worth) {
    if (worth < 0) return;
    const { heap } = this;
    // One number orders both: greater worth first, then the smaller cell.
    const key = (16 - worth) * this.size + cell;
    let place = heap.push(key) - 1;
    while (place && heap[(place - 1) >> 1] > key) {
      heap[place] = heap[(place - 1) >> 1];
      place = (place - 1) >> 1;
    }
    heap[place] = key;
  }

  // -1 when there is none.
  take(worth) {
    while (this.heap.length) {
      const key = this.#pop();
      const cell = key % this.size;
      if (worth[cell] === 16 - Math.floor(key / this.size)) return cell;
    }
    return -1;
  }

  #pop() {
    const { heap } = this;
    const [top] = heap;
    const last = heap.pop();
    const count = heap.length;
    if (!count) return top;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= count) break;
      if (child + 1 < count && heap[child + 1] < heap[child]) child++;
      if (heap[child] >= last) break;
      heap[place] = heap[child];
      place = child;
    }
    heap[place] = last;
    return top;
  }
}
