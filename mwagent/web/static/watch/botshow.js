// Follows a bot's games live: what it sees and how surely, its plan, its clicks, and why.

import { many, t } from "../app/language.js";
import { button, make } from "../app/element.js";
import { percent, placeName, secondsText } from "../app/words.js";
import { BotGame, positionOf } from "./botgame.js";
import { marksFor } from "./botmarks.js";
import { candidateTable } from "./candidates.js";
import { Follower } from "./follower.js";

const LAYERS = { plan: t("Chances and clicks"), sight: t("How surely each cell was read"), board: t("The board alone") };
const REPLAY_MS = 500;

export class BotShow extends Follower {
  constructor(host, shell) {
    super(host, shell, new BotGame());
    this.at = -1;
    this.live = true;
    this.layer = "plan";
    this.#build();
    this.follow(["session", "turn", "result", "end"], t("The bot does not answer. It is asked again…"));
  }

  hide() {
    this.#stopReplay();
  }

  #go(at) {
    this.#stopReplay();
    this.#show(at);
  }

  #show(at) {
    const last = this.told.turns.length - 1;
    this.at = Math.max(0, Math.min(last, at));
    this.live = this.at === last && !this.told.end;
    this.paint();
  }

  // Play what happened again, slowly: most games are over in a moment.
  #replay() {
    if (this.replaying) return this.#stopReplay();
    const game = this.told.turns[this.at]?.game;
    const last = this.told.turns.findLastIndex((turn) => turn.game === game);
    if (this.at === last) this.#show(this.told.turns.findIndex((turn) => turn.game === game));
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

  // What it looks like

  #build() {
    this.turnName = make("h3", {});
    this.said = make("div", { class: "said" });
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0 });
    this.slider.setAttribute("aria-label", t("Turn"));
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    this.layers = make("select", {});
    this.layers.append(...Object.entries(LAYERS).map(([id, text]) => new Option(text, id)));
    this.layers.addEventListener("change", () => {
      this.layer = this.layers.value;
      this.paint();
    });
    this.replayButton = button(t("Replay the game"), () => this.#replay());
    this.liveButton = button(t("Follow live"), () => this.#go(this.told.turns.length - 1));
    this.askButton = button(t("Ask about this position"), () =>
      this.shell.go("analyse", { position: positionOf(this.told.turns[this.at]) }),
    );
    this.games = make("ol", { class: "games" });
    this.waiting.textContent = t("The bot is looking for a board. What it sees will be shown here.");
    const steps = make(
      "div",
      { class: "steps" },
      button("‹", () => this.#go(this.at - 1), { "aria-label": t("Previous turn") }),
      this.slider,
      button("›", () => this.#go(this.at + 1), { "aria-label": t("Next turn") }),
    );
    const card = make("section", { class: "card" });
    card.append(
      make("h2", {}, t("The bot plays")),
      this.state,
      steps,
      make("div", { class: "buttons" }, this.replayButton, this.liveButton, this.askButton),
      make("label", { class: "row" }, t("Shown"), this.layers),
      this.turnName,
      this.said,
      make("p", { class: "soft" }, t("Choose a hidden cell to be told why it is safe, a mine, or neither.")),
    );
    const results = make("section", { class: "card" }, make("h2", {}, t("Games")), this.games);
    this.side.append(card, this.why.element, results);
  }

  paint() {
    const { told } = this;
    if (this.live) this.at = told.turns.length - 1;
    this.#paintState();
    const turn = told.turns[this.at];
    this.side.classList.toggle("empty", !turn);
    if (!turn) return;
    this.showBoard(turn.cells, t("What the bot sees"));
    if (turn !== this.explained) this.why.forget();
    this.mark();
    Object.assign(this.slider, { max: told.turns.length - 1, value: this.at });
    this.slider.setAttribute("aria-valuetext", t("game {game}, turn {turn}", { game: turn.game, turn: turn.turn }));
    this.liveButton.hidden = told.end !== null;
    this.liveButton.setAttribute("aria-pressed", String(this.live));
    this.turnName.textContent = t("Game {game}, turn {turn}", { game: turn.game, turn: turn.turn });
    this.said.replaceChildren(...wordsOf(turn, told.resultAt(this.at)));
    this.games.replaceChildren(...[...told.results.values()].map((result) => make("li", {}, resultWords(result))));
  }

  // Why a cell is safe, or a mine, or neither, in the turn that is shown.
  explain(cell) {
    const turn = (this.explained = this.told.turns[this.at]);
    this.live = false;
    this.box.moveCursor(cell);
    this.why.explain({ ...positionOf(turn), trustFlags: false }, cell);
    this.paint();
  }

  mark() {
    const marks = marksFor(this.told.turns[this.at], this.layer);
    this.box.mark((cell) => this.why.over(cell, marks(cell)));
  }

  #paintState() {
    const { session, end } = this.told;
    if (!session) return;
    const where = {
      demo: t("on the practice page"),
      browser: t("in a browser tab"),
      screen: t("on the screen"),
      virtual: t("on a virtual board"),
    }[session.where];
    const options = Object.entries(session.options).map(([name, value]) => `${name}=${value}`);
    const player = [session.solver, ...options].join(" ");
    if (!end) this.state.textContent = t("Solver {player}, {where}.", { player, where });
    else {
      const message = end.message ? ` ${end.message[0].toUpperCase()}${end.message.slice(1)}.` : "";
      this.state.textContent = `${many(
        end.played,
        "The session is over: {won} of {n} game won by {player}.",
        "The session is over: {won} of {n} games won by {player}.",
        { won: end.won, player },
      )}${message}`;
    }
    if (end && !this.told.turns.length) this.waiting.textContent = t("No game was played.");
  }

  describe(cell) {
    const turn = this.told.turns[this.at];
    const cols = turn.cells[0].length;
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const chance = turn.chance?.[row][col];
    const sure = turn.confidence?.[row][col];
    const words = [
      Number.isFinite(chance) && t("{share} mine", { share: percent(chance) }),
      Number.isFinite(sure) && t("read with confidence {share}", { share: percent(sure) }),
    ];
    const click = turn.clicks.findIndex(([r, c]) => r === row && c === col);
    if (click >= 0) words.push(t("click {click}", { click: click + 1 }));
    return words.filter(Boolean).join(", ");
  }
}

const CLICKS = {
  left: (count) => many(count, "{n} opening", "{n} openings"),
  right: (count) => many(count, "{n} flag", "{n} flags"),
  chord: (count) => many(count, "{n} chord", "{n} chords"),
};

// What happened in a turn, and why, as elements.
function wordsOf(turn, result) {
  const paragraphs = [];
  const say = (text) => paragraphs.push(make("p", {}, text));
  const first = turn.stage === "waiting";
  if (turn.why === undefined) say(result ? resultWords(result) : t("The game is over."));
  else if (first) say(t("The first click of a game; nothing is known yet."));
  else if (turn.why === "proof")
    say(
      t("{safe}, {mines}.", {
        safe: many(turn.safe.length, "{n} cell is proven safe", "{n} cells are proven safe"),
        mines: many(turn.mines_proven.length, "{n} is a proven mine", "{n} are proven mines"),
      }),
    );
  else {
    const [row, col] = turn.best;
    const how =
      turn.why === "endgame" ? t("The rest of the game was searched to its end") : t("The candidates were judged by looking ahead");
    say(
      t("No cell is safe, so this is a guess. {how}: {place} is best, {share} mine.", {
        how,
        place: placeName(turn.best),
        share: percent(turn.chance[row][col]),
      }),
    );
    if (Number.isFinite(turn.win)) say(t("Chance to win from here: {share}.", { share: percent(turn.win) }));
    const candidates = turn.candidates.map(([r, c, mine, score, bound]) => ({ cell: [r, c], mine, score, bound }));
    if (candidates.length) paragraphs.push(candidateTable(candidates, turn.best));
  }
  if (turn.clicks.length) say(t("Clicks: {clicks}.", { clicks: clickWords(turn.clicks) }));
  const unsure = turn.cells.join("").split("~").length - 1;
  if (unsure) say(many(unsure, "{n} cell was not understood.", "{n} cells were not understood."));
  return paragraphs;
}

function clickWords(clicks) {
  const kinds = Object.entries(CLICKS).map(([button, said]) => {
    const count = clicks.filter(([, , how]) => how === button).length;
    return count && said(count);
  });
  return kinds.filter(Boolean).join(", ");
}

function resultWords({ stage, seconds, clicks, guesses, bbbv }) {
  const facts = [secondsText(seconds, 2), many(clicks, "{n} click", "{n} clicks"), many(guesses, "{n} guess", "{n} guesses")];
  if (bbbv) facts.push(`3BV ${bbbv}`);
  return `${stage === "won" ? t("Won") : t("Lost")}: ${facts.join(", ")}.`;
}
