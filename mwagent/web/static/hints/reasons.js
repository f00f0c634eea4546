// Why a cell is safe, a mine, or neither.
//
// What can be proven is shown in three stages, so that a person may find the rest alone: a nudge
// where to look; the numbers and cells it rests on, marked; the whole argument. For what cannot be
// proven, two arrangements that differ there, and how many there are of each.

import { FILES, fixed, many, moreTexts, t } from "../app/language.js";
import { button, make } from "../app/element.js";
import { isOpenCode, placeOf } from "../game/topology.js";
import { percent, recounted, shortName, titleName } from "../app/words.js";

const SECONDS = 2;

export class Reasons {
  // `title` and `body` are the elements for the words; `changed` is called when there are other marks
  // to be painted.
  constructor(shell, { title, body }, changed) {
    this.shell = shell;
    this.title = title;
    this.body = body;
    body.classList.add("why");
    this.changed = changed;
    this.shown = null;
    this.asked = 0; // the number of the last question
  }

  forget() {
    this.asked++;
    this.shell.client?.cancel("explain");
    this.shown = null;
  }

  // What lies over the board for the stage that is shown: a function from a cell to a mark, or null.
  marks() {
    const { shown } = this;
    return shown && ((cell) => shown.get(cell) ?? null);
  }

  get cells() {
    return [...(this.shown ?? [])].filter(([, { outline }]) => outline).map(([cell]) => cell);
  }

  // Explain a cell of a position: {rows, cols, mines, cells, trustFlags}, as the engine takes it;
  // `whole` at once, without the stages before.
  async explain(cell, position, whole = false) {
    this.forget();
    const number = this.asked;
    this.cols = position.cols;
    this.target = cell;
    this.title.textContent = t("Why? {cell}", { cell: titleName(placeOf(position, cell)) });
    if (isOpenCode(position.cells[cell])) {
      this.#write(t("This cell is open. Choose a hidden one."));
      return;
    }
    this.#mark([[cell, { outline: "target" }]]);
    this.#write(t("Thinking…"));
    const place = placeOf(position, cell);
    try {
      const engine = await this.shell.engine();
      if (number !== this.asked) return;
      const answer = await engine.explain({ ...position, cell: place, seconds: SECONDS });
      await this.#translate(place, answer, position.shape);
      if (number !== this.asked) return;
      if (answer.trouble) this.#write(t("The position contradicts itself, so nothing follows from it."));
      else if (answer.verdict === "unknown") this.#tellBoth(answer);
      else if (whole) this.#tellAll(answer);
      else this.#nudge(answer);
    } catch (error) {
      if (error.name === "Cancelled" || number !== this.asked) return;
      this.#write(t("No explanation: {message}.", { message: error.message }));
    }
  }

  // The engine speaks English, and of squares only.
  async #translate(place, answer, shape) {
    if ((!FILES.length && !shape) || answer.trouble) return;
    await moreTexts();
    const told = await import("./steps.js").catch(() => null); // without a network in English, then
    if (!told) return;
    const { nudgeOf, partsOf } = told;
    if (answer.nudge && answer.numbers.length + answer.mine_count)
      answer.nudge = nudgeOf(place, { ...answer, numbers: answer.near ?? answer.numbers });
    for (const step of answer.steps) step.parts = partsOf(step);
  }

  // The first stage.
  #nudge(answer) {
    this.#write(
      t("This cell can be told for sure."),
      stage(t("1. Where to look"), make("p", answer.nudge)),
      button(t("Mark what it rests on"), () => this.#markGrounds(answer)),
      button(t("Explain"), () => this.#tellAll(answer)),
    );
  }

  // The second stage.
  #markGrounds(answer) {
    const { numbers, mine_count: total } = answer;
    this.#mark(this.#grounds(answer));
    const named = numbers.map(shortName).join(", ");
    const rests = !numbers.length
      ? t("It rests on the mines that are left alone.")
      : total
        ? many(numbers.length, "It rests on the number[s] at {named}, and on the mines that are left.", { named })
        : many(numbers.length, "It rests on the number[s] at {named}.", { named });
    this.#write(
      stage(t("1. Where to look"), make("p", answer.nudge)),
      stage(t("2. What it rests on"), make("p", rests)),
      button(t("Explain"), () => this.#tellAll(answer)),
    );
  }

  // The third stage.
  #tellAll(answer) {
    const said = answer.verdict === "safe" ? t("It is safe.") : t("It is a mine.");
    const steps = answer.steps.map((step) => {
      const parts = step.parts.map((part) => this.#phrase(part, step));
      const show = button("", () => this.#mark(this.#step(step)), { class: "step", title: t("Mark this step on the board") });
      show.append(...parts);
      return make("li", show);
    });
    const all = new Map(this.#grounds(answer));
    all.set(this.target, { ...all.get(this.target), sign: answer.verdict });
    this.#mark([...all]);
    this.#write(
      make("p", { class: `verdict ${answer.verdict}` }, said),
      stage(t("The argument"), make("ol", ...steps)),
      button(t("Mark all steps"), () => this.#mark([...all])),
    );
  }

  // A piece of a step; pointed at or tapped, its cells light up alone.
  #phrase({ text: said, cells }, step) {
    if (!cells.length) return recounted(said);
    const piece = make("span.points", recounted(said));
    const marks = cells.map((cell) => [this.#index(cell), { outline: "number" }]);
    piece.addEventListener("pointerenter", () => this.#mark([[this.target, { outline: "target" }], ...marks]));
    piece.addEventListener("pointerleave", () => this.#mark(this.#step(step)));
    return piece;
  }

  #tellBoth({ probability, exact, log_ways: ways, arrangements }) {
    const share = percent(probability, 1);
    const chance = exact ? share : t("about {share}", { share });
    const counts = { safe: count(ways.safe), mine: count(ways.mine) };
    const told = [
      t("Neither: what is open allows both. The chance that it is a mine is {chance}.", { chance }),
      t("Arrangements of all mines in which it is safe: {safe}; in which it is a mine: {mine}.", counts),
    ];
    if (!arrangements) return this.#write(...told, t("This position is too wide to lay all its mines in the time there is."));
    const show = (kind) => {
      for (const one of choices.children) one.setAttribute("aria-pressed", String(one.dataset.kind === kind));
      this.#mark(this.#arrangement(arrangements, kind));
    };
    const choices = make(
      "div.buttons",
      button(t("One where it is safe"), () => show("safe"), { "data-kind": "safe" }),
      button(t("One where it is a mine"), () => show("mine"), { "data-kind": "mine" }),
    );
    this.#write(...told, choices, t("Cells that differ between the two are outlined."));
    return show("safe");
  }

  #grounds({ numbers, steps }) {
    const marks = new Map();
    for (const { cells } of steps) for (const cell of cells) marks.set(this.#index(cell), { outline: "cell" });
    for (const cell of numbers) marks.set(this.#index(cell), { outline: "number" });
    marks.set(this.target, { outline: "target" });
    return [...marks];
  }

  #step({ numbers, cells, low, high }) {
    const sign = high === 0 ? { ghost: "safe" } : low === cells.length ? { ghost: "mine" } : {};
    return [
      [this.target, { outline: "target" }],
      ...cells.map((cell) => [this.#index(cell), { outline: "cell", ...sign }]),
      ...numbers.map((cell) => [this.#index(cell), { outline: "number" }]),
    ];
  }

  #arrangement(arrangements, kind) {
    const other = new Set(arrangements[kind === "safe" ? "mine" : "safe"].map((cell) => this.#index(cell)));
    const mines = new Set(arrangements[kind].map((cell) => this.#index(cell)));
    const marks = new Map();
    for (const cell of mines) marks.set(cell, { ghost: "mine", ...(other.has(cell) ? {} : { outline: "cell" }) });
    for (const cell of other) if (!mines.has(cell)) marks.set(cell, { ghost: "safe", outline: "cell" });
    marks.set(this.target, { ghost: kind, outline: "target" });
    return [...marks];
  }

  #index([row, col]) {
    return row * this.cols + col;
  }

  #mark(marks) {
    this.shown = new Map(marks);
    this.changed();
  }

  #write(...parts) {
    this.body.replaceChildren(...parts.map((part) => (typeof part === "string" ? make("p", part) : part)));
  }
}

const stage = (title, content) => make("div.stage", make("h3", title), content);

// A count, given its natural logarithm: whole where doubles are exact enough, else in powers of ten.
export function count(log) {
  if (log < Math.log(1e9)) return fixed(Math.round(Math.exp(log)));
  const power = Math.floor(log / Math.LN10);
  const digits = { 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
  const raised = [...String(power)].map((digit) => digits[digit]).join("");
  return t("about {share}", { share: `${fixed(Math.exp(log - power * Math.LN10), 2)} × 10${raised}` });
}
