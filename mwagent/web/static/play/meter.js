// Clicks and efficiency of the running game, above the board for who wants them.

import { t } from "../app/language.js";
import { percent } from "../app/words.js";
import { solvedBV } from "../game/metrics.js";
import { OPEN } from "../game/rules.js";

export class Meter {
  constructor(element) {
    this.element = element;
  }

  switch(on) {
    this.element.hidden = !on;
  }

  show({ game, clicks }) {
    if (this.element.hidden) return;
    const solved = game.mined ? solvedBV(game.level, game.mined, (cell) => game.state[cell] === OPEN) : 0;
    const share = clicks ? percent(solved / clicks, 0) : "–";
    this.element.textContent = t("Efficiency {share} · 3BV solved {solved} · clicks {clicks}", { share, solved, clicks });
  }
}
