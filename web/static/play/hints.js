// Hints: the engine's answer to the position on the table, as marks over the board and as words.
//
// A question is asked twice: for the chances alone, which is quick, and then for the best move too.
// While an answer is awaited the old marks stay for a moment only, for they may be wrong by now.

import { chanceText, drawMark } from "../marks.js";
import { HIDDEN, OPEN } from "../rules.js";
import { cellCodes } from "./cells.js";

const byId = (id) => document.getElementById(id);
const STALE_MS = 60;
const DECIDE_SECONDS = 2;
const LEGEND = [
  [{ sign: "safe" }, "safe"],
  [{ chance: 0.12 }, "12 % mine"],
  [{ chance: 0.5 }, "50 %"],
  [{ chance: 0.85 }, "85 %"],
  [{ sign: "mine" }, "mine"],
  [{ chance: 0.2, best: true }, "best move"],
  [{ chance: 0.35, dead: true }, "dead: opening it tells nothing"],
];

export class Hints {
  // `changed` is called when there are other marks to be painted.
  constructor(shell, changed) {
    this.shell = shell;
    this.changed = changed;
    this.on = false;
    this.answer = null;
    this.cols = 0;
    this.asked = 0; // the number of the last question
    drawLegend(byId("legend"));
  }

  switch(on, round) {
    this.on = on;
    if (on) this.follow(round);
    else this.#stop();
  }

  // Ask about the position that a round is in now.
  follow(round) {
    if (!this.on) return;
    const { game } = round;
    this.#stop();
    if (game.over) {
      this.#tell(game.stage === "won" ? "The game is won." : "The game is over. “Go on after the mine” or “Undo” keep it going.");
      return;
    }
    round.hinted = true;
    this.#ask(game, this.asked);
  }

  // The marks of the last answer: a function from a cell to a mark (marks.js), or null.
  marks(game) {
    const { answer } = this;
    if (!this.on || !answer?.marks || answer.game !== game) return null;
    return (cell) => (game.state[cell] === OPEN ? null : answer.marks[cell]);
  }

  describe(cell) {
    const mark = this.on ? this.answer?.marks?.[cell] : null;
    if (!mark || this.answer.game.state[cell] === OPEN) return "";
    const words = [mark.sign === "safe" ? "safe" : mark.sign === "mine" ? "surely a mine" : `${chanceText(mark.chance)} percent mine`];
    if (mark.best) words.push("best move");
    if (mark.dead) words.push("dead");
    return words.join(", ");
  }

  async #ask(game, number) {
    const { rows, cols, mines } = game.level;
    const question = { rows, cols, mines, cells: cellCodes(game), trustFlags: false };
    const stale = setTimeout(() => this.#clear(number), STALE_MS);
    try {
      const engine = await this.shell.engine();
      if (number !== this.asked) return;
      const chances = await engine.analyse({ ...question, decide: false });
      if (number !== this.asked) return;
      clearTimeout(stale);
      this.#show(game, chances, false);
      this.#show(game, await engine.analyse({ ...question, seconds: DECIDE_SECONDS }), true);
    } catch (error) {
      clearTimeout(stale);
      if (error.name === "Cancelled" || number !== this.asked) return;
      this.answer = null;
      this.#tell(`No hints: ${error.message}.`);
      this.changed();
    }
  }

  #stop() {
    this.asked++;
    this.shell.client?.cancel("analyse");
  }

  #clear(number) {
    if (number !== this.asked || !this.answer) return;
    this.answer = null;
    this.changed();
  }

  #show(game, answer, decided) {
    if (answer.trouble) {
      this.#tell("No hints: the position contradicts itself.");
      return;
    }
    this.answer = { game, marks: marksOf(game, answer) };
    const words = wordsOf(game, answer, decided);
    this.#tell(...words);
    this.changed();
  }

  #tell(...lines) {
    byId("advice-body").replaceChildren(
      ...lines.map((text) => Object.assign(document.createElement("p"), { textContent: text })),
    );
  }
}

function marksOf(game, { probability, safe, mines, dead, best }) {
  const { cols } = game.level;
  const marks = new Array(game.size).fill(null);
  for (let cell = 0; cell < game.size; cell++) {
    if (!Number.isNaN(probability[cell])) marks[cell] = { chance: probability[cell] };
  }
  const index = ([row, col]) => row * cols + col;
  for (const cell of safe) marks[index(cell)] = { chance: 0, sign: "safe" };
  for (const cell of mines) marks[index(cell)] = { chance: 1, sign: "mine" };
  for (const cell of dead) if (marks[index(cell)]) marks[index(cell)].dead = true;
  if (best && game.stage !== "waiting" && marks[index(best.cell)]) marks[index(best.cell)].best = true;
  return marks;
}

const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;

function wordsOf(game, { safe, mines, dead, best, exact, probability }, decided) {
  const { cols } = game.level;
  const hiddenMines = mines.filter(([row, col]) => game.state[row * cols + col] === HIDDEN).length;
  const lines = [];
  if (game.stage === "waiting") lines.push("Any cell is as good as another by its chance; in the first click the rule of the game helps.");
  else if (safe.length) lines.push(`${many(safe.length, "cell is", "cells are")} safe to open.`);
  else lines.push("No cell is surely safe: this is a guess.");
  if (hiddenMines) lines.push(`${many(hiddenMines, "hidden cell is", "hidden cells are")} surely a mine.`);
  if (best && game.stage !== "waiting") {
    const [row, col] = best.cell;
    const chance = probability[row * cols + col];
    const risk = chance > 0 ? `, ${(100 * chance).toFixed(1)} % mine` : ", safe";
    lines.push(`Best move: row ${row}, column ${col}${risk}.`);
    if (best.win !== null) lines.push(`Chance to win with best play: ${(100 * best.win).toFixed(1)} %.`);
  } else if (!decided) lines.push("Looking for the best move…");
  if (dead.length) lines.push(`${many(dead.length, "cell is", "cells are")} dead: opening ${dead.length === 1 ? "it" : "them"} tells nothing.`);
  if (!exact) lines.push("The chances are estimates: this position is too wide to count.");
  return lines;
}

function drawLegend(host) {
  host.replaceChildren(
    ...LEGEND.map(([mark, text]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 44, height: 44 });
      canvas.setAttribute("aria-hidden", "true");
      Object.assign(canvas.style, { width: "22px", height: "22px" });
      const paint = canvas.getContext("2d");
      paint.fillStyle = "#c0c0c0";
      paint.fillRect(0, 0, 44, 44);
      drawMark(paint, mark, 44, 44, 2);
      const item = document.createElement("li");
      item.append(canvas, text);
      return item;
    }),
  );
}
