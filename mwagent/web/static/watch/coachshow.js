// The coach: follows somebody who plays elsewhere. By default it keeps silent during a game and
// speaks after it; when asked it explains one cell, or shows everything.
//
// The events are those of mwagent/coach/page.py; a "sight" is a board.

import { many, t } from "../app/language.js";
import { button, card, make, paragraphs } from "../app/element.js";
import { listWatched, watchedGame } from "../app/python.js";
import { isTyping } from "../app/keys.js";
import { capitalised, placeName, secondsText } from "../app/words.js";
import { HIDDEN } from "../formats/position.js";
import { cellAt, kingsMoves, placeOf } from "../game/topology.js";
import { recordOfWatched } from "../game/watched.js";
import { Advisor } from "../hints/advisor.js";
import { positionOf } from "./answers.js";
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
const DOUBTS = { cell: t("or a cell that opened with it"), kind: t("or by a chord"), order: t("at the same moment as others") };

export class CoachShow extends Follower {
  constructor(host, shell) {
    super(host, shell);
    this.session = null;
    this.sight = null; // the last board
    this.before = null; // the one before it, of the same round
    this.moves = []; // of this round
    this.way = "after";
    this.#build();
    window.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() === "w" && this.desk.checkVisibility() && !isTyping(event)) this.#ask();
    });
    this.follow(["session", "sight", "trouble"], t("The coach does not answer. It is asked again…"));
  }

  take(kind, data) {
    if (kind === "session") this.session = data;
    else if (kind === "trouble") this.#warn(data);
    else this.#see(data);
  }

  #see(sight) {
    const same = this.sight?.round === sight.round;
    this.before = same ? this.sight : null;
    if (!same) this.moves = [];
    this.moves.push(...sight.told);
    this.sight = sight;
    this.news = true;
  }

  #warn({ kind, sentence: why }) {
    this.trouble.hidden = kind === "none";
    this.trouble.textContent = kind === "none" ? "" : `${capitalised(why)}.`;
  }

  get over() {
    return ["won", "lost"].includes(this.sight?.stage);
  }

  show() {
    super.show();
    this.#list();
  }

  #build() {
    this.waiting.textContent = t("The coach is looking for a board. Play wherever you like: what it sees will be shown here.");
    this.trouble = make("p.bad", { role: "alert", hidden: true });
    this.about = make("p.soft");
    const ways = Object.entries(WAYS).map(([way, [name]]) => {
      const checked = way === this.way;
      return make(
        "label",
        make("input", { type: "radio", name: "coach-way", value: way, checked, onchange: () => this.#choose(way) }),
        name,
      );
    });
    this.whyButton = button(`${t("Why?")} (W)`, () => this.#ask(), { class: "main" });
    this.words = make("div", { "aria-live": "polite" });
    this.list = make("ol.moves");
    this.after = make("div.after");
    this.games = make("ul.games");
    this.movesCard = card(t("Moves"), "coach-moves", this.list);
    this.movesCard.hidden = true;
    this.advisor = new Advisor(this.shell, this.words, () => this.mark());
    this.side.append(
      card(
        t("The coach"),
        "coach",
        this.state,
        this.trouble,
        make("div.ways", { role: "radiogroup", "aria-label": t("When the coach speaks") }, ...ways),
        this.about,
        make("p.soft", FAIR),
        make("div.buttons", this.whyButton),
        this.words,
        this.after,
      ),
      this.why.element,
      this.movesCard,
      card(t("Games watched"), "coach-games", this.games),
    );
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
    const { sight, moves } = this;
    this.#paintState();
    if (!sight) return;
    this.showBoard(sight.cells, t("What the coach sees"));
    this.box.element.dataset.painted = String(sight.painted);
    this.box.element.dataset.shown = String(Date.now() / 1000);
    this.list.replaceChildren(...moves.slice(-MOVES_SHOWN).map((move) => make("li", moveWords(move))));
    this.movesCard.hidden = !moves.length;
    this.list.start = Math.max(1, moves.length - MOVES_SHOWN + 1);
    if (this.news) this.#speak();
    this.mark();
  }

  // What there is to say of a new board, in the chosen way.
  #speak() {
    this.news = false;
    const { sight, over } = this;
    if (this.explained && this.explained !== sight && !over) this.why.forget();
    if (this.way === "show" && !over) this.advisor.follow(positionOf(sight.cells, sight.mines));
    else this.advisor.stop();
    if (!over) this.after.replaceChildren();
    else if (this.summed !== sight) {
      this.summed = sight;
      this.#sumUp();
      this.#list();
    }
  }

  // After a game: how it ended, and whether safe cells were left.
  async #sumUp() {
    const { sight, before, moves } = this;
    const told = { time: secondsText(sight.seconds, 1) };
    const ended =
      sight.stage === "won"
        ? many(sight.moves, "The game was won: {n} move[s] in {time}.", told)
        : many(sight.moves, "The game was lost: {n} move[s] in {time}.", told);
    const review = button(t("Review the game"), () => this.#review(sight.game), { class: "main" });
    const show = (...more) => this.after.replaceChildren(...paragraphs([ended]), ...more, ...(sight.game ? [review] : []));
    show();
    if (sight.stage !== "lost" || !before || !moves.length) return;
    const position = positionOf(before.cells, before.mines);
    const answer = await this.#analyse(position);
    if (!answer || this.summed !== sight) return;
    const { safe } = answer;
    if (!safe.length) return show(...paragraphs([t("No cell was safe: it had to be a guess.")]));
    const cell = usefulCell(position, answer, moves.at(-1).cell);
    const why = button(t("Why was it safe?"), () => {
      this.explained = null;
      this.why.explain(position, cell);
    });
    const said = { place: placeName(placeOf(position, cell)) };
    const words = many(
      safe.length,
      "[{n} cell was safe before the last move: {place}.|{n} cells were safe before the last move, {place} for one.]",
      said,
    );
    show(...paragraphs([words]), why);
  }

  async #analyse(position) {
    try {
      const engine = await this.shell.engine();
      const answer = await engine.analyse({ ...position, seconds: 1 });
      return answer.trouble ? null : answer;
    } catch ({ name, message }) {
      if (name !== "Cancelled") this.words.replaceChildren(make("p.bad", t("No explanation: {message}.", { message })));
      return null;
    }
  }

  async #ask() {
    const { sight, moves } = this;
    if (!sight || this.way === "after") return;
    const position = positionOf(sight.cells, sight.mines);
    const answer = await this.#analyse(position);
    if (this.sight !== sight || !answer) return;
    const cell = usefulCell(position, answer, moves.at(-1)?.cell);
    if (cell === null) this.words.replaceChildren(...paragraphs([t("There is nothing to explain on this board.")]));
    else this.explain(cell);
  }

  describe(cell) {
    return this.advisor.describe(cell);
  }

  explain(cell) {
    if (this.way === "after" && !this.over) return;
    this.explained = this.sight;
    this.why.explain(positionOf(this.sight.cells, this.sight.mines), cell);
    this.mark();
  }

  mark() {
    const told = !this.why.element.hidden && this.explained === this.sight;
    this.box?.mark((cell) => (told ? this.why.over(cell, this.advisor.mark(cell)) : this.advisor.mark(cell)));
  }

  #paintState() {
    const { session, end, sight } = this;
    if (end !== null) this.state.textContent = end.message;
    else if (session) this.state.textContent = stateWords(session.source, sight);
  }

  async #list() {
    try {
      const games = await listWatched();
      const items = games.map(({ number, title }) =>
        make(
          "li",
          button(`${number}: ${title}`, () => this.#review(number)),
        ),
      );
      this.games.replaceChildren(...(items.length ? items : [make("li.soft", t("No game was watched yet."))]));
    } catch (error) {
      this.games.replaceChildren(make("li.bad", error.message));
    }
  }

  async #review(number) {
    try {
      this.shell.go("review", { records: [recordOfWatched(await watchedGame(number))] });
    } catch (error) {
      this.after.replaceChildren(make("p.bad", error.message));
    }
  }
}

// The cell that is worth explaining most: one that is safe, near the last move; else a mine that
// bears no flag; else the best guess. null where nothing is left to say. `answer` is the engine's.
function usefulCell(position, { safe, mines, best }, last) {
  const apart = (place) => (last ? kingsMoves(place, last) : 0);
  const unmarked = mines.filter((cell) => position.cells[cellAt(position, cell)] === HIDDEN);
  const [cell = best?.cell] = (safe.length ? safe : unmarked).toSorted((one, other) => apart(one) - apart(other));
  return cell ? cellAt(position, cell) : null;
}

function stateWords(source, sight) {
  if (!sight) return t("Watching {source}.", { source });
  const said = { source, size: `${sight.cells[0].length}×${sight.cells.length}` };
  if (sight.mines === null) return t("Watching {source}, a board of {size}.", said);
  return many(sight.mines, "Watching {source}, a board of {size} with {n} mine[s].", said);
}

function moveWords({ kind, cell, seconds, doubts }) {
  const unsure = doubts.length ? ` (${doubts.map((doubt) => DOUBTS[doubt]).join("; ")})` : "";
  return `${VERBS[kind]({ time: secondsText(seconds, 2), place: placeName(cell) })}${unsure}`;
}
