// Games: all games of this browser, to be looked at again, gone on with or played again.

import { fixed, many, t, when } from "../app/language.js";
import { button, card, choice, make, offer, signed } from "../app/element.js";
import { fileButton } from "../app/files.js";
import { takeDrops } from "../app/drops.js";
import { roundPercent } from "../review/describe.js";
import { levelName, parseLevel } from "../app/settings.js";
import { mostIn, topologyLoaded } from "../game/topology.js";
import { percent, secondsText } from "../app/words.js";
import { Layout } from "../play/layout.js";
import { recordOf } from "../play/recording.js";
import { Round } from "../play/round.js";
import { turnLevel } from "../play/turning.js";
import { accuracyOf, AccuracyWorker } from "./accuracy.js";
import { MEASURES, TimeGraph } from "./timegraph.js";
import { takeRow } from "./taken.js";
import { saveCsv, saveFile, takeFile } from "./transfer.js";

// Games that are listed at once.
const PAGE = 25;
const NONE = "–";
const COLUMNS = [t("Level"), t("Result"), t("Time"), "3BV", "3BV/s", t("Efficiency"), t("Accuracy")];
const RESULTS = { all: t("all games"), won: t("won"), lost: t("lost"), open: t("not finished") };

export const mount = (host, shell) => new History(host, shell);

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
    const list = (shown) => {
      this.shown = shown;
      this.#list();
      this.accuracy.start(this.listed.slice(0, shown));
    };
    this.level = choice({}, () => list(PAGE), { id: "games-level" });
    this.result = choice(RESULTS, () => list(PAGE), { id: "games-result" });
    const measures = Object.entries(MEASURES).map(([name, { title }]) => [name, title]);
    this.measure = choice(measures, () => this.#draw(), { id: "games-measure" });
    const field = (text, select) => make("label", make("span", text), select);
    this.said = make("p", { role: "status" });
    const unkept = make("p.bad", { role: "status" });
    const stored = t(
      "They are stored in this browser only. Save them to a file to take them to another one, or to be safe; loading adds what is not here already.",
    );
    const where = make("p", stored);
    this.shell.games.tellTrouble((text) => {
      unkept.textContent = text;
      where.textContent = text || stored;
    });
    this.graph = new TimeGraph((game) => this.#review(game));
    this.rows = make("tbody");
    const heads = [t("Date"), ...COLUMNS, make("span.sr", t("What to do"))].map((head) => make("th", { scope: "col" }, head));
    this.table = make("table.games", make("caption.sr", t("All games, the latest first")), make("thead", make("tr", ...heads)), this.rows);
    this.more = button(t("Show more"), () => list(this.shown + PAGE));
    const take = (file) => this.#take(file);
    takeDrops(() => this.host.checkVisibility(), take);
    this.host.append(
      card(
        t("All games"),
        "games-list",
        make("div.games-choice", field(t("Level"), this.level), field(t("Result"), this.result)),
        unkept,
        this.said,
        this.table,
        this.more,
      ),
      make(
        "div.games-side",
        card(t("Over time"), "games-graph", field(t("Show"), this.measure), this.graph.element),
        card(
          t("Keep your games"),
          "games-files",
          where,
          make(
            "div.buttons",
            button(t("Save to a file"), () => saveFile(this.shell.games)),
            button(t("Statistics as CSV"), () => saveCsv(this.shell.games)),
            fileButton(t("Load…"), ".json", take),
          ),
          ...[takeRow(this.shell.games, (text) => (this.said.textContent = text))].filter(Boolean),
        ),
      ),
    );
  }

  #offerLevels() {
    const chosen = this.level.value;
    const names = [...new Set(this.games.map(({ name }) => name))];
    const size = (name) => parseLevel(name).rows * parseLevel(name).cols;
    names.sort((a, b) => size(a) - size(b));
    offer(this.level, [["", t("all levels")], ...names.map((name) => [name, levelName(name)])]);
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
    const none = this.games.length
      ? t("No game is like that.")
      : this.shell.games.trouble
        ? ""
        : t("Every game that you play is kept here, with all its moves.");
    const count = this.listed.length ? many(this.listed.length, "{n} game[s], {won} won.", { won }) : none;
    const broken = damaged.length ? many(damaged.length, "{n} game[s] [is|are] damaged.") : "";
    this.said.textContent = [count, broken].filter(Boolean).join(" ");
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
    const { begun, name, noguess, stage, elapsed, threeBV, clicks, repeated, undone, hits, hinted } = game;
    const accuracy = accuracyOf(game);
    const over = isOver(stage);
    const won = stage === "won";
    const date = make("time", { datetime: new Date(begun).toISOString() }, whenText(begun));
    const kind = [noguess && t("no guess"), repeated && t("chosen board"), (undone || hits || hinted) && t("with help")]
      .filter(Boolean)
      .join(", ");
    const acts = over
      ? [
          mostIn(game.level) === 1 && button(t("Review"), () => this.#review(game)),
          game.board && button(t("Play again"), () => this.shell.go("play", { again: game })),
        ]
      : [button(t("Go on"), () => this.shell.go("play", { resume: game.id }))];
    acts.push(signed("✕", t("Delete the game of {time}", { time: whenText(begun) }), () => this.#remove(game), t("Delete")));
    const values = [
      make("span", levelName(name), kind && make("small", ` ${kind}`)),
      over ? RESULTS[stage] : RESULTS.open,
      secondsText(elapsed / 1000, over ? 3 : 0),
      threeBV ?? NONE,
      won ? fixed((1000 * threeBV) / elapsed, 2) : NONE,
      won ? percent(threeBV / clicks, 0) : NONE,
      accuracy === null ? NONE : roundPercent(accuracy),
    ];
    const first = make("th", { scope: "row", "data-label": t("Date") }, date);
    const cells = values.map((value, column) => make("td", { "data-label": COLUMNS[column] }, value));
    return make("tr", { "data-stage": over ? stage : "open" }, first, ...cells, make("td.acts", ...acts.filter(Boolean)));
  }

  #damagedRow({ id, trouble }) {
    const remove = async () => {
      if (confirm(t("Delete this damaged game?"))) await this.shell.games.remove(id);
    };
    return make(
      "tr",
      { "data-stage": "damaged" },
      make("th", { scope: "row", "data-label": t("Date") }, t("Damaged")),
      make("td", { colspan: 6, "data-label": t("Why") }, t("This game cannot be read: {trouble}.", { trouble })),
      make("td.acts", signed("✕", t("Delete this damaged game"), remove, t("Delete"))),
    );
  }

  async #roundOf(id) {
    const kept = await this.shell.games.load(id);
    if (!kept) return null;
    const { level } = kept.header;
    await topologyLoaded(level);
    return Round.restored(kept.header, kept.events, 0, Layout.upright(level) && this.shell.settings.upright ? turnLevel(level) : level);
  }

  async #review({ id }) {
    try {
      const round = await this.#roundOf(id);
      if (round) this.shell.go("review", { records: [recordOf(round.log)], game: id });
    } catch (error) {
      this.said.textContent = t("This game cannot be reviewed: {message}.", { message: error.message });
    }
  }

  async #remove({ id, begun }) {
    if (!confirm(t("Delete the game of {time}, also from the statistics?", { time: whenText(begun) }))) return;
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

const WITH_YEAR = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });
const THIS_YEAR = /** @type {const} */ ({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

function whenText(time) {
  const date = new Date(time);
  return when(time, date.getFullYear() === new Date().getFullYear() ? THIS_YEAR : WITH_YEAR);
}
