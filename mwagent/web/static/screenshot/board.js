// The board that was read: to be corrected, with what the engine says of it.

import { many, t } from "../app/language.js";
import { Advisor } from "../hints/advisor.js";
import { codeOfKey } from "../analyse/brushes.js";
import { Editor } from "../analyse/editor.js";
import { BoardBox } from "../board/boardbox.js";
import { button, check, labelled, make } from "../app/element.js";
import { FLAG, HIDDEN, MINE, SYMBOLS } from "../formats/position.js";
import { WhyCard } from "../hints/whycard.js";
import { doubtfulIn, positionFrom, usualMines } from "./answer.js";

const NAMES = { [HIDDEN]: t("Hidden"), [FLAG]: t("Flag"), [MINE]: t("Mine") };

export class ReadBoard {
  // `changed()` is called when the chosen cell or the doubtful ones are others.
  constructor(host, shell, changed) {
    this.shell = shell;
    this.changed = changed;
    this.cell = null;
    this.doubtful = new Set();
    this.#build(host);
    shell.listen((name) => name === "theme" && this.editor && this.#layOut());
  }

  get position() {
    return this.editor.position;
  }

  // Show a board as it was read; what was corrected on another one is forgotten.
  take(board) {
    this.doubtful = doubtfulIn(board);
    this.read = board;
    this.cell = [...this.doubtful][0] ?? null;
    this.editor = new Editor(positionFrom(board), () => this.#edited());
    this.trust.firstChild.checked = false;
    this.#layOut();
    this.#edited();
  }

  choose(cell) {
    this.cell = cell;
    this.box.moveCursor(cell);
    this.#paint();
    this.changed();
  }

  show() {
    if (!this.editor) return;
    this.#layOut();
    this.#analyse();
  }

  hide() {
    if (this.editor) this.advisor.stop();
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
    this.#tellDoubts();
    this.#paint();
    this.changed();
    this.#analyse();
  }

  #analyse() {
    this.why.forget();
    this.advisor.follow(this.#question);
  }

  get #question() {
    return { ...this.position, trustFlags: this.trust.firstChild.checked };
  }

  #build(host) {
    this.desk = make("div.desk");
    this.box = new BoardBox(this.desk, { describe: (cell) => this.#describe(cell) });
    const choose = (cell) => this.choose(cell);
    this.box.listen({ open: choose, flag: choose, tap: choose, hold: choose, key: choose, chord: choose, cursor: choose });
    this.box.grid.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.doubts = make("p.doubts", { role: "status" });
    const oninput = () => this.#minesGiven();
    this.mines = make("input", { type: "number", id: "read-mines", min: 0, max: 62500, placeholder: t("unknown"), oninput });
    this.askMines = make("p.ask-mines");
    this.trust = check(t("Flags are right"), false, () => this.#analyse());
    this.said = make("div.said", { role: "status" });
    this.advisor = new Advisor(this.shell, this.said, () => this.#paint());
    const codes = [0, 1, 2, 3, 4, 5, 6, 7, 8, HIDDEN, FLAG, MINE];
    const choices = codes.map((code) => button(NAMES[code] ?? String(code), () => this.#set(code), code > 8 ? {} : { class: "digit" }));
    const tools = make("div.palette", { role: "group", "aria-label": t("What the chosen cell is") }, ...choices);
    this.undo = button(t("Undo"), () => this.editor.undo());
    this.why = new WhyCard(this.shell, () => this.#paint());
    const explain = () => this.cell !== null && this.why.explain(this.#question, this.cell);
    const ask = button(t("Why?"), explain, { title: t("Why is the chosen cell safe, or a mine?") });
    const analyse = button(t("Open in Analyse"), () => this.shell.go("analyse", { position: this.position }));
    host.append(
      this.doubts,
      this.desk,
      make("p.soft", t("Choose a cell, here or on the picture, and say what it is:")),
      tools,
      labelled(t("Mines on the board"), this.mines),
      this.askMines,
      this.trust,
      this.said,
      make("div.buttons", this.undo, ask, analyse),
      this.why.element,
    );
  }

  #pressed(event) {
    const code = codeOfKey(event.key);
    if (code === null || event.ctrlKey || event.metaKey || event.altKey) return;
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
    this.box.layout({ rows, cols }, { theme: this.shell.theme, label: t("The board that was read") });
    this.#offerMines();
    this.#paint();
  }

  #offerMines() {
    const { cut, counter } = this.read;
    if (cut.length) {
      const beyond = t("The board goes on beyond the picture: how many mines lie on the cells that are seen is not known.");
      const told = counter !== null && t("The counter says {counter}, for all of them.", { counter });
      this.askMines.replaceChildren([beyond, told].filter(Boolean).join(" "));
      return;
    }
    const usual = usualMines(this.position);
    this.askMines.replaceChildren(`${t("No mine counter was read. How many mines has this board?")} `);
    if (usual) this.askMines.append(button(String(usual), () => this.editor.setMines(usual), { class: "digit" }));
  }

  #paint() {
    const { position, doubtful, advisor } = this;
    this.box.show({ size: position.cells.length, symbol: (cell) => SYMBOLS[position.cells[cell]] });
    this.box.mark(
      (cell) => {
        const told = this.why.over(cell, advisor.mark(cell));
        // A flag on a proven mine stays a flag.
        const mark = position.cells[cell] === FLAG && told?.sign === "mine" ? null : told;
        const outline = cell === this.cell ? "target" : (mark?.outline ?? (doubtful.has(cell) ? "doubt" : null));
        return outline ? { ...mark, outline } : mark;
      },
      this.why.element.hidden ? advisor.label : null,
      this.why.cells,
    );
    this.undo.disabled = !this.editor.canUndo;
  }

  #tellDoubts() {
    const count = this.doubtful.size;
    this.doubts.classList.toggle("some", count > 0);
    this.doubts.textContent = count
      ? many(count, "{n} cell[s] [is|are] doubtful, marked by dashes: check [it|them].")
      : t("Every cell was read with confidence.");
  }

  #describe(cell) {
    return [this.doubtful.has(cell) && t("doubtful"), this.advisor.describe(cell)].filter(Boolean).join(", ");
  }
}
