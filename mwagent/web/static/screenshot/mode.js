// Screenshot: a picture of any Minesweeper is read, corrected, and analysed.

import { underFingers } from "../board/boardbox.js";
import { many, t } from "../app/language.js";
import { button, check, make } from "../app/element.js";
import { fileButton } from "../app/files.js";
import { capitalised } from "../app/words.js";
import { aboutServer, readPicture } from "../app/python.js";
import { ReadBoard } from "./board.js";
import { Picture } from "./picture.js";

const EXAMPLE = ["example.png", "example.json"];
const KINDS = "image/png,image/jpeg,image/webp,image/gif,image/bmp";

const STEPS = [
  t("The board is found and read, whatever it looks like."),
  t("You put right what was hard to see."),
  t("Every cell gets its chance, and the reason why."),
];

export const mount = (host, shell) => new ScreenshotMode(host, shell);

class ScreenshotMode {
  constructor(host, shell) {
    this.boards = [];
    this.board = null;
    this.#build(host, shell);
    this.#canRead();
  }

  show(request) {
    if (request?.picture) this.#read(request.picture);
    else this.read.show();
  }

  hide() {
    this.read.hide();
  }

  // Read a picture file, and show the first board on it.
  async #read(file) {
    const reading = await this.#open(file);
    if (!reading || !(await this.#canRead()) || reading.signal.aborted) return;
    this.#say(t("Looking for a board…"), true);
    try {
      const { boards, message } = await readPicture(file, reading.signal);
      if (boards.length === 0) return this.#say(message);
      this.boards = boards;
      this.#choose(boards[0]);
    } catch (error) {
      if (error.name !== "AbortError") this.#say(error.message);
    }
  }

  // Show a picture alone; gives what is aborted once another is opened, or null where this is none.
  async #open(file) {
    this.reading?.abort();
    const reading = (this.reading = new AbortController());
    this.#clear();
    try {
      await this.picture.load(file);
    } catch {
      this.#say(t("This file is no picture that a browser can open. Take the screenshot as PNG or JPEG."));
      return null;
    }
    if (reading.signal.aborted) return null;
    this.left.hidden = false;
    return reading;
  }

  // A picture of ours, with what was read from it before: it needs no server.
  async #showExample() {
    try {
      const [picture, answer] = await Promise.all(EXAMPLE.map((name) => fetch(new URL(name, import.meta.url))));
      const { boards } = await answer.json();
      if (!(await this.#open(await picture.blob()))) return;
      this.boards = boards;
      this.#choose(boards[0]);
    } catch {
      this.#say(t("The example could not be loaded. Is the network there? Press the button to try again."));
    }
  }

  #choose(board, cell = null) {
    const other = board !== this.board;
    this.board = board;
    this.right.hidden = false;
    const { boards } = this;
    const size = t("{cols} columns, {rows} rows", { cols: board.cols, rows: board.rows });
    this.#say(many(boards.length, "[A board of {size} was found.|{n} boards were found. This one has {size}.]", { size }));
    if (board.note) this.state.append(make("br"), `${capitalised(board.note)}.`);
    this.choice.replaceChildren(...(boards.length > 1 ? boards.map((each, number) => this.#choiceOf(each, number)) : []));
    if (other) this.read.take(board);
    if (cell !== null) this.read.choose(cell);
    this.#repaint();
  }

  #choiceOf(board, number) {
    const text = t("Board {board}: {cols} × {rows}", { board: number + 1, cols: board.cols, rows: board.rows });
    return button(text, () => this.#choose(board), { "aria-pressed": String(board === this.board) });
  }

  #repaint() {
    if (this.board) this.picture.show(this.boards, this.board, this.read.doubtful, this.read.cell);
  }

  #clear() {
    this.boards = [];
    this.board = this.picture.board = null;
    this.choice.replaceChildren();
    this.right.hidden = true;
  }

  async #canRead() {
    if (await aboutServer()) return true;
    this.#say("");
    this.state.innerHTML = t(
      "Pictures are read by Python, which does not run behind this page. To read your own, get mwagent on a computer, run <code>pip install .</code> in its folder and then <code>mwagent page</code>.",
    );
    return false;
  }

  #build(host, shell) {
    this.state = make("p.state", { role: "status" });
    this.choice = make("div.buttons");
    const how = make("p");
    how.innerHTML = underFingers()
      ? t("Choose a picture of any Minesweeper.")
      : t("Paste a picture of any Minesweeper (<kbd>Ctrl+V</kbd>), drop it anywhere on this page, or choose a file.");
    const choose = fileButton(t("Choose a picture…"), KINDS, (file) => this.#read(file));
    const example = button(t("Show an example"), () => this.#showExample());
    const inlet = make(
      "section.card.inlet",
      make("h2", t("Ask about a screenshot")),
      how,
      make("ol.soft", ...STEPS.map((text) => make("li", text))),
      make("div.buttons", choose, example),
      this.state,
      this.choice,
    );
    const look = check(t("Show the whole picture"), false, (whole) => {
      this.picture.whole = whole;
      this.#repaint();
    });
    this.left = make("section.card", { hidden: true }, make("h2", t("The picture")));
    this.picture = new Picture(this.left, (board, cell) => this.#choose(board, cell));
    this.left.append(look);
    this.right = make("section.card", { hidden: true }, make("h2", t("The board")));
    host.append(inlet, make("div.both", this.left, this.right));
    this.read = new ReadBoard(this.right, shell, () => this.#repaint());
  }

  #say(text, busy = false) {
    this.state.textContent = text;
    this.state.setAttribute("aria-busy", String(busy));
    if (busy) this.state.append(" ", make("progress"));
  }
}
