// A board of Analyse or Review on the page: laid out anew only where its size or its looks change.

import { t } from "../app/language.js";
import { BoardBox, nextZoom, zoomThatFits } from "./boardbox.js";
import { make, signed } from "../app/element.js";
import { symbolOf } from "../formats/position.js";

// What stands above and below the board, and beside it, in CSS pixels.
const ABOVE_AND_BELOW = 230;
const NARROW = 620;
// The width of the cards beside a board with what lies between, and what share of its size they may cost.
const CARDS = 370;
const BESIDE_FROM = 0.87;

export class Desk {
  // `describe(cell)` adds words to a cell's name for screen readers.
  constructor(shell, describe) {
    this.shell = shell;
    this.around = ABOVE_AND_BELOW; // what a mode needs may be more
    this.element = make("div.desk");
    this.box = new BoardBox(this.element, { describe });
    this.zoom = make(
      "span.zoom",
      { role: "group", "aria-label": t("Zoom") },
      signed("−", t("Smaller"), () => this.#zoomBy(-1)),
      signed("+", t("Larger"), () => this.#zoomBy(1)),
    );
    this.shown = "";
  }

  // Show the cells of a position; `label` names the board, `symbol(cell)` is its tile (tiles.js).
  show({ rows, cols, shape, turned, cells }, label, symbol = (cell) => symbolOf(cells[cell])) {
    const { box, shell } = this;
    const looks = [rows, cols, shape, turned, shell.theme, shell.settings.zoom, window.innerWidth, window.innerHeight].join(" ");
    if (looks !== this.shown) this.#layOut({ rows, cols, ...(shape && { shape, turned }) }, label);
    else box.grid.element.setAttribute("aria-label", label);
    this.shown = looks;
    box.show({ size: rows * cols, symbol });
  }

  #layOut(level, label) {
    const { box, shell } = this;
    const { cursor } = box.view;
    const same = ["rows", "cols", "shape"].every((one) => box.view.level?.[one] === level[one]);
    const overlay = box.view.overlay;
    const wanted = shell.settings.zoom;
    const room = { width: window.innerWidth - (window.innerWidth < NARROW ? 16 : 40), height: window.innerHeight - this.around };
    const below = zoomThatFits(level, room);
    // Where it costs the cells little, the cards stand beside the board.
    const beside = zoomThatFits(level, { ...room, width: room.width - CARDS });
    const fits = window.innerWidth > NARROW && beside >= BESIDE_FROM * below ? beside : below;
    const zoom = String(wanted === "auto" ? fits : wanted);
    box.layout(level, { zoom, theme: shell.theme, label });
    if (!same) return;
    box.view.cursor = cursor;
    box.view.overlay = overlay;
  }

  #zoomBy(step) {
    const zoom = nextZoom(this.box.view.unit, step);
    if (zoom) this.shell.change("zoom", String(zoom));
  }
}
