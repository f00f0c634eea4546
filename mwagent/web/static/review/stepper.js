// Step through a game: buttons, and a slider over all moves.

import { t } from "../app/language.js";
import { make, signed } from "../app/element.js";

export class Stepper {
  constructor(review) {
    const go = () => review.go(Number(this.slider.value));
    this.slider = make("input", { type: "range", min: "0", "aria-label": t("Moves made"), oninput: go });
    this.element = make(
      "div.stepper",
      { role: "group", "aria-label": t("Step through the game") },
      signed("⇤", t("To the beginning"), () => review.go(0)),
      signed("«", t("Guess or mistake before"), () => review.goToMistake(-1), t("Guess or mistake before (<)")),
      signed("‹", t("Move back"), () => review.go(review.at - 1), t("Move back (,)")),
      signed("›", t("Move on"), () => review.go(review.at + 1), t("Move on (.)")),
      signed("»", t("Next guess or mistake"), () => review.goToMistake(1), t("Next guess or mistake (>)")),
      signed("⇥", t("To the end"), () => review.go(review.replay.length)),
      this.slider,
    );
  }

  show(at, moves) {
    Object.assign(this.slider, { max: moves, value: at });
    this.slider.setAttribute("aria-valuetext", t("{at} of {moves} moves", { at, moves }));
  }
}
