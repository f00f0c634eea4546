// Clicks and efficiency of the running game, above the board for who wants them.

import { solvedBV } from "../game/metrics.js";
import { OPEN } from "../game/rules.js";

export class Meter {
  constructor(element) {
    this.element = element;
  }

  switch(on) {
    this.element.hidden = !on;
  }

  // Say how a round stands.
  show({ game, clicks }) {
    if (this.element.hidden) return;
    const solved = game.mined ? solvedBV(game.level, game.mined, (cell) => game.state[cell] === OPEN) : 0;
    const share = clicks ? `${Math.round((100 * solved) / clicks)} %` : "–";
    this.element.textContent = `Efficiency ${share} · 3BV solved ${solved} · clicks ${clicks}`;
  }
}
