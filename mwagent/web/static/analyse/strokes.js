// The pointer over the editor's board: strokes paint, the wheel turns a cell's value, the right
// button sets flags.

import { FLAG, HIDDEN, MINE } from "../formats/position.js";

// The order in which the wheel goes through the values of a cell.
const WHEEL = [HIDDEN, 0, 1, 2, 3, 4, 5, 6, 7, 8, FLAG, MINE];
const NOTCH = 40;

// `act` is {paint(cell), flag(cell), begin(), end(), drags(), code(cell), set(cell, code), asks(),
// ask(cell)}: while `asks()` a press asks about its cell; unless `drags()` a finger only taps, and the
// wheel and a moving finger scroll the page.
export function listenStrokes(canvas, view, act) {
  let stroke = null; // the cell painted last
  let tapped = null; // the cell under a finger that may be about to scroll

  canvas.addEventListener("pointerdown", (event) => {
    const cell = view.cellAt(event);
    if (cell === null || !event.isPrimary) return;
    if (act.asks()) {
      if (event.button === 0) act.ask(cell);
      return;
    }
    if (event.button === 2) act.flag(cell);
    if (event.button !== 0) return;
    event.preventDefault();
    if (event.pointerType !== "mouse" && !act.drags()) {
      tapped = cell;
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    act.begin();
    stroke = cell;
    act.paint(cell);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (stroke === null) return;
    const cell = view.cellAt(event);
    if (cell === null || cell === stroke) return;
    for (const one of between(stroke, cell, view.level.cols)) act.paint(one);
    stroke = cell;
  });
  canvas.addEventListener("pointerup", () => tapped !== null && act.paint(tapped));
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
    canvas.addEventListener(name, () => {
      tapped = null;
      if (stroke === null) return;
      stroke = null;
      act.end();
    });
  }
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  listenWheel(canvas, view, act);
}

function listenWheel(canvas, view, act) {
  let turned = 0;
  canvas.addEventListener(
    "wheel",
    (event) => {
      const cell = view.cellAt(event);
      // With a key held the wheel is the browser's: it zooms, or scrolls sideways.
      if (cell === null || !act.drags() || event.ctrlKey || event.shiftKey || event.metaKey) return;
      event.preventDefault();
      // Touch pads send many small turns for one notch.
      turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH;
      if (Math.abs(turned) < NOTCH) return;
      const place = WHEEL.indexOf(act.code(cell)) + (turned < 0 ? 1 : -1);
      turned = 0;
      act.set(cell, WHEEL[(place + WHEEL.length) % WHEEL.length]);
    },
    { passive: false },
  );
}

// The cells of a straight line between two cells, without the first: a fast stroke skips none.
function between(from, to, cols) {
  const [r0, c0] = [Math.floor(from / cols), from % cols];
  const [dr, dc] = [Math.floor(to / cols) - r0, (to % cols) - c0];
  const steps = Math.max(Math.abs(dr), Math.abs(dc));
  return Array.from({ length: steps }, (_, n) => {
    const share = (n + 1) / steps;
    return Math.round(r0 + share * dr) * cols + Math.round(c0 + share * dc);
  });
}
