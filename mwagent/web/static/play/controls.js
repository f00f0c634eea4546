// The buttons and fields around the board.

import { t } from "../app/language.js";
import { withLoaded } from "../app/late.js";
import { changeAddress, levelTrouble, onShape, parseLevel, shapeName, splitLevel } from "../app/settings.js";
import { meant } from "../app/keys.js";
import { SHAPES } from "../app/links.js";
import { byId, onClick } from "../app/element.js";
import { capitalised } from "../app/words.js";
import { topologyLoaded } from "../game/topology.js";
import { Extras } from "./extras.js";
import { fillStatistics } from "./scoreboard.js";

// What is seen of the names of shapes where there is little room.
const SIGNS = { "": "■", hexagons: "⬢", triangles: "▲", torus: "◎", cylinder: "◫", pairs: "②", triples: "③" };

/** @returns {NodeListOf<HTMLElement>} */
const levelButtons = () => document.querySelectorAll("[data-level]");

export class Controls {
  constructor(play) {
    this.play = play;
    this.shell = play.shell;
    this.settings = play.settings;
    this.tapFlags = false;
    this.sharing = null;
    this.extras = new Extras(play);
    this.#levels();
    this.#actions();
    this.#statistics();
    this.#keys();
    this.showLevel();
    this.showStatistics();
    this.shell.listen((name) => {
      if (name === "noguess") {
        this.showStatistics();
        this.#showNoguess();
      }
      if (name !== "language") return;
      changeAddress({ language: null });
      location.reload();
    });
  }

  // The actions that there are only at the end of a round. While it goes on nothing around the
  // board changes.
  showRound(round) {
    if (!round.game.over) this.play.ending.forget();
  }

  showStatistics() {
    fillStatistics(byId("stats"), this.play.statistics, this.settings);
  }

  showLevel() {
    const { level } = this.settings;
    const [shape, name] = splitLevel(level);
    byId("shape").value = shape;
    for (const button of levelButtons()) button.setAttribute("aria-pressed", String(button.dataset.level === name));
    const custom = !document.querySelector(`[data-level="${CSS.escape(name)}"]`);
    byId("custom-toggle").classList.toggle("chosen", custom);
    const size = parseLevel(level);
    for (const side of ["rows", "cols", "mines"]) byId(`custom-${side}`).value = size[side];
  }

  #showNoguess() {
    for (const field of ["custom-noguess", "noguess"].map(byId)) if (field) field.checked = this.settings.noguess;
  }

  #levels() {
    const field = byId("shape");
    field.append(...["", ...SHAPES].map((shape) => new Option(`${SIGNS[shape]}\u2003${shapeName(shape)}`, shape)));
    const pick = async (name) => {
      const level = onShape(field.value, name);
      await topologyLoaded(parseLevel(level));
      this.shell.change("level", level);
      this.showLevel();
      this.showStatistics();
    };
    const unfold = (open) => {
      byId("custom").hidden = !open;
      byId("custom-toggle").setAttribute("aria-expanded", String(open));
    };
    for (const button of levelButtons()) {
      button.addEventListener("click", () => {
        unfold(false);
        pick(button.dataset.level);
      });
    }
    field.addEventListener("change", () => pick(splitLevel(this.settings.level)[1]));
    onClick("custom-toggle", () => unfold(byId("custom").hidden));
    byId("custom-noguess").addEventListener("change", ({ target }) => this.shell.change("noguess", target.checked));
    this.#showNoguess();
    byId("custom").addEventListener("submit", (event) => {
      event.preventDefault();
      const [cols, rows, mines] = ["cols", "rows", "mines"].map((side) => byId(`custom-${side}`).value.trim());
      const level = `${cols}x${rows}/${mines}`;
      const trouble = [cols, rows, mines].every((text) => /^\d+$/.test(text))
        ? levelTrouble(level)
        : t("columns, rows and mines are whole numbers");
      byId("custom-error").textContent = trouble ? `${capitalised(trouble)}.` : "";
      if (!trouble) pick(level);
    });
  }

  #actions() {
    const { play } = this;
    const acts = {
      next: () => play.newGame(),
      "to-cards": () => byId("times").scrollIntoView(),
      settings: () => this.#openSettings(),
      "options-end": () => byId("options").close(),
      more: () => this.#unfoldMore(!byId("extras").classList.contains("open")),
      undo: () => play.undo(),
      "go-on": () => play.goOn(),
      again: () => play.again(),
      "zoom-out": () => play.zoomBy(-1),
      "zoom-in": () => play.zoomBy(1),
      "tap-flag": () => this.#switchTap(),
      review: () => this.#review(),
      share: () => this.#share(),
    };
    for (const [id, act] of Object.entries(acts)) onClick(id, act);
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(/** @type {Element} */ (target).closest("#extras, #more"))) this.#unfoldMore(false);
    });
    byId("extras").addEventListener("click", ({ target }) => target.closest(".zoom") || this.#unfoldMore(false));
  }

  #review() {
    const { round, ending } = this.play;
    const load = () => import("./recording.js");
    withLoaded(byId("status"), t("Review"), load, ({ recordOf }) => {
      this.shell.go("review", { records: [recordOf(round.log)], at: ending.at, game: round.id });
    });
  }

  #share() {
    const load = () => import("./sharing.js");
    withLoaded(byId("status"), t("Share"), load, ({ Sharing }) => {
      this.sharing ??= new Sharing(this.play);
      this.sharing.open(this.play.round);
    });
  }

  #openSettings() {
    byId("options").showModal();
    const host = byId("choices");
    const load = () => import("./preferences.js");
    if (!host.firstChild) withLoaded(host, t("Settings"), load, ({ fillPreferences }) => fillPreferences(host, this.play));
  }

  #unfoldMore(open) {
    byId("extras").classList.toggle("open", open);
    byId("more").setAttribute("aria-expanded", String(open));
  }

  #switchTap() {
    this.tapFlags = !this.tapFlags;
    byId("tap-flag").setAttribute("aria-pressed", String(this.tapFlags));
  }

  #statistics() {
    const { statistics } = this.play;
    const { games } = this.shell;
    const said = (text) => (byId("stats-said").textContent = text);
    games.tellTrouble((text) => (byId("stats-trouble").textContent = text));
    onClick("forget", async () => {
      if (!confirm(t("Clear all statistics and finished games of this browser?"))) return;
      await games.clear();
      await statistics.load();
      said(t("Cleared."));
    });
    const loaded = (use) => withLoaded(byId("stats-said"), t("What reads and writes files"), () => import("../history/transfer.js"), use);
    for (const id of ["export", "keep-file"]) onClick(id, () => loaded(({ saveFile }) => saveFile(games)));
    byId("import").addEventListener("change", async ({ target }) => {
      const text = await target.files[0]?.text();
      target.value = "";
      if (text !== undefined) loaded(({ takeFile }) => take(takeFile, text));
    });
    const take = async (takeFile, text) => {
      try {
        said(await takeFile(games, text));
        await statistics.load();
      } catch (error) {
        said(error.message);
      }
    };
  }

  #keys() {
    const acts = {
      u: () => this.play.undo(),
      t: () => this.#switchTap(),
      h: () => byId("hints").click(),
      w: () => this.play.help.ask(this.play.view.cursor),
      "+": () => this.play.zoomBy(1),
      "-": () => this.play.zoomBy(-1),
    };
    window.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !byId("frame").checkVisibility()) return;
      if (/** @type {Element} */ (event.target).matches?.("input, select, textarea, dialog *")) return;
      acts[meant(event, this.settings.keys)]?.();
    });
  }
}
