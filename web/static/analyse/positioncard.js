// The size of the position, its mines, and what its flags mean.

import { button, card, make } from "../element.js";
import { markedMines } from "../formats/position.js";
import { SIDES } from "./editor.js";

const LINE_OF = { top: "row", bottom: "row", left: "column", right: "column" };

export class PositionCard {
  constructor(mode) {
    this.mode = mode;
    this.total = make("input", { type: "number", inputmode: "numeric", min: "0", max: "62500", id: "analyse-mines", onchange: () => this.#setTotal() });
    this.known = make("input", { type: "checkbox", checked: true, onchange: () => this.#lock() });
    this.left = make("span", { class: "soft", id: "analyse-left" });
    const trusted = make("input", { type: "checkbox", checked: true, onchange: () => mode.trust(trusted.checked) });
    this.size = make("p", { class: "soft" });
    this.element = card(
      "Position",
      "analyse-position",
      make("div", { class: "row" }, make("label", { for: "analyse-mines" }, "Mines in total"), this.total),
      make("label", { class: "check" }, this.known, "The number of mines is known"),
      this.left,
      make("label", { class: "check" }, trusted, "Flags are mines"),
      this.size,
      make("div", { class: "sides" }, ...SIDES.map((side) => this.#side(side))),
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
      ? `${mines - marked} left: ${marked} marked by flags and mines.`
      : `Unknown; ${marked} marked. Every arrangement counts the same, whatever its number of mines.`;
    this.size.textContent = `${cols} columns, ${rows} rows. Add or take away at each side; the rest stays.`;
  }

  #setTotal() {
    const text = this.total.value.trim();
    const { rows, cols, mines } = this.mode.editor.position;
    if (/^\d{1,5}$/.test(text) && Number(text) <= rows * cols) this.mode.editor.setMines(Number(text));
    else {
      this.total.value = mines ?? "";
      this.mode.say(`The number of mines is a whole number from 0 to ${rows * cols}.`);
    }
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
    const line = LINE_OF[side];
    const change = (count) => {
      const { editor } = this.mode;
      if (!editor.resize(side, count)) this.mode.say(`A board has 1 to 250 rows and columns.`);
    };
    return make(
      "div",
      { class: `side ${side}`, role: "group", "aria-label": `${side} side` },
      button("−", () => change(-1), { "aria-label": `Remove the ${side} ${line}`, title: `Remove the ${side} ${line}` }),
      make("span", { "aria-hidden": "true" }, side),
      button("+", () => change(1), { "aria-label": `Add a ${line} at the ${side}`, title: `Add a ${line} at the ${side}` }),
    );
  }
}
