// Games: all games of this browser, to be looked at again, gone on with or played again.

import { button, card, make } from "../app/element.js";
import { fileButton } from "../app/files.js";
import { takeDrops } from "../app/drops.js";
import { roundPercent } from "../review/describe.js";
import { levelName, parseLevel } from "../app/settings.js";
import { many } from "../app/words.js";
import { Layout } from "../play/layout.js";
import { recordOf } from "../play/recording.js";
import { Round } from "../play/round.js";
import { turnLevel } from "../play/turning.js";
import { accuracyOf, AccuracyWorker } from "./accuracy.js";
import { MEASURES, TimeGraph } from "./timegraph.js";
import { saveFile, takeFile } from "./transfer.js";

// Games that are listed at once.
const PAGE = 25;
const NONE = "–";
const RESULTS = { all: "all games", won: "won", lost: "lost", open: "not finished" };

// A mode, see app/modes.js.
export function mount(host, shell) {
  return new History(host, shell);
}

class History {
  constructor(host, shell) {
    this.shell = shell;
    this.host = host;
    this.games = [];
    this.damaged = [];
    this.shown = PAGE;
    this.accuracy = new AccuracyWorker(shell.games, (id) => this.#roundOf(id));
    this.#build();
    shell.games.listen(() => host.checkVisibility() && this.#load());
  }

  async show() {
    await this.#load();
    this.accuracy.start(this.listed.slice(0, this.shown));
  }

  hide() {
    this.accuracy.stop();
  }

  async #load() {
    const { games, damaged } = await this.shell.games.all();
    this.games = games.reverse();
    this.damaged = damaged;
    this.#offerLevels();
    this.#list();
  }

  #build() {
    const choose = () => {
      this.shown = PAGE;
      this.#list();
      this.accuracy.start(this.listed.slice(0, this.shown));
    };
    this.level = make("select", { id: "games-level", onchange: choose });
    this.result = make("select", { id: "games-result", onchange: choose });
    this.result.append(...Object.entries(RESULTS).map(([value, text]) => make("option", { value }, text)));
    this.measure = make("select", { id: "games-measure", onchange: () => this.#draw() });
    this.measure.append(...Object.entries(MEASURES).map(([value, { title }]) => make("option", { value }, title)));
    const field = (text, select) => make("label", {}, make("span", {}, text), select);
    this.said = make("p", { role: "status" });
    this.graph = new TimeGraph((game) => this.#review(game));
    this.rows = make("tbody", {});
    const heads = ["Date", "Level", "Result", "Time", "3BV", "3BV/s", "Efficiency", "Accuracy"].map((text) =>
      make("th", { scope: "col" }, text),
    );
    heads.push(make("th", { scope: "col" }, make("span", { class: "sr" }, "What to do")));
    this.table = make(
      "table",
      { class: "games" },
      make("caption", { class: "sr" }, "All games, the latest first"),
      make("thead", {}, make("tr", {}, ...heads)),
      this.rows,
    );
    this.more = button("Show more", () => {
      this.shown += PAGE;
      this.#list();
      this.accuracy.start(this.listed.slice(0, this.shown));
    });
    const take = (file) => this.#take(file);
    takeDrops(() => this.host.checkVisibility(), take);
    this.host.append(
      card(
        "All games",
        "games-list",
        make("div", { class: "games-choice" }, field("Level", this.level), field("Result", this.result)),
        this.said,
        this.table,
        this.more,
      ),
      make(
        "div",
        { class: "games-side" },
        card("Over time", "games-graph", field("Show", this.measure), this.graph.element),
        card(
          "Keep your games",
          "games-files",
          make(
            "p",
            {},
            "They are stored in this browser only. Save them to a file to take them to another one, or to be safe; loading adds what is not here already.",
          ),
          make(
            "div",
            { class: "buttons" },
            button("Save to a file", () => saveFile(this.shell.games)),
            fileButton("Load…", ".json", take),
          ),
        ),
      ),
    );
  }

  #offerLevels() {
    const chosen = this.level.value;
    const names = [...new Set(this.games.map(({ name }) => name))];
    const size = (name) => parseLevel(name).rows * parseLevel(name).cols;
    names.sort((a, b) => size(a) - size(b));
    this.level.replaceChildren(
      make("option", { value: "" }, "all levels"),
      ...names.map((name) => make("option", { value: name }, levelName(name))),
    );
    this.level.value = names.includes(chosen) ? chosen : "";
  }

  #list() {
    const level = this.level.value;
    const result = this.result.value;
    const isOf = ({ stage }) => result === "all" || (result === "open" ? !isOver(stage) : stage === result);
    this.listed = this.games.filter((game) => (!level || game.name === level) && isOf(game));
    const damaged = level || result !== "all" ? [] : this.damaged.map((one) => this.#damagedRow(one));
    this.rows.replaceChildren(...damaged, ...this.listed.slice(0, this.shown).map((game) => this.#row(game)));
    this.table.hidden = !this.rows.children.length;
    this.more.hidden = this.listed.length <= this.shown;
    const won = this.listed.filter(({ stage }) => stage === "won").length;
    const none = this.games.length ? "No game is like that." : "Every game that you play is kept here, with all its moves.";
    const count = this.listed.length ? `${many(this.listed.length, "game")}, ${won} won.` : none;
    const broken = damaged.length ? `${many(damaged.length, "game is", "games are")} damaged.` : "";
    this.said.textContent = [count, broken, this.shell.games.trouble].filter(Boolean).join(" ");
    this.#draw();
  }

  #draw() {
    // Levels are not to be compared: of all of them the graph shows one.
    const won = this.listed.filter(({ stage }) => stage === "won");
    const { level } = this.shell.settings;
    const name = this.level.value || (won.some((game) => game.name === level) ? level : won[0]?.name);
    this.graph.show(
      won.filter((game) => game.name === name),
      this.measure.value,
      name && levelName(name),
    );
  }

  #row(game) {
    const { begun, name, noguess, stage, elapsed, threeBV, clicks, repeated } = game;
    const accuracy = accuracyOf(game);
    const over = isOver(stage);
    const won = stage === "won";
    const cell = (label, text) => make("td", { "data-label": label }, text);
    const date = make("time", { datetime: new Date(begun).toISOString() }, whenText(begun));
    const kind = [noguess && "no guess", repeated && "chosen board", helpOf(game)].filter(Boolean).join(", ");
    const acts = over
      ? [button("Review", () => this.#review(game)), game.board && button("Play again", () => this.shell.go("play", { again: game }))]
      : [button("Go on", () => this.shell.go("play", { resume: game.id }))];
    acts.push(button("✕", () => this.#remove(game), { "aria-label": `Delete the game of ${whenText(begun)}`, title: "Delete" }));
    return make(
      "tr",
      { "data-stage": over ? stage : "open" },
      make("th", { scope: "row", "data-label": "Date" }, date),
      cell("Level", make("span", {}, levelName(name), kind && make("small", {}, ` ${kind}`))),
      cell("Result", over ? (won ? "won" : "lost") : "not finished"),
      cell("Time", `${(elapsed / 1000).toFixed(over ? 2 : 0)} s`),
      cell("3BV", threeBV ?? NONE),
      cell("3BV/s", won ? ((1000 * threeBV) / elapsed).toFixed(2) : NONE),
      cell("Efficiency", won ? `${Math.round((100 * threeBV) / clicks)} %` : NONE),
      cell("Accuracy", accuracy === null ? NONE : roundPercent(accuracy)),
      make("td", { class: "acts" }, ...acts.filter(Boolean)),
    );
  }

  // A game that cannot be shown; it hides no other, and goes alone.
  #damagedRow({ id, trouble }) {
    const remove = async () => {
      if (confirm("Delete this damaged game?")) await this.shell.games.remove(id);
    };
    return make(
      "tr",
      { "data-stage": "damaged" },
      make("th", { scope: "row", "data-label": "Date" }, "Damaged"),
      make("td", { colspan: 6, "data-label": "Why" }, `This game cannot be read: ${trouble}.`),
      make("td", { class: "acts" }, button("✕", remove, { "aria-label": "Delete this damaged game", title: "Delete" })),
    );
  }

  async #roundOf(id) {
    const kept = await this.shell.games.load(id);
    if (!kept) return null;
    const { level } = kept.header;
    return Round.restored(kept.header, kept.events, 0, Layout.upright(level) && this.shell.settings.upright ? turnLevel(level) : level);
  }

  async #review({ id }) {
    try {
      const round = await this.#roundOf(id);
      if (round) this.shell.go("review", { records: [recordOf(round.log)], game: id });
    } catch (error) {
      this.said.textContent = `This game cannot be reviewed: ${error.message}.`;
    }
  }

  async #remove({ id, begun }) {
    if (!confirm(`Delete the game of ${whenText(begun)}, also from the statistics?`)) return;
    await this.shell.games.remove(id);
  }

  async #take(file) {
    try {
      this.said.textContent = await takeFile(this.shell.games, await file.text());
    } catch (error) {
      this.said.textContent = error.message;
    }
  }
}

const isOver = (stage) => stage === "won" || stage === "lost";

const WITH_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const THIS_YEAR = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

function whenText(time) {
  const date = new Date(time);
  return (date.getFullYear() === new Date().getFullYear() ? THIS_YEAR : WITH_YEAR).format(date);
}

function helpOf({ undone, hits, hinted }) {
  return undone || hits || hinted ? "with help" : "";
}
