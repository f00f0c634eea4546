// The board that was read: to be corrected, with what the engine says of it.

import { marksOf, markWords, wordsOf } from "../advice.js";
import { Editor } from "../analyse/editor.js";
import { BoardBox } from "../boardbox.js";
import { FLAG, HIDDEN, MINE, SYMBOLS } from "../formats/position.js";
import { button, make, many } from "../parts.js";
import { doubtfulIn, positionFrom, usualMines } from "./reading.js";

const KEYS = { h: HIDDEN, "#": HIDDEN, f: FLAG, m: MINE, "*": MINE };
for (let n = 0; n <= 8; n++) KEYS[n] = n;
const NAMES = { [HIDDEN]: "Hidden", [FLAG]: "Flag", [MINE]: "Mine" };
const SECONDS = 2;

export class ReadBoard {
  // `changed()` is called when the chosen cell or the doubtful ones are others.
  constructor(host, shell, changed) {
    this.shell = shell;
    this.changed = changed;
    this.cell = null;
    this.doubtful = new Set();
    this.answer = null;
    this.#build(host);
    shell.listen((name) => name === "theme" && this.editor && this.#layOut());
  }

  get position() {
    return this.editor.position;
  }

  // Show a board as it was read; what was corrected on another one is forgotten.
  take(board) {
    this.doubtful = doubtfulIn(board);
    this.cell = [...this.doubtful][0] ?? null;
    this.editor = new Editor(positionFrom(board), () => this.#edited());
    this.trust.checked = false;
    this.#layOut();
    this.#edited();
  }

  choose(cell) {
    this.cell = cell;
    this.box.moveCursor(cell);
    this.#paint();
    this.changed();
  }

  layOut() {
    if (this.editor) this.#layOut();
  }

  // What a cell is, as a code of positions: it is no longer doubtful then.
  #set(code) {
    if (this.cell === null) return;
    const { cell } = this;
    this.doubtful.delete(cell);
    this.editor.set(cell, code);
    this.choose([...this.doubtful].find((other) => other > cell) ?? cell);
    this.#tellDoubts();
  }

  #edited() {
    const { mines } = this.position;
    if (document.activeElement !== this.mines) this.mines.value = mines ?? "";
    this.askMines.hidden = mines !== null;
    this.answer = null;
    this.#tellDoubts();
    this.#paint();
    this.changed();
    this.#analyse();
  }

  async #analyse() {
    const asked = (this.asked = {});
    const { position } = this;
    const question = { ...position, cells: Int8Array.from(position.cells), trustFlags: this.trust.checked };
    try {
      const engine = await this.shell.engine();
      const answer = await engine.analyse({ ...question, seconds: SECONDS });
      if (asked !== this.asked) return;
      this.answer = answer;
      this.#say(...(answer.trouble ? this.#troubleWords(answer.trouble) : wordsOf(question, answer, true)));
    } catch (error) {
      if (asked !== this.asked || error.name === "Cancelled") return;
      this.#say(`The board cannot be analysed: ${error.message}.`);
    }
    this.#paint();
  }

  #troubleWords({ cell }) {
    if (!cell) return ["This number of mines does not fit the board: check it, and the flags."];
    return [`The number at row ${cell[0]}, column ${cell[1]} cannot be: something around it was misread. Correct it, or the cells beside it.`];
  }

  // What it looks like

  #build(host) {
    this.desk = make("div", { className: "desk" });
    this.box = new BoardBox(this.desk, { describe: (cell) => this.#describe(cell) });
    const choose = (cell) => this.choose(cell);
    this.box.listen({ open: choose, flag: choose, tap: choose, hold: choose, key: choose, chord: choose, cursor: choose });
    this.box.grid.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.doubts = make("p", { className: "doubts" });
    this.doubts.setAttribute("role", "status");
    this.mines = make("input", { type: "number", id: "read-mines", min: 0, max: 62500, placeholder: "unknown" });
    this.mines.addEventListener("input", () => this.#minesGiven());
    this.askMines = make("p", { className: "ask-mines" });
    this.trust = make("input", { type: "checkbox" });
    this.trust.addEventListener("change", () => this.#analyse());
    this.said = make("div", { className: "said" });
    this.said.setAttribute("role", "status");
    const tools = make("div", { className: "palette" });
    tools.setAttribute("role", "group");
    tools.setAttribute("aria-label", "What the chosen cell is");
    for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 8, HIDDEN, FLAG, MINE]) {
      tools.append(button(NAMES[code] ?? String(code), () => this.#set(code), code > 8 ? {} : { className: "digit" }));
    }
    this.undo = button("Undo", () => this.editor.undo());
    const actions = make("div", { className: "buttons" }, this.undo, button("Open in Analyse", () => this.shell.go("analyse", { position: this.position })));
    host.append(
      this.doubts,
      this.desk,
      make("p", { className: "soft", textContent: "Choose a cell, here or on the picture, and say what it is:" }),
      tools,
      make("label", { className: "row" }, "Mines on the board", this.mines),
      this.askMines,
      make("label", { className: "check" }, this.trust, "Flags are right"),
      this.said,
      actions,
    );
  }

  #pressed(event) {
    const code = KEYS[event.key.toLowerCase()];
    if (code === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#set(code);
  }

  #minesGiven() {
    if (this.mines.value === "") this.editor.setMines(null);
    else if (this.mines.reportValidity()) this.editor.setMines(Number(this.mines.value));
  }

  #layOut() {
    const { rows, cols } = this.position;
    this.box.layout({ rows, cols }, { theme: this.shell.theme, label: "The board that was read" });
    this.#offerMines();
    this.#paint();
  }

  #offerMines() {
    const usual = usualMines(this.position);
    this.askMines.replaceChildren("No mine counter was read. How many mines has this board? ");
    if (usual) this.askMines.append(button(String(usual), () => this.editor.setMines(usual), { className: "digit" }));
  }

  #paint() {
    const { position, doubtful, answer } = this;
    this.box.show({ size: position.cells.length, symbol: (cell) => SYMBOLS[position.cells[cell]] });
    const told = answer && !answer.trouble ? marksOf({ ...position, trustFlags: this.trust.checked }, answer) : null;
    const wrong = answer?.trouble?.cell ? answer.trouble.cell[0] * position.cols + answer.trouble.cell[1] : null;
    this.box.mark((cell) => {
      // A flag on a proven mine stays a flag.
      const mark = position.cells[cell] === FLAG && told?.[cell]?.sign === "mine" ? null : told?.[cell] ?? null;
      const outline = cell === this.cell ? "target" : cell === wrong ? "wrong" : doubtful.has(cell) ? "doubt" : null;
      return outline ? { ...mark, outline } : mark;
    });
    this.undo.disabled = !this.editor.canUndo;
  }

  #tellDoubts() {
    const count = this.doubtful.size;
    this.doubts.classList.toggle("some", count > 0);
    this.doubts.textContent = count
      ? `${many(count, "cell is", "cells are")} doubtful, marked by dashes: check ${count === 1 ? "it" : "them"}.`
      : "Every cell was read with confidence.";
  }

  #describe(cell) {
    const marks = this.answer && !this.answer.trouble ? marksOf({ ...this.position, trustFlags: false }, this.answer) : null;
    return [this.doubtful.has(cell) && "doubtful", markWords(marks?.[cell])].filter(Boolean).join(", ");
  }

  #say(...lines) {
    this.said.replaceChildren(...lines.map((text) => make("p", { textContent: text })));
  }
}
