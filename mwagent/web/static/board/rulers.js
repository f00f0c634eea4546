// Rulers: the numbers of the rows and columns that an explanation speaks of, at the edges of what is
// seen of a board, where they stay while it is scrolled.

const SIDES = { across: "left", down: "top" };

export class Rulers {
  // `well` is the element around the canvas.
  constructor(well) {
    this.well = well;
    this.shown = "";
  }

  // Name the rows and columns of these cells, `side` CSS pixels each; of none, there are no rulers.
  show(cells, { cols }, side) {
    const columns = new Set(cells.map((cell) => cell % cols));
    const lines = new Set(cells.map((cell) => Math.floor(cell / cols)));
    const looks = `${side} ${[...columns]} | ${[...lines]}`;
    if (looks === this.shown) return;
    this.shown = looks;
    for (const old of this.well.querySelectorAll(":scope > .ruler")) old.remove();
    if (!cells.length) return;
    this.well.prepend(ruler("across", columns, side), ruler("down", lines, side));
  }
}

// The numbers of some places, in the middle of each.
function ruler(way, places, side) {
  const made = Object.assign(document.createElement("div"), { className: `ruler ${way}` });
  made.setAttribute("aria-hidden", "true");
  for (const place of places) {
    const label = Object.assign(document.createElement("span"), { textContent: String(place + 1) });
    label.style[SIDES[way]] = `${(place + 0.5) * side}px`;
    made.append(label);
  }
  return made;
}
