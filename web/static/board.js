// The board on a canvas: paints only the cells that changed, on whole device pixels.

import { drawTile, THEMES, TILES } from "./tiles.js";

export const UNITS = 16;

export class BoardView {
  constructor(canvas) {
    this.canvas = canvas;
    this.paint = canvas.getContext("2d", { alpha: false });
    this.tiles = new Map();
    this.pressed = new Set();
    this.cursor = null;
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
    this.canvas.width = this.#edge(level.cols);
    this.canvas.height = this.#edge(level.rows);
    this.canvas.style.width = `${this.canvas.width / this.ratio}px`;
    this.canvas.style.height = `${this.canvas.height / this.ratio}px`;
    this.tiles.clear();
  }

  // Device pixels per unit of the drawing, over the ratio: the CSS size of one unit.
  get unit() {
    return this.cell / UNITS / this.ratio;
  }

  // The cell under a mouse event; null when it is off the board.
  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const col = Math.floor(((event.clientX - box.left) / box.width) * this.level.cols);
    const row = Math.floor(((event.clientY - box.top) / box.height) * this.level.rows);
    const { rows, cols } = this.level;
    return row >= 0 && col >= 0 && row < rows && col < cols ? row * cols + col : null;
  }

  show(game, cells) {
    for (const cell of cells) this.#paintCell(game, cell);
  }

  showAll(game) {
    for (let cell = 0; cell < game.size; cell++) this.#paintCell(game, cell);
  }

  // Paint these cells as pressed, and those no longer pressed as they are.
  press(game, cells) {
    const before = this.pressed;
    this.pressed = new Set(cells);
    for (const cell of before) if (!this.pressed.has(cell)) this.#paintCell(game, cell);
    for (const cell of this.pressed) if (!before.has(cell)) this.#paintCell(game, cell);
  }

  // Move the keyboard's cursor; null takes it off the board.
  moveCursor(game, cell) {
    const before = this.cursor;
    this.cursor = cell;
    if (before !== null && before < game.size) this.#paintCell(game, before);
    if (cell !== null) this.#paintCell(game, cell);
  }

  #edge(index) {
    return Math.round(index * this.cell);
  }

  #paintCell(game, cell) {
    const col = cell % this.level.cols;
    const row = (cell - col) / this.level.cols;
    const x = this.#edge(col);
    const y = this.#edge(row);
    const width = this.#edge(col + 1) - x;
    const height = this.#edge(row + 1) - y;
    let symbol = game.symbol(cell);
    if (this.pressed.has(cell)) {
      if (symbol === "#") symbol = "pressed";
      if (symbol === "?") symbol = "pressed?";
    }
    this.paint.drawImage(this.#tile(symbol, width, height), x, y);
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

  #tile(symbol, width, height) {
    const key = `${symbol} ${width} ${height}`;
    let tile = this.tiles.get(key);
    if (!tile) {
      tile = drawTile(TILES[symbol], width, height, THEMES[this.theme]);
      this.tiles.set(key, tile);
    }
    return tile;
  }
}
