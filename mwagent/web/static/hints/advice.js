// The engine's answer to a position, as marks over its board and as words.
//
// A position is {rows, cols, cells, trustFlags}: cell codes 0-8 open, 9 flag, 10 mine, 11 hidden, and
// whether flags count as mines. The answer is that of EngineClient.analyse.

import { many, t } from "../app/language.js";
import { make } from "../app/element.js";
import { chanceText, drawMark } from "../board/marks.js";
import { square } from "../board/outline.js";
import { FLAG, HIDDEN, MINE } from "../formats/position.js";
import { cellAt, isOpenCode, neighbours } from "../game/topology.js";
import { percent, placeName } from "../app/words.js";

const LEGEND = [
  [{ sign: "safe" }, t("safe")],
  [{ chance: 0.12 }, t("{share} mine", { share: percent(0.12, 0) })],
  [{ chance: 0.5 }, percent(0.5, 0)],
  [{ chance: 0.85 }, percent(0.85, 0)],
  [{ sign: "mine" }, t("mine")],
  [{ chance: 0.2, best: true }, t("best move")],
  [{ chance: 0.35, dead: true }, t("dead: opening it tells nothing")],
];

// One mark (marks.js) or null for each cell, which several may share. What is open or shown has none.
export function marksOf(position, answer) {
  const { cells, trustFlags } = position;
  const { probability, safe, mines } = answer;
  const marks = new Array(cells.length).fill(null);
  let shared = { chance: NaN };
  for (let cell = 0; cell < cells.length; cell++) {
    const chance = probability[cell];
    if (Number.isNaN(chance) || cells[cell] === MINE || (cells[cell] === FLAG && trustFlags)) continue;
    if (chance !== shared.chance) shared = { chance };
    marks[cell] = shared;
  }
  for (const place of safe) marks[cellAt(position, place)] = { chance: 0, sign: "safe" };
  for (const place of mines) marks[cellAt(position, place)] = { chance: 1, sign: "mine" };
  addDecision(marks, position, answer);
  return marks;
}

export function addDecision(marks, position, { dead, best }) {
  const add = (place, what) => {
    const cell = cellAt(position, place);
    if (marks[cell]) marks[cell] = { ...marks[cell], ...what };
  };
  for (const place of dead) add(place, { dead: true });
  if (best && !isFresh(position.cells)) add(best.cell, { best: true });
}

const FEW = 4; // fewer cells of one chance are marked one by one

// Cells that touch no number all have the same chance: their marks become plain, and one label tells it:
// {cell, text} with the cell in the middle of them, or null where they are few, or the label would
// cover others.
export function labelRest(position, marks) {
  const { cells } = position;
  const touched = new Uint8Array(cells.length);
  const rest = [];
  for (let cell = 0; cell < cells.length; cell++) {
    if (isOpenCode(cells[cell])) for (const n of neighbours(position, cell)) touched[n] = 1;
  }
  let first = null;
  for (let cell = 0; cell < cells.length; cell++) {
    const mark = marks[cell];
    if (!mark || mark.sign || touched[cell]) continue;
    first ??= mark;
    if (mark !== first && Math.abs(mark.chance - first.chance) > 1e-9) return null;
    rest.push(cell);
  }
  if (rest.length < FEW) return null;
  const { chance } = first;
  const cell = roomiest(position, rest);
  if (cell === null) return null;
  const plain = { chance, plain: true };
  for (const one of rest) marks[one] = marks[one].best || marks[one].dead ? { ...marks[one], plain: true } : plain;
  return { cell, text: t("{share} each", { share: percent(chance) }) };
}

const ROOM = 3; // a label is as wide as up to seven small cells: so many on either side of its own leave it room

// The cell with most room for a label: with most cells of the list on both sides of it in its row, then
// farthest from all that are not in the list and from the rim of the board. Null where it is the only one.
function roomiest({ rows, cols }, list) {
  // How many steps of a king lead out of the list: first as seen from above and the left, then from
  // below and the right; and the cells of the list in a row, to the left and to the right. Around the
  // board lies a line of cells that are out.
  const wide = cols + 2;
  const steps = new Uint16Array((rows + 2) * wide);
  const leftwards = new Uint16Array(steps.length);
  const rightwards = new Uint16Array(steps.length);
  const at = (cell) => cell + wide + 1 + 2 * Math.floor(cell / cols);
  for (const cell of list) {
    const i = at(cell);
    steps[i] = 1 + Math.min(steps[i - 1], steps[i - wide - 1], steps[i - wide], steps[i - wide + 1]);
    leftwards[i] = 1 + leftwards[i - 1];
  }
  const off = (cell) => Math.hypot(Math.floor(cell / cols) - rows / 2, (cell % cols) - cols / 2);
  let best = { cell: null, room: 1, depth: 0 };
  for (let n = list.length - 1; n >= 0; n--) {
    const cell = list[n];
    const i = at(cell);
    const after = 1 + Math.min(steps[i + 1], steps[i + wide - 1], steps[i + wide], steps[i + wide + 1]);
    steps[i] = Math.min(steps[i], after);
    rightwards[i] = 1 + rightwards[i + 1];
    const room = Math.min(leftwards[i], rightwards[i], 1 + ROOM);
    const more = room - best.room || steps[i] - best.depth;
    if (room === 1 || more < 0 || (!more && off(cell) > off(best.cell))) continue;
    best = { cell, room, depth: steps[i] };
  }
  return best.cell;
}

// What a cell's mark says, in words.
export function markWords(mark) {
  if (!mark) return "";
  const signs = { safe: t("safe"), mine: t("surely a mine") };
  const said = signs[mark.sign] ?? t("{chance} percent mine", { chance: chanceText(mark.chance) });
  return [said, mark.best && t("best move"), mark.dead && t("dead")].filter(Boolean).join(", ");
}

const isFresh = (cells) => !cells.some(isOpenCode);

// Sentences on the whole position; `decided` says whether the best move was asked for.
export function wordsOf(position, { safe, mines, dead, best, exact, probability }, decided) {
  const hiddenMines = mines.filter((place) => position.cells[cellAt(position, place)] === HIDDEN).length;
  const fresh = isFresh(position.cells);
  const lines = [];
  if (fresh) lines.push(t("Nothing is open yet, so every cell has the same chance."));
  else if (safe.length) lines.push(many(safe.length, "{n} cell[s] [is|are] safe to open."));
  else lines.push(t("No cell is surely safe: this is a guess."));
  if (hiddenMines) lines.push(many(hiddenMines, "{n} hidden cell[s] [is|are] surely [a mine|mines]."));
  if (best && !fresh) {
    const chance = probability[cellAt(position, best.cell)];
    const said = { place: placeName(best.cell), share: percent(chance, 1) };
    lines.push(chance > 0 ? t("Best move: {place}, {share} mine.", said) : t("Best move: {place}, safe.", said));
    if (best.win !== null) lines.push(t("Chance to win with best play: {share}.", { share: percent(best.win, 1) }));
  } else if (!decided) lines.push(t("Looking for the best move…"));
  if (dead.length) lines.push(many(dead.length, "{n} cell[s] [is|are] dead: opening [it|them] tells nothing."));
  if (!exact) lines.push(t("The chances are estimates: this position is too wide to count."));
  return lines;
}

export function legend() {
  const items = LEGEND.map(([mark, text]) => {
    const canvas = make("canvas", { width: 44, height: 44, "aria-hidden": "true" });
    Object.assign(canvas.style, { width: "22px", height: "22px" });
    const paint = canvas.getContext("2d");
    paint.fillStyle = "#c0c0c0";
    paint.fillRect(0, 0, 44, 44);
    drawMark(paint, mark, square(44, 44), 2);
    return make("li", canvas, text);
  });
  return make("ul.legend", ...items);
}
