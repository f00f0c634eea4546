// A game of Minesweeper, and what the player sees of it as a position for the engine.

import { checkedQuestion, EngineError, shown } from "./engine/module.js";
import { Game as Round } from "./game/rules.js";
import { generator } from "./game/random.js";

const MOST_CELLS = 1 << 22;
const CODES = { F: 9, "*": 10, X: 10, W: 9, "#": 11, "?": 11 };

export class Game {
  #round;

  // `rule` is what the first click is promised: safe, open or any. `mined`, when given, says where the mines
  // are: a Uint8Array of rows * cols with 1 for a mine, as Engine.board gives it.
  constructor(level, options = {}) {
    const { rows, cols, mines } = checkedQuestion(level);
    const { seed = randomSeed(), rule = "safe", mined = null } = checkedQuestion(options);
    const whole = [rows, cols, mines].every(Number.isInteger) && rows > 0 && cols > 0 && mines >= 0;
    if (!whole || mines >= rows * cols)
      throw new EngineError(`there is no board of ${shown(cols)}x${shown(rows)} cells with ${shown(mines)} mines`);
    if (!["safe", "open", "any"].includes(rule)) throw new EngineError(`'${shown(rule)}' is none of safe, open, any`);
    if (mined !== null && !Array.isArray(mined) && !(mined instanceof Uint8Array)) {
      throw new EngineError(`mined is a Uint8Array of cells, not ${shown(mined)}`);
    }
    const cells = mined && new Set([...mined.keys()].filter((cell) => mined[cell]));
    if (cells && (mined.length !== rows * cols || cells.size !== mines)) {
      throw new EngineError(`the board has ${mined.length} cells and ${cells.size} mines, not ${rows * cols} and ${mines}`);
    }
    if (!["string", "number"].includes(typeof seed)) throw new EngineError(`a seed is a text or a number, not ${shown(seed)}`);
    if (rows * cols > MOST_CELLS) throw new EngineError(`a board of ${cols}x${rows} cells is too large`);
    this.#round = new Round({ rows, cols, mines }, String(seed), rule, cells);
  }

  // waiting, ongoing, won or lost.
  get stage() {
    return this.#round.stage;
  }

  open(cell) {
    this.#round.open(this.#index(cell));
  }

  // Sets a flag, or takes it away.
  flag(cell) {
    this.#round.flag(this.#index(cell), false);
  }

  // Opens what is around a number that has as many flags around it.
  chord(cell) {
    this.#round.chord(this.#index(cell));
  }

  // Takes the last move back; whether there was one.
  undo() {
    return this.#round.undo();
  }

  // What the player sees: { rows, cols, mines, cells }, for Engine.analyse and Engine.explain.
  get position() {
    const { level, size } = this.#round;
    const cells = Int8Array.from({ length: size }, (_, cell) => {
      const symbol = this.#round.symbol(cell);
      return CODES[symbol] ?? Number(symbol);
    });
    return { rows: level.rows, cols: level.cols, mines: level.mines, cells };
  }

  #index(cell) {
    const [row, col] = Array.isArray(cell) ? cell : [];
    const { rows, cols } = this.#round.level;
    const inside = Number.isInteger(row) && Number.isInteger(col) && row >= 0 && col >= 0 && row < rows && col < cols;
    if (!inside) throw new EngineError(`row ${shown(row)}, column ${shown(col)} is no cell of a board of ${cols}x${rows}`);
    return row * cols + col;
  }
}

function randomSeed() {
  return String(generator(String(Math.random()))());
}
