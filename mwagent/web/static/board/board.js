// The board on a canvas: paints only the cells that changed, on whole device pixels.
//
// What it shows is a source: {size, symbol(cell)}, with the symbols of tiles.js; a game is one.
// Over the tiles lies what `mark(overlay)` was given: a function from a cell to a mark (marks.js)
// or null. Cells are indices, row * cols + col; where they lie the topology says (game/topology.js).
//
// A board too large for one canvas is painted only where it is in sight; `follow` moves the canvas
// there whenever the page or the pane around the board (pane.js) has been scrolled.

import { make } from "../app/element.js";
import { topologyOf } from "../game/topology.js";
import { drawMark, markKey } from "./marks.js";
import { outlineOf } from "./outline.js";
import { Rulers } from "./rulers.js";
import { drawTile, OWN, THEMES } from "./tiles.js";

export const UNITS = 16;
const CANVAS_AREA = 2 ** 24; // browsers of phones refuse larger canvases (in device pixels)
const COPY = 0.5; // how strongly cells are drawn that are only the copies of others

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

  // Lay out a board of a level with cells of 16 * zoom CSS pixels. With `whole`, cells are
  // rounded to whole device pixels, all alike; otherwise they differ by one, as images do on
  // zoomed pages.
  layout(level, zoom, theme, whole) {
    this.level = level;
    this.theme = theme;
    this.ratio = window.devicePixelRatio || 1;
    const cell = UNITS * zoom * this.ratio;
    this.cell = whole ? Math.max(6, Math.round(cell)) : cell;
    this.topology = topologyOf(level);
    const [right, bottom] = this.topology.extent;
    this.width = this.#edge(right);
    this.height = this.#edge(bottom);
    this.inParts = this.width * this.height > CANVAS_AREA;
    this.tiles.clear();
    this.part = null;
    this.label = null;
    this.#showLabel();
    this.rulers.show([], this.topology, 0);
    const { canvas, ratio } = this;
    const well = canvas.parentElement;
    well.classList.toggle("in-parts", this.inParts);
    well.style.width = this.inParts ? `${this.width / ratio}px` : "";
    well.style.height = this.inParts ? `${this.height / ratio}px` : "";
    if (this.inParts) this.follow();
    else this.#hold({ left: 0, top: 0, right, bottom });
  }

  // Device pixels per unit of the drawing, over the ratio: the CSS size of one unit.
  get unit() {
    return this.cell / UNITS / this.ratio;
  }

  // Move the canvas of a board in parts to what is in sight of it.
  follow() {
    if (!this.inParts) return;
    const { cell, ratio } = this;
    const [across, down] = this.topology.extent;
    const box = this.canvas.parentElement.getBoundingClientRect();
    const side = cell / ratio;
    const spare = 4;
    const sight = this.#sight();
    const first = (start, edge) => Math.max(0, Math.floor((edge - start) / side) - spare);
    const last = (start, edge, most) => Math.min(most, Math.ceil((edge - start) / side) + spare);
    const left = Math.min(first(box.left, sight.left), across - 1);
    const top = Math.min(first(box.top, sight.top), down - 1);
    const right = Math.max(left + 1, last(box.left, sight.right, across));
    const bottom = Math.max(top + 1, last(box.top, sight.bottom, down));
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
    if (!(across >= 0 && across < 1 && down >= 0 && down < 1)) return null;
    return this.topology.cellAt(part.left + across * (part.right - part.left), part.top + down * (part.bottom - part.top));
  }

  show(source, cells) {
    this.source = source;
    for (const cell of cells) this.#paintCell(source, cell);
  }

  showAll(source) {
    this.source = source;
    for (const cell of this.topology.within(this.part)) this.#paintCell(source, cell);
  }

  // Put marks over the cells, or take them away with null; and a label over the middle of a cell,
  // {cell, text} or null. The rows and columns of the cells in `ruled` are named at the edges.
  mark(overlay, label = null, ruled = []) {
    this.label = label;
    this.#showLabel();
    this.rulers.show(ruled, this.topology, this.cell / this.ratio);
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
    if (!element) well.append((element = make("span.rest", { "aria-hidden": "true" })));
    const { topology, label } = this;
    element.textContent = label.text;
    const [left, top] = topology.middle(label.cell).map((place, axis) => `${(100 * place) / topology.extent[axis]}%`);
    Object.assign(element.style, { left, top });
  }

  // Paint these cells as pressed, and those no longer pressed as they are.
  press(source, cells) {
    const before = this.pressed;
    this.pressed = new Set(cells);
    for (const cell of before) if (!this.pressed.has(cell)) this.#paintCell(source, cell);
    for (const cell of this.pressed) if (!before.has(cell)) this.#paintCell(source, cell);
  }

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
    const [across, down] = this.topology.corner(cell);
    const [x, y] = [box.left + across * side, box.top + down * side];
    const beyond = (place, room) => (place < 2 * side ? place - 2 * side : Math.max(0, place + 3 * side - room));
    const by = { left: beyond(x, window.innerWidth), top: beyond(y, window.innerHeight) };
    if (this.part && (by.left || by.top)) window.scrollBy(by);
  }

  // Scroll the pane so far that these cells are in sight, and `margin` cells around them; where it has
  // no room for all of them, the first.
  revealAll(cells, margin = 1) {
    if (!this.pane || !cells.length) return;
    const side = this.cell / this.ratio;
    const [across, down] = [0, 1].map((axis) => cells.map((cell) => this.topology.corner(cell)[axis]));
    const [wide, high] = this.topology.box;
    const part = {
      left: Math.min(...across) * side,
      top: Math.min(...down) * side,
      right: (Math.max(...across) + wide) * side,
      bottom: (Math.max(...down) + high) * side,
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

  // Let the canvas hold this part of the board, in sides of cells.
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
    this.ground = getComputedStyle(canvas.closest(".pane") ?? canvas).backgroundColor;
    this.#clear(0, 0, canvas.width, canvas.height);
  }

  #clear(x, y, width, height) {
    this.paint.fillStyle = this.ground;
    this.paint.fillRect(x, y, width, height);
  }

  #paintCell(source, cell) {
    let symbol = source.symbol(cell);
    if (this.pressed.has(cell)) {
      if (symbol === "#") symbol = "pressed";
      if (symbol === "?") symbol = "pressed?";
    }
    const mark = this.overlay?.(cell) ?? null;
    const looks = `${symbol}${mark ? markKey(mark) : ""}${cell === this.cursor ? "+" : ""}`;
    if (this.painted[cell] === looks) return;
    const images = this.topology.images(cell).filter((at) => this.#shows(at));
    if (images.length) this.painted[cell] = looks;
    const [wide, high] = this.topology.box;
    images.forEach(([left, top]) => {
      const [x, y] = [this.#edge(left) - this.left, this.#edge(top) - this.top];
      const [width, height] = [this.#edge(left + wide) - this.left - x, this.#edge(top + high) - this.top - y];
      const outline = outlineOf(this.topology, cell, width, height);
      // Beyond sides that wrap, cells are drawn once more, paler.
      const copy = this.topology.isCopy?.(left, top);
      if (copy) this.#clear(x, y, width, height);
      this.paint.globalAlpha = copy ? COPY : 1;
      this.paint.drawImage(this.#tile(symbol, mark, outline), x, y);
      this.paint.globalAlpha = 1;
      if (cell === this.cursor && !copy) this.#paintCursor(outline, x, y);
    });
  }

  #shows([left, top]) {
    const { part } = this;
    const [wide, high] = this.topology.box;
    return left < part.right && left + wide > part.left && top < part.bottom && top + high > part.top;
  }

  #paintCursor(outline, x, y) {
    const line = Math.max(1, Math.round(this.cell / UNITS));
    const { paint } = this;
    paint.save();
    paint.translate(x, y);
    paint.strokeStyle = THEMES[this.theme].cursor;
    paint.lineWidth = line;
    paint.setLineDash([2 * line, 2 * line]);
    outline.trace(paint, 3.5 * line);
    paint.stroke();
    paint.restore();
  }

  #tile(symbol, mark, outline) {
    const key = `${symbol} ${outline.key} ${outline.width} ${outline.height} ${mark ? markKey(mark) : ""}`;
    let tile = this.tiles.get(key);
    if (!tile) {
      const colours = THEMES[this.theme];
      tile = drawTile(colours.tiles[symbol], outline, colours, OWN.get(symbol));
      if (mark) drawMark(tile.getContext("2d"), mark, outline, this.ratio);
      this.tiles.set(key, tile);
    }
    return tile;
  }
}
