// A race against a ghost: a recorded game on the same board, shown beside, move by move at its own times.

import { t } from "../app/language.js";
import { button, byId, card, make } from "../app/element.js";
import { secondsText } from "../app/words.js";
import { BoardBox } from "../board/boardbox.js";
import { solvedBV, threeBV } from "../game/metrics.js";
import { Replay } from "../game/replay.js";
import { OPEN } from "../game/rules.js";
import { isOpenCode } from "../game/topology.js";
import { minesOf, symbolOf } from "../formats/position.js";
import { timesOf } from "../review/playback.js";

const TICK_MS = 100;
const WIDE = 300; // CSS pixels of the ghost's board

export class Ghost {
  // `record` is the game (game/record.js), on the board that is played now.
  constructor(play, record) {
    this.play = play;
    this.replay = new Replay(record);
    const times = timesOf(this.replay);
    this.times = times.map((time) => time - times[0]);
    this.mined = minesOf({ cells: record.key, mines: record.mines });
    this.all = threeBV(record, this.mined);
    const host = make("div");
    this.said = make("p", { role: "status" });
    const end = button(t("No ghost"), () => play.race(null));
    this.element = card(t("Ghost"), "ghost", this.said, host, end);
    byId("side").prepend(this.element);
    this.box = new BoardBox(host);
    const { rows, cols, shape, turned } = record;
    this.level = { rows, cols, ...(shape && { shape, turned }) };
    this.box.layout(this.level, {
      zoom: String(Math.max(0.375, WIDE / cols / 16)),
      theme: play.shell.theme,
      label: t("The ghost’s board"),
    });
    this.timer = setInterval(() => this.#show(), TICK_MS);
    this.count = this.here = -1;
    this.#show();
  }

  leave() {
    clearInterval(this.timer);
    this.element.remove();
  }

  // What of the 3BV each has solved by now.
  #show() {
    const { round } = this.play;
    const seconds = round.clock.started === null ? -1 : round.clock.elapsed / 1000;
    const count = this.times.filter((time) => time <= seconds).length;
    const { cells } = this.replay.position(count);
    const here = round.game.mined ? solvedBV(round.game.level, round.game.mined, (cell) => round.game.state[cell] === OPEN) : 0;
    if (count === this.count && here === this.here) return;
    Object.assign(this, { count, here });
    const there = solvedBV(this.level, this.mined, (cell) => isOpenCode(cells[cell]));
    const whole = secondsText(this.times.at(-1), 3);
    this.said.textContent = t("Ghost {there}, you {here} of {all} 3BV; its time is {whole}.", { there, here, all: this.all, whole });
    this.box.show({ size: cells.length, symbol: (cell) => symbolOf(cells[cell]) });
  }
}
