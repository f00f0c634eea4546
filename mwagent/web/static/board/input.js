// Mouse, touch and keyboard, turned into moves: open, flag, chord (mouse), tap, hold (touch), key
// (Space or Enter at the cursor), cursor, press, newGame.
//
// Like the original on Windows: left opens on release, right flags on press, and both buttons, the
// middle one or shift + left chord on release. Mouse events are used rather than `click`, so that
// not one of many fast clicks is lost or taken for a double click. Every event carries its own
// place; nothing depends on a move event having come before.

import { listenFingers } from "./fingers.js";

const LEFT = 1;
const RIGHT = 2;
const MIDDLE = 4;
const LONG_PRESS_MS = 350;

export function listenMouse(canvas, view, moves) {
  let held = null; // "open", "chord", or "spent" until every button is up

  const press = (event) => moves.press(held === "spent" ? null : view.cellAt(event), held);
  const spend = (event, move) => {
    held = "spent";
    const cell = view.cellAt(event);
    if (cell !== null) move(cell);
  };

  canvas.addEventListener("mousedown", (event) => {
    event.preventDefault();
    const both = (event.buttons & LEFT && event.buttons & RIGHT) || event.buttons & MIDDLE;
    if (both || (event.button === 0 && event.shiftKey)) held = "chord";
    else if (event.button === 2 || (event.button === 0 && event.ctrlKey)) spend(event, moves.flag);
    else if (event.button === 0 && moves.early?.()) spend(event, moves.open);
    else if (event.button === 0) held = "open";
    press(event);
  });

  window.addEventListener("mousemove", (event) => {
    if (held === null) return;
    if (event.buttons === 0) {
      held = null; // let go outside the window
      moves.press(null, null);
    } else press(event);
  });

  window.addEventListener("mouseup", (event) => {
    if (held === null) return;
    const cell = view.cellAt(event);
    const move = held;
    if (move === "open" && event.button !== 0) return;
    held = event.buttons ? "spent" : null;
    moves.press(null, null);
    if (move !== "spent" && cell !== null) moves[move](cell);
  });

  window.addEventListener("blur", () => {
    held = null;
    moves.press(null, null);
  });
  for (const name of ["contextmenu", "auxclick", "dblclick", "dragstart", "selectstart"]) {
    canvas.addEventListener(name, (event) => event.preventDefault());
  }
}

// Tap opens or chords, a long press flags; the pane around the board (pane.js) moves and pinches it.
// `hold` is {time(), ring}: milliseconds of a long press, and a HoldRing to show it. `moves.hold` may
// answer with a sign of what it did.
export function listenTouch(canvas, view, moves, hold = {}) {
  listenFingers(canvas, {
    placeOf: (event) => view.cellAt(event),
    tap: (cell) => moves.tap(cell),
    hold: (cell) => moves.hold(cell),
    press: (cell) => moves.press(cell, cell === null ? null : "open"),
    moving: () => view.pane?.running ?? false,
    // A board that is moved by fingers has to wait for where they go.
    early: () => Boolean(moves.early?.()) && view.pane?.holdsAll !== false,
    time: hold.time ?? (() => LONG_PRESS_MS),
    ring: hold.ring,
  });
}

// Arrows, Home, End, Page up and down move the cursor over `target` (the board's grid), Space or
// Enter opens or chords, F flags, F2 and N begin anew. With `everywhere` they also work while no
// part of the page has the focus. `keyOf` says
// which of these keys an event stands for (app/keys.js).
export function listenKeyboard(target, view, moves, { everywhere = true, keyOf = ({ key }) => key.toLowerCase() } = {}) {
  const step = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    Home: [0, -1000],
    End: [0, 1000],
    PageUp: [-5, 0],
    PageDown: [5, 0],
  };
  const middle = ({ rows, cols }) => Math.floor(rows / 2) * cols + Math.floor(cols / 2);

  const move = (event) => {
    const at = view.cursor ?? middle(view.level);
    const key = keyOf(event);
    if (event.key in step) {
      moves.cursor(view.cursor === null ? at : view.topology.stepFrom(at, ...step[event.key]));
    } else if (view.cursor === null) {
      if (event.target !== target || key !== " ") return false;
      moves.cursor(at); // and the page does not scroll
    } else if (key === " " || event.key === "Enter") moves.key(at);
    else if (key === "f") moves.flag(at);
    else if (event.key === "Escape") moves.cursor(null);
    else return false;
    return true;
  };

  const anywhere = everywhere ? window : target;
  anywhere.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !view.level || !target.checkVisibility()) return;
    const typing = event.target.matches?.("input, select, textarea");
    if (event.key === "F2" || (keyOf(event) === "n" && !typing && !event.shiftKey)) {
      event.preventDefault();
      moves.newGame();
    } else if ((event.target === target || event.target === document.body) && move(event)) {
      event.preventDefault();
    }
  });
  target.addEventListener("focus", () => {
    if (view.cursor === null && target.matches(":focus-visible")) moves.cursor(middle(view.level));
  });
  view.canvas.addEventListener("mousedown", () => moves.cursor(null));
}
