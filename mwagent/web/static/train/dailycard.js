// The day: its puzzle, its board, and the results as text.

import { t } from "../app/language.js";
import { button, card, make } from "../app/element.js";
import { clockTime, howEnded, shareText } from "./daily.js";

export class DailyCard {
  constructor(play) {
    this.puzzle = make("p");
    this.board = make("p");
    this.text = make("textarea", { readonly: true, rows: "4", "aria-label": t("The results as text"), hidden: true });
    this.share = button(t("Share the results"), () => this.#share());
    this.element = card(
      t("Today"),
      "train-daily",
      make("p.soft", t("The same puzzle and the same board for everybody, from the date alone.")),
      this.puzzle,
      this.board,
      make("div.buttons", button(t("Play today’s board"), play), this.share),
      this.text,
    );
  }

  // Show a day: the answer to its puzzle (store.js) and the game on its board, each perhaps missing.
  // `link` leads to the game on the board with its moves, or to this page.
  show(date, puzzle, board, link) {
    this.puzzle.textContent = !puzzle
      ? t("Puzzle: not solved yet.")
      : t("Puzzle: {how}.", { how: puzzle.solved ? t("solved in {time}", { time: clockTime(puzzle.seconds) }) : t("not solved") });
    this.board.textContent = !board
      ? t("Board without guessing: not played yet.")
      : t("Board without guessing: {how}.", { how: howEnded(board) });
    this.share.hidden = !puzzle && !board;
    this.text.value = shareText(date, puzzle, board, link);
  }

  async #share() {
    const text = this.text.value;
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        this.share.textContent = t("Copied");
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      this.text.hidden = false; // no clipboard here: it can be copied by hand
      this.text.select();
    }
  }
}
