// What the figures of a review mean.

import { t } from "../app/language.js";
import { card, make, terms } from "../app/element.js";

const TERMS = [
  [t("Survives"), t("how often none of the cells that the move opened is a mine, over all arrangements that fit the board at that moment")],
  [t("Wins"), t("how often the game is won with this move and best play after it; known exactly where few arrangements are left")],
  [t("Proof"), t("only cells that were proven safe")],
  [t("Best guess"), t("no cell was safe, and no guess is better")],
  [t("Worse guess"), t("no cell was safe, but another guess wins or survives more often")],
  [t("Unneeded risk"), t("a cell was proven safe, and a risky one was opened")],
  [
    t("Chance kept"),
    t(
      "the share of the chance to win that all decisions together kept: their scores multiplied. A score is the chance to win with the move divided by that with the best one; where it is not known exactly the engine’s look-ahead counts, else the chance to survive. One certain mine makes it 0 %",
    ),
  ],
  [t("Decisions that cost"), t("openings that were worse than the best move")],
  [
    t("Accuracy"),
    t(
      "the decisions’ accuracies in one, of which a few bad ones count more than many good ones. It does not matter whether the game was won",
    ),
  ],
  [
    t("Luck"),
    t(
      "the mines that the risks taken hit on average, less those that were hit. It is 0 on average, above 0 for a lucky game; luck in what the cells show is not in it",
    ),
  ],
];

export function helpCard() {
  const keys = make("p.soft");
  keys.innerHTML = t(
    "Keys: <kbd>,</kbd> and <kbd>.</kbd> step, <kbd>&lt;</kbd> and <kbd>&gt;</kbd> go to guesses and mistakes, <kbd>P</kbd> plays and pauses.",
  );
  return card(t("What the figures mean"), "review-help", terms(TERMS), keys);
}
