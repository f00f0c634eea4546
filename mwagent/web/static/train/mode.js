// Train: puzzles and lessons from the engine, the puzzle of the day, and one's own mistakes.

import { many, t } from "../app/language.js";
import { button, card, choice, make } from "../app/element.js";
import { isTyping } from "../app/keys.js";
import { boardText } from "../app/links.js";
import { Line } from "../engine/line.js";
import { gameText } from "../formats/gamelink.js";
import { cellAt } from "../game/topology.js";
import { recordOf } from "../play/recording.js";
import { Round } from "../play/round.js";
import { DailyCard } from "./dailycard.js";
import { boardOf, gradeName, puzzleOf, today } from "./daily.js";
import { fromMistake, fromPuzzle } from "./exercise.js";
import { LEARNED, LESSONS } from "./lessons.js";
import { GRADES } from "./puzzlemodule.js";
import { RatingCard } from "./ratingcard.js";
import { TrainStore } from "./store.js";
import { Trainer } from "./trainer.js";

const KINDS = [
  { id: "puzzles", title: t("Puzzles") },
  { id: "lessons", title: t("Lessons") },
  { id: "safer", title: t("Safer?") },
  { id: "daily", title: t("Daily") },
  { id: "again", title: t("Again") },
];
// Ratings of puzzles lie between the engine's easiest and hardest; each grade begins with one of
// these (engine/train/puzzle.h).
const GRADE_BEGINS = [1150, 1450, 1750];
const CANDIDATES = 3;

// A mode, see modes.js. A request is {mistakes}, a list of {position, title} (exercise.js), or {kind}, what to
// train.
export const mount = (host, shell) => new Train(host, shell);

class Train {
  constructor(host, shell) {
    this.shell = shell;
    this.store = new TrainStore();
    this.maker = new Line(new URL("worker.js", import.meta.url), (why = t("their worker cannot be loaded")) =>
      t("the puzzles cannot be made: {why}", { why }),
    );
    this.kind = "puzzles";
    this.grade = "";
    this.lesson = LESSONS[0].id;
    this.asked = 0; // the number of the last exercise that was asked for
    this.drawn = 0;
    this.#build(host);
    window.addEventListener("resize", () => host.checkVisibility() && this.trainer.show());
    window.addEventListener("keydown", (event) => {
      if (event.key !== "n" || isTyping(event) || !host.checkVisibility()) return;
      event.preventDefault();
      this.#next();
    });
    shell.listen((name) => ["theme", "zoom"].includes(name) && host.checkVisibility() && this.trainer.show());
  }

  async show(request) {
    if (request?.mistakes) {
      for (const mistake of request.mistakes) await this.store.add(`mistake ${mistake.position}`, { mistake });
      await this.choose("again");
    } else if (request?.kind) await this.choose(request.kind);
    else if (this.trainer.exercise) this.trainer.show();
    else await this.choose(this.kind);
    await this.#showFigures();
  }

  hide() {
    this.trainer.why.forget();
  }

  choose(kind) {
    this.kind = kind;
    for (const [id, one] of this.kinds) one.setAttribute("aria-pressed", String(id === kind));
    this.gradeField.hidden = !["puzzles", "safer"].includes(kind);
    this.lessonList.hidden = kind !== "lessons";
    this.daily.element.hidden = kind !== "daily";
    return this.#next();
  }

  #build(host) {
    const { shell } = this;
    this.kinds = new Map(
      KINDS.map(({ id, title }) => [id, button(title, () => this.choose(id), { "data-kind": id, "aria-pressed": "false" })]),
    );
    const kinds = make("div.kinds", { role: "group", "aria-label": t("What to train") }, ...this.kinds.values());
    const grades = GRADES.map((grade) => [grade, gradeName(grade)]);
    const choose = (grade) => {
      this.grade = grade;
      this.#next();
    };
    this.gradeField = make("label.grade", `${t("Grade")} `, choice([["", t("by my rating")], ...grades], choose));
    this.trainer = new Trainer(shell, { ended: (exercise, answer) => this.#ended(exercise, answer), next: () => this.#next() });
    this.lessonList = make("div.lessons", { role: "group", "aria-label": t("Lesson") });
    this.trainer.element.prepend(kinds, this.gradeField, this.lessonList);
    this.rating = new RatingCard();
    this.daily = new DailyCard(() => this.#playBoard());
    const column = make("div.cards", this.trainer.why.element, this.daily.element, this.rating.element, helpCard());
    host.append(this.trainer.element, column);
  }

  async #next() {
    const number = ++this.asked;
    try {
      const made = await this.#exercise();
      if (number !== this.asked) return;
      if (typeof made === "string") this.trainer.empty(made);
      else this.trainer.begin(made, { help: this.kind === "lessons", note: made.note });
    } catch (error) {
      if (number !== this.asked) return;
      this.trainer.empty(t("There is no puzzle: {why}.", { why: error.message }));
      this.trainer.say(button(t("Try again"), () => this.#next()));
    }
  }

  // The next exercise, or a sentence why there is none.
  #exercise() {
    const exercises = { lessons: () => this.#lesson(), daily: () => this.#ofToday(), again: () => this.#again() };
    return exercises[this.kind]?.() ?? this.#puzzle(this.kind === "safer" ? "safer" : "proven");
  }

  // The puzzle of a seed, see puzzlemodule.js.
  #made(asked) {
    return this.maker.ask("puzzle", asked);
  }

  // A puzzle of the grade that is chosen, or the nearest to the player's rating of a few.
  async #puzzle(kind) {
    const { rating } = await this.store.player();
    const grade = this.grade || GRADES[GRADE_BEGINS.filter((begin) => rating >= begin).length];
    const made = [];
    for (let n = 0; n < (this.grade ? 1 : CANDIDATES); n++) made.push(await this.#made({ seed: this.#seed(), kind, grade }));
    const far = (puzzle) => Math.abs(puzzle.rating - rating);
    return fromPuzzle(made.reduce((best, puzzle) => (far(puzzle) < far(best) ? puzzle : best)));
  }

  async #lesson() {
    const { lesson } = this;
    const { title, text } = LESSONS.find(({ id }) => id === lesson);
    await this.#showLessons();
    const exercise = fromPuzzle(await this.#made({ seed: this.#seed(), kind: lesson }));
    return { ...exercise, title: `${title}.`, note: text, lesson };
  }

  async #ofToday() {
    const date = today();
    const puzzle = await this.#made(puzzleOf(date));
    this.#showDaily();
    return { ...fromPuzzle(puzzle), title: `${date}, ${gradeName(puzzle.grade)}.`, date };
  }

  async #again() {
    const { due, later } = await this.store.due();
    this.#showFigures();
    for (const { id, puzzle, mistake } of due) {
      const exercise = puzzle ? fromPuzzle(puzzle) : await fromMistake(mistake, await this.shell.engine());
      if (exercise) return { ...exercise, id, title: exercise.title || t("Once more.") };
      await this.store.forget(id); // nothing can be proven in it
    }
    return later
      ? many(later, "Nothing is to be repeated today; {n} puzzle[s] [comes|come] back on later days.")
      : t("What you fail comes back here, and mistakes of your games that you send from Review.");
  }

  #seed() {
    const { seed } = this.shell.asked;
    return seed ? `${seed}/${this.drawn++}` : [...crypto.getRandomValues(new Uint32Array(2))].map((word) => word.toString(36)).join("-");
  }

  async #ended(exercise, answer) {
    const { id, content, rating, lesson, date, grade } = exercise;
    if (lesson) {
      await this.store.learn(lesson, answer.solved && !answer.wrong);
      await this.#showLessons();
      return;
    }
    if (date && (await this.store.day(date))) return; // it was played already
    if (date) await this.store.keepDay(date, { ...answer, grade, rating });
    await this.store.repeat(id, content, answer);
    if (rating !== null) {
      const { before, after } = await this.store.count(rating, answer);
      this.rating.show(after, before, { rating, grade });
    }
    this.#showFigures();
  }

  async #showFigures() {
    const [player, { due }] = await Promise.all([this.store.player(), this.store.due()]);
    this.rating.show(player);
    this.rating.trouble.textContent = this.store.trouble;
    this.kinds.get("again").textContent = due.length ? t("Again ({n})", { n: due.length }) : t("Again");
    if (this.kind === "daily") this.#showDaily();
  }

  async #showLessons() {
    const learned = await this.store.lessons();
    this.lessonList.replaceChildren(
      ...LESSONS.map(({ id, title }) => {
        const right = learned.get(id) ?? 0;
        const done = right >= LEARNED ? " ✓" : right ? ` ${right}/${LEARNED}` : "";
        return button(
          `${title}${done}`,
          () => {
            this.lesson = id;
            this.#next();
          },
          { "aria-pressed": String(id === this.lesson) },
        );
      }),
    );
  }

  async #showDaily() {
    const date = today();
    const { seed } = boardOf(date);
    const [puzzle, games] = await Promise.all([this.store.day(date), this.shell.games.games()]);
    const board = games.find((game) => game.seed === seed && ["won", "lost"].includes(game.stage) && !game.hinted);
    this.daily.show(date, puzzle, board, await this.#linkTo(board));
  }

  async #linkTo(board) {
    const base = `${location.origin}${location.pathname}`;
    const kept = board ? await this.shell.games.load(board.id) : null;
    const whole = kept && gameText(recordOf(Round.restored(kept.header, kept.events).log));
    return whole ? `${base}?game=${whole}#review` : `${base}#train`;
  }

  async #playBoard() {
    const order = boardOf(today());
    const { rows, cols } = order;
    const engine = await this.shell.engine();
    const laid = await engine.board(order);
    const mined = [...laid.mines.keys()].filter((cell) => laid.mines[cell]);
    const board = boardText({ rows, cols }, mined);
    const start = cellAt(order, order.first);
    this.shell.go("play", { again: { name: "intermediate", board, seed: order.seed, start, noguess: true } });
  }
}

function helpCard() {
  const items = [
    t("Flags are known mines. Choose a cell with a click, a tap, or arrows and Space; N is the next puzzle."),
    t("The first answer without a hint counts for the rating. Hints come in three stages."),
    t("What you fail comes back: after a day, six days, and longer and longer."),
  ];
  return card(t("How it works"), "train-help", make("ul", ...items.map((text) => make("li", text))));
}
