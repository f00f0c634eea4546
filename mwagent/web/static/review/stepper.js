// Step through a game: buttons, and a slider over all moves.

import { t } from "../app/language.js";
import { button, make } from "../app/element.js";

export class Stepper {
  constructor(review) {
    this.slider = make("input", {
      type: "range",
      min: "0",
      "aria-label": t("Moves made"),
      oninput: () => review.go(Number(this.slider.value)),
    });
    const step = (sign, name, act, title) => button(sign, act, { "aria-label": name, title });
    this.element = make(
      "div",
      { class: "stepper", role: "group", "aria-label": t("Step through the game") },
      step("⇤", t("To the beginning"), () => review.go(0), t("To the beginning")),
      step("«", t("Guess or mistake before"), () => review.goToMistake(-1), t("Guess or mistake before (<)")),
      step("‹", t("Move back"), () => review.go(review.at - 1), t("Move back (,)")),
      step("›", t("Move on"), () => review.go(review.at + 1), t("Move on (.)")),
      step("»", t("Next guess or mistake"), () => review.goToMistake(1), t("Next guess or mistake (>)")),
      step("⇥", t("To the end"), () => review.go(review.replay.length), t("To the end")),
      this.slider,
    );
  }

  open(length) {
    this.slider.max = String(length);
  }

  show(at) {
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", t("{at} of {moves} moves", { at, moves: this.slider.max }));
  }
}
