// Step through a game: buttons, and a slider over all moves.

import { button, make } from "../app/element.js";

export class Stepper {
  constructor(review) {
    this.slider = make("input", {
      type: "range",
      min: "0",
      "aria-label": "Moves made",
      oninput: () => review.go(Number(this.slider.value)),
    });
    const step = (sign, name, act, title) => button(sign, act, { "aria-label": name, title });
    this.element = make(
      "div",
      { class: "stepper", role: "group", "aria-label": "Step through the game" },
      step("⇤", "To the beginning", () => review.go(0), "To the beginning"),
      step("«", "Guess or mistake before", () => review.goToMistake(-1), "Guess or mistake before (<)"),
      step("‹", "Move back", () => review.go(review.at - 1), "Move back (,)"),
      step("›", "Move on", () => review.go(review.at + 1), "Move on (.)"),
      step("»", "Next guess or mistake", () => review.goToMistake(1), "Next guess or mistake (>)"),
      step("⇥", "To the end", () => review.go(review.replay.length), "To the end"),
      this.slider,
    );
  }

  open(length) {
    this.slider.max = String(length);
  }

  show(at) {
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", `${at} of ${this.slider.max} moves`);
  }
}
