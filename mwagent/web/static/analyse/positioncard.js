// The size of the position, its mines, and what its flags mean.

import { t } from "../app/language.js";
import { card, check, folded, make, signed } from "../app/element.js";
import { markedMines } from "../formats/position.js";
import { MAX_SIDE } from "../app/links.js";
import { SIDES } from "./editor.js";

const WORDS = {
  top: { name: t("top"), group: t("top side"), remove: t("Remove the top row"), add: t("Add a row at the top") },
  bottom: { name: t("bottom"), group: t("bottom side"), remove: t("Remove the bottom row"), add: t("Add a row at the bottom") },
  left: { name: t("left"), group: t("left side"), remove: t("Remove the left column"), add: t("Add a column at the left") },
  right: { name: t("right"), group: t("right side"), remove: t("Remove the right column"), add: t("Add a column at the right") },
};

export class PositionCard {
  constructor(mode) {
    this.mode = mode;
    this.total = number("mines", 0, MAX_SIDE ** 2, () => this.#setTotal());
    this.known = check(t("The number of mines is known"), true, (known) => this.#lock(known));
    this.left = make("span.soft", { id: "analyse-left" });
    this.sizes = { cols: this.#size("cols", "right"), rows: this.#size("rows", "bottom") };
    const row = (words, field) => make("div.row", make("label", { for: field.id }, words), field);
    this.element = card(
      t("Position"),
      "analyse-position",
      row(t("Mines in total"), this.total),
      this.known,
      this.left,
      check(t("Flags are mines"), true, (trusted) => mode.trust(trusted)),
      row(t("Columns"), this.sizes.cols),
      row(t("Rows"), this.sizes.rows),
      folded(
        t("Lines are added or taken away at a side; the rest of the board stays."),
        make("div.sides", ...SIDES.map((side) => this.#side(side))),
      ),
    );
  }

  show(position) {
    const { rows, cols, mines } = position;
    const known = mines !== null;
    this.known.firstChild.checked = known;
    this.total.disabled = !known;
    if (document.activeElement !== this.total || !known) this.total.value = known ? mines : "";
    const marked = markedMines(position);
    this.left.textContent = known
      ? t("{left} left: {marked} marked by flags and mines.", { left: mines - marked, marked })
      : t("Unknown; {marked} marked. Every arrangement counts the same, whatever its number of mines.", { marked });
    this.sizes.cols.value = cols;
    this.sizes.rows.value = rows;
  }

  #setTotal() {
    const text = this.total.value.trim();
    const { rows, cols, mines } = this.mode.editor.position;
    if (/^\d{1,5}$/.test(text) && Number(text) <= rows * cols) this.mode.editor.setMines(Number(text));
    else {
      this.total.value = mines ?? "";
      this.mode.say(t("The number of mines is a whole number from 0 to {most}.", { most: rows * cols }));
    }
  }

  #size(name, side) {
    const field = number(name, 1, MAX_SIDE, () => {
      const now = this.mode.editor.position[name];
      const wanted = /^\d{1,3}$/.test(field.value.trim()) ? Number(field.value) : 0;
      if (wanted !== now) this.#resize(side, wanted < 1 ? MAX_SIDE : wanted - now);
      field.value = this.mode.editor.position[name];
    });
    return field;
  }

  #resize(side, count) {
    const { editor } = this.mode;
    if (!editor.resize(side, count)) this.mode.say(t("A board has 1 to {most} rows and columns.", { most: MAX_SIDE }));
  }

  // Free, the total is unknown; locked again, it is what it was, or what is marked.
  #lock(known) {
    const { editor } = this.mode;
    if (!known) {
      this.before = editor.position.mines;
      editor.setMines(null);
    } else editor.setMines(Math.max(this.before ?? 0, markedMines(editor.position)));
  }

  #side(side) {
    const { name, group, remove, add } = WORDS[side];
    const change = (count) => this.#resize(side, count);
    return make(
      "div",
      { class: `side ${side}`, role: "group", "aria-label": group },
      signed("−", remove, () => change(-1)),
      make("span", { "aria-hidden": "true" }, name),
      signed("+", add, () => change(1)),
    );
  }
}

const number = (name, min, max, onchange) =>
  make("input", { type: "number", inputmode: "numeric", min, max, id: `analyse-${name}`, onchange });
