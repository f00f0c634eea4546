// Hints and reasons: what lies over the board, and the two cards that tell of it.

import { byId, onClick } from "../app/element.js";
import { t } from "../app/language.js";
import { legend } from "../hints/advice.js";
import { Advisor } from "../hints/advisor.js";
import { Reasons } from "../hints/reasons.js";
import { intoSight } from "../board/sheet.js";
import { OPEN } from "../game/rules.js";
import { positionOf } from "./cells.js";
import { Prospect } from "./prospect.js";

const BEGUN_MS = 1000; // a game that has gone on for so many milliseconds may ask for help

export class Assistance {
  constructor(shell, play) {
    this.shell = shell;
    this.play = play;
    this.hinting = false;
    this.advised = null; // the game that hints were asked for last
    this.advisor = new Advisor(shell, byId("advice-body"), () => {
      this.repaint();
      this.#revealBest();
    });
    byId("legend").replaceChildren(...legend().children);
    this.reasons = new Reasons(shell, { title: byId("reason-title"), body: byId("why") }, () => {
      this.repaint();
      this.revealReason();
    });
    this.prospect = new Prospect(shell, byId("prospect"));
    play.canvas.addEventListener("pointermove", (event) => this.#hover(event));
    play.canvas.addEventListener("pointerleave", () => this.prospect.rest(null));
    onClick("hints", () => this.switchHints());
    onClick("ask", () => this.#waitForCell(!this.asking));
    onClick("ask-end", () => this.#forget());
    this.asking = false;
    this.ready = null; // the timer that has the engine started
    this.unseen = false; // hints were switched on, and their best move was not brought into sight yet
  }

  get game() {
    return this.play.round.game;
  }

  // What the engine is asked about.
  get #position() {
    return { ...positionOf(this.game), lives: Math.max(0, Number(this.shell.settings.lives) - this.game.hit.size) };
  }

  describe(cell) {
    return !this.hinting || this.game.state[cell] === OPEN ? "" : this.advisor.describe(cell);
  }

  // The round has changed: old hints and reasons are no longer true.
  follow() {
    if (this.game.mined) this.ready ??= setTimeout(() => this.#prepare(), BEGUN_MS);
    this.reasons.forget();
    this.prospect.forget();
    byId("reason").hidden = true;
    if (this.hinting) this.#advise();
    else this.repaint();
  }

  // Ask about the position on the table, as long as hints are on.
  #advise() {
    const { advisor, game } = this;
    if (game !== this.advised || game.over) advisor.stop();
    this.advised = game;
    if (game.stage === "won") advisor.tell(t("The game is won."));
    else if (game.over) advisor.tell(t("The game is over. “Go on after the mine” or “Undo” keep it going."));
    else {
      this.play.round.hinted ||= game.stage === "ongoing";
      advisor.follow(this.#position);
    }
  }

  switchHints() {
    const on = (this.hinting = this.unseen = !this.hinting);
    byId("hints").setAttribute("aria-pressed", String(on));
    byId("advice").hidden = !on;
    this.prospect.forget();
    if (on) this.#advise();
    else this.advisor.stop();
    this.repaint();
  }

  // Explain a cell; without one, the next that is chosen on the board.
  ask(cell) {
    if (cell === null) this.#waitForCell(true);
    else this.#explain(cell);
  }

  // Take a cell that was chosen on the board, if one is waited for; returns whether it was.
  take(cell) {
    if (!this.asking) return false;
    this.#waitForCell(false);
    this.#explain(cell);
    return true;
  }

  // Show what a cell may be and show, which is help.
  tellProspect(cell) {
    if (!this.game.mined || this.game.over) return;
    if (!this.hinting) this.switchHints();
    this.prospect.tell(cell, this.#position);
  }

  // The cells that the explanation speaks of, into sight: a sheet may lie over them now.
  revealReason() {
    if (byId("reason").hidden || !this.reasons.shown) return;
    this.play.view.revealAll([this.reasons.target, ...this.reasons.shown.keys()]);
  }

  // The best move into sight, once: the card with the hints may lie where it was. Later the board does
  // not move, for the next tap may be on its way.
  #revealBest() {
    const best = this.advisor.marks?.findIndex((mark) => mark?.best) ?? -1;
    if (!this.unseen || best < 0) return;
    this.unseen = false;
    this.play.view.reveal(best);
  }

  // Have the engine there when it is asked.
  async #prepare() {
    if (/** @type {any} */ (navigator).connection?.saveData) return;
    const engine = await this.shell.engine().catch(() => null); // it is told where it is asked
    for (const kind of ["analyse", "explain"]) engine?.prepare(kind);
  }

  #hover(event) {
    if (event.pointerType !== "mouse" || event.buttons || !this.hinting || !this.game?.mined || this.game.over) return;
    const cell = this.play.view.cellAt(event);
    const hidden = cell !== null && this.game.state[cell] !== OPEN;
    this.prospect.rest(hidden ? cell : null, hidden ? this.#position : null);
  }

  repaint() {
    const { view, grid } = this.play;
    if (!this.game) return;
    const { advisor, game } = this;
    const reasons = this.reasons.marks();
    const hints = this.hinting && advisor.marks !== null;
    const over = (cell) => {
      const marks = [hints && game.state[cell] !== OPEN && advisor.mark(cell), reasons?.(cell)].filter(Boolean);
      return marks.length ? Object.assign({}, ...marks) : null;
    };
    // What an explanation marks is not to lie under the label.
    view.mark(reasons || hints ? over : null, reasons || !hints ? null : advisor.label, this.reasons.cells);
    grid.show(game);
  }

  #explain(cell) {
    byId("reason").hidden = false;
    this.play.round.hinted = true;
    this.play.say("");
    this.reasons.explain(cell, this.#position);
    intoSight(byId("reason"));
  }

  #forget() {
    this.reasons.forget();
    byId("reason").hidden = true;
    this.repaint();
    byId("ask").focus();
  }

  #waitForCell(asking) {
    this.asking = asking && !this.game.over && this.game.mined !== null;
    byId("ask").setAttribute("aria-pressed", String(this.asking));
    byId("table").classList.toggle("asking", this.asking);
    if (this.asking) this.play.say(t("Choose a hidden cell to ask about."));
    else if (asking) this.play.say(t("There is nothing to explain: open a cell first."));
  }
}
