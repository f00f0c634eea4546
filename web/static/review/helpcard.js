// What the figures of a review mean.

import { card, make } from "../element.js";

const TERMS = [
  ["Survives", "how often none of the cells that the move opened is a mine, over all arrangements that fit the board at that moment"],
  ["Wins", "how often the game is won with this move and best play after it; known exactly where few arrangements are left"],
  ["Proof", "only cells that were proven safe"],
  ["Best guess", "no cell was safe, and no guess is better"],
  ["Worse guess", "no cell was safe, but another guess wins or survives more often"],
  ["Unneeded risk", "a cell was proven safe, and a risky one was opened"],
  ["Accuracy", "the share of the chance to win that the moves kept: for each move its chance divided by that of the best move, all multiplied. The chance to win counts where it is known exactly, else what the engine’s look-ahead gives, else the chance to survive. 100 % is a game without a mistake, won or lost"],
  ["Luck", "the mines that the risks taken hit on average, less those that were hit. It is 0 on average, above 0 for a lucky game; luck in what the cells show is not in it"],
];

export class HelpCard {
  constructor() {
    const list = make("dl", { class: "stacked" }, ...TERMS.flatMap(([term, text]) => [make("dt", {}, term), make("dd", {}, text)]));
    const keys = make("p", { class: "soft" });
    keys.append("Keys: ", kbd(","), " and ", kbd("."), " step, ", kbd("<"), " and ", kbd(">"), " go to guesses and mistakes.");
    this.element = card("What the figures mean", "review-help", list, keys);
  }
}

const kbd = (key) => make("kbd", {}, key);
