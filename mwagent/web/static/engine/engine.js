// The C++ engine, as WebAssembly, with a face that a page, a worker and node can talk to. It knows no
// document and counts nothing itself: what it hands out comes from engine/bindings/engine_wasm.cpp.
//
// A position is { rows, cols, mines, cells, trustFlags }: `mines` is the total or null where it is
// unknown; `cells` an Int8Array of rows * cols codes (0-8 open, 9 flag, 10 mine, 11 hidden, 12 open with its
// number left out);
// `trustFlags` false makes a flag just a hidden cell; `lives` are the mines that may be hit before the game is lost, none
// unless it says so. A cell is [row, col]. The module rules/shapes.wasm knows other
// shapes besides (game/topology.js), and numbers above 8 as codes from 13 on.

import { checkedQuestion, checkedSeconds, compile, EngineError, SHAPES, shown, start } from "./module.js";
import { prospectOf } from "./prospect.js";

export { EngineError };

const NONE = -1;
const TOTAL = -2;
const STRENGTHS = ["fast", "default", "max"];
const RULES = ["any", "safe", "open"];
const MAKINGS = ["either", "uniform", "mended"];
const WHYS = ["proof", "endgame", "guess"];
const MOST_CELLS = 1 << 22;
const MOST_LIVES = 100;

export class Engine {
  #module;
  #codes;
  #exports = null;
  #board = null; // the question that the boards under way answer

  // The engine in `source`: bytes (ArrayBuffer or a view of one), or an address to fetch them from.
  // `codes` is the largest code of a cell that it takes.
  static async load(source = new URL("engine.wasm", import.meta.url), codes = 12) {
    const engine = new Engine();
    engine.#codes = codes;
    engine.#module = await compile(source, "engine.wasm");
    engine.#start();
    return engine;
  }

  // Mine probabilities and the best move.
  //
  // `strength` is fast, default or max; `seconds` the time for the answer; `decide: false` leaves the
  // best move out. The answer:
  //   trouble      null, or what contradicts: { cell } of a number that cannot be met, or { total: true };
  //                all else is missing then
  //   exact        whether the probabilities are counted, not estimated
  //   complete     whether all that the numbers prove is in `safe` and `mines`; on positions too wide
  //                to count time may run out before
  //   logWays      natural logarithm of the number of arrangements
  //   probability  Float64Array: the chance that each cell is a mine, NaN where it is open
  //   safe, mines  unopened cells proven so
  //   dead         cells, not known to be mines, that can only ever show one number; `deadExact` says
  //                whether all such cells are there
  //   best         null when nothing is left to open, or { cell, why, win, complete, candidates }:
  //                `why` is proof, endgame or guess; `win` the exact chance to win with best play,
  //                or null; `complete` is false when time ran out before all was weighed;
  //                candidates are { cell, mine, score, bound }, the best first: `bound` where the score
  //                is no more than an upper bound
  analyse(question) {
    const {
      rows,
      cols,
      shape = "",
      turned = false,
      mines = null,
      cells,
      trustFlags = true,
      strength = "default",
      seconds = 2,
      decide = true,
      lives = 0,
    } = checkedQuestion(question);
    this.#write(rows, cols, cells);
    const total = checkedTotal(mines);
    const impossible = total > rows * cols;
    if (!(Number.isInteger(lives) && lives >= 0 && lives <= MOST_LIVES)) throw new EngineError(`${shown(lives)} is no number of lives`);
    const ask = (count) =>
      this.#call(
        "analyse",
        rows,
        cols,
        count,
        Boolean(trustFlags),
        oneOf(STRENGTHS, strength),
        checkedSeconds(seconds),
        Boolean(decide),
        lives,
        1 + SHAPES.indexOf(shape),
        Boolean(turned),
      );
    ask(impossible ? NONE : total);
    let answer = this.#numbers();
    const cell = (index) => [Math.floor(index / cols), index % cols];
    if (answer[0] === TOTAL) {
      // The numbers may contradict each other whatever the total is: a number to look at helps more.
      ask(NONE);
      answer = this.#numbers();
      if (answer[0] === NONE) return { trouble: { total: true } };
    }
    if (answer[0] !== NONE) return { trouble: { cell: cell(answer[0]) } };
    if (impossible) return { trouble: { total: true } };
    let at = 1;
    const next = () => answer[at++];
    const list = () => Array.from({ length: next() }, () => cell(next()));
    const told = {
      trouble: null,
      exact: next() === 1,
      complete: next() === 1,
      logWays: next(),
      deadExact: next() === 1,
      safe: list(),
      mines: list(),
      dead: list(),
      probability: this.#view(Float64Array, this.#exports.probability(), rows * cols).slice(),
      best: null,
    };
    if (at < answer.length) {
      const [index, why, win, complete, count] = [next(), next(), next(), next(), next()];
      const candidates = Array.from({ length: count }, () => ({ cell: cell(next()), mine: next(), score: next(), bound: next() === 1 }));
      if (index >= 0) {
        const known = win < 0 ? null : win;
        told.best = { cell: cell(index), why: WHYS[why], win: known, complete: complete === 1, candidates };
      }
    }
    return told;
  }

  prospect(question) {
    const { cell, ...position } = checkedQuestion(question);
    return prospectOf(this, position, checkedCell(position.rows, position.cols, cell), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  }

  // Why a cell that is not open is safe or a mine, or why neither is known. The keys of the answer
  // are listed in engine/explain/explain.h; `trouble` is there, and all else missing, for a position that
  // contradicts itself. The cell itself counts as hidden also where it is flagged.
  explain(question) {
    const { rows, cols, mines = null, cells, trustFlags = true, cell, seconds = 1 } = checkedQuestion(question);
    this.#write(rows, cols, cells);
    const index = checkedCell(rows, cols, cell);
    if (cells[index] <= 8 || cells[index] === 12)
      throw new EngineError(`${name(index, cols)} is open; only a hidden cell can be explained`);
    const total = checkedTotal(mines);
    if (total > rows * cols) return { trouble: { total: true } };
    const length = this.#call("explain", rows, cols, total, Boolean(trustFlags), index, checkedSeconds(seconds));
    const bytes = this.#view(Uint8Array, this.#exports.text_of_answer(), length);
    const told = JSON.parse(new TextDecoder().decode(bytes.slice()));
    if (told.trouble === undefined) return { trouble: null, ...told };
    return { trouble: told.trouble === "total" ? { total: true } : { cell: told.trouble } };
  }

  // A board of a seed: { mines, tries, made } with `mines` a Uint8Array of rows * cols, 1 for a mine, or
  // null when none of `tries` boards served; the same call again then goes on where it stopped, and
  // the result's `tries` counts all boards looked at. `rule` is what the first click at `first` is
  // promised: safe, open or any. With `noGuess` boards are passed over until one can be solved from
  // the first click to the last mine without a guess; else the first board is taken, the one that
  // random.js lays for this seed. `making` is uniform (all boards that need no guess are equally
  // likely), mended (which finds them where they are rare), or either, the former first; `made` says
  // which of the two it was.
  board(order) {
    const { rows, cols, mines, first, rule = "safe", seed, noGuess = true, making = "either", tries = 100 } = checkedQuestion(order);
    const index = checkedCell(rows, cols, first);
    const kept = oneOf(RULES, rule);
    const total = checkedTotal(mines);
    if (!(total >= 0 && total < rows * cols)) {
      throw new EngineError(`${shown(mines)} mines do not fit on ${cols}x${rows} cells with one left to open`);
    }
    const way = oneOf(MAKINGS, making);
    if (!["string", "number"].includes(typeof seed)) throw new EngineError(`a seed is a text or a number, not ${shown(seed)}`);
    if (!(Number.isInteger(tries) && tries > 0 && tries < 2 ** 31)) throw new EngineError(`${shown(tries)} is no number of tries`);
    const question = JSON.stringify([rows, cols, mines, first, rule, seed, Boolean(noGuess), way]);
    if (this.#board?.question !== question) {
      const bytes = new TextEncoder().encode(String(seed));
      this.#view(Uint8Array, this.#call("input", bytes.length), bytes.length).set(bytes);
      this.#call("board_begin", rows, cols, total, index, kept, way);
      this.#board = { question, tries: 0 };
    }
    const found = this.#call("board_find", noGuess ? tries : 0);
    this.#board.tries += noGuess ? tries : 1;
    if (!found) return { mines: null, tries: this.#board.tries, made: null };
    const laid = this.#view(Uint8Array, this.#exports.board_mines(), rows * cols).slice();
    const made = MAKINGS[this.#call("board_mended") ? 2 : 1];
    const told = { mines: laid, tries: this.#board.tries, made };
    this.#board = null;
    return told;
  }

  #start() {
    this.#exports = start(this.#module);
    this.#board = null;
  }

  // Calls into the module. What traps (the memory is full) leaves it in no state to go on, so it is
  // started anew.
  #call(name, ...words) {
    try {
      return this.#exports[name](...words);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#start();
      throw new EngineError("the engine ran out of memory on this board; try a smaller one");
    }
  }

  #view(Type, place, length) {
    return new Type(this.#exports.memory.buffer, place, length);
  }

  #numbers() {
    return this.#view(Float64Array, this.#exports.answer(), this.#exports.answer_size()).slice();
  }

  #write(rows, cols, given) {
    checkSides(rows, cols);
    if (!Array.isArray(given) && !(ArrayBuffer.isView(given) && !(given instanceof DataView))) {
      throw new EngineError(`cells are an array of codes, not ${shown(given)}`);
    }
    const cells = /** @type {any} */ (given);
    if (cells.length !== rows * cols) {
      throw new EngineError(`a board of ${cols}x${rows} has ${rows * cols} cells, not ${cells.length}`);
    }
    const wrong = cells.findIndex((code) => !(Number.isInteger(code) && code >= 0 && code <= this.#codes));
    if (wrong >= 0) throw new EngineError(`${shown(cells[wrong])} at ${name(wrong, cols)} is no cell code; 0 to ${this.#codes} are`);
    this.#view(Int8Array, this.#call("input", cells.length), cells.length).set(cells);
  }
}

function name(index, cols) {
  return `row ${Math.floor(index / cols)}, column ${index % cols}`;
}

function checkSides(rows, cols) {
  const whole = Number.isInteger(rows) && Number.isInteger(cols) && rows > 0 && cols > 0;
  if (!whole || rows * cols > MOST_CELLS) throw new EngineError(`a board of ${shown(cols)}x${shown(rows)} cells cannot be analysed`);
}

function checkedCell(rows, cols, cell) {
  checkSides(rows, cols);
  const [row, col] = Array.isArray(cell) ? cell : [];
  const good = Number.isInteger(row) && Number.isInteger(col) && row >= 0 && col >= 0 && row < rows && col < cols;
  if (!good) throw new EngineError(`row ${shown(row)}, column ${shown(col)} is no cell of a board of ${cols}x${rows}`);
  return row * cols + col;
}

function checkedTotal(mines) {
  if (mines === null || mines === undefined) return NONE;
  if (!(Number.isInteger(mines) && mines >= 0)) throw new EngineError(`${shown(mines)} is no number of mines`);
  return Math.min(mines, 2 ** 30);
}

function oneOf(words, word) {
  const place = words.indexOf(word);
  if (place < 0) throw new EngineError(`'${shown(word)}' is none of ${words.join(", ")}`);
  return place;
}
