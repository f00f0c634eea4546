// Hints in a game: what the engine says of the position on the table, as long as they are on.

import { byId } from "../app/element.js";
import { t } from "../app/language.js";
import { legend } from "../hints/advice.js";
import { Advisor } from "../hints/advisor.js";
import { OPEN } from "../game/rules.js";
import { positionOf } from "./cells.js";

export class Hints {
  // `changed` is called when there are other marks to be painted.
  constructor(shell, changed) {
    this.advisor = new Advisor(shell, byId("advice-body"), changed);
    this.on = false;
    this.game = null;
    byId("legend").replaceChildren(...legend().children);
  }

  switch(on, round) {
    this.on = on;
    if (on) this.follow(round);
    else this.advisor.stop();
  }

  follow(round) {
    if (!this.on) return;
    const { game } = round;
    if (game !== this.game || game.over) this.advisor.stop();
    this.game = game;
    if (game.stage === "won") this.advisor.tell(t("The game is won."));
    else if (game.over) this.advisor.tell(t("The game is over. “Go on after the mine” or “Undo” keep it going."));
    else {
      round.hinted ||= game.stage === "ongoing";
      this.advisor.follow(positionOf(game));
    }
  }

  // The marks of the last answer: a function from a cell to a mark (marks.js), or null.
  marks() {
    const { advisor, game } = this;
    if (!this.on || !advisor.marks) return null;
    return (cell) => (game.state[cell] === OPEN ? null : advisor.mark(cell));
  }

  // One label for all cells away from the numbers (advice.js), or null.
  get label() {
    return this.on ? this.advisor.label : null;
  }

  // The cell of the best move, once it is known, or null.
  best() {
    const cell = this.on && this.advisor.marks ? this.advisor.marks.findIndex((mark) => mark?.best) : -1;
    return cell < 0 ? null : cell;
  }

  describe(cell) {
    return !this.on || this.game.state[cell] === OPEN ? "" : this.advisor.describe(cell);
  }
}
