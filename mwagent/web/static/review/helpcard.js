// What the figures of a review mean.

import { card, make } from "../app/element.js";

const TERMS = [
  ["Survives", "how often none of the cells that the move opened is a mine, over all arrangements that fit the board at that moment"],
  ["Wins", "how often the game is won with this move and best play after it; known exactly where few arrangements are left"],
  ["Proof", "only cells that were proven safe"],
  ["Best guess", "no cell was safe, and no guess is better"],
  ["Worse guess", "no cell was safe, but another guess wins or survives more often"],
  ["Unneeded risk", "a cell was proven safe, and a risky one was opened"],
  [
    "Accuracy",
    "how good the moves were on average: the score of a move is its chance to win divided by that of the best move. The chance to win counts where it is known exactly, else what the engine’s look-ahead gives, else the chance to survive. 100 % is a game without a mistake, won or lost",
  ],
  ["Chance kept", "all scores multiplied: the share of the chance to win that the moves together kept. One certain mine makes it 0 %"],
  [
    "Luck",
    "the mines that the risks taken hit on average, less those that were hit. It is 0 on average, above 0 for a lucky game; luck in what the cells show is not in it",
  ],
];

export class HelpCard {
  constructor() {
    const list = make("dl", { class: "stacked" }, ...TERMS.flatMap(([term, text]) => [make("dt", {}, term), make("dd", {}, text)]));
    const keys = make("p", { class: "soft" });
    keys.append(
      "Keys: ",
      kbd(","),
      " and ",
      kbd("."),
      " step, ",
      kbd("<"),
      " and ",
      kbd(">"),
      " go to guesses and mistakes, ",
      kbd("P"),
      " plays and pauses.",
    );
    this.element = card("What the figures mean", "review-help", list, keys);
  }
}

const kbd = (key) => make("kbd", {}, key);
