// Follows a bot's games live: what it sees and how surely, its plan, its clicks, and why.
//
// A turn is an event "turn" of mwagent/player/records/live.py.

import { many, t } from "../app/language.js";
import { button, choice, labelled, make, paragraphs } from "../app/element.js";
import { capitalised, percent, secondsText } from "../app/words.js";
import { placeOf } from "../game/topology.js";
import { positionOf } from "./answers.js";
import { marksFor } from "./botmarks.js";
import { Follower } from "./follower.js";
import { thoughtWords } from "./thought.js";

const LAYERS = { plan: t("Chances and clicks"), sight: t("How surely each cell was read"), board: t("The board alone") };
const WHERE = {
  demo: t("on the practice page"),
  browser: t("in a browser tab"),
  screen: t("on the screen"),
  virtual: t("on a virtual board"),
};
const REPLAY_MS = 500;

export class BotShow extends Follower {
  constructor(host, shell) {
    super(host, shell);
    this.session = null;
    this.turns = [];
    this.results = new Map(); // by the number of the game
    this.at = -1;
    this.live = true;
    this.layer = "plan";
    this.#build();
    this.follow(["session", "turn", "result"], t("The bot does not answer. It is asked again…"));
  }

  take(kind, data) {
    if (kind === "session") this.session = data;
    else if (kind === "turn") this.turns.push(data);
    else this.results.set(data.game, data);
  }

  hide() {
    this.#stopReplay();
  }

  get turn() {
    return this.turns[this.at];
  }

  // The result of the game that is shown, if this is its last turn and it has ended.
  get result() {
    const { game } = this.turn;
    return this.turns[this.at + 1]?.game !== game ? this.results.get(game) : undefined;
  }

  #go(at) {
    this.#stopReplay();
    this.#show(at);
  }

  #show(at) {
    const last = this.turns.length - 1;
    this.at = Math.max(0, Math.min(last, at));
    this.live = this.at === last && !this.end;
    this.paint();
  }

  // Play what happened again, slowly: most games are over in a moment.
  #replay() {
    if (this.replaying) return this.#stopReplay();
    const ofGame = ({ game }) => game === this.turn?.game;
    const last = this.turns.findLastIndex(ofGame);
    if (this.at === last) this.#show(this.turns.findIndex(ofGame));
    this.replaying = setInterval(() => {
      this.#show(this.at + 1);
      if (this.at >= last) this.#stopReplay();
    }, REPLAY_MS);
    this.replayButton.textContent = t("Stop");
  }

  #stopReplay() {
    clearInterval(this.replaying);
    this.replaying = null;
    this.replayButton.textContent = t("Replay the game");
  }

  #build() {
    this.turnName = make("h3");
    this.said = make("div.said");
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Turn") });
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    const layers = choice(LAYERS, (layer) => {
      this.layer = layer;
      this.paint();
    });
    this.replayButton = button(t("Replay the game"), () => this.#replay());
    this.liveButton = button(t("Follow live"), () => this.#go(this.turns.length - 1));
    const ask = button(t("Ask about this position"), () => this.shell.go("analyse", { position: this.#position() }));
    this.games = make("ol.games");
    this.waiting.textContent = t("The bot is looking for a board. What it sees will be shown here.");
    const back = button("‹", () => this.#go(this.at - 1), { "aria-label": t("Previous turn") });
    const on = button("›", () => this.#go(this.at + 1), { "aria-label": t("Next turn") });
    this.side.append(
      make(
        "section.card",
        make("h2", t("The bot plays")),
        this.state,
        make("div.steps", back, this.slider, on),
        make("div.buttons", this.replayButton, this.liveButton, ask),
        labelled(t("Shown"), layers),
        this.turnName,
        this.said,
        make("p.soft", t("Choose a hidden cell to be told why it is safe, a mine, or neither.")),
      ),
      this.why.element,
      make("section.card", make("h2", t("Games")), this.games),
    );
  }

  #position() {
    return positionOf(this.turn.board, this.turn.mines);
  }

  paint() {
    if (this.live) this.at = this.turns.length - 1;
    this.#paintState();
    const { turn, turns } = this;
    this.side.classList.toggle("empty", !turn);
    if (!turn) return;
    this.showBoard(turn.cells, t("What the bot sees"));
    if (turn !== this.explained) this.why.forget();
    this.mark();
    Object.assign(this.slider, { max: turns.length - 1, value: this.at });
    this.slider.setAttribute("aria-valuetext", t("game {game}, turn {turn}", turn));
    this.liveButton.hidden = this.end !== null;
    this.liveButton.setAttribute("aria-pressed", String(this.live));
    this.turnName.textContent = t("Game {game}, turn {turn}", turn);
    this.said.replaceChildren(...wordsOf(turn, this.result));
    this.games.replaceChildren(...[...this.results.values()].map((result) => make("li", resultWords(result))));
  }

  // Why a cell is safe, or a mine, or neither, in the turn that is shown.
  explain(cell) {
    this.explained = this.turn;
    this.live = false;
    this.box.moveCursor(cell);
    this.why.explain(this.#position(), cell);
    this.paint();
  }

  mark() {
    const marks = marksFor(this.turn, this.layer);
    this.box.mark((cell) => this.why.over(cell, marks(cell)));
  }

  #paintState() {
    const { session, end } = this;
    if (!session) return;
    const options = Object.entries(session.options).map(([name, value]) => `${name}=${value}`);
    const player = [session.solver, ...options].join(" ");
    if (!end) {
      this.state.textContent = t("Solver {player}, {where}.", { player, where: WHERE[session.where] });
      return;
    }
    const over = many(end.played, "The session is over: {won} of {n} game[s] won by {player}.", { won: end.won, player });
    this.state.textContent = end.message ? `${over} ${capitalised(end.message)}.` : over;
    if (!this.turns.length) this.waiting.textContent = t("No game was played.");
  }

  describe(cell) {
    const { cells, chance, confidence, clicks } = this.turn;
    const [row, col] = placeOf({ cols: cells[0].length }, cell);
    const [share, sure] = [chance, confidence].map((rows) => rows?.[row][col]);
    const click = clicks.findIndex(([r, c]) => r === row && c === col) + 1;
    const words = [
      Number.isFinite(share) && t("{share} mine", { share: percent(share) }),
      Number.isFinite(sure) && t("read with confidence {share}", { share: percent(sure) }),
      click && t("click {click}", { click }),
    ];
    return words.filter(Boolean).join(", ");
  }
}

const CLICKS = {
  left: (count) => many(count, "{n} opening[s]"),
  right: (count) => many(count, "{n} flag[s]"),
  chord: (count) => many(count, "{n} chord[s]"),
};

// What happened in a turn, and why, as elements.
function wordsOf(turn, result) {
  const unsure = turn.cells.join("").split("~").length - 1;
  const why = turn.why === undefined ? paragraphs([result ? resultWords(result) : t("The game is over.")]) : thoughtWords(thoughtOf(turn));
  return [
    ...why,
    ...paragraphs([
      turn.clicks.length && t("Clicks: {clicks}.", { clicks: clickWords(turn.clicks) }),
      unsure && many(unsure, "{n} cell[s] [was|were] not understood."),
    ]),
  ];
}

function thoughtOf({ stage, clicks, best, chance, safe, mines_proven: mines, why, win, candidates }) {
  const place = best ?? clicks[0];
  return {
    fresh: stage === "waiting",
    place,
    chance: chance[place?.[0]]?.[place?.[1]],
    safe: safe.length,
    mines: mines.length,
    why,
    win,
    candidates: candidates.map(([row, col, mine, score, bound]) => ({ cell: [row, col], mine, score, bound })),
  };
}

function clickWords(clicks) {
  const kinds = Object.entries(CLICKS).map(([button, said]) => {
    const count = clicks.filter(([, , how]) => how === button).length;
    return count && said(count);
  });
  return kinds.filter(Boolean).join(", ");
}

function resultWords({ stage, seconds, clicks, guesses, bbbv }) {
  const facts = [secondsText(seconds, 2), many(clicks, "{n} click[s]"), many(guesses, "{n} [guess|guesses]")];
  if (bbbv) facts.push(`3BV ${bbbv}`);
  return `${stage === "won" ? t("Won") : t("Lost")}: ${facts.join(", ")}.`;
}
