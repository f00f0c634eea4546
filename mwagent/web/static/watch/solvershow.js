// A solver plays on the page: its chances over the board, its guesses with their candidates first.

import { many, t } from "../app/language.js";
import { marksOf } from "../hints/advice.js";
import { BoardBox } from "../board/boardbox.js";
import { button, make } from "../app/element.js";
import { listSolvers, aboutServer } from "../app/python.js";
import { randomSeed } from "../game/random.js";
import { levelName, levelTrouble, parseLevel } from "../app/settings.js";
import { percent, placeName, secondsText } from "../app/words.js";
import { askFor, IN_THE_PAGE } from "./answers.js";
import { candidateTable } from "./candidates.js";
import { OptionFields } from "./optionfields.js";
import { Pace, Stopped } from "./pace.js";
import { SolverGame } from "./solvergame.js";

// The words of Review, without the signs.
const PLAY = t("▶ Play").slice(2);
const PAUSE = t("❚❚ Pause").slice(3);
const LEVELS = ["beginner", "intermediate", "expert"];
const SLOWEST = 3;
const FASTEST = 0.05;
const BETWEEN_GAMES = 2; // pauses

export class SolverShow {
  constructor(host, shell) {
    this.shell = shell;
    this.level = "intermediate";
    this.solver = IN_THE_PAGE;
    this.tally = { games: 0, won: 0 };
    this.play = null;
    this.show = { marks: null, last: new Set() };
    this.#build(host);
    this.pace = new Pace(this.#seconds());
    shell.listen((name) => name === "theme" && this.#layOut());
    this.#findSolvers();
  }

  // Begin where nothing is shown yet.
  begin() {
    if (!this.play) this.newGame();
    else this.#layOut();
  }

  pause() {
    this.pace.pause();
    this.#buttons();
  }

  newGame() {
    this.pace.stop();
    this.asking?.abort();
    const running = this.pace.running;
    this.pace = new Pace(this.#seconds());
    if (running) this.pace.go();
    const asking = (this.asking = new AbortController());
    const seats = { solver: this.solver, options: this.options.values() };
    const level = parseLevel(this.level);
    this.play = new SolverGame(level, randomSeed(), "safe", (position) => askFor(this.shell, seats, position, asking.signal));
    this.show = { marks: null, last: new Set() };
    this.#layOut();
    this.#say(t("Press Play, or go step by step."));
    this.#run(this.play, this.pace);
  }

  async #run(play, pace) {
    try {
      while (!play.over) {
        await pace.turn();
        const fresh = play.fresh;
        this.#say(t("{solver} is thinking…", { solver: this.solver }));
        const plan = await play.think();
        if (play !== this.play) return;
        if (plan.cells.length === 0) {
          this.#say(t("{solver} finds no cell to open.", { solver: this.solver }));
          return this.pause();
        }
        this.#showThought(play, plan, fresh);
        await pace.rest(plan.guess && !fresh ? 2 : 1);
        await pace.turn();
        await this.#carryOut(play, plan, pace);
        play.played(plan, fresh);
      }
      this.#finish(play);
      await pace.rest(BETWEEN_GAMES);
      if (pace.running) this.newGame();
    } catch (error) {
      if (error instanceof Stopped || ["AbortError", "Cancelled"].includes(error.name) || play !== this.play) return;
      this.#say(error.message);
      this.pause();
    }
  }

  async #carryOut(play, plan, pace) {
    this.show.last = new Set();
    for (const cell of plan.cells) {
      if (play.game.symbol(cell) !== "#") continue;
      this.show.last.add(cell);
      const goesOn = play.open(cell);
      this.#paint();
      if (!goesOn) break;
      await pace.rest(1 / Math.min(plan.cells.length, 12));
    }
  }

  #showThought(play, plan, fresh) {
    const { answer, position } = play;
    const marks = marksOf({ ...position, trustFlags: false }, answer);
    const outline = (cell, kind) => marks[cell] && (marks[cell] = { ...marks[cell], outline: kind });
    const weighed = plan.guess && !fresh ? (answer.best?.candidates ?? []) : [];
    for (const { cell } of weighed) outline(cell[0] * position.cols + cell[1], "cell");
    if (plan.guess) outline(plan.cells[0], "target");
    this.show = { marks, last: new Set() };
    this.#paint();
    this.#tell(play, plan, fresh);
  }

  #tell(play, plan, fresh) {
    const { answer, level } = play;
    const lines = [];
    const place = [Math.floor(plan.cells[0] / level.cols), plan.cells[0] % level.cols];
    const chance = answer.probability[plan.cells[0]];
    if (fresh) lines.push(t("The first click: {place}.", { place: placeName(place) }));
    else if (!plan.guess) lines.push(many(plan.cells.length, "{n} cell is proven safe.", "{n} cells are proven safe."));
    else if (answer.best.why === "endgame")
      lines.push(
        t("No cell is safe. The game was searched to its end: {place} is best, {share} mine.", {
          place: placeName(place),
          share: percent(chance),
        }),
      );
    else lines.push(t("No cell is safe. The guess: {place}, {share} mine.", { place: placeName(place), share: percent(chance) }));
    if (plan.guess && Number.isFinite(answer.best?.win))
      lines.push(t("Chance to win from here: {share}.", { share: percent(answer.best.win) }));
    if (answer.mines.length) lines.push(many(answer.mines.length, "{n} cell is surely a mine.", "{n} cells are surely mines."));
    if (!answer.exact) lines.push(t("These chances are estimates."));
    this.#say(...lines);
    const candidates = plan.guess && !fresh ? (answer.best?.candidates ?? []) : [];
    if (candidates.length) this.said.append(candidateTable(candidates, place));
  }

  #finish(play) {
    const won = play.game.stage === "won";
    this.tally.games++;
    this.tally.won += Number(won);
    this.show.marks = null;
    this.#paint();
    this.#say(
      (won ? (said) => t("Won after {turns}, {guesses}.", said) : (said) => t("Lost after {turns}, {guesses}.", said))({
        turns: many(play.turns, "{n} turn", "{n} turns"),
        guesses: many(play.guesses, "{n} guess", "{n} guesses"),
      }),
    );
    const { games } = this.tally;
    this.score.textContent = many(games, "{n} game, {won} won ({share})", "{n} games, {won} won ({share})", {
      won: this.tally.won,
      share: percent(this.tally.won / games, 0),
    });
  }

  // What it looks like

  #build(host) {
    const levels = make("select", { id: "watch-level" });
    levels.append(...LEVELS.map((level) => new Option(levelName(level), level)), new Option(t("Other size…"), "other"));
    levels.value = this.level;
    levels.addEventListener("change", () => this.#chooseLevel(levels));
    this.custom = make("input", { placeholder: t("COLSxROWS/MINES"), size: 16, hidden: true });
    this.custom.setAttribute("aria-label", t("Columns, rows and mines, such as 40x20/150"));
    this.custom.addEventListener("change", () => this.#chooseCustom());
    this.solvers = make("select", { id: "watch-solver" });
    this.solvers.append(new Option(IN_THE_PAGE, IN_THE_PAGE));
    this.solvers.addEventListener("change", () => this.#chooseSolver());
    this.options = new OptionFields(() => this.newGame());
    this.speed = make("input", { type: "range", id: "watch-pace", min: 0, max: 100, value: 45 });
    this.speed.addEventListener("input", () => this.#speedChanged());
    this.speedSaid = make("output", { class: "soft" });
    this.toggle = button(PLAY, () => this.#toggle(), { class: "main" });
    this.said = make("div", { class: "said" });
    this.said.setAttribute("role", "status");
    this.score = make("p", { class: "soft" });
    this.about = make("p", { class: "soft" });
    const labelled = (text, ...fields) => make("label", { class: "row" }, text, make("span", { class: "pair" }, ...fields));
    this.registry = make("div", { class: "registry" }, labelled(t("Solver"), this.solvers), this.about, this.options.element);
    const desk = make("div", { class: "desk" });
    const controls = make(
      "div",
      { class: "buttons" },
      this.toggle,
      button(t("Step"), () => this.#step()),
      button(t("New board"), () => this.newGame()),
    );
    const card = make("section", { class: "card" });
    card.append(
      make("h2", {}, t("A solver plays")),
      controls,
      this.said,
      this.score,
      this.registry,
      labelled(t("Level"), levels),
      this.custom,
      make("label", { class: "row" }, t("Pace"), make("span", { class: "pace" }, this.speed, this.speedSaid)),
    );
    this.side = make("div", { class: "side" }, card);
    host.append(desk, this.side);
    this.desk = desk;
    this.box = new BoardBox(desk, { describe: (cell) => this.#describe(cell) });
    this.#speedSaid();
  }

  #chooseLevel(levels) {
    this.custom.hidden = levels.value !== "other";
    if (levels.value === "other") this.custom.focus();
    else this.#changeLevel(levels.value);
  }

  #chooseCustom() {
    const trouble = levelTrouble(this.custom.value);
    if (trouble) this.#say(`${trouble}.`);
    else this.#changeLevel(this.custom.value);
  }

  #changeLevel(level) {
    this.level = level;
    this.#forget();
  }

  #chooseSolver() {
    this.solver = this.solvers.value;
    this.#describeSolver();
    this.#forget();
  }

  #forget() {
    this.tally = { games: 0, won: 0 };
    this.score.textContent = "";
    this.newGame();
  }

  async #findSolvers() {
    this.registry.hidden = !(await aboutServer());
    if (this.registry.hidden) return;
    try {
      this.known = await listSolvers();
      this.solvers.replaceChildren(...this.known.map(({ name }) => new Option(name, name)));
      this.solvers.value = this.solver;
      this.#describeSolver();
    } catch (error) {
      this.about.textContent = error.message;
    }
  }

  #describeSolver() {
    const solver = this.known.find(({ name }) => name === this.solver);
    this.about.textContent = solver.about;
    this.options.show(solver.options);
  }

  #toggle() {
    if (this.pace.running) this.pace.pause();
    else if (this.play.over) {
      this.newGame();
      this.pace.go();
    } else this.pace.go();
    this.#buttons();
  }

  #step() {
    if (this.play.over) this.newGame();
    this.pace.step();
    this.#buttons();
  }

  #buttons() {
    this.toggle.textContent = this.pace.running ? PAUSE : PLAY;
  }

  // The slider is logarithmic: people tell paces apart by their ratio.
  #seconds() {
    return SLOWEST * (FASTEST / SLOWEST) ** (Number(this.speed.value) / 100);
  }

  #speedChanged() {
    this.pace.changeTo(this.#seconds());
    this.#speedSaid();
  }

  #speedSaid() {
    const text = t("{time} a turn", { time: secondsText(this.#seconds(), this.#seconds() < 1 ? 2 : 1) });
    this.speedSaid.textContent = text;
    this.speed.setAttribute("aria-valuetext", text);
  }

  #layOut() {
    if (!this.play) return;
    const { rows, cols } = this.play.level;
    this.box.layout({ rows, cols }, { theme: this.shell.theme, label: t("The solver's board") });
    this.#paint();
    this.#buttons();
  }

  #paint() {
    const { marks, last } = this.show;
    const { game } = this.play;
    this.box.show(game);
    this.box.mark((cell) => {
      const hidden = game.symbol(cell) === "#";
      const mark = hidden ? (marks?.[cell] ?? null) : null;
      return last.has(cell) ? { ...mark, outline: "last" } : mark;
    });
  }

  #describe(cell) {
    const chance = this.play?.answer?.probability?.[cell];
    return chance === undefined || Number.isNaN(chance) ? "" : t("{share} mine", { share: percent(chance) });
  }

  #say(...lines) {
    this.said.replaceChildren(...lines.map((text) => make("p", {}, text)));
  }
}
