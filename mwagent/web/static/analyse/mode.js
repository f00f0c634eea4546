// Analyse: any position, set up by hand or loaded, with all that the engine knows of it.

import { t } from "../app/language.js";
import { Advisor } from "../hints/advisor.js";
import { legend } from "../hints/advice.js";
import { Desk } from "../board/desk.js";
import { button, card, folded, make, terms, toggle } from "../app/element.js";
import { FLAG, HIDDEN, makePosition, minesOf } from "../formats/position.js";
import { isOpenCode, topologyLoaded } from "../game/topology.js";
import { cellName } from "../app/words.js";
import { listenKeyboard } from "../board/input.js";
import { WhyCard } from "../hints/whycard.js";
import { Brushes, codeOfKey } from "./brushes.js";
import { Editor } from "./editor.js";
import { FileCard } from "./filecard.js";
import { PositionCard } from "./positioncard.js";
import { listenStrokes } from "./strokes.js";

const BEGINNER = [9, 9, 10];

export const mount = (host, shell) => new Analyse(host, shell);

class Analyse {
  constructor(host, shell) {
    this.shell = shell;
    this.hover = null;
    this.hints = true;
    this.trustFlags = true;
    this.dragging = true;
    this.#build(host);
    const { position } = shell.asked;
    const first = position ? plain(position) : makePosition(...BEGINNER);
    this.editor = new Editor(first, () => this.#edited());
    this.#listen(host);
    this.brushes.paint(shell.theme);
    this.say(shell.asked.refused.join(" "));
  }

  show(request) {
    if (request?.position) {
      return this.load(request.position, request.title);
    }
    return this.#layOut();
  }

  hide() {
    this.advisor.stop();
    this.why.forget();
  }

  get position() {
    return { ...this.editor.position, trustFlags: this.trustFlags };
  }

  #play() {
    const { rows, cols, shape } = this.position;
    const mined = minesOf(this.position);
    this.shell.go("play", { board: { level: { rows, cols, mines: mined.size, ...(shape && { shape }) }, mined, start: null } });
  }

  async load(position, title = "") {
    await topologyLoaded(position);
    this.editor.replace(plain(position));
    this.files.paste.hidden = true;
    if (title) this.say(t("{title} is on the board.", { title }));
  }

  say(text) {
    this.status.textContent = text;
  }

  #build(host) {
    const { shell } = this;
    this.desk = new Desk(shell, (cell) => this.advisor.describe(cell));
    this.box = this.desk.box;
    this.brushes = new Brushes();
    this.undo = button(t("Undo"), () => this.editor.undo(), { title: "Ctrl+Z" });
    this.redo = button(t("Redo"), () => this.editor.redo(), { title: "Ctrl+Y" });
    this.playIt = button(t("Play this board"), () => this.#play(), { hidden: true });
    this.hintSwitch = toggle(t("Hints"), true, (on) => this.#switchHints(on), { title: t("Chances to be a mine") });
    this.askSwitch = toggle(t("Why?"), false, (on) => this.#wait(on), { title: t("Why is a cell safe, or a mine? (W)") });
    const painting = (on) => {
      this.dragging = on;
      this.box.canvas.classList.toggle("drags", on);
    };
    const drag = toggle(t("Drag paints"), true, painting, {
      title: t("Strokes and the wheel change the board; off, they scroll the page"),
    });
    const tools = make(
      "div.buttons",
      this.undo,
      this.redo,
      button(t("Clear"), () => this.editor.clear()),
      this.playIt,
      this.hintSwitch,
      this.askSwitch,
      drag,
      this.desk.zoom,
    );
    this.status = make("p.status", { role: "status" });
    const words = make("div.words", { "aria-live": "polite" });
    this.advisor = new Advisor(shell, words, () => this.#repaint());
    this.why = new WhyCard(shell, () => this.#repaint());
    this.positionCard = new PositionCard(this);
    this.files = new FileCard(this);
    host.append(
      make("div.work", this.brushes.element, this.desk.element, this.status, tools),
      make(
        "div.cards",
        card(t("What the engine says"), "analysis", words, folded(t("What the marks say"), legend())),
        this.why.element,
        this.positionCard.element,
        this.files.element,
        helpCard(),
      ),
    );
    this.box.canvas.classList.add("drags");
  }

  #listen(host) {
    const { box, editor, shell } = this;
    listenStrokes(box.canvas, box.view, {
      paint: (cell) => editor.set(cell, this.brushes.code),
      flag: (cell) => editor.set(cell, editor.position.cells[cell] === FLAG ? HIDDEN : FLAG),
      begin: () => editor.beginStroke(),
      end: () => editor.endStroke(),
      drags: () => this.dragging,
      code: (cell) => editor.position.cells[cell],
      set: (cell, code) => editor.set(cell, code),
      asks: () => this.asking,
      ask: (cell) => this.#ask(cell),
    });
    box.canvas.addEventListener("pointermove", (event) => {
      this.hover = event.pointerType === "mouse" ? box.view.cellAt(event) : null;
    });
    box.canvas.addEventListener("pointerleave", () => (this.hover = null));
    const moves = {
      cursor: (cell) => box.moveCursor(cell),
      key: (cell) => (this.asking ? this.#ask(cell) : editor.set(cell, this.brushes.code)),
      flag: (cell) => editor.set(cell, FLAG),
      newGame: () => {},
    };
    listenKeyboard(box.grid.element, box.view, moves, { everywhere: false });
    window.addEventListener("keydown", (event) => host.checkVisibility() && this.#key(event));
    window.addEventListener("resize", () => host.checkVisibility() && this.#layOut());
    shell.listen((name) => {
      if (name !== "theme" && name !== "zoom") return;
      this.brushes.paint(shell.theme);
      if (host.checkVisibility()) this.#layOut();
    });
  }

  #key(event) {
    if (event.target.matches?.("input:not([type=checkbox]), select, textarea") || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      const back = key === "z" && !event.shiftKey;
      if (!back && key !== "y" && key !== "z") return;
      event.preventDefault();
      if (back) this.editor.undo();
      else this.editor.redo();
      return;
    }
    if (key === "w") this.askSwitch.click();
    const code = codeOfKey(event.key);
    const cell = this.box.view.cursor ?? this.hover;
    if (code === null) return;
    event.preventDefault();
    if (cell === null) this.brushes.choose(code);
    else this.editor.set(cell, code);
  }

  #edited() {
    this.why.forget();
    this.files.forget();
    this.say("");
    this.#layOut();
  }

  #layOut() {
    const { position } = this;
    const { rows, cols } = position;
    this.desk.show(position, t("Position, {rows} rows, {cols} columns", { rows, cols }));
    this.undo.disabled = !this.editor.canUndo;
    this.redo.disabled = !this.editor.canRedo;
    this.positionCard.show(position);
    this.playIt.hidden = !minesOf(position) || position.turned || Math.min(rows, cols) < 3;
    if (this.hints) this.advisor.follow(position);
  }

  // What flags mean has changed.
  trust(flags) {
    this.trustFlags = flags;
    this.#edited();
  }

  #switchHints(on) {
    this.hints = on;
    if (on) this.advisor.follow(this.position);
    else this.advisor.stop();
  }

  #wait(asking) {
    this.asking = asking;
    this.askSwitch.setAttribute("aria-pressed", String(asking));
    this.desk.element.classList.toggle("asking", asking);
    this.say(asking ? t("Choose a hidden cell to ask about.") : "");
  }

  #ask(cell) {
    this.#wait(false);
    if (isOpenCode(this.editor.position.cells[cell])) {
      this.say(t("{cell} is open; choose a hidden cell.", { cell: cellName(this.editor.position, cell) }));
      return;
    }
    this.why.explain(this.position, cell);
  }

  #repaint() {
    this.box.mark(
      (cell) => this.why.over(cell, this.advisor.mark(cell)),
      this.why.element.hidden ? this.advisor.label : null,
      this.why.cells,
    );
  }
}

// A position of any origin as the editor keeps them.
const plain = ({ rows, cols, shape, turned, mines, cells, first = null }) => ({
  ...makePosition(rows, cols, mines, Uint8Array.from(cells), first),
  ...(shape && { shape, turned }),
});

function helpCard() {
  const rows = [
    [t("Mouse"), t("left paints with the chosen button, right flags, the wheel turns a cell’s value, a stroke paints many")],
    [t("Touch"), t("choose a button, then tap or drag")],
    [
      t("Keyboard"),
      t("arrows move, 0–8 set a number, H hidden, F flag, M mine, Space paints, Ctrl+Z and Ctrl+Y undo and redo, W asks why"),
    ],
    [t("Mouse and keys"), t("a key sets the cell under the pointer")],
  ];
  const help = folded(make("h2", t("How to edit")), terms(rows));
  help.className = "card";
  return help;
}
