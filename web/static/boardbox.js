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

import { BoardView, UNITS } from "./board.js";
import { AriaGrid } from "./grid.js";
import { listenKeyboard, listenMouse, listenTouch } from "./input.js";

// The largest zoom of the usual steps at which a board fits a room of CSS pixels; `frame` is what
// its frame adds on both sides together, in units. Below the steps, the largest at which it is not
// too wide (a page may be long, but not wide), with cells of at least 6 CSS pixels.
export function zoomThatFits({ rows, cols }, room, frame = { width: 6, height: 6 }) {
  const width = UNITS * cols + frame.width;
  const height = UNITS * rows + frame.height;
  const fits = [3, 2.5, 2, 1.5, 1].find((zoom) => width * zoom <= room.width && height * zoom <= room.height);
  if (fits) return fits;
  const ratio = window.devicePixelRatio || 1;
  const side = Math.floor(((UNITS * room.width) / width) * ratio) / ratio;
  return Math.max(6, Math.min(UNITS, side)) / UNITS;
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4];

// The next larger (step 1) or smaller (-1) zoom of the steps, undefined where there is none.
export function nextZoom(now, step) {
  return step > 0 ? ZOOMS.find((zoom) => zoom > now + 0.01) : ZOOMS.findLast((zoom) => zoom < now - 0.01);
}

export class BoardBox {
  constructor(host, { describe } = {}) {
    this.element = document.createElement("div");
    this.element.className = "well boxed";
    this.canvas = document.createElement("canvas");
    this.canvas.className = "board";
    this.canvas.setAttribute("aria-hidden", "true");
    const grid = document.createElement("div");
    grid.className = "grid";
    this.element.append(this.canvas, grid);
    host.append(this.element);
    this.view = new BoardView(this.canvas);
    this.grid = new AriaGrid(grid, describe);
    for (const happening of ["scroll", "resize"]) {
      window.addEventListener(happening, () => this.view.part && this.view.follow(), { passive: true });
    }
  }

  layout(level, { zoom = "auto", theme = "classic", label = "Board" } = {}) {
    const wide = this.element.parentElement.clientWidth || window.innerWidth;
    const room = { width: wide - 16, height: window.innerHeight - 180 };
    this.view.source = null;
    this.view.overlay = null;
    this.view.cursor = null;
    this.view.layout(level, zoom === "auto" ? zoomThatFits(level, room) : Number(zoom), theme, true);
    this.element.style.setProperty("--u", `${this.view.unit}px`);
    this.grid.layout(level, label);
  }

  show(source, cells = null) {
    if (cells) this.view.show(source, cells);
    else this.view.showAll(source);
    this.grid.show(source);
  }

  mark(overlay) {
    this.view.mark(overlay);
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
