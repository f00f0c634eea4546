// The player's own marks on hidden squares, and the palette to choose them from.

import { button } from "../app/element.js";
import { t } from "../app/language.js";
import { powerWords } from "./words.js";

const CHOICES = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "0", "✶", "!", "?"];
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -5, ArrowDown: 5 }; // five in a row
const WORDS = { "✶": t("mine"), "!": t("danger"), "?": t("question mark") };

export class Marks {
  #palette;
  #on = null; // the square that the palette is open for
  #cell = null; // and its cell

  // `changed(square)` is called after a mark was set or taken away.
  constructor(palette, changed) {
    this.texts = new Map();
    this.changed = changed;
    this.#palette = palette;
    const choice = (text, words, mark) => button(text, () => this.set(this.#on, mark), { "aria-label": words });
    const choices = CHOICES.map((text) => choice(text, WORDS[text] ?? powerWords(text), text));
    palette.append(...choices, choice(t("Erase"), t("Erase the mark"), null));
    // A palette that closed by itself would do so at the end of the very press that opened it.
    document.addEventListener("pointerdown", ({ target }) => palette.contains(target) || this.#close());
    palette.addEventListener("keydown", (event) => this.#key(event));
  }

  set(square, text) {
    if (text === null || this.texts.get(square) === text) this.texts.delete(square);
    else this.texts.set(square, text);
    this.#close(true);
    this.changed(square);
  }

  // Opens the palette beside the cell of a square.
  choose(square, cell) {
    this.#close();
    [this.#on, this.#cell] = [square, cell];
    this.#palette.showPopover();
    const box = cell.getBoundingClientRect();
    const { width, height } = this.#palette.getBoundingClientRect();
    const left = Math.min(innerWidth - width - 6, Math.max(6, box.left + box.width / 2 - width / 2));
    const below = box.bottom + height + 8 <= innerHeight;
    this.#palette.style.left = `${left}px`;
    this.#palette.style.top = `${Math.max(6, below ? box.bottom + 4 : box.top - height - 4)}px`;
    const current = CHOICES.indexOf(this.texts.get(square));
    this.#palette.children[Math.max(0, current)].focus({ preventScroll: true });
  }

  #key(event) {
    event.stopPropagation();
    const { children } = this.#palette;
    const at = [...children].indexOf(document.activeElement);
    if (event.key in STEPS) children[Math.min(children.length - 1, Math.max(0, at + STEPS[event.key]))].focus();
    else if (event.key === "Escape" || event.key === "Tab") this.#close(true);
    else return;
    event.preventDefault();
  }

  #close(back = false) {
    if (this.#on === null) return;
    this.#on = null;
    this.#palette.hidePopover();
    if (back) this.#cell.focus({ preventScroll: true });
  }
}
