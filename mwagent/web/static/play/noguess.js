// Boards that need no guess, drawn by the engine once the first cell is known.

import { turnCell, turnCells, turnLevel } from "./turning.js";

/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);
// Seconds after which the wait is shown; most boards are there before.
const SHOWN_AFTER = 0.15;

export class NoGuessBoards {
  constructor(shell) {
    this.shell = shell;
    this.busy = false;
    byId("working-cancel").addEventListener("click", () => this.cancel("Stopped looking. Any cell begins the game."));
  }

  // Look for a board that can be solved from `cell` on, and begin it on the table.
  async deal(play, cell) {
    const { game } = play.round;
    // A turned board is the same one as ever, turned.
    const { turned } = game.level;
    const { rows, cols, mines } = turned ? turnLevel(game.level) : game.level;
    const start = turned ? turnCell(game.level, cell) : cell;
    const mine = (this.asked = {}); // what is asked for now: an older answer is not taken
    this.busy = true;
    this.play = play;
    const show = setTimeout(() => this.#show("Looking for a board that needs no guess"), 1000 * SHOWN_AFTER);
    try {
      const engine = await this.shell.engine();
      const first = [Math.floor(start / cols), start % cols];
      const order = { rows, cols, mines, first, rule: game.rule, seed: game.seed, noGuess: true };
      const found = await engine.board(order, ({ tries }) => {
        this.#tell(`Looking for a board that needs no guess: ${tries} looked at`);
      });
      if (this.asked !== mine) return;
      this.#done();
      const mined = new Set([...found.mines.keys()].filter((n) => found.mines[n]));
      play.begin(turned ? turnCells({ rows, cols }, mined) : mined, cell);
    } catch (error) {
      if (this.asked !== mine) return;
      this.#done();
      play.say(`No board that needs no guess: ${error.message}.`);
    } finally {
      clearTimeout(show);
    }
  }

  cancel(said = null) {
    if (!this.busy) return;
    this.asked = null;
    this.shell.client?.cancel("board");
    this.#done();
    if (said) this.play.say(said);
  }

  #show(text) {
    if (!this.busy) return;
    byId("working").hidden = false;
    this.#tell(text);
  }

  #tell(text) {
    byId("working-text").textContent = text;
  }

  #done() {
    this.busy = false;
    byId("working").hidden = true;
  }
}
