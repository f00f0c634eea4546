// The way of the pointer over the board: where it is, and where it was in the last moments.

import { svg } from "../app/element.js";

// Seconds of the way that are seen behind the pointer.
const BEHIND = 1.5;
const ARROW = "M0 0V0.62L0.16 0.47L0.27 0.72L0.38 0.67L0.27 0.43H0.46Z";

export class PointerPath {
  constructor(host) {
    this.svg = svg("svg", { class: "pointer-path", "aria-hidden": "true" });
    this.line = svg("polyline", {}, this.svg);
    this.arrow = svg("path", { d: ARROW }, this.svg);
    host.append(this.svg);
  }

  // `pointer` of a record is a list of [seconds, row, column] in cells; the first cell's middle is at 0.5, 0.5.
  open({ pointer = [], rows, cols }) {
    this.pointer = pointer;
    this.svg.setAttribute("viewBox", `0 0 ${cols} ${rows}`);
    this.svg.toggleAttribute("hidden", !pointer.length);
  }

  show(time) {
    const { pointer } = this;
    if (!pointer.length) return;
    const end = this.#after(time);
    const seen = pointer.slice(this.#after(time - BEHIND), end);
    const [, row, col] = pointer[Math.max(0, end - 1)];
    this.line.setAttribute("points", seen.map(([, y, x]) => `${x},${y}`).join(" "));
    this.arrow.setAttribute("transform", `translate(${col} ${row})`);
  }

  // How many places there are up to a time.
  #after(time) {
    let [low, high] = [0, this.pointer.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pointer[middle][0] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
