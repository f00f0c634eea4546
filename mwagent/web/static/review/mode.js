// Review: a game move by move, with what each was worth.

import { t } from "../app/language.js";
import { legend } from "../hints/advice.js";
import { Advisor } from "../hints/advisor.js";
import { Desk } from "../board/desk.js";
import { button, card, make, toggle } from "../app/element.js";
import { isTyping } from "../app/keys.js";
import { positionText } from "../app/links.js";
import { FLAG, MINE, symbolOf } from "../formats/position.js";
import { isOpenCode, topologyLoaded } from "../game/topology.js";
import { cellName } from "../app/words.js";
import { Replay } from "../game/replay.js";
import { WhyCard } from "../hints/whycard.js";
import { GameFiles } from "./gamefiles.js";
import { gradeSteps } from "./grade.js";
import { Graph } from "./graph.js";
import { helpCard } from "./helpcard.js";
import { MoveList } from "./movelist.js";
import { minesOfRecord, PaceCard } from "./pace.js";
import { readGameText } from "../formats/gamelink.js";
import { Playback } from "./playback.js";
import { Rival } from "./rival.js";
import { Stepper } from "./stepper.js";
import { SCALE, summarise } from "./summary.js";
import { SummaryCard } from "./summarycard.js";
import { moveName, verdict } from "./describe.js";

const PAUSE = 120; // milliseconds between two looks at the grades while they come in

// A mode, see modes.js. A request is {records}, a list of games (game/record.js), with the move to
// begin `at` and the id of the `game` in the list of all games, where it has one.
export const mount = (host, shell) => new Review(host, shell);

class Review {
  constructor(host, shell) {
    this.shell = shell;
    this.hints = true;
    this.replay = null;
    this.grades = [];
    this.at = 0;
    this.grading = 0;
    this.engine = null;
    this.#build(host);
    window.addEventListener("resize", () => host.checkVisibility() && this.#show());
    window.addEventListener("keydown", (event) => host.checkVisibility() && this.#key(event));
    shell.listen((name) => ["theme", "zoom"].includes(name) && host.checkVisibility() && this.#show());
  }

  async show(request) {
    if (request?.records) {
      for (const record of request.records) await topologyLoaded(record);
      this.open(request.records);
      this.game = request.game ?? null;
      if (Number.isInteger(request.at)) this.go(request.at);
    } else if (this.shell.asked.game) await this.#openLink(this.shell.asked);
    else this.#show();
  }

  // The game that the address holds, once.
  async #openLink(asked) {
    const record = await readGameText(asked.game, t("A game from a link"));
    asked.game = null;
    if (record) this.open([record]);
    else this.files.error.textContent = t("The {name} in the address is damaged; ask for the link again.", { name: "game" });
  }

  // Race against the game that is shown: it is played beside one's own.
  #race() {
    this.shell.go("play", { ghost: this.replay.record });
  }

  hide() {
    this.playback.stop();
    this.advisor.stop();
    this.why.forget();
  }

  // Take a list of games and begin with the one at `place`: of a session of the bot a lost game is what one wants to see.
  open(
    records,
    place = Math.max(
      0,
      records.findIndex(({ result }) => result === "lost"),
    ),
  ) {
    this.game = null;
    this.records = records;
    this.files.list(records, place);
    this.start(place);
  }

  // Show a record that belongs to the game which is shown, and leave it in the list.
  showBeside(record) {
    const { game } = this;
    const place = this.records.indexOf(record);
    if (place < 0) this.records = [...this.records, record];
    const at = place < 0 ? this.records.length - 1 : place;
    this.open(this.records, at);
    this.game = game;
    this.go(0);
    this.playback.start();
  }

  start(place) {
    this.replay = new Replay(this.records[place]);
    const { solution = false, turned = false } = this.replay.record;
    this.ghost.hidden = turned || !minesOfRecord(this.replay.record);
    this.grades = [];
    this.at = 0;
    this.mistakes.hidden = true;
    this.empty.hidden = true;
    this.work.hidden = false;
    for (const one of this.cards) one.hidden = solution && one !== this.pace.element;
    this.moves.open(this.replay);
    this.pace.open(this.replay);
    this.playback.open(this.replay);
    this.rival.open(this.replay);
    this.go(this.replay.length);
    if (solution) this.grading++;
    else this.#grade();
  }

  // Show the board after `count` moves.
  go(count) {
    this.at = Math.min(this.replay.length, Math.max(0, count));
    this.why.forget();
    this.#show();
    this.playback.follow(this.at);
  }

  // The next moves of a game that plays by itself: they are brought into sight.
  #playOn(count) {
    this.go(count);
    const { cell } = this.replay.steps[count - 1]?.move ?? {};
    if (cell !== undefined) this.desk.box.view.revealAll([cell], 1);
  }

  // Show the board before the next move, from here on or back (`step` 1 or -1), that is a guess, a
  // mistake or a hit mine.
  goToMistake(step) {
    const telling = ({ kind, hit }) => hit || ["best", "worse", "risk"].includes(kind);
    for (let n = this.at + step; n >= 0 && n < this.grades.length; n += step) {
      if (telling(this.grades[n])) {
        this.go(n);
        return;
      }
    }
  }

  explain(cell) {
    this.why.explain(this.#position(), cell);
  }

  #build(host) {
    const { shell } = this;
    const repaint = () => this.#repaint();
    this.desk = new Desk(shell, (cell) => this.advisor.describe(cell));
    this.rival = new Rival(this);
    this.stepper = new Stepper(this);
    const stopped = () => this.#show();
    this.playback = new Playback(this.desk.box.element, { moved: (count) => this.#playOn(count), stopped });
    this.said = make("div.said", { role: "status" });
    const title = t("The position of the game");
    const analyse = button(t("Analyse this position"), () => shell.go("analyse", { position: this.#position(), title }));
    const hints = toggle(t("Hints"), true, (on) => {
      this.hints = on;
      this.#show();
    });
    this.ghost = button(t("Race against it"), () => this.#race(), { hidden: true });
    this.mistakes = button(t("Train the missed cells"), () => shell.go("train", { mistakes: this.#risks() }), { hidden: true });
    this.work = make(
      "div.work",
      { hidden: true },
      make("div.pair", this.desk.element, this.rival.desk.element),
      this.stepper.element,
      this.playback.element,
      this.said,
      make("div.buttons", hints, analyse, this.ghost, this.mistakes, this.desk.zoom),
    );
    const words = make("div.words", { "aria-live": "polite" });
    this.advisor = new Advisor(shell, words, repaint);
    this.why = new WhyCard(shell, repaint);
    this.summary = new SummaryCard();
    this.pace = new PaceCard(this);
    this.moves = new MoveList(this);
    this.files = new GameFiles(this);
    const figure = make("div");
    this.graph = new Graph(figure, (count) => this.go(count));
    const chances = card(t("Chances"), "review-graph", figure, graphKey());
    const engine = card(t("What the engine says"), "review-engine", words, legend());
    this.cards = [this.summary.element, this.pace.element, chances, this.moves.element, engine, this.rival.element];
    for (const one of this.cards) one.hidden = true;
    const invitation = t(
      "Play a game and choose “Review the game” at its end, or open one here: a recorded game, a replay of another program, or the bot’s logs/run.log.",
    );
    this.empty = card(t("Review a game"), "review-empty", invitation);
    host.append(this.empty, this.work, make("div.cards", this.why.element, ...this.cards, this.files.element, helpCard()));
  }

  #position() {
    return { ...this.replay.position(this.at), trustFlags: false };
  }

  #show() {
    const { replay, at } = this;
    if (!replay) return;
    const position = this.#position();
    const over = at === replay.length;
    this.desk.show(position, t("Board after {at} of {moves} moves", { at, moves: replay.length }), this.#symbols(position, over));
    this.rival.go(at);
    this.stepper.show(at, replay.length);
    this.moves.point(at);
    this.graph.point(at);
    // While a game is played by itself nothing is said of single moves: they would not be read, or heard.
    if (this.playback.running) this.said.replaceChildren();
    else this.#tell();
    if (this.playback.running) this.advisor.stop();
    else if (this.hints && !over && !replay.record.solution) this.advisor.follow(position);
    else {
      this.advisor.stop();
      if (over) this.advisor.tell(ENDS[replay.stage]);
    }
    this.#repaint();
  }

  // At the end of a lost game its mines are shown.
  #symbols({ cells }, over) {
    const { key } = this.replay.record;
    const lost = over && this.replay.stage === "lost";
    return (cell) => {
      const code = cells[cell];
      if (code === MINE) return "X";
      if (lost && code === FLAG && isOpenCode(key[cell])) return "W";
      return lost && code > FLAG && key[cell] === MINE ? "*" : symbolOf(code);
    };
  }

  #tell() {
    const { replay, at, grades } = this;
    const step = replay.steps[at];
    if (!step) return this.said.replaceChildren(make("p", ENDS[replay.stage]));
    const grade = grades[at];
    const name = make("strong", `${t("Move {move}: {what}.", { move: at + 1, what: moveName(replay, step) })} `);
    const judged = grade ? verdict(replay, step, grade) : t("The engine is still at work on this move.");
    this.said.replaceChildren(make("p", name, replay.record.solution ? null : judged));
    if (grade?.kind !== "risk") return undefined;
    const [safe] = grade.safe;
    return this.said.append(button(t("Why was {cell} safe?", { cell: cellName(replay.record, safe) }), () => this.explain(safe)));
  }

  #repaint() {
    if (!this.replay) return;
    // Of a game that plays by itself only what was done is pointed out.
    const next = this.playback.running ? undefined : this.replay.steps[this.at]?.move.cell;
    const last = this.replay.steps[this.at - 1]?.move.cell;
    this.desk.box.mark(
      (cell) => {
        const outline = cell === next ? { outline: "target" } : cell === last ? { outline: "last" } : null;
        return this.why.over(cell, this.advisor.mark(cell), outline);
      },
      this.why.element.hidden ? this.advisor.label : null,
      this.why.cells,
    );
  }

  async #grade() {
    const number = ++this.grading;
    const { replay } = this;
    let shown = 0;
    try {
      const { EngineClient } = await import("../engine/client.js");
      this.engine ??= new EngineClient();
      for await (const grade of gradeSteps(replay, this.engine)) {
        if (number !== this.grading) return;
        this.grades.push(grade);
        if (performance.now() - shown < PAUSE) continue;
        this.#showGrades();
        shown = performance.now();
      }
    } catch (error) {
      if (number === this.grading && error.name !== "Cancelled") this.summary.fail(error.message);
      return;
    }
    this.#showGrades();
    this.mistakes.hidden = !this.#risks().length;
    this.work.dataset.graded = String(replay.length);
    const { accuracy } = summarise(this.grades);
    if (this.game && accuracy !== null) this.shell.games.amend(this.game, { accuracy, scale: SCALE });
  }

  // The moves that took a risk where a cell was proven safe, as exercises of the mode Train.
  #risks() {
    const { replay } = this;
    return [...this.grades.keys()]
      .filter((n) => this.grades[n].kind === "risk")
      .map((n) => ({
        position: positionText(replay.position(n)),
        title: t("Move {move} of {game}: a cell was safe.", { move: n + 1, game: replay.record.title || t("a game of yours") }),
      }));
  }

  #showGrades() {
    const { grades, replay } = this;
    this.summary.show(grades, replay);
    this.graph.show(grades, replay.length);
    this.graph.point(this.at);
    this.moves.grade(grades);
    if (!this.playback.running) this.#tell();
  }

  #key(event) {
    if (!this.replay || isTyping(event)) return;
    if (event.key === ",") this.go(this.at - 1);
    else if (event.key === ".") this.go(this.at + 1);
    else if (event.key === "<") this.goToMistake(-1);
    else if (event.key === ">") this.goToMistake(1);
    else if (event.key === "p") this.playback.toggle();
  }
}

const ENDS = {
  won: t("The game was won."),
  lost: t("The game was lost."),
  cleared: t("A mine was hit; the rest of the board was cleared."),
  unfinished: t("The game was not finished."),
};

function graphKey() {
  const item = (kind, words) => make("li", make("span", { class: `key ${kind}`, "aria-hidden": "true" }), words);
  return make(
    "ul.legend",
    item("survival", t("chance to have come so far")),
    item("win", t("chance to win with best play, where it is known")),
  );
}
