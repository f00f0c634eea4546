// A game that a solver plays, one turn after another. Knows no document.

import { cellCodes } from "../play/cells.js";
import { Game } from "../game/rules.js";
import { cellAt } from "../game/topology.js";

export class SolverGame {
  // `ask(position)` gives the answer to a position (answers.js).
  constructor(level, seed, ask) {
    this.game = new Game(level, seed, "safe");
    this.ask = ask;
    this.answer = null; // while its turn is played
    this.turns = 0;
    this.guesses = 0;
  }

  // What the solver is asked: the board as a player sees it.
  get position() {
    return { ...this.game.level, cells: cellCodes(this.game) };
  }

  // Ask the solver; gives what it will open, { fresh, guess, cells }: all that is proven safe, in reading order, or the
  // one cell that is guessed; `fresh` where that is the first click, which the rule makes safe.
  async think() {
    const { game } = this;
    const fresh = game.stage === "waiting";
    this.answer = await this.ask(this.position);
    const { safe, best } = this.answer;
    const proven = safe.map((place) => cellAt(game.level, place)).filter((cell) => game.symbol(cell) !== "F");
    const guess = !proven.length;
    this.turns++;
    if (guess && !fresh) this.guesses++;
    return { fresh, guess, cells: guess && best ? [cellAt(game.level, best.cell)] : proven };
  }
}
