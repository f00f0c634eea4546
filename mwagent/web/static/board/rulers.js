// Rulers: the numbers of the rows and columns that an explanation speaks of, at the edges of what is
// seen of a board, where they stay while it is scrolled.

import { make } from "../app/element.js";

const SIDES = { across: "left", down: "top" };

export class Rulers {
  // `well` is the element around the canvas.
  constructor(well) {
    this.well = well;
    this.shown = "";
  }

  // Name the rows and columns of these cells, with sides of `side` CSS pixels; of none, there are no rulers.
  show(cells, topology, side) {
    const along = (axis, number) => new Map(cells.map((cell) => [number(cell) + 1, topology.middle(cell)[axis]]));
    const columns = along(0, (cell) => cell % topology.cols);
    const lines = along(1, (cell) => Math.floor(cell / topology.cols));
    const looks = `${side} ${[...columns]} | ${[...lines]}`;
    if (looks === this.shown) return;
    this.shown = looks;
    for (const old of this.well.querySelectorAll(":scope > .ruler")) old.remove();
    if (!cells.length) return;
    this.well.prepend(ruler("across", columns, side), ruler("down", lines, side));
  }
}

// The numbers of some places, a Map to where each has its middle.
function ruler(way, places, side) {
  const labels = [...places].map(([number, middle]) => {
    const label = make("span", number);
    label.style[SIDES[way]] = `${middle * side}px`;
    return label;
  });
  return make("div", { class: `ruler ${way}`, "aria-hidden": "true" }, ...labels);
}
