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
    "Chance kept",
    "the share of the chance to win that all decisions together kept: their scores multiplied. A score is the chance to win with the move divided by that with the best one; where it is not known exactly the engine’s look-ahead counts, else the chance to survive. One certain mine makes it 0 %",
  ],
  ["Decisions that cost", "openings that were worse than the best move"],
  [
    "Accuracy",
    "the decisions’ accuracies in one, of which a few bad ones count more than many good ones. It does not matter whether the game was won",
  ],
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
