// After a game: what to do next. A new game is offered at once, in a place that was free. All else comes a second
// later, in the places of what is of no use then: a press that was on its way finds what it was meant for.

import { byId } from "../app/element.js";
import { t } from "../app/language.js";
import { OPEN } from "../game/rules.js";
import { cellCodes } from "./cells.js";

const HIDDEN_CODE = 11;
const SECONDS = 1;
const STILL_MS = 1000; // milliseconds for which nothing that can be pressed becomes something else

export class Ending {
  constructor(play) {
    this.play = play;
    this.asked = 0;
    this.over = false; // whether the buttons of a finished game are there
  }

  // A new round, or one that goes on.
  forget() {
    if (!this.over) return;
    this.asked++;
    clearTimeout(this.still);
    this.#offer(false);
  }

  // A round is over: say what to look at.
  async judge(round) {
    const number = ++this.asked;
    const { game } = round;
    this.#offer(true);
    this.#show(false);
    clearTimeout(this.still);
    this.still = setTimeout(() => this.#show(true), STILL_MS);
    if (game.stage === "won" || game.most > 1 || round.log.kept.length < 2) return;
    try {
      const engine = await this.play.shell.engine();
      if (number !== this.asked) return;
      const position = positionBefore(game);
      const { trouble, safe } = await engine.analyse({ ...position, decide: false, seconds: SECONDS });
      if (number !== this.asked || trouble) return;
      const { recordOf } = await import("./recording.js");
      const at = recordOf(round.log).moves.length;
      if (safe.length) this.#offer(true, t("Review: move {at} was avoidable", { at }), at - 1);
      else this.#offer(true, t("Review: move {at} was a guess", { at }), at - 1);
    } catch {
      // Without the engine the game can be reviewed all the same.
    }
  }

  // Have the buttons of a finished game, or no more; `words` say what is to be looked at.
  #offer(over, words = t("Review the game"), at = null) {
    this.over = over;
    byId("next").hidden = !over;
    byId("review").textContent = words;
    if (!over) this.#show(false);
    this.at = at;
  }

  #show(on) {
    byId("actions").classList.toggle("over", on);
    byId("review").hidden = !on || this.play.round.game.most > 1; // Review knows one mine in a cell
    byId("go-on").hidden = !on || this.play.round.game.stage !== "lost";
  }
}

// The position in which the last move was made.
function positionBefore(game) {
  const cells = cellCodes(game);
  for (const cell of game.exploded) cells[cell] = HIDDEN_CODE;
  for (const [cell, state] of game.past.at(-1)?.cells ?? []) if (state !== OPEN) cells[cell] = HIDDEN_CODE;
  return { ...game.level, cells, trustFlags: false };
}
