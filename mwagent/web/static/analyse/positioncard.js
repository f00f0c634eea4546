// The size of the position, its mines, and what its flags mean.

import { t } from "../app/language.js";
import { button, card, folded, make } from "../app/element.js";
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
    this.total = make("input", {
      type: "number",
      inputmode: "numeric",
      min: "0",
      max: "62500",
      id: "analyse-mines",
      onchange: () => this.#setTotal(),
    });
    this.known = make("input", { type: "checkbox", checked: true, onchange: () => this.#lock() });
    this.left = make("span", { class: "soft", id: "analyse-left" });
    const trusted = make("input", { type: "checkbox", checked: true, onchange: () => mode.trust(trusted.checked) });
    this.sizes = { cols: this.#size("cols", "right"), rows: this.#size("rows", "bottom") };
    this.element = card(
      t("Position"),
      "analyse-position",
      make("div", { class: "row" }, make("label", { for: "analyse-mines" }, t("Mines in total")), this.total),
      make("label", { class: "check" }, this.known, t("The number of mines is known")),
      this.left,
      make("label", { class: "check" }, trusted, t("Flags are mines")),
      make("div", { class: "row" }, make("label", { for: "analyse-cols" }, t("Columns")), this.sizes.cols),
      make("div", { class: "row" }, make("label", { for: "analyse-rows" }, t("Rows")), this.sizes.rows),
      folded(
        t("Lines are added or taken away at a side; the rest of the board stays."),
        make("div", { class: "sides" }, ...SIDES.map((side) => this.#side(side))),
      ),
    );
  }

  show(position) {
    const { rows, cols, mines } = position;
    const known = mines !== null;
    this.known.checked = known;
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

  // A field for the number of columns or rows, which come and go at one side.
  #size(name, side) {
    const field = make("input", { type: "number", inputmode: "numeric", min: "1", max: MAX_SIDE, id: `analyse-${name}` });
    field.addEventListener("change", () => {
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
  #lock() {
    const { editor } = this.mode;
    if (!this.known.checked) {
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
      button("−", () => change(-1), { "aria-label": remove, title: remove }),
      make("span", { "aria-hidden": "true" }, name),
      button("+", () => change(1), { "aria-label": add, title: add }),
    );
  }
}
