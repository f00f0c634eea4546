// An exercise on the board: takes answers, gives hints, and tells how it went.

import { many, t } from "../app/language.js";
import { patternName } from "./lessons.js";
import { button, make, paragraphs } from "../app/element.js";
import { Desk } from "../board/desk.js";
import { FLAG, HIDDEN } from "../formats/position.js";
import { cellAt, placeOf } from "../game/topology.js";
import { cellName, percent } from "../app/words.js";
import { WhyCard } from "../hints/whycard.js";
import { marksOf, whereToLook } from "./hints.js";

const QUESTIONS = {
  safe: t("Find a cell that is safe."),
  mine: t("Find a cell that is a mine."),
  safer: t("Which of the two marked cells is safer?"),
};
// What stands above and below the board, in CSS pixels.
const AROUND = 330;
const STAGES = [t("Hint"), t("Mark it"), t("Tell me")];

export class Trainer {
  // `ended(exercise, answer)` is called once, with {wrong, hints, seconds, solved}; `next()` when the
  // next one is wanted.
  constructor(shell, { ended, next }) {
    this.shell = shell;
    this.ended = ended;
    this.exercise = null;
    this.question = make("p.question", { role: "status" });
    this.note = make("p.note");
    this.desk = new Desk(shell, (cell) => this.#describe(cell));
    this.desk.around = AROUND;
    this.said = make("div.said", { "aria-live": "polite" });
    this.next = button(t("Next"), next, { class: "strong" });
    this.hint = button(STAGES[0], () => this.#help());
    this.ask = button(t("Why?"), () => this.#explain());
    this.element = make(
      "div.work",
      this.question,
      this.note,
      this.desk.element,
      make("div.foot", this.said, make("div.buttons", this.next, this.ask, this.hint)),
    );
    this.why = new WhyCard(shell, () => this.#repaint());
    new ResizeObserver(() => this.#clearSheet()).observe(this.why.element);
    const choose = (cell) => this.#choose(cell);
    this.desk.box.listen({ open: choose, flag: choose, tap: choose, hold: choose, key: choose });
  }

  // Put an exercise on the board; `help` marks what it rests on from the beginning, and `note` is said
  // of it.
  begin(exercise, { help = false, note = "" } = {}) {
    this.exercise = exercise;
    this.help = help;
    this.wrong = new Set();
    this.hints = 0;
    this.solved = null; // the cell that was right
    this.over = false;
    this.asked = null;
    this.marks = help ? marksOf(exercise) : new Map();
    for (const { cell } of exercise.choices) this.marks.set(cell, { outline: "cell" });
    this.begun = performance.now();
    this.why.forget();
    this.say();
    this.question.textContent = [exercise.title, QUESTIONS[exercise.ask]].filter(Boolean).join(" ");
    this.note.textContent = [note, minesLeft(exercise.position)].filter(Boolean).join(" ");
    this.#buttons();
    this.show();
  }

  show() {
    const { exercise } = this;
    this.element.hidden = !exercise;
    if (!exercise) return;
    const { rows, cols } = exercise.position;
    this.desk.show(exercise.position, t("Puzzle, {rows} rows, {cols} columns", { rows, cols }));
    this.#repaint();
  }

  // Nothing to ask: a sentence instead of a board.
  empty(sentence) {
    this.exercise = null;
    this.why.forget();
    this.desk.element.hidden = true;
    this.question.textContent = sentence;
    this.note.textContent = "";
    this.say();
    for (const one of [this.next, this.ask, this.hint]) one.hidden = true;
  }

  say(...sentences) {
    this.said.replaceChildren(...sentences.flatMap((one) => (one instanceof Node ? one : paragraphs([one]))));
  }

  #choose(cell) {
    const { exercise } = this;
    if (!exercise || this.over || exercise.position.cells[cell] !== HIDDEN) return;
    const { choices, answers } = exercise;
    if (choices.length && !choices.some((choice) => choice.cell === cell)) return this.say(t("Choose one of the two marked cells."));
    this.asked = cell;
    if (answers.has(cell)) this.#solve(cell);
    else this.#miss(cell);
    this.#buttons();
    return this.#repaint();
  }

  #solve(cell) {
    this.solved = cell;
    this.#end(true);
    const { ask, answers, position, pattern, easiest } = this.exercise;
    if (ask === "safer") return this.#showChances();
    const name = cellName(position, cell);
    const others = answers.size - 1;
    const also =
      ask === "safe"
        ? many(others, "{n} other cell[s] [is|are] proven safe as well.")
        : many(others, "{n} other cell[s] [is a|are] proven mine[s] as well.");
    const named = pattern && cell === easiest && t("This is a {pattern}.", { pattern: patternName(pattern) });
    const right = ask === "safe" ? t("Right: {name} is safe.", { name }) : t("Right: {name} is a mine.", { name });
    this.say(make("p.right", `✓ ${right}`), [named, others && also].filter(Boolean).join(" "));
    return this.#showAnswers(cell);
  }

  #miss(cell) {
    const { ask, position, choices } = this.exercise;
    this.wrong.add(cell);
    this.marks.set(cell, { outline: "wrong" });
    if (choices.length) {
      this.#end(false);
      this.#showChances();
      return;
    }
    const name = cellName(position, cell);
    const what = ask === "safe" ? t("{name} can be a mine", { name }) : t("{name} can be safe", { name });
    this.say(make("p.wrong", `✗ ${t("No: {what}. Try another, or ask why.", { what })}`));
  }

  #showAnswers(cell) {
    const { answers, ask } = this.exercise;
    for (const other of answers) this.marks.set(other, other === cell ? { sign: ask } : { ghost: ask });
  }

  #showChances() {
    const { choices, position, answers } = this.exercise;
    for (const { cell, chance } of choices) {
      this.marks.set(cell, { chance, outline: this.wrong.has(cell) ? "wrong" : "cell", best: answers.has(cell) });
    }
    const told = choices.map(({ cell, chance }) =>
      t("{cell} is a mine with {share}", { cell: cellName(position, cell), share: percent(chance, 1) }),
    );
    const right = this.solved !== null;
    this.say(
      make("p", { class: right ? "right" : "wrong" }, right ? `✓ ${t("Right.")}` : `✗ ${t("No, the other one.")}`),
      `${told.join(", ")}.`,
    );
  }

  async #help() {
    const { exercise } = this;
    if (!exercise || this.over) return;
    const stage = ++this.hints;
    this.#buttons();
    if (exercise.ask === "safer") {
      if (stage === 1) this.say(whereToLook(exercise));
      else if (stage === 2) for (const [cell, mark] of marksOf(exercise)) this.marks.set(cell, mark);
      else {
        this.#end(false);
        this.#showChances();
      }
    } else if (stage === 3) {
      this.#end(false);
      this.#showAnswers(exercise.easiest);
      const name = cellName(exercise.position, exercise.easiest);
      this.say(exercise.ask === "safe" ? t("{name} is safe.", { name }) : t("{name} is a mine.", { name }));
      this.asked = exercise.easiest;
      this.#explain(true);
    } else await this.#point(exercise, stage);
    this.#buttons();
    this.#repaint();
  }

  async #point(exercise, stage) {
    const { position, easiest } = exercise;
    let proof;
    try {
      const engine = await this.shell.engine();
      proof = await engine.explain({ ...position, cell: placeOf(position, easiest) });
    } catch (error) {
      if (error.name !== "Cancelled" && exercise === this.exercise) this.say(t("No hint: {message}.", { message: error.message }));
      return;
    }
    if (exercise !== this.exercise || this.over) return;
    exercise.numbers = proof.numbers.map((place) => cellAt(position, place));
    if (stage === 1) this.say(whereToLook(exercise, proof.steps.at(-1)?.rule, proof.mine_count));
    else {
      for (const [number, mark] of marksOf(exercise)) this.marks.set(number, mark);
      this.say(
        exercise.numbers.length ? t("The numbers that settle it are outlined.") : t("No number is needed: count the mines that are left."),
      );
    }
  }

  // The argument for the cell that was chosen last, or the simplest answer.
  #explain(whole = false) {
    const { exercise, asked } = this;
    const cell = asked ?? exercise.easiest;
    if (cell !== null) this.why.explain(exercise.position, cell, whole);
  }

  #end(solved) {
    if (this.over) return;
    this.over = true;
    const seconds = (performance.now() - this.begun) / 1000;
    this.ended(this.exercise, { wrong: this.wrong.size, hints: this.hints, seconds, solved });
  }

  #buttons() {
    const { over, exercise } = this;
    this.desk.element.hidden = false;
    this.next.hidden = Boolean(exercise.date); // there is one a day
    this.next.textContent = over ? t("Next") : t("Skip");
    this.next.classList.toggle("strong", over);
    this.hint.hidden = over || this.hints > 2;
    this.hint.textContent = this.help && this.hints === 0 ? STAGES[0] : STAGES[Math.min(this.hints, 2)];
    this.ask.hidden = this.asked === null && !(over && exercise.easiest !== null);
    this.ask.textContent = over || this.asked === null || exercise.answers.has(this.asked) ? t("Why?") : t("Why not?");
  }

  #describe(cell) {
    const mark = this.marks?.get(cell);
    if (!mark) return "";
    const choice = this.exercise.choices.some((one) => one.cell === cell);
    const words = [
      mark.sign || mark.ghost ? { safe: t("proven safe"), mine: t("proven mine") }[mark.sign ?? mark.ghost] : "",
      mark.chance !== undefined ? t("mine with {share}", { share: percent(mark.chance, 1) }) : "",
      mark.outline === "wrong" ? t("wrong answer") : choice ? t("to choose from") : mark.outline === "number" ? t("settles it") : "",
    ];
    return words.filter(Boolean).join(", ");
  }

  // On a phone the explanation is a sheet over the lower part of the window: the cell it is about
  // comes out from under it.
  #clearSheet() {
    const { element } = this.why;
    if (!this.exercise || !element.checkVisibility() || getComputedStyle(element).position !== "fixed") return;
    const { position, easiest } = this.exercise;
    const board = this.desk.box.canvas.getBoundingClientRect();
    const row = Math.floor((this.asked ?? easiest ?? 0) / position.cols);
    const below = board.top + ((row + 2) / position.rows) * board.height - element.getBoundingClientRect().top;
    if (below > 0) window.scrollBy({ top: below, behavior: "smooth" });
  }

  #repaint() {
    if (!this.exercise) return;
    const told = !this.why.element.hidden;
    const marked = (cell) => {
      const mark = this.marks.get(cell) ?? null;
      return told ? this.why.over(cell, mark) : mark;
    };
    this.desk.box.mark(marked, null, told ? this.why.cells : []);
  }
}

function minesLeft({ mines, cells }) {
  const flags = cells.reduce((sum, code) => sum + (code === FLAG), 0);
  if (mines === null) return "";
  return many(mines - flags, "{n} mine[s] [is|are] left.");
}
