// Boards that need no guess, or are sought by 3BV or efficiency: drawn by the engine once the first cell is
// known.

import { byId } from "../app/element.js";
import { listed, many, t } from "../app/language.js";
import { turnCell, turnCells, turnLevel } from "./turning.js";

const SHOWN_AFTER = 0.15; // seconds after which the wait is shown; most boards are there before
const GIVEN_UP_AFTER = 60; // seconds after which there is no such board, as far as anybody will wait

export class NoGuessBoards {
  constructor(shell) {
    this.shell = shell;
    this.busy = false;
    byId("working-cancel").addEventListener("click", () => this.cancel(t("Stopped looking. Any cell begins the game.")));
  }

  // Look for a board that can be solved from `cell` on, and begin it on the table.
  async deal(play, cell) {
    const { game } = play.round;
    // A turned board is the same one as ever, turned.
    const { turned } = game.level;
    const level = turned ? turnLevel(game.level) : game.level;
    const { cols } = level;
    const start = turned ? turnCell(game.level, cell) : cell;
    const { noguess, bv, efficiency } = this.shell.settings;
    const sought = Boolean(bv || efficiency);
    const looking = sought ? t("Looking for a board as you want it") : t("Looking for a board that needs no guess");
    const looked = (n) => many((seen = n), "{looking}: {n} looked at", { looking });
    let seen = 0;
    const mine = (this.asked = {}); // what is asked for now: an older answer is not taken
    this.busy = true;
    this.play = play;
    const show = setTimeout(() => this.#show(looking), 1000 * SHOWN_AFTER);
    const end = setTimeout(() => {
      const wish = listed(
        [
          noguess && t("no guess needed"),
          bv && t("3BV {range}", { range: bv }),
          efficiency && t("efficiency {least} % or more", { least: efficiency }),
        ].filter(Boolean),
      );
      this.cancel(many(seen, "Given up: of {n} board[s] none is as you want it ({wish}). Any cell looks on.", { wish }));
    }, 1000 * GIVEN_UP_AFTER);
    try {
      const engine = await this.shell.engine();
      const first = [Math.floor(start / cols), start % cols];
      const order = { ...level, first, rule: game.rule, noGuess: noguess };
      // What deals boards of other shapes begins with the mines that the seed lays.
      if (level.shape) order.laid = [...(turned ? turnCells(game.level, game.drawn(cell)) : game.drawn(cell))];
      const { suits } = bv || efficiency ? await import("./sought.js") : { suits: null };
      let mined, made;
      // The first board is the seed's own, so that without a wish it is the same as ever.
      for (let n = 0; !mined || (await suits?.(level, mined, { bv, efficiency })) === false; n++) {
        const found = await engine.board({ ...order, seed: n ? `${game.seed}/${n}` : game.seed }, ({ tries }) => {
          if (!suits) this.#tell(looked(tries));
        });
        if (this.asked !== mine) return;
        if (n) this.#tell(looked(n));
        made = found.made;
        mined = new Set([...found.mines.keys()].filter((one) => found.mines[one]));
      }
      this.#done();
      play.begin(turned ? turnCells(level, mined) : mined, cell);
      if (made === "mended" && game.stage === "ongoing")
        play.say(t("Made by mending: boards that need no guess are too rare here to be drawn."));
    } catch (error) {
      if (this.asked !== mine) return;
      this.#done();
      const said = { why: error.message };
      play.say(sought ? t("No board as you want it: {why}.", said) : t("No board that needs no guess: {why}.", said));
    } finally {
      clearTimeout(show);
      clearTimeout(end);
    }
  }

  cancel(said = null) {
    if (!this.busy) return;
    this.asked = null;
    this.shell.client?.cancel("board");
    this.#done();
    if (said) this.play.say(said);
  }

  #show(text) {
    if (!this.busy) return;
    byId("working").hidden = false;
    this.#tell(text);
  }

  #tell(text) {
    byId("working-text").textContent = text;
  }

  #done() {
    this.busy = false;
    byId("working").hidden = true;
  }
}
