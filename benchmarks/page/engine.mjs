// How long the engine takes as WebAssembly, in milliseconds.
//
//     python -m web.build --engine && node benchmarks/page/engine.mjs
//
// Positions of games played with safe cells first, else the best guess: Expert, and 100x100 with as
// many mines. Boards that need no guess, Expert, with each rule for the first click.

import { readFileSync } from "node:fs";
import { Engine } from "../../web/static/engine/engine.js";

const engine = await Engine.load(readFileSync(new URL("../../web/static/engine/engine.wasm", import.meta.url)));

function tell(name, times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(2);
  console.log(`${name}: ${times.length} times, median ${at(0.5)}, 99 % ${at(0.99)}, worst ${at(1)}`);
}

function timed(times, work) {
  const begin = performance.now();
  const answer = work();
  times.push(performance.now() - begin);
  return answer;
}

class Round {
  constructor(rows, cols, mines, seed) {
    this.position = { rows, cols, mines, cells: new Int8Array(rows * cols).fill(11) };
    const first = [rows >> 1, cols >> 1];
    this.mined = engine.board({ rows, cols, mines, first, rule: "open", seed, noGuess: false }).mines;
    this.over = !this.open(first);
  }

  around([row, col]) {
    const { rows, cols } = this.position;
    const cells = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) cells.push([r, c]);
    }
    return cells;
  }

  // Opens a cell and what follows; false when it was a mine.
  open(first) {
    const { cols, cells } = this.position;
    const index = ([row, col]) => row * cols + col;
    if (this.mined[index(first)]) return false;
    for (const next = [first]; next.length; ) {
      const cell = next.pop();
      if (cells[index(cell)] !== 11) continue;
      const around = this.around(cell);
      cells[index(cell)] = around.filter((n) => this.mined[index(n)]).length;
      if (cells[index(cell)] === 0) next.push(...around);
    }
    return true;
  }
}

function play(name, games, rows, cols, mines, most) {
  const hints = [], reasons = [];
  for (let game = 0; game < games; game++) {
    const round = new Round(rows, cols, mines, `${name}${game}`);
    for (let move = 0; !round.over && move < most; move++) {
      const told = timed(hints, () => engine.analyse({ ...round.position }));
      const hidden = [...told.safe, ...told.mines];
      for (const cell of hidden.filter((_, i) => i % 7 === move % 7).slice(0, 5)) {
        timed(reasons, () => engine.explain({ ...round.position, cell }));
      }
      if (!told.best) break;
      for (const cell of told.safe.length ? told.safe : [told.best.cell]) round.over ||= !round.open(cell);
    }
  }
  tell(`hints, ${name}`, hints);
  tell(`explanations, ${name}`, reasons);
}

play("Expert", 60, 16, 30, 99, 200);
play("100x100", 3, 100, 100, 2000, 40);
for (const [rule, boards] of [["open", 300], ["safe", 300]]) {
  const times = [];
  for (let seed = 0; seed < boards; seed++) {
    timed(times, () => {
      const order = { rows: 16, cols: 30, mines: 99, first: [0, 0], rule, seed: `${rule}${seed}`, noGuess: true };
      while (!engine.board({ ...order, tries: 20 }).mines);
    });
  }
  tell(`Expert without guesses, first click in the corner, ${rule}`, times);
}
