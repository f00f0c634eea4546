// The board for screen readers: an ARIA grid over the canvas, with a name for every cell.
//
// It takes no mouse and shows nothing. The keyboard's cursor is its active descendant. Cells lie
// where they are painted, so that exploring by touch finds them. Of a large board only the part
// around the cursor is there; row and column numbers tell where in the whole it lies.

import { make } from "../app/element.js";
import { t } from "../app/language.js";
import { placeName } from "../app/words.js";
import { topologyOf } from "../game/topology.js";
import { MOST_AROUND, MOST_MINES } from "./tiles.js";

const WHOLE_AT_MOST = 1000;
const ROWS_AROUND = 8;
const COLS_AROUND = 15;

const NAMES = {
  "#": t("hidden"),
  F: t("flag"),
  "?": t("question mark"),
  0: t("empty"),
  "*": t("mine"),
  X: t("exploded mine"),
  W: t("wrong flag"),
};
for (let n = 1; n <= MOST_AROUND; n++) NAMES[n] = String(n);
for (let n = 2; n <= MOST_MINES; n++) for (const sign of "F*X") NAMES[`${sign}${n}`] = `${NAMES[sign]}, ${n}`;

let grids = 0;

export class AriaGrid {
  /** @param {(cell: number) => string} describe */
  // `describe(cell)` may add words to the name of a cell, such as its chance to be a mine.
  constructor(element, describe = () => "") {
    this.element = element;
    this.describe = describe;
    this.prefix = `cell${grids++}-`;
    this.source = null;
    this.cursor = null;
    this.waiting = null;
    this.due = null; // the cells whose names may have changed; null where all may have
    element.setAttribute("role", "grid");
    element.tabIndex = 0;
    element.addEventListener("focus", () => this.#update());
  }

  layout(level, label) {
    this.level = level;
    this.part = null;
    this.cursor = null;
    this.element.removeAttribute("aria-activedescendant");
    this.element.setAttribute("aria-label", label);
    this.element.setAttribute("aria-rowcount", level.rows);
    this.element.setAttribute("aria-colcount", level.cols);
  }

  // Tell of a source (see board.js) that has changed, and in which cells, or what is described. The
  // names follow when there is time, or at once while the grid has the focus.
  show(source, cells = null) {
    if (source !== this.source || cells === null) this.due = null;
    else for (const cell of cells) this.due?.add(cell);
    this.source = source;
    if (document.activeElement === this.element) this.#update();
    else this.waiting ??= later(() => this.#update());
  }

  moveTo(cell) {
    if (cell === this.cursor) return;
    this.cursor = cell;
    this.#update();
  }

  nameOf(cell) {
    const { cols } = this.level;
    const more = this.describe(cell);
    const place = placeName([Math.floor(cell / cols), cell % cols]);
    return `${NAMES[this.source.symbol(cell)]}${more ? `, ${more}` : ""}, ${place}`;
  }

  #update() {
    this.waiting = null;
    if (!this.source || this.source.size !== this.level.rows * this.level.cols) return;
    this.#build();
    for (const cell of this.due ?? this.cells.keys()) {
      const element = this.cells.get(cell);
      const name = element && this.nameOf(cell);
      if (name === this.names.get(cell)) continue;
      this.names.set(cell, name);
      element.setAttribute("aria-label", name);
    }
    this.due = new Set();
    if (this.cursor === null) this.element.removeAttribute("aria-activedescendant");
    else this.element.setAttribute("aria-activedescendant", this.prefix + this.cursor);
  }

  // The part of the board that is described, in cells.
  #around() {
    const { rows, cols } = this.level;
    if (rows * cols <= WHOLE_AT_MOST) return { top: 0, left: 0, bottom: rows, right: cols };
    const cursor = this.cursor ?? 0;
    const near = (place, reach, most) => {
      const start = Math.max(0, Math.min(place - reach, most - 2 * reach - 1));
      return [start, Math.min(most, start + 2 * reach + 1)];
    };
    const [top, bottom] = near(Math.floor(cursor / cols), ROWS_AROUND, rows);
    const [left, right] = near(cursor % cols, COLS_AROUND, cols);
    return { top, left, bottom, right };
  }

  #build() {
    const part = this.#around();
    if (JSON.stringify(part) === JSON.stringify(this.part)) return;
    this.part = part;
    this.due = null;
    this.cells = new Map();
    this.names = new Map();
    const { cols } = this.level;
    const topology = topologyOf(this.level);
    const lines = [];
    for (let row = part.top; row < part.bottom; row++) {
      const line = make("div", { role: "row", "aria-rowindex": row + 1 });
      place(line, topology.strip(row, part.left, part.right));
      for (let col = part.left; col < part.right; col++) {
        const cell = row * cols + col;
        const element = make("div", { id: this.prefix + cell, role: "gridcell", "aria-colindex": col + 1 });
        this.cells.set(cell, element);
        line.append(element);
      }
      lines.push(line);
    }
    this.element.replaceChildren(...lines);
  }
}

function place(element, shares) {
  for (const [side, share] of Object.entries(shares)) element.style[side] = `${100 * share}%`;
}

function later(act) {
  return window.requestIdleCallback?.(act, { timeout: 400 }) ?? setTimeout(act, 100);
}
