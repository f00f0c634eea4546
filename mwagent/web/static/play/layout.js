// How the table is laid out in the window: its shape (play.css), the size of its cells, the pane.

import { UNITS } from "../board/board.js";
import { DOUBLED, underFingers, zoomThatFits, zoomWithin } from "../board/boardbox.js";
import { Pane } from "../board/pane.js";

/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);
// CSS pixels below which a window is a phone's.
const NARROW = 700;
const LOW = 480;
// The cards stand beside the board where that costs its cells no more than this.
const BESIDE_FROM = 0.87;
// What the frame and its borders add to a board.
const FRAME = 18;
const PANE_BORDER = 2;
// The width of the cards beside the board, and what is free above and below it with frame and all.
const SIDE = 340;
const EDGES = 14 + FRAME + 8 + 12 + PANE_BORDER;

export class Layout {
  // `changed()` is called when the board is to be laid out anew by a gesture.
  constructor({ doubled, changed }) {
    this.host = byId("mode-play");
    this.table = byId("table");
    this.changed = changed;
    this.enlarged = null; // the zoom of a pinch or a double tap
    this.pane = new Pane(byId("pane"), byId("well"), {
      scaled: (factor, point) => this.#zoomTo(zoomWithin(this.zoom * factor), point),
      doubled: (point) => doubled() && this.#zoomTo(this.enlarged ? null : zoomWithin(this.fitting * DOUBLED), point),
    });
  }

  // Whether a board of this level is turned on its side to fit the window better.
  static upright({ rows, cols }) {
    return underFingers() && cols > rows && window.innerWidth < Math.min(NARROW, window.innerHeight);
  }

  // Choose the shape, and the zoom at which the board fits: "auto", or a number.
  choose(level, wanted) {
    const { host } = this;
    const { innerWidth, innerHeight } = window;
    const bar = document.getElementById("bar").offsetHeight;
    host.style.setProperty("--bar-height", `${bar}px`);
    let fits;
    if (innerWidth < NARROW || (innerHeight < LOW && underFingers())) {
      host.dataset.shape = innerWidth < NARROW ? "tall" : "flat";
      fits = zoomThatFits(level, this.#roomOnPhone());
    } else {
      const roomBeside = this.#roomBeside(bar);
      const below = zoomThatFits(level, this.#roomBelow(bar));
      const beside = zoomThatFits(level, roomBeside);
      const large = wanted !== "auto" && (Number(wanted) * UNITS * level.cols > roomBeside.width || beside < below);
      const isBeside = beside >= BESIDE_FROM * below && !large;
      host.dataset.shape = isBeside ? "beside" : "below";
      fits = isBeside ? beside : below;
    }
    this.#place();
    this.fitting = wanted === "auto" ? fits : Number(wanted);
    this.zoom = this.enlarged ?? this.fitting;
    return this.zoom;
  }

  // With a mouse the page grows with its board, as pages do; what was enlarged by Ctrl and the wheel
  // stays in a pane of the size of the window.
  bound() {
    const { shape } = this.host.dataset;
    const pane = this.pane.element;
    const bar = document.getElementById("bar").offsetHeight;
    const mouse = shape === "beside" || shape === "below";
    const bounded = mouse && this.enlarged !== null;
    this.host.classList.toggle("grows", mouse && !bounded);
    const room = shape === "beside" ? this.#roomBeside(bar) : this.#roomBelow(bar);
    pane.style.maxHeight = bounded ? `${Math.max(160, room.height + PANE_BORDER)}px` : "";
    pane.style.maxWidth = bounded ? `${room.width + PANE_BORDER}px` : "";
    pane.classList.toggle("moves", !this.pane.holdsAll);
    const frame = byId("frame").getBoundingClientRect();
    const side = byId("side").getBoundingClientRect();
    const most = Math.max(frame.bottom - side.top, window.innerHeight - side.top - 14, 240);
    this.host.style.setProperty("--beside", `${Math.round(most)}px`);
  }

  // On a phone what the hints say stands with the board, else with the cards.
  #place() {
    const advice = byId("advice");
    const phone = ["tall", "flat"].includes(this.host.dataset.shape);
    if (phone && advice.parentElement !== this.table) byId("actions").before(advice);
    else if (!phone && advice.parentElement === this.table) byId("reason").after(advice);
  }

  #roomOnPhone() {
    const desk = byId("desk");
    return { width: desk.clientWidth, height: desk.clientHeight - this.#around() - PANE_BORDER };
  }

  #roomBelow(bar) {
    const { innerWidth, innerHeight } = window;
    const rows = 36 + 36 + 2 * 10; // levels and actions
    return { width: innerWidth - 32 - FRAME - PANE_BORDER, height: innerHeight - bar - this.#around() - EDGES - rows };
  }

  #roomBeside(bar) {
    const { innerWidth, innerHeight } = window;
    return { width: innerWidth - 32 - 22 - SIDE - FRAME - PANE_BORDER, height: innerHeight - bar - this.#around() - EDGES };
  }

  // What stands above and below the pane, in the frame and under it.
  #around() {
    return byId("panel").offsetHeight + this.#meter() + byId("status").offsetHeight;
  }

  #meter() {
    const meter = byId("meter");
    return meter.hidden ? 0 : meter.offsetHeight + 8;
  }

  #zoomTo(zoom, point) {
    this.enlarged = zoom;
    this.pane.keep(this.changed, point);
  }
}
