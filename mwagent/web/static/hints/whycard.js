// The card that explains a cell; hidden while nothing is explained.

import { t } from "../app/language.js";
import { button, make } from "../app/element.js";
import { Reasons } from "./reasons.js";
import { followSheet, intoSight } from "../board/sheet.js";

let cards = 0;

export class WhyCard {
  constructor(shell, changed) {
    const id = `why-card-${cards++}`;
    const title = make("h2", { id }, t("Why?"));
    const close = button("✕", () => this.close(), { "aria-label": t("Close the explanation") });
    const body = make("div", { "aria-live": "polite" });
    this.changed = changed;
    this.element = make("section.card.sheet", { "aria-labelledby": id, hidden: true }, make("div.row", title, close), body);
    followSheet(this.element);
    this.reasons = new Reasons(shell, { title, body }, changed);
  }

  // Explain a cell of a position: {rows, cols, mines, cells, trustFlags}; `whole` leaves the stages
  // before the argument out.
  explain(position, cell, whole = false) {
    this.element.hidden = false;
    this.reasons.explain(cell, position, whole);
    intoSight(this.element);
  }

  mark(cell) {
    return this.reasons.marks()?.(cell) ?? null;
  }

  // The marks of a cell in one, those of the explanation over all others; null where there are none.
  over(cell, ...under) {
    const marks = [...under, this.mark(cell)].filter(Boolean);
    return marks.length ? Object.assign({}, ...marks) : null;
  }

  get cells() {
    return this.reasons.cells;
  }

  forget() {
    this.reasons.forget();
    this.element.hidden = true;
  }

  close() {
    this.forget();
    this.changed();
  }
}
