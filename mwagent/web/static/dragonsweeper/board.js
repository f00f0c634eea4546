// The lair as an ARIA grid of 130 cells: what each looks like, and which of them the keyboard is on.

import { picture, squarePicture } from "./art.js";
import { make } from "../app/element.js";
import { HEIGHT, hintShown, MINE, place, squareWords, WIDTH } from "./words.js";

const QUADRANTS = ["up-left", "up-right", "down-right", "down-left"];

export class Board {
  constructor(grid) {
    this.grid = grid;
    this.cursor = Math.floor(HEIGHT / 2) * WIDTH + Math.floor(WIDTH / 2);
    this.cells = [];
    this.keys = [];
    for (let y = 0; y < HEIGHT; y++) {
      const row = make("div", { role: "row", "aria-rowindex": y + 1 });
      for (let x = 0; x < WIDTH; x++) row.append(this.#cell(x));
      grid.append(row);
    }
    this.cells[this.cursor].tabIndex = 0;
  }

  // Shows a state (see core.js). `hints` is { known, bounds: off, high or range }, `marks` a Map from
  // squares to texts. With `lively`, what has changed is seen to change.
  show(state, hints, marks, lively = true) {
    state.squares.forEach((square, s) => {
      const truth = state.truth && square.hidden ? state.truth[s] : null;
      const mark = marks.get(s);
      const key = JSON.stringify([square, truth, mark, hints]);
      if (key === this.keys[s]) return;
      const before = this.keys[s] && JSON.parse(this.keys[s])[0];
      this.keys[s] = key;
      this.#paint(s, square, truth, mark, hints);
      if (lively && before && appears(before) !== appears(square)) this.#stir(s);
    });
  }

  // The square of an event's target, or null.
  squareAt(target) {
    const cell = target.closest?.("[role=gridcell]");
    return cell && this.grid.contains(cell) ? this.cells.indexOf(cell) : null;
  }

  // Puts the keyboard on a square. The page scrolls there only for keys: under a hand it stands still.
  moveTo(square, { scroll = true } = {}) {
    this.follow(square);
    this.cells[square].focus({ preventScroll: !scroll });
  }

  // Takes note that a square has the keyboard.
  follow(square) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = square;
    this.cells[square].tabIndex = 0;
  }

  // Marks the square that was looked at, null for none.
  choose(square) {
    this.cells.forEach((cell, s) => cell.classList.toggle("chosen", s === square));
  }

  // Points out squares, such as those of the player's next action.
  point(squares) {
    this.cells.forEach((cell, s) => cell.classList.toggle("pointed", squares.includes(s)));
  }

  #cell(x) {
    const cell = make("div", { role: "gridcell", "aria-colindex": x + 1, tabindex: -1 });
    this.cells.push(cell);
    return cell;
  }

  #paint(s, square, truth, mark, hints) {
    const cell = this.cells[s];
    const classes = ["cell", square.hidden ? "hidden" : "open"];
    if (square.free) classes.push("free");
    if (truth) classes.push("shown");
    if (square.defeated) classes.push("defeated");
    if (cell.classList.contains("chosen")) classes.push("chosen");
    cell.className = classes.join(" ");
    const parts = square.hidden ? hiddenParts(square, truth, hints) : openParts(square, hints);
    if (mark) parts.push(make("span", { class: "mark" }, mark));
    cell.replaceChildren(...parts);
    const shown = truth ? { ...square, hidden: false, kind: truth.kind, which: truth.which } : square;
    const words = squareWords(truth ? { ...shown, value: null, fights: false } : square, hints, mark);
    cell.setAttribute("aria-label", `${truth ? "not found: " : ""}${words}, ${place(s)}`);
  }

  #stir(s) {
    const { classList } = this.cells[s];
    classList.add("stirred");
    this.cells[s].addEventListener("animationend", () => classList.remove("stirred"), { once: true });
  }
}

function appears({ hidden, kind, value, defeated, facing }) {
  return JSON.stringify([hidden, kind, value, defeated, facing]);
}

function hiddenParts(square, truth, hints) {
  if (truth) return truth.kind === "empty" ? [] : [squarePicture({ ...truth, value: 3, facing: "right" })];
  const hint = hintPart(square, hints);
  return hint ? [hint] : [];
}

function hintPart(square, hints) {
  const shown = hintShown(square, hints);
  if (!shown) return null;
  const { low, high } = square.hint;
  if (shown === "known") {
    return low === MINE ? make("span", { class: "hint known" }, picture("mine")) : make("span", { class: "hint known" }, String(low));
  }
  if (high === MINE) return make("span", { class: "hint bound wide" }, `${low}:✶`);
  if (hints.bounds === "high") return make("span", { class: "hint bound" }, `≤${high}`);
  return make("span", { class: `hint bound${low > 9 || high > 9 ? " wide" : ""}` }, `${low}:${high}`);
}

function openParts(square, hints) {
  const { kind, value, defeated, facing, mark, which } = square;
  if (kind === "empty") {
    const parts = mark ? [picture(mark, { className: "was" })] : [];
    if (value === null) parts.push(make("span", { class: "number unreadable" }, "?"));
    else if (value > 0) parts.push(make("span", { class: `number${value >= MINE ? " mines" : ""}` }, String(value)));
    return parts;
  }
  const parts = [squarePicture(square)];
  if (facing && facing !== "front") parts.push(make("span", { class: `facing ${facing}` }));
  if (kind === "guardian") parts.push(make("span", { class: `facing ${QUADRANTS[which]}` }));
  if (defeated) parts.push(make("span", { class: "prize" }, picture("star"), String(value)));
  else if (square.fights && value > 0) parts.push(make("span", { class: "power" }, value === MINE ? "☠" : String(value)));
  if (kind === "treasure") parts.push(make("span", { class: "prize" }, picture("star"), String(value)));
  const hint = hintPart(square, hints);
  if (hint) parts.push(hint);
  return parts;
}
