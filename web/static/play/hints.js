// Hints: the engine's answer to the position on the table, as marks over the board and as words.
//
// A question is asked twice: for the chances alone, which is quick, and then for the best move too.
// While an answer is awaited the old marks stay for a moment only, for they may be wrong by now.

import { drawLegend, marksOf, markWords, wordsOf } from "../advice.js";
import { OPEN } from "../rules.js";
import { cellCodes } from "./cells.js";

const byId = (id) => document.getElementById(id);
const STALE_MS = 60;
const DECIDE_SECONDS = 2;

export class Hints {
  // `changed` is called when there are other marks to be painted.
  constructor(shell, changed) {
    this.shell = shell;
    this.changed = changed;
    this.on = false;
    this.answer = null;
    this.cols = 0;
    this.asked = 0; // the number of the last question
    drawLegend(byId("legend"));
  }

  switch(on, round) {
    this.on = on;
    if (on) this.follow(round);
    else this.#stop();
  }

  // Ask about the position that a round is in now.
  follow(round) {
    if (!this.on) return;
    const { game } = round;
    this.#stop();
    if (game.over) {
      this.#tell(game.stage === "won" ? "The game is won." : "The game is over. “Go on after the mine” or “Undo” keep it going.");
      return;
    }
    round.hinted = true;
    this.#ask(game, this.asked);
  }

  // The marks of the last answer: a function from a cell to a mark (marks.js), or null.
  marks(game) {
    const { answer } = this;
    if (!this.on || !answer?.marks || answer.game !== game) return null;
    return (cell) => (game.state[cell] === OPEN ? null : answer.marks[cell]);
  }

  describe(cell) {
    const mark = this.on ? this.answer?.marks?.[cell] : null;
    return !mark || this.answer.game.state[cell] === OPEN ? "" : markWords(mark);
  }

  async #ask(game, number) {
    const { rows, cols, mines } = game.level;
    const question = { rows, cols, mines, cells: cellCodes(game), trustFlags: false };
    const stale = setTimeout(() => this.#clear(number), STALE_MS);
    try {
      const engine = await this.shell.engine();
      if (number !== this.asked) return;
      const chances = await engine.analyse({ ...question, decide: false });
      if (number !== this.asked) return;
      clearTimeout(stale);
      this.#show(game, question, chances, false);
      this.#show(game, question, await engine.analyse({ ...question, seconds: DECIDE_SECONDS }), true);
    } catch (error) {
      clearTimeout(stale);
      if (error.name === "Cancelled" || number !== this.asked) return;
      this.answer = null;
      this.#tell(`No hints: ${error.message}.`);
      this.changed();
    }
  }

  #stop() {
    this.asked++;
    this.shell.client?.cancel("analyse");
  }

  #clear(number) {
    if (number !== this.asked || !this.answer) return;
    this.answer = null;
    this.changed();
  }

  #show(game, question, answer, decided) {
    if (answer.trouble) {
      this.#tell("No hints: the position contradicts itself.");
      return;
    }
    this.answer = { game, marks: marksOf(question, answer) };
    this.#tell(...wordsOf(question, answer, decided));
    this.changed();
  }

  #tell(...lines) {
    byId("advice-body").replaceChildren(
      ...lines.map((text) => Object.assign(document.createElement("p"), { textContent: text })),
    );
  }
}
