// The board on a canvas: paints only the cells that changed, on whole device pixels.
//
// What it shows is a source: {size, symbol(cell)}, with the symbols of tiles.js; a game is one.
// Over the tiles lies what `mark(overlay)` was given: a function from a cell to a mark (marks.js)
// or null. Cells are indices, row * cols + col.
//
// A board too large for one canvas is painted only where it is in sight; `follow` moves the canvas
// there whenever the page or the pane around the board (pane.js) has been scrolled.

import { drawMark, markKey } from "./marks.js";
import { Rulers } from "./rulers.js";
import { drawTile, OWN, THEMES } from "./tiles.js";

export const UNITS = 16;
// Browsers of phones refuse larger canvases (in device pixels).
const CANVAS_AREA = 2 ** 24;

export class BoardView {
  constructor(canvas, pane = null) {
    this.canvas = canvas;
    this.pane = pane;
    this.paint = canvas.getContext("2d", { alpha: false });
    this.tiles = new Map();
    this.pressed = new Set();
    this.cursor = null;
    this.source = null;
    this.overlay = null;
    this.rulers = new Rulers(canvas.parentElement);
  }

  // Lay out a board of rows x cols with cells of 16 * zoom CSS pixels. With `whole`, cells are
  // rounded to whole device pixels, all alike; otherwise they differ by one, as images do on
  // zoomed pages.
  layout(level, zoom, theme, whole) {
    this.level = level;
    this.theme = theme;
    this.ratio = window.devicePixelRatio || 1;
    const cell = UNITS * zoom * this.ratio;
    this.cell = whole ? Math.max(6, Math.round(cell)) : cell;
    this.width = this.#edge(level.cols);
    this.height = this.#edge(level.rows);
    this.inParts = this.width * this.height > CANVAS_AREA;
    this.tiles.clear();
    this.part = null;
    this.label = null;
    this.#showLabel();
    this.rulers.show([], level, 0);
    const { canvas, ratio } = this;
    const well = canvas.parentElement;
    well.classList.toggle("in-parts", this.inParts);
    well.style.width = this.inParts ? `${this.width / ratio}px` : "";
    well.style.height = this.inParts ? `${this.height / ratio}px` : "";
    if (this.inParts) this.follow();
    else this.#hold({ left: 0, top: 0, right: level.cols, bottom: level.rows });
  }

  // Device pixels per unit of the drawing, over the ratio: the CSS size of one unit.
  get unit() {
    return this.cell / UNITS / this.ratio;
  }

  // Move the canvas of a board in parts to what is in sight of it.
  follow() {
    if (!this.inParts) return;
    const { cell, ratio, level } = this;
    const box = this.canvas.parentElement.getBoundingClientRect();
    const side = cell / ratio;
    const spare = 4;
    const sight = this.#sight();
    const first = (start, edge) => Math.max(0, Math.floor((edge - start) / side) - spare);
    const last = (start, edge, most) => Math.min(most, Math.ceil((edge - start) / side) + spare);
    const left = Math.min(first(box.left, sight.left), level.cols - 1);
    const top = Math.min(first(box.top, sight.top), level.rows - 1);
    const right = Math.max(left + 1, last(box.left, sight.right, level.cols));
    const bottom = Math.max(top + 1, last(box.top, sight.bottom, level.rows));
    const { part } = this;
    const held =
      part &&
      part.left <= left + spare / 2 &&
      part.top <= top + spare / 2 &&
      part.right >= right - spare / 2 &&
      part.bottom >= bottom - spare / 2;
    if (held) return;
    this.#hold({ left, top, right, bottom });
    if (this.source) this.showAll(this.source);
  }

  // The cell under a mouse event; null when it is off the board.
  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const { part } = this;
    const across = (event.clientX - box.left) / box.width;
    const down = (event.clientY - box.top) / box.height;
    const col = part.left + Math.floor(across * (part.right - part.left));
    const row = part.top + Math.floor(down * (part.bottom - part.top));
    const inside = across >= 0 && down >= 0 && col < part.right && row < part.bottom;
    return inside ? row * this.level.cols + col : null;
  }

  show(source, cells) {
    this.source = source;
    for (const cell of cells) this.#paintCell(source, cell);
  }

  showAll(source) {
    this.source = source;
    const { left, top, right, bottom } = this.part;
    for (let row = top; row < bottom; row++) {
      for (let col = left; col < right; col++) this.#paintCell(source, row * this.level.cols + col);
    }
  }

  // Put marks over the cells, or take them away with null; and a label over the middle of a cell,
  // {cell, text} or null. The rows and columns of the cells in `ruled` are named at the edges.
  mark(overlay, label = null, ruled = []) {
    this.label = label;
    this.#showLabel();
    this.rulers.show(ruled, this.level, this.cell / this.ratio);
    if (overlay === null && this.overlay === null) return;
    this.overlay = overlay;
    if (this.source) this.showAll(this.source);
  }

  #showLabel() {
    const well = this.canvas.parentElement;
    let element = well.querySelector(".rest");
    if (!this.label) {
      element?.remove();
      return;
    }
    if (!element) {
      element = Object.assign(document.createElement("span"), { className: "rest" });
      element.setAttribute("aria-hidden", "true");
      well.append(element);
    }
    const { rows, cols } = this.level;
    element.textContent = this.label.text;
    element.style.left = `${(100 * ((this.label.cell % cols) + 0.5)) / cols}%`;
    element.style.top = `${(100 * (Math.floor(this.label.cell / cols) + 0.5)) / rows}%`;
  }

  // Paint these cells as pressed, and those no longer pressed as they are.
  press(source, cells) {
    const before = this.pressed;
    this.pressed = new Set(cells);
    for (const cell of before) if (!this.pressed.has(cell)) this.#paintCell(source, cell);
    for (const cell of this.pressed) if (!before.has(cell)) this.#paintCell(source, cell);
  }

  // Move the keyboard's cursor; null takes it off the board.
  moveCursor(source, cell) {
    const before = this.cursor;
    this.cursor = cell;
    if (before !== null && before < source.size) this.#paintCell(source, before);
    if (cell !== null) this.#paintCell(source, cell);
  }

  // Scroll the pane, and the page if need be, so far that a cell is in sight.
  reveal(cell) {
    this.revealAll([cell], 2);
    const side = this.cell / this.ratio;
    const box = this.canvas.parentElement.getBoundingClientRect();
    const x = box.left + (cell % this.level.cols) * side;
    const y = box.top + Math.floor(cell / this.level.cols) * side;
    const beyond = (place, room) => (place < 2 * side ? place - 2 * side : Math.max(0, place + 3 * side - room));
    const by = { left: beyond(x, window.innerWidth), top: beyond(y, window.innerHeight) };
    if (this.part && (by.left || by.top)) window.scrollBy(by);
  }

  // Scroll the pane so far that these cells are in sight, and `margin` cells around them; where it has
  // no room for all of them, the first.
  revealAll(cells, margin = 1) {
    if (!this.pane || !cells.length) return;
    const side = this.cell / this.ratio;
    const across = cells.map((cell) => cell % this.level.cols);
    const down = cells.map((cell) => Math.floor(cell / this.level.cols));
    const part = {
      left: Math.min(...across) * side,
      top: Math.min(...down) * side,
      right: (Math.max(...across) + 1) * side,
      bottom: (Math.max(...down) + 1) * side,
    };
    const { clientWidth, clientHeight } = this.pane.element;
    const large = part.right - part.left > clientWidth || part.bottom - part.top > clientHeight;
    if (large && cells.length > 1) this.revealAll(cells.slice(0, 1), 2);
    else this.pane.reveal(part, margin * side);
  }

  // What is seen of the pane, in CSS pixels of the window.
  #sight() {
    const sight = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    if (!this.pane) return sight;
    const box = this.pane.element.getBoundingClientRect();
    return {
      left: Math.max(0, box.left),
      top: Math.max(0, box.top),
      right: Math.min(sight.right, box.right),
      bottom: Math.min(sight.bottom, box.bottom),
    };
  }

  #edge(index) {
    return Math.round(index * this.cell);
  }

  // Let the canvas hold this part of the board, in cells.
  #hold(part) {
    const { canvas, ratio } = this;
    this.part = part;
    this.left = this.#edge(part.left);
    this.top = this.#edge(part.top);
    canvas.width = this.#edge(part.right) - this.left;
    canvas.height = this.#edge(part.bottom) - this.top;
    canvas.style.width = `${canvas.width / ratio}px`;
    canvas.style.height = `${canvas.height / ratio}px`;
    canvas.style.left = this.inParts ? `${this.left / ratio}px` : "";
    canvas.style.top = this.inParts ? `${this.top / ratio}px` : "";
    this.painted = new Array(this.level.rows * this.level.cols);
  }

  #paintCell(source, cell) {
    const { part } = this;
    const col = cell % this.level.cols;
    const row = (cell - col) / this.level.cols;
    if (row < part.top || row >= part.bottom || col < part.left || col >= part.right) return;
    let symbol = source.symbol(cell);
    if (this.pressed.has(cell)) {
      if (symbol === "#") symbol = "pressed";
      if (symbol === "?") symbol = "pressed?";
    }
    const mark = this.overlay?.(cell) ?? null;
    const looks = `${symbol}${mark ? markKey(mark) : ""}${cell === this.cursor ? "+" : ""}`;
    if (this.painted[cell] === looks) return;
    this.painted[cell] = looks;
    const x = this.#edge(col) - this.left;
    const y = this.#edge(row) - this.top;
    const width = this.#edge(col + 1) - this.left - x;
    const height = this.#edge(row + 1) - this.top - y;
    this.paint.drawImage(this.#tile(symbol, mark, width, height), x, y);
    if (cell === this.cursor) this.#paintCursor(x, y, width, height);
  }

  #paintCursor(x, y, width, height) {
    const line = Math.max(1, Math.round(this.cell / UNITS));
    this.paint.save();
    this.paint.strokeStyle = THEMES[this.theme].cursor;
    this.paint.lineWidth = line;
    this.paint.setLineDash([2 * line, 2 * line]);
    const inset = 3 * line + line / 2;
    this.paint.strokeRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
    this.paint.restore();
  }

  #tile(symbol, mark, width, height) {
    const key = `${symbol} ${width} ${height} ${mark ? markKey(mark) : ""}`;
    let tile = this.tiles.get(key);
    if (!tile) {
      const colours = THEMES[this.theme];
      tile = drawTile(colours.tiles[symbol], width, height, colours, OWN.get(symbol));
      if (mark) drawMark(tile.getContext("2d"), mark, width, height, this.ratio);
      this.tiles.set(key, tile);
    }
    return tile;
  }
}
