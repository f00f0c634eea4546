// The coach: follows somebody who plays elsewhere. By default it keeps silent during a game and
// speaks after it; when asked it explains one cell, or shows everything.

import { many, t } from "../app/language.js";
import { button, card, make } from "../app/element.js";
import { listWatched, watchedGame } from "../app/python.js";
import { placeName, secondsText } from "../app/words.js";
import { recordOfWatched } from "../game/watched.js";
import { Advisor } from "../hints/advisor.js";
import { CoachGame, positionOf, usefulCell } from "./coachgame.js";
import { Follower } from "./follower.js";

const WAYS = {
  after: [t("After the game"), t("The coach is silent while you play, and speaks when the game is over.")],
  ask: [
    t("When I ask"),
    t("Press W, or tap “Why?” or a cell: you get a hint where to look first, then what it rests on, then the whole argument."),
  ],
  show: [t("Show everything"), t("The chances of all cells and the best move lie over the board.")],
};
const FAIR = t("Sites with rankings forbid any help during a game: leave it at “After the game” there.");
const MOVES_SHOWN = 8;
const VERBS = {
  open: (said) => t("{time}: opened {place}", said),
  chord: (said) => t("{time}: chorded {place}", said),
  flag: (said) => t("{time}: flag on {place}", said),
};
const DOUBTS = {
  cell: t("or a cell that opened with it"),
  kind: t("or by a chord"),
  order: t("at the same moment as others"),
};

export class CoachShow extends Follower {
  constructor(host, shell) {
    super(host, shell, new CoachGame());
    this.way = "after";
    this.#build();
    window.addEventListener("keydown", (event) => this.#key(event));
    this.follow(["session", "sight", "trouble", "end"], t("The coach does not answer. It is asked again…"));
  }

  show() {
    super.show();
    this.#list();
  }

  heard(kind) {
    if (kind === "sight") this.news = true;
  }

  #build() {
    this.waiting.textContent = t("The coach is looking for a board. Play wherever you like: what it sees will be shown here.");
    this.trouble = make("p", { class: "bad", role: "alert", hidden: true });
    this.about = make("p", { class: "soft" });
    const ways = make("div", { class: "ways", role: "radiogroup", "aria-label": t("When the coach speaks") });
    for (const [way, [name]] of Object.entries(WAYS)) {
      const input = make("input", {
        type: "radio",
        name: "coach-way",
        value: way,
        checked: way === this.way,
        onchange: () => this.#choose(way),
      });
      ways.append(make("label", {}, input, name));
    }
    this.whyButton = button(`${t("Why?")} (W)`, () => this.#ask(), { class: "main" });
    this.words = make("div", { "aria-live": "polite" });
    this.moves = make("ol", { class: "moves" });
    this.after = make("div", { class: "after" });
    const coach = card(
      t("The coach"),
      "coach",
      this.state,
      this.trouble,
      ways,
      this.about,
      make("p", { class: "soft" }, FAIR),
      make("div", { class: "buttons" }, this.whyButton),
      this.words,
      this.after,
    );
    this.movesCard = card(t("Moves"), "coach-moves", this.moves);
    this.movesCard.hidden = true;
    this.games = make("ul", { class: "games" });
    const games = card(t("Games watched"), "coach-games", this.games);
    this.advisor = new Advisor(this.shell, this.words, () => this.mark());
    this.side.append(coach, this.why.element, this.movesCard, games);
    this.#choose(this.way);
  }

  #choose(way) {
    this.way = way;
    this.about.textContent = WAYS[way][1];
    this.whyButton.hidden = way === "after";
    this.why.forget();
    this.news = true;
    this.paint();
  }

  paint() {
    const { told } = this;
    const { sight } = told;
    this.#paintState();
    if (!sight) return;
    this.showBoard(sight.cells, t("What the coach sees"));
    this.box.element.dataset.painted = String(sight.painted);
    this.box.element.dataset.shown = String(Date.now() / 1000);
    this.moves.replaceChildren(...told.moves.slice(-MOVES_SHOWN).map((move) => make("li", {}, moveWords(move))));
    this.movesCard.hidden = !told.moves.length;
    this.moves.start = Math.max(1, told.moves.length - MOVES_SHOWN + 1);
    if (this.news) this.#speak();
    this.mark();
  }

  // What there is to say of a new board, in the chosen way.
  #speak() {
    this.news = false;
    const { told } = this;
    if (this.explained && this.explained !== told.sight && !told.over) this.why.forget();
    if (this.way === "show" && !told.over) this.advisor.follow(positionOf(told.sight));
    else this.advisor.stop();
    if (!told.over) this.after.replaceChildren();
    else if (this.over !== told.sight) {
      this.over = told.sight;
      this.#sumUp();
      this.#list();
    }
  }

  // After a game: how it ended, and whether safe cells were left.
  async #sumUp() {
    const { sight, before, moves } = this.told;
    const won = sight.stage === "won";
    const told = { time: secondsText(sight.seconds, 1) };
    const review = button(t("Review the game"), () => this.#review(sight.game), { class: "main" });
    const words = make(
      "p",
      {},
      won
        ? many(sight.moves, "The game was won: {n} move in {time}.", "The game was won: {n} moves in {time}.", told)
        : many(sight.moves, "The game was lost: {n} move in {time}.", "The game was lost: {n} moves in {time}.", told),
    );
    this.after.replaceChildren(words, ...(sight.game ? [review] : []));
    if (sight.stage !== "lost" || !before || !moves.length) return;
    const position = positionOf(before);
    const answer = await this.#analyse(position);
    if (!answer || this.over !== sight) return;
    if (answer.safe.length) {
      const cell = usefulCell(position, answer, moves.at(-1).cell);
      const why = button(t("Why was it safe?"), () => {
        this.explained = null;
        this.why.explain(position, cell);
      });
      const place = [Math.floor(cell / position.cols), cell % position.cols];
      review.before(
        make(
          "p",
          {},
          many(
            answer.safe.length,
            "{n} cell was safe before the last move: {place}.",
            "{n} cells were safe before the last move, {place} for one.",
            { place: placeName(place) },
          ),
        ),
        why,
      );
    } else review.before(make("p", {}, t("No cell was safe: it had to be a guess.")));
  }

  async #analyse(position) {
    try {
      const engine = await this.shell.engine();
      const answer = await engine.analyse({ ...position, seconds: 1 });
      return answer.trouble ? null : answer;
    } catch (error) {
      if (error.name !== "Cancelled")
        this.words.replaceChildren(make("p", { class: "bad" }, t("No explanation: {message}.", { message: error.message })));
      return null;
    }
  }

  // Explain the cell that helps most.
  async #ask() {
    const { sight, moves } = this.told;
    if (!sight || this.way === "after") return;
    const position = positionOf(sight);
    const answer = await this.#analyse(position);
    if (this.told.sight !== sight) return;
    if (!answer) return;
    const cell = usefulCell(position, answer, moves.at(-1)?.cell);
    if (cell === null) this.words.replaceChildren(make("p", {}, t("There is nothing to explain on this board.")));
    else this.explain(cell);
  }

  describe(cell) {
    return this.advisor.describe(cell);
  }

  explain(cell) {
    if (this.way === "after" && !this.told.over) return;
    this.explained = this.told.sight;
    this.why.explain(positionOf(this.told.sight), cell);
    this.mark();
  }

  mark() {
    if (!this.box) return;
    const told = !this.why.element.hidden && this.explained === this.told.sight;
    this.box.mark((cell) => (told ? this.why.over(cell, this.advisor.mark(cell)) : this.advisor.mark(cell)));
  }

  #paintState() {
    const { session, trouble, end, sight } = this.told;
    this.trouble.hidden = !trouble;
    this.trouble.textContent = trouble ? `${trouble[0].toUpperCase()}${trouble.slice(1)}.` : "";
    if (end !== null) this.state.textContent = end;
    else if (session) {
      const { source } = session;
      const size = sight && `${sight.cells[0].length}×${sight.cells.length}`;
      if (!sight) this.state.textContent = t("Watching {source}.", { source });
      else if (sight.mines === null) this.state.textContent = t("Watching {source}, a board of {size}.", { source, size });
      else {
        this.state.textContent = many(
          sight.mines,
          "Watching {source}, a board of {size} with {n} mine.",
          "Watching {source}, a board of {size} with {n} mines.",
          { source, size },
        );
      }
    }
  }

  async #list() {
    let games;
    try {
      games = await listWatched();
    } catch (error) {
      this.games.replaceChildren(make("li", { class: "bad" }, error.message));
      return;
    }
    const items = games.map(({ number, title }) =>
      make(
        "li",
        {},
        button(`${number}: ${title}`, () => this.#review(number), { class: "plain" }),
      ),
    );
    this.games.replaceChildren(...(items.length ? items : [make("li", { class: "soft" }, t("No game was watched yet."))]));
  }

  async #review(number) {
    try {
      this.shell.go("review", { records: [recordOfWatched(await watchedGame(number))] });
    } catch (error) {
      this.after.replaceChildren(make("p", { class: "bad" }, error.message));
    }
  }

  #key(event) {
    if (event.key.toLowerCase() !== "w" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.desk.checkVisibility() || event.target.matches?.("input:not([type=radio]), select, textarea")) return;
    this.#ask();
  }
}

function moveWords({ kind, cell, seconds, doubts }) {
  const unsure = doubts.length ? ` (${doubts.map((doubt) => DOUBTS[doubt]).join("; ")})` : "";
  return `${VERBS[kind]({ time: secondsText(seconds, 2), place: placeName(cell) })}${unsure}`;
}
