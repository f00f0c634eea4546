// The lair as an ARIA grid of 130 cells: what each looks like, and which of them the keyboard is on.

import { t } from "../app/language.js";
import { picture, squarePicture } from "./art.js";
import { make } from "../app/element.js";
import { animate } from "./hero.js";
import { HEIGHT, hintShown, MINE, place, squareWords, WIDTH } from "./words.js";

const QUADRANTS = ["up-left", "up-right", "down-right", "down-left"];

export class Board {
  constructor(grid) {
    this.grid = grid;
    this.cursor = Math.floor(HEIGHT / 2) * WIDTH + Math.floor(WIDTH / 2);
    this.cells = [];
    this.keys = [];
    for (let y = 0; y < HEIGHT; y++) {
      const row = Array.from({ length: WIDTH }, (_, x) => make("div", { role: "gridcell", "aria-colindex": x + 1, tabindex: -1 }));
      grid.append(make("div", { role: "row", "aria-rowindex": y + 1 }, ...row));
      this.cells.push(...row);
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
      if (lively && before && appears(before) !== appears(square)) animate(this.cells[s], "stirred");
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

  #paint(s, square, truth, mark, hints) {
    const cell = this.cells[s];
    const { hidden, free, defeated } = square;
    const classes = { cell: true, hidden, open: !hidden, free, shown: truth !== null, defeated };
    for (const [name, on] of Object.entries(classes)) cell.classList.toggle(name, on);
    cell.classList.remove("pointed", "stirred");
    const parts = square.hidden ? hiddenParts(square, truth, hints) : openParts(square, hints);
    if (mark) parts.push(make("span.mark", mark));
    cell.replaceChildren(...parts);
    const shown = truth ? { ...square, hidden: false, kind: truth.kind, which: truth.which } : square;
    const words = squareWords(truth ? { ...shown, value: null, fights: false } : square, hints, mark);
    cell.setAttribute("aria-label", `${truth ? t("not found: {what}", { what: words }) : words}, ${place(s)}`);
  }
}

function appears({ hidden, kind, value, defeated, facing }) {
  return JSON.stringify([hidden, kind, value, defeated, facing]);
}

function hiddenParts(square, truth, hints) {
  const part = truth ? squarePicture({ ...truth, value: 3, facing: "right" }) : hintPart(square, hints);
  return part ? [part] : [];
}

function hintPart(square, hints) {
  const shown = hintShown(square, hints);
  if (!shown) return null;
  const { low, high } = square.hint;
  if (shown === "known") return make("span.hint.known", low === MINE ? picture("mine") : String(low));
  if (high === MINE) return make("span.hint.bound.wide", `${low}:✶`);
  if (hints.bounds === "high") return make("span.hint.bound", `≤${high}`);
  return make("span", { class: `hint bound${low > 9 || high > 9 ? " wide" : ""}` }, `${low}:${high}`);
}

function openParts(square, hints) {
  const { kind, value, defeated, facing, mark, which } = square;
  if (kind === "empty") {
    const parts = mark ? [picture(mark, { className: "was" })] : [];
    if (value === null) parts.push(make("span.number.unreadable", "?"));
    else if (value > 0) parts.push(make("span", { class: `number${value >= MINE ? " mines" : ""}` }, String(value)));
    return parts;
  }
  const looks = kind === "guardian" ? QUADRANTS[which] : facing === "front" ? null : facing;
  const prize = defeated || kind === "treasure";
  return [
    squarePicture(square),
    looks && make(`span.facing.${looks}`),
    prize && make("span.prize", picture("star"), String(value)),
    !prize && square.fights && value > 0 && make("span.power", value === MINE ? "☠" : String(value)),
    hintPart(square, hints),
  ].filter(Boolean);
}
