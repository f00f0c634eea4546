// How the table is laid out in the window: its shape (play.css), the size of its cells, the pane.

import { byId } from "../app/element.js";
import { UNITS } from "../board/board.js";
import { DOUBLED, underFingers, zoomThatFits, zoomWithin } from "../board/boardbox.js";
import { Pane } from "../board/pane.js";
import { topologyOf } from "../game/topology.js";

// CSS pixels below which a window is a phone's.
const NARROW = 700;
const LOW = 480;
// The least side of a room for the board; where text is so large that neither shape for larger windows
// leaves as much, the window is laid out as a phone's.
const LEAST_ROOM = 200;
const BESIDE_FROM = 0.87; // the cards stand beside the board where that costs its cells no more than this
// What the frame and its borders add to a board.
const FRAME = 18;
const PANE_BORDER = 2;
// What is free above and below the board with frame and all, at the sides of the page, between the board
// and the cards beside it, and between the rows above and below it.
const EDGES = 14 + FRAME + 8 + 12 + PANE_BORDER;
const MARGINS = 32;
const GAP = 22;
const ROW_GAP = 10;

const SCROLLBAR = scrollbarWidth(); // what a scrollbar takes of the width, wherever there is one

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
    const shape = innerHeight < Math.min(LOW, innerWidth) ? "flat" : innerWidth < NARROW ? "tall" : this.#largeShape(level, wanted, bar);
    host.dataset.shape = shape;
    this.#place();
    this.room = this.#roomIn(shape, bar);
    this.fitting = wanted === "auto" ? zoomThatFits(level, this.room) : Number(wanted);
    this.zoom = this.enlarged ?? this.fitting;
    return this.zoom;
  }

  // The shape of a window that is no phone's.
  #largeShape(level, wanted, bar) {
    const rooms = Object.fromEntries(["beside", "below"].map((shape) => [shape, this.#roomIn(shape, bar)]));
    const least = ({ width, height }) => Math.min(width, height);
    if (Math.max(least(rooms.beside), least(rooms.below)) < LEAST_ROOM) return "tall";
    const fitting = (room) => zoomThatFits(level, room);
    const [beside, below] = [fitting(rooms.beside), fitting(rooms.below)];
    const large = wanted !== "auto" && beside < below;
    const zooms = wanted === "auto" ? [beside, below] : [Number(wanted), Number(wanted)];
    const [seenBeside, seenBelow] = [seen(level, zooms[0], rooms.beside), seen(level, zooms[1], rooms.below)];
    // Under a finger the board is moved in its pane; under a mouse it would lie over the cards.
    const fits = underFingers() ? seenBeside.share >= seenBelow.share : seenBeside.across === 1;
    return fits && beside >= BESIDE_FROM * below && !large ? "beside" : "below";
  }

  // With a mouse the page grows with its board, as pages do; what was enlarged by Ctrl and the wheel,
  // and whatever is under a finger, stays in a pane of the size of the window.
  bound() {
    const { shape } = this.host.dataset;
    const { room } = this;
    const pane = this.pane.element;
    const large = shape === "beside" || shape === "below";
    const bounded = large && (this.enlarged !== null || underFingers());
    this.host.classList.toggle("grows", large && !bounded);
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

  // What a shape leaves to the board, in CSS pixels: it is measured, for text may have any size.
  #roomIn(shape, bar) {
    const { host } = this;
    host.dataset.shape = shape;
    if (shape === "tall" || shape === "flat") {
      const desk = byId("desk");
      return { width: desk.clientWidth, height: desk.clientHeight - this.#around() - PANE_BORDER };
    }
    const width = window.innerWidth - SCROLLBAR - MARGINS - FRAME - PANE_BORDER;
    const height = window.innerHeight - bar - this.#around() - EDGES;
    if (shape === "beside") return { width: width - GAP - byId("side").offsetWidth, height };
    const rows = [byId("levels"), byId("actions")].map(({ offsetHeight }) => offsetHeight + ROW_GAP);
    return { width, height: height - rows[0] - rows[1] };
  }

  // What stands above and below the pane, in the frame and under it.
  #around() {
    return byId("panel").offsetHeight + this.#meter() + byId("line").offsetHeight + byId("unkept").offsetHeight;
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

// How much of a board is seen at a zoom in a room: of its width, and of its cells.
function seen(level, zoom, { width, height }) {
  const side = UNITS * zoom;
  const [wide, high] = topologyOf(level).extent;
  const across = Math.min(1, width / (wide * side));
  return { across, share: across * Math.min(1, height / (high * side)) };
}

function scrollbarWidth() {
  const probe = Object.assign(document.createElement("div"), { className: "sr" });
  probe.style.cssText = "width: 99px; overflow-y: scroll";
  document.body.append(probe);
  const width = probe.offsetWidth - probe.clientWidth;
  probe.remove();
  return width;
}
