// The player's rating, and how it went.

import { t } from "../app/language.js";
import { card, figure, make, svg } from "../app/element.js";
import { gradeName } from "./daily.js";

const WIDTH = 280;
const HEIGHT = 56;
const UNSURE = 110; // a rating with a larger deviation is shown with a question mark

export class RatingCard {
  constructor() {
    this.figures = make("div.figures");
    this.change = make("p", { "aria-live": "polite" });
    this.trouble = make("p.bad", { role: "status" });
    this.line = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "history", role: "img" });
    this.element = card(t("Your rating"), "train-rating", this.figures, this.change, this.trouble, this.line);
  }

  // Show a player as it is kept; after a puzzle {rating, grade}, also what came of it.
  show(player, before = null, puzzle = null) {
    const { rating, deviation, solved, failed, streak, history } = player;
    this.figures.replaceChildren(
      deviation > UNSURE
        ? figure(t("rating, not sure yet"), `${Math.round(rating)}?`)
        : figure(t("rating, ± {n}", { n: Math.round(2 * deviation) }), Math.round(rating)),
      figure(t("solved"), solved),
      figure(t("not, or with help"), failed),
      figure(t("in a row"), streak),
    );
    if (puzzle) {
      const change = Math.round(rating) - Math.round(before.rating);
      this.change.textContent = t("{change}: the puzzle was {grade}, {rating}.", {
        change: `${change < 0 ? "−" : "+"}${Math.abs(change)}`,
        grade: gradeName(puzzle.grade),
        rating: puzzle.rating,
      });
    }
    this.#draw(history);
  }

  #draw(history) {
    const shown = history.length > 1;
    this.line.toggleAttribute("hidden", !shown);
    if (!shown) return;
    const low = Math.min(...history) - 10;
    const high = Math.max(...history) + 10;
    const x = (n) => 4 + (n / (history.length - 1)) * (WIDTH - 8);
    const y = (value) => HEIGHT - 6 - ((value - low) / (high - low)) * (HEIGHT - 12);
    const path = svg("polyline", { points: history.map((value, n) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(" ") });
    this.line.setAttribute(
      "aria-label",
      t("Rating over the last {n} puzzles, from {first} to {last}", { n: history.length, first: history[0], last: history.at(-1) }),
    );
    this.line.replaceChildren(path);
  }
}
