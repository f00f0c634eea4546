// A solver plays on the page: its chances over the board, its guesses with their candidates first.

import { many, t } from "../app/language.js";
import { marksOf } from "../hints/advice.js";
import { BoardBox } from "../board/boardbox.js";
import { button, choice, labelled, make, offer, paragraphs } from "../app/element.js";
import { listSolvers, aboutServer } from "../app/python.js";
import { randomSeed } from "../game/random.js";
import { cellAt, placeOf } from "../game/topology.js";
import { levelName, levelTrouble, parseLevel } from "../app/settings.js";
import { percent, secondsText } from "../app/words.js";
import { askFor, IN_THE_PAGE } from "./answers.js";
import { OptionFields } from "./optionfields.js";
import { Pace, Stopped } from "./pace.js";
import { SolverGame } from "./solvergame.js";
import { thoughtWords } from "./thought.js";

// The words of Review, without the signs.
const PLAY = t("▶ Play").slice(2);
const PAUSE = t("❚❚ Pause").slice(3);
const LEVELS = ["beginner", "intermediate", "expert"];
const SLOWEST = 3;
const FASTEST = 0.05;
const BETWEEN_GAMES = 2; // pauses
const MOST_PAUSES = 12; // in which the cells of one turn are opened, one after another

export class SolverShow {
  constructor(host, shell) {
    this.shell = shell;
    this.level = "intermediate";
    this.solver = IN_THE_PAGE;
    this.tally = { games: 0, won: 0 };
    this.play = null;
    this.pace = new Pace();
    this.#build(host);
    this.#speedChanged();
    shell.listen((name) => name === "theme" && this.#layOut());
    this.found = this.#findSolvers();
  }

  show() {
    if (!this.play) this.newGame();
    else this.#layOut();
    return this.found; // the names of solvers take room
  }

  hide() {
    this.pace.set({ running: false });
    this.#buttons();
  }

  newGame() {
    const { running, seconds } = this.pace;
    this.pace.set({ stopped: true });
    this.asking?.abort();
    this.pace = Object.assign(new Pace(), { running, seconds });
    const { signal } = (this.asking = new AbortController());
    const seat = { solver: this.solver, options: this.options.values() };
    this.play = new SolverGame(parseLevel(this.level), randomSeed(), (position) => askFor(this.shell, seat, position, signal));
    this.marks = null;
    this.last = new Set();
    this.#layOut();
    this.#say(t("Press Play, or go step by step."));
    this.#run(this.play, this.pace);
  }

  async #run(play, pace) {
    try {
      while (!play.game.over) {
        await pace.turn();
        this.#say(t("{solver} is thinking…", { solver: this.solver }));
        const plan = await play.think();
        if (play !== this.play) return;
        if (plan.cells.length === 0) {
          this.#say(t("{solver} finds no cell to open.", { solver: this.solver }));
          return this.hide();
        }
        this.#showThought(play, plan);
        await pace.rest(plan.guess && !plan.fresh ? 2 : 1);
        await pace.turn();
        await this.#carryOut(play, plan, pace);
      }
      this.#finish(play);
      await pace.rest(BETWEEN_GAMES);
      if (pace.running) this.newGame();
    } catch (error) {
      if (error instanceof Stopped || ["AbortError", "Cancelled"].includes(error.name) || play !== this.play) return;
      this.#say(error.message);
      this.hide();
    }
  }

  async #carryOut(play, { cells }, pace) {
    this.last = new Set();
    for (const cell of cells) {
      if (play.game.symbol(cell) !== "#") continue;
      this.last.add(cell);
      play.game.open(cell);
      this.#paint();
      if (play.game.over) break;
      await pace.rest(1 / Math.min(cells.length, MOST_PAUSES));
    }
    play.answer = null;
  }

  #showThought({ answer, position }, { fresh, guess, cells }) {
    const { probability, safe, mines, best, exact } = answer;
    const marks = marksOf({ ...position, trustFlags: false }, answer);
    const outline = (cell, kind) => marks[cell] && (marks[cell] = { ...marks[cell], outline: kind });
    const candidates = (guess && !fresh && best?.candidates) || [];
    for (const { cell } of candidates) outline(cellAt(position, cell), "cell");
    if (guess) outline(cells[0], "target");
    this.marks = marks;
    this.last = new Set();
    this.#paint();
    const place = placeOf(position, cells[0]);
    const why = guess ? best.why : "proof";
    const chance = probability[cells[0]];
    this.said.replaceChildren(
      ...thoughtWords({ fresh, place, chance, safe: safe.length, mines: mines.length, why, win: best?.win, candidates, exact }),
    );
  }

  #finish({ game, turns, guesses }) {
    const won = game.stage === "won";
    const { tally } = this;
    tally.games++;
    tally.won += Number(won);
    this.marks = null;
    this.#paint();
    const told = { turns: many(turns, "{n} turn[s]"), guesses: many(guesses, "{n} [guess|guesses]") };
    this.#say(won ? t("Won after {turns}, {guesses}.", told) : t("Lost after {turns}, {guesses}.", told));
    const share = percent(tally.won / tally.games, 0);
    this.score.textContent = many(tally.games, "{n} game[s], {won} won ({share})", {
      won: tally.won,
      share,
    });
  }

  #build(host) {
    const levels = LEVELS.map((level) => [level, levelName(level)]);
    const level = choice([...levels, ["other", t("Other size…")]], (name) => this.#chooseLevel(name), { id: "watch-level" });
    level.value = this.level;
    this.custom = make("input", {
      placeholder: t("COLSxROWS/MINES"),
      size: 16,
      hidden: true,
      "aria-label": t("Columns, rows and mines, such as 40x20/150"),
      onchange: () => this.#chooseCustom(),
    });
    this.solvers = choice({ [IN_THE_PAGE]: IN_THE_PAGE }, (name) => this.#chooseSolver(name), { id: "watch-solver" });
    this.options = new OptionFields(() => this.newGame());
    this.speed = make("input", { type: "range", id: "watch-pace", min: 0, max: 100, value: 45, oninput: () => this.#speedChanged() });
    this.speedSaid = make("output.soft");
    this.toggle = button(PLAY, () => this.#toggle(), { class: "main" });
    this.said = make("div.said", { role: "status" });
    this.score = make("p.soft");
    this.about = make("p.soft");
    this.registry = make("div.registry", labelled(t("Solver"), make("span.pair", this.solvers)), this.about, this.options.element);
    const step = button(t("Step"), () => this.#step());
    const card = make(
      "section.card",
      make("h2", t("A solver plays")),
      make(
        "div.buttons",
        this.toggle,
        step,
        button(t("New board"), () => this.newGame()),
      ),
      this.said,
      this.score,
      this.registry,
      labelled(t("Level"), make("span.pair", level)),
      this.custom,
      labelled(t("Pace"), make("span.pace", this.speed, this.speedSaid)),
    );
    const desk = make("div.desk");
    this.side = make("div.side", card);
    host.append(desk, this.side);
    this.box = new BoardBox(desk, { describe: (cell) => this.#describe(cell) });
  }

  #chooseLevel(name) {
    this.custom.hidden = name !== "other";
    if (name === "other") this.custom.focus();
    else this.#change({ level: name });
  }

  #chooseCustom() {
    const trouble = levelTrouble(this.custom.value);
    if (trouble) this.#say(`${trouble}.`);
    else this.#change({ level: this.custom.value });
  }

  #chooseSolver(solver) {
    this.#describeSolver(solver);
    this.#change({ solver });
  }

  // Another level, or another solver.
  #change(what) {
    Object.assign(this, what, { tally: { games: 0, won: 0 } });
    this.score.textContent = "";
    this.newGame();
  }

  async #findSolvers() {
    this.registry.hidden = !(await aboutServer());
    if (this.registry.hidden) return;
    try {
      this.known = await listSolvers();
      offer(
        this.solvers,
        this.known.map(({ name }) => [name, name]),
      );
      this.solvers.value = this.solver;
      this.#describeSolver(this.solver);
    } catch (error) {
      this.about.textContent = error.message;
    }
  }

  #describeSolver(wanted) {
    const { about, options } = this.known.find(({ name }) => name === wanted);
    this.about.textContent = about;
    this.options.show(options);
  }

  #toggle() {
    const { running } = this.pace;
    if (!running && this.play.game.over) this.newGame();
    this.pace.set({ running: !running });
    this.#buttons();
  }

  #step() {
    if (this.play.game.over) this.newGame();
    this.pace.step();
    this.#buttons();
  }

  #buttons() {
    this.toggle.textContent = this.pace.running ? PAUSE : PLAY;
  }

  // The slider is logarithmic: people tell paces apart by their ratio.
  #speedChanged() {
    const seconds = SLOWEST * (FASTEST / SLOWEST) ** (Number(this.speed.value) / 100);
    this.pace.set({ seconds });
    this.speedSaid.textContent = t("{time} a turn", { time: secondsText(seconds, seconds < 1 ? 2 : 1) });
    this.speed.setAttribute("aria-valuetext", this.speedSaid.textContent);
  }

  #layOut() {
    if (!this.play) return;
    const { rows, cols } = this.play.game.level;
    this.box.layout({ rows, cols }, { theme: this.shell.theme, label: t("The solver's board") });
    this.#paint();
    this.#buttons();
  }

  #paint() {
    const { marks, last } = this;
    const { game } = this.play;
    this.box.show(game);
    this.box.mark((cell) => {
      const mark = game.symbol(cell) === "#" ? (marks?.[cell] ?? null) : null;
      return last.has(cell) ? { ...mark, outline: "last" } : mark;
    });
  }

  #describe(cell) {
    const chance = this.play?.answer?.probability?.[cell];
    return chance === undefined || Number.isNaN(chance) ? "" : t("{share} mine", { share: percent(chance) });
  }

  #say(words) {
    this.said.replaceChildren(...paragraphs([words]));
  }
}
