// Asks the engine about the position on a board, and shows the answer: marks over the cells, words
// beside them. Analyse and Review have one each.
//
// A question is asked twice, for the chances alone, which is quick, and then for the best move. Old
// marks stay for a moment only, for they may be wrong by now. The words are `aria-busy` until they
// are the whole answer to the last question.

import { moreTexts, t } from "../app/language.js";
import { paragraphs } from "../app/element.js";
import { cellAt } from "../game/topology.js";
import { addDecision, labelRest, marksOf, markWords, wordsOf } from "./advice.js";
import { percent } from "../app/words.js";

const STALE_MS = 60;
const DECIDE_SECONDS = 2;

export class Advisor {
  // `words` is the element for sentences; `changed` is called when there are other marks.
  constructor(shell, words, changed) {
    this.shell = shell;
    this.words = words;
    this.changed = changed;
    this.asked = 0;
    this.#forget();
  }

  // Ask about a position, {rows, cols, mines, cells, trustFlags}.
  async follow(position) {
    const number = this.#next();
    this.words.ariaBusy = "true";
    const stale = setTimeout(() => this.#mine(number) && this.#drop(), STALE_MS);
    try {
      const engine = await this.shell.engine();
      if (!this.#mine(number)) return;
      const quick = await engine.analyse({ ...position, decide: false });
      if (!this.#mine(number)) return;
      clearTimeout(stale);
      if (quick.trouble) {
        await this.#blame(position, quick.trouble, engine, number);
        return;
      }
      this.#show(position, quick, false);
      const whole = await engine.analyse({ ...position, seconds: DECIDE_SECONDS });
      if (this.#mine(number)) this.#show(position, whole, true);
    } catch (error) {
      if (error.name === "Cancelled" || !this.#mine(number)) return;
      this.#drop();
      this.tell(t("No hints: {message}.", { message: error.message }));
    } finally {
      clearTimeout(stale);
      if (this.#mine(number)) this.words.ariaBusy = "false";
    }
  }

  stop() {
    this.#next();
    this.words.ariaBusy = "false";
    this.#drop();
    this.tell();
  }

  tell(...sentences) {
    this.words.replaceChildren(...paragraphs(sentences));
  }

  mark(cell) {
    const mark = this.marks?.[cell] ?? null;
    return this.wrong.has(cell) ? { ...mark, outline: "wrong" } : mark;
  }

  describe(cell) {
    return [markWords(this.marks?.[cell]), this.wrong.has(cell) && t("contradiction")].filter(Boolean).join(", ");
  }

  async #blame(position, trouble, engine, number) {
    this.#forget();
    this.trouble = trouble;
    if (trouble.cell) this.wrong = new Set([cellAt(position, trouble.cell)]);
    this.changed();
    const ask = (cells, mines) => engine.analyse({ ...position, cells, mines, decide: false });
    await moreTexts();
    const { contradictionOf } = await import("./contradiction.js");
    const { cells, text } = await contradictionOf(position, trouble, ask);
    if (!this.#mine(number)) return;
    this.wrong = new Set(cells);
    this.tell(text);
    this.changed();
  }

  #show(position, answer, decided) {
    const known = decided && this.marks && sameChances(this.answer, answer);
    this.answer = answer;
    this.trouble = null;
    this.wrong = new Set();
    if (known) addDecision(this.marks, position, answer);
    else {
      this.marks = marksOf(position, answer);
      this.label = labelRest(position, this.marks);
    }
    const rest = this.label
      ? [t("All cells away from the numbers: {share} mine.", { share: percent(this.marks[this.label.cell].chance) })]
      : [];
    this.tell(...wordsOf(position, answer, decided), ...rest);
    this.changed();
  }

  #forget() {
    this.answer = null;
    this.marks = null;
    this.label = null;
    this.trouble = null;
    this.wrong = new Set();
  }

  #drop() {
    this.#forget();
    this.changed();
  }

  #next() {
    this.shell.client?.cancel("analyse");
    return ++this.asked;
  }

  #mine(number) {
    return number === this.asked;
  }
}

// Whether a later answer to the same question adds nothing to the chances.
function sameChances(one, other) {
  const counts = ({ safe, mines, exact }) => `${safe.length} ${mines.length} ${exact}`;
  return one.exact && counts(one) === counts(other);
}
