// The picture that was dropped in, with the boards found on it.

import { many, t } from "../app/language.js";
import { make } from "../app/element.js";
import { cellUnder, placeOf } from "./answer.js";

const LINES = { board: "#c2188b", other: "#5f6b77", doubt: "#b26a00", cell: "#c2188b" };
const MARGIN = 0.6; // cells of the picture that are shown around a board

export class Picture {
  constructor(host, choose) {
    const onclick = (event) => {
      const found = this.boards && cellUnder(this.boards, this.#pointOf(event));
      if (found) choose(found.board, found.cell);
    };
    this.canvas = make("canvas.picture", { role: "img", onclick });
    host.append(this.canvas);
    this.image = null;
    this.boards = this.board = this.doubtful = this.cell = null;
    this.whole = false;
  }

  async load(file) {
    this.image?.close();
    this.boards = null;
    this.image = await createImageBitmap(file);
    this.#draw();
  }

  show(boards, board, doubtful, cell) {
    Object.assign(this, { boards, board, doubtful, cell });
    this.#draw();
  }

  // The part of the picture that is shown: around the chosen board, or all of it.
  get part() {
    const whole = { x: 0, y: 0, width: this.image.width, height: this.image.height };
    if (!this.board || this.whole) return whole;
    const { x, y, width, height } = placeOf(this.board);
    const room = MARGIN * this.board.place.cell_width + 0.06 * width;
    const left = Math.max(0, x - room);
    const top = Math.max(0, y - room - 0.2 * height); // the counter mostly is above
    const right = Math.min(whole.width, x + width + room);
    const bottom = Math.min(whole.height, y + height + room);
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  #draw() {
    const { canvas, image, part } = this;
    // As many pixels as are shown, but no more than there are, or are sharp.
    const scale = Math.min(2, 1400 / part.width, 1400 / part.height);
    canvas.width = Math.max(1, Math.round(part.width * scale));
    canvas.height = Math.max(1, Math.round(part.height * scale));
    const paint = canvas.getContext("2d");
    paint.imageSmoothingEnabled = scale < 1;
    paint.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
    canvas.setAttribute("aria-label", this.boards ? many(this.boards.length, "The picture, with [one|{n}] board[s]") : t("The picture"));
    if (!this.boards) return;
    for (const board of this.boards) this.#frame(placeOf(board), board === this.board ? LINES.board : LINES.other, 2);
    if (!this.board) return;
    for (const cell of this.doubtful) this.#frame(placeOf(this.board, cell), LINES.doubt, 2, [5, 3]);
    if (this.cell !== null) this.#frame(placeOf(this.board, this.cell), LINES.cell, 3);
  }

  #frame({ x, y, width, height }, colour, line, dash = []) {
    const { canvas, part } = this;
    const scale = canvas.width / part.width;
    const wide = Math.max(1, line * Math.max(1, canvas.width / (canvas.clientWidth || canvas.width)));
    const paint = canvas.getContext("2d");
    /** @type {[number, number, number, number]} */
    const box = [(x - part.x) * scale, (y - part.y) * scale, width * scale, height * scale];
    paint.setLineDash([]);
    paint.lineWidth = wide + 2;
    paint.strokeStyle = "rgb(255 255 255 / 80%)";
    paint.strokeRect(...box);
    paint.setLineDash(dash.map((length) => length * (wide / line)));
    paint.lineWidth = wide;
    paint.strokeStyle = colour;
    paint.strokeRect(...box);
  }

  #pointOf(event) {
    const box = this.canvas.getBoundingClientRect();
    const { part } = this;
    return {
      x: part.x + ((event.clientX - box.left) / box.width) * part.width,
      y: part.y + ((event.clientY - box.top) / box.height) * part.height,
    };
  }
}
