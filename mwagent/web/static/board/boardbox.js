// A board to put anywhere: canvas, ARIA grid and frame in one. What Play has in its HTML, the other
// modes make with this.
//
//   const box = new BoardBox(host, { describe });
//   box.layout({ rows, cols }, { zoom: "auto", theme: shell.theme, label: "Position" });
//   box.show({ size, symbol: (cell) => "#" });       symbols of tiles.js: 0-8 # F ? * X W
//   box.mark((cell) => ({ chance: 0.25, outline: "number" }));      marks.js; null takes them away
//   box.listen({ open, flag, chord, tap, hold, key, cursor, press, newGame })  each optional: input.js
//
// Cells are indices, row * cols + col.

import { make } from "../app/element.js";
import { t } from "../app/language.js";
import { topologyOf } from "../game/topology.js";
import { BoardView, UNITS } from "./board.js";
import { AriaGrid } from "./grid.js";
import { listenKeyboard, listenMouse, listenTouch } from "./input.js";
import { Pane } from "./pane.js";

// The largest cell that a board is given by itself, as a share of the window's height: a board of nine
// rows takes more than half of it.
const LARGEST = 1 / 15;
// Sides of cells in CSS pixels: the least that a finger meets; somewhat less where with that no column
// is out of sight, as with 16 on a phone; and what is comfortable where the board has to be moved about
// anyway; the least at all.
const LARGEST_LOW = 64;
const FINGER = 24;
const WHOLE_WIDTH = 22;
const COMFORTABLE = 32;
const LEAST = 6;

export const underFingers = () => window.matchMedia("(pointer: coarse)").matches;

// The largest zoom at which a board fits a room of CSS pixels, with cells of whole device pixels. Where
// its cells would be too small for that, it fits as to one side and is moved along the other.
export function zoomThatFits(level, room, touch = underFingers()) {
  const [wide, high] = topologyOf(level).extent;
  const across = room.width / wide;
  const down = room.height / high;
  let side = Math.min(across, down, Math.max(LARGEST_LOW, window.innerHeight * LARGEST));
  const least = across >= WHOLE_WIDTH ? Math.min(FINGER, across) : FINGER;
  if (touch && side < least) side = Math.max(least, Math.min(COMFORTABLE, across, Math.max(across, down)));
  else if (!touch && side < UNITS) side = Math.max(LEAST, Math.min(UNITS, across));
  const ratio = window.devicePixelRatio || 1;
  return Math.floor(side * ratio + 0.01) / ratio / UNITS;
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4];

// The next larger (step 1) or smaller (-1) zoom of the steps, undefined where there is none.
export function nextZoom(now, step) {
  return step > 0 ? ZOOMS.find((zoom) => zoom > now + 0.01) : ZOOMS.findLast((zoom) => zoom < now - 0.01);
}

// What a pinch or Ctrl and the wheel may come to.
export const zoomWithin = (zoom) => Math.min(5, Math.max(LEAST / UNITS, zoom));

export const DOUBLED = 1.8; // a double tap makes a board this much larger
const EDGES = 18; // what the edges of a pane take of its width, on both sides together

export class BoardBox {
  constructor(host, { describe = undefined } = {}) {
    this.canvas = make("canvas.board", { "aria-hidden": "true" });
    const grid = make("div.grid");
    this.element = make("div.well", this.canvas, grid);
    const around = make("div", this.element);
    host.append(around);
    this.pane = new Pane(around, this.element, {
      pans: () => !this.canvas.classList.contains("drags"),
      scaled: (factor, point) => this.#scaled(factor, point),
      doubled: (point) => this.#scaled(this.enlarged ? 0 : DOUBLED, point),
    });
    this.enlarged = null; // the zoom that it was pinched to
    this.view = new BoardView(this.canvas, this.pane);
    this.grid = new AriaGrid(grid, describe);
    const follow = () => this.view.part && this.view.follow();
    for (const happening of ["scroll", "resize"]) window.addEventListener(happening, follow, { passive: true });
    around.addEventListener("scroll", follow, { passive: true });
  }

  layout(level, { zoom = "auto", theme = "classic", label = t("Board") } = {}) {
    const wide = this.pane.element.parentElement.clientWidth || window.innerWidth;
    const room = { width: wide - EDGES, height: window.innerHeight - 180 };
    if (["rows", "cols", "shape"].some((one) => level[one] !== this.level?.[one])) this.enlarged = null;
    this.level = level;
    this.view.source = null;
    this.view.overlay = null;
    this.view.cursor = null;
    const usual = zoom === "auto" ? zoomThatFits(level, room) : Number(zoom);
    this.theme = theme;
    this.view.layout(level, this.enlarged ?? usual, theme, true);
    this.grid.layout(level, label);
    this.usual = usual;
  }

  // Pinched by this factor; 0 for its usual size.
  #scaled(factor, point) {
    const { view, usual } = this;
    const { source, overlay, cursor, label } = view;
    this.enlarged = factor ? zoomWithin(view.unit * factor) : null;
    this.pane.keep(() => view.layout(this.level, this.enlarged ?? usual, this.theme, true), point);
    Object.assign(view, { source, overlay, cursor });
    if (source) view.showAll(source);
    view.mark(overlay, label);
  }

  show(source, cells = null) {
    if (cells) this.view.show(source, cells);
    else this.view.showAll(source);
    this.grid.show(source);
  }

  mark(overlay, label = null, ruled = []) {
    this.view.mark(overlay, label, ruled);
    if (this.view.source) this.grid.show(this.view.source);
  }

  moveCursor(cell) {
    this.view.moveCursor(this.view.source, cell);
    this.grid.moveTo(cell);
    if (cell !== null) this.view.reveal(cell);
  }

  listen(moves) {
    const silent = ["newGame", "open", "chord", "flag", "tap", "hold", "key", "press"].map((name) => [name, () => {}]);
    const all = { ...Object.fromEntries(silent), cursor: (cell) => this.moveCursor(cell), ...moves };
    listenMouse(this.canvas, this.view, all);
    listenTouch(this.canvas, this.view, all);
    listenKeyboard(this.grid.element, this.view, all, { everywhere: false });
  }
}
