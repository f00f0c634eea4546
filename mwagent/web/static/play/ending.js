// After a game: the one thing to do next. A loss is judged by the engine, and where its last move need
// not have been made, looking at it comes first.

import { byId } from "../app/element.js";
import { t } from "../app/language.js";
import { OPEN } from "../game/rules.js";
import { cellCodes } from "./cells.js";

const HIDDEN_CODE = 11;
const SECONDS = 1;

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
    this.#offer(false);
  }

  // A round is over: say what to look at.
  async judge(round) {
    const number = ++this.asked;
    const { game } = round;
    this.#offer(true);
    if (game.stage === "won" || round.log.kept.length < 2 || game.level.shape) return;
    try {
      const engine = await this.play.shell.engine();
      if (number !== this.asked) return;
      const position = positionBefore(game);
      const { trouble, safe } = await engine.analyse({ ...position, decide: false, seconds: SECONDS });
      if (number !== this.asked || trouble) return;
      const { recordOf } = await import("./recording.js");
      const at = recordOf(round.log).moves.length;
      if (safe.length) this.#offer(true, t("Review: move {at} was avoidable", { at }), at - 1);
      else this.#offer(true, t("Review: move {at} was a guess", { at }), at - 1, false);
    } catch {
      // Without the engine the game can be reviewed all the same.
    }
  }

  // Bring the buttons of a finished game up, or take them away.
  #offer(over, words = t("Review the game"), at = null, first = at !== null) {
    const { round } = this.play;
    this.over = over;
    const review = byId("review");
    review.textContent = words;
    byId("next").hidden = !over;
    review.hidden = !over || Boolean(round.game.level.shape); // Review knows squares only
    review.classList.toggle("strong", first);
    byId("next").classList.toggle("strong", !first);
    byId("actions").classList.toggle("over", over);
    byId("go-on").hidden = !over || round.game.stage !== "lost";
    this.at = at;
  }
}

// The position in which the last move was made.
function positionBefore(game) {
  const cells = cellCodes(game);
  for (const cell of game.exploded) cells[cell] = HIDDEN_CODE;
  for (const [cell, state] of game.past.at(-1)?.cells ?? []) if (state !== OPEN) cells[cell] = HIDDEN_CODE;
  return { ...game.level, cells, trustFlags: false };
}
