// A game that a solver plays, one turn after another. Knows no document.
//
// A turn is: ask the solver, show what it said, and then open what it proved safe, or its guess.

import { cellCodes } from "../play/cells.js";
import { Game } from "../game/rules.js";

export class SolverGame {
  // `ask(position)` gives the answer to a position (answers.js).
  constructor(level, seed, rule, ask) {
    this.game = new Game(level, seed, rule);
    this.ask = ask;
    this.answer = null;
    this.turns = 0;
    this.guesses = 0;
  }

  get level() {
    return this.game.level;
  }

  get over() {
    return this.game.over;
  }

  // What the solver is asked: the board as a player sees it.
  get position() {
    return { ...this.level, cells: cellCodes(this.game) };
  }

  // Ask the solver; then `plan` is what it will open.
  async think() {
    this.answer = await this.ask(this.position);
    return this.plan;
  }

  // { guess, cells }: all that is proven safe, in reading order, or the one cell that is guessed.
  get plan() {
    const { safe, best } = this.answer;
    const index = ([row, col]) => row * this.level.cols + col;
    const proven = safe.map(index).filter((cell) => this.game.symbol(cell) !== "F");
    if (proven.length) return { guess: false, cells: proven };
    return { guess: true, cells: best ? [index(best.cell)] : [] };
  }

  // Whether this is the first click, which the rule may make safe.
  get fresh() {
    return this.game.stage === "waiting";
  }

  // Carry out one cell of a plan; gives whether the game goes on.
  open(cell) {
    this.game.open(cell);
    return !this.game.over;
  }

  // Count a turn that was played.
  played(plan, fresh) {
    this.turns++;
    this.guesses += plan.guess && !fresh ? 1 : 0;
    this.answer = null;
  }
}
