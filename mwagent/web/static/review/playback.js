// Plays a game by itself: each move at its time, at the pace of the player or slower or faster, with
// the way of the pointer where the file has it.

import { isOpenCode } from "../game/topology.js";
import { fixed, t } from "../app/language.js";
import { secondsText } from "../app/words.js";
import { button, choice, make } from "../app/element.js";
import { solvedBV } from "../game/metrics.js";
import { minesOfRecord } from "./pace.js";
import { PointerPath } from "./pointerpath.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const BETWEEN = 0.7; // seconds between two moves of which the times are not known

// When each move is made, in seconds: never before the one ahead of it.
export function timesOf({ steps }) {
  const times = [];
  for (const { move } of steps) {
    const before = times.at(-1) ?? 0;
    times.push(move.seconds === null ? before + (times.length ? BETWEEN : 0) : Math.max(before, move.seconds));
  }
  return times;
}

export class Playback {
  // `moved(count)` is called when so many moves are made; `host` is the element over the board.
  constructor(host, { moved, stopped }) {
    this.moved = moved;
    this.stopped = stopped;
    this.path = new PointerPath(host);
    this.running = false;
    this.run = button("", () => this.toggle(), { class: "run", title: t("Play or pause (P)") });
    this.speed = choice(
      SPEEDS.map((times) => [times, `×${times}`]),
      () => {},
      { "aria-label": t("Speed") },
    );
    this.speed.value = "1";
    this.figures = make("span.live");
    this.element = make("div.playback", { role: "group", "aria-label": t("Play the game") }, this.run, this.speed, this.figures);
    this.#label();
  }

  open(replay) {
    this.stop();
    this.replay = replay;
    this.times = timesOf(replay);
    this.count = 0;
    this.mined = minesOfRecord(replay.record);
    this.path.open(replay.record);
  }

  // The board after `count` moves is shown, whoever asked for it.
  follow(count) {
    if (this.running && count === this.count) return;
    this.count = count;
    this.time = count ? this.times[count - 1] : 0;
    this.#show();
  }

  toggle() {
    if (this.running) this.stop();
    else this.start();
  }

  // From the end a game is played from its beginning.
  start() {
    if (this.running || !this.replay?.length) return;
    this.running = true;
    if (this.count === this.replay.length) {
      this.count = 0;
      this.time = 0;
      this.moved(0);
    }
    this.#label();
    let before = null;
    const tick = (now) => {
      if (!this.running) return;
      // A page that was out of sight for long goes on where it was.
      if (before !== null) this.#advance((Math.min(now - before, 250) / 1000) * Number(this.speed.value));
      before = now;
      if (this.running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  stop() {
    if (!this.running) return;
    this.running = false;
    this.#label();
    this.stopped();
  }

  #advance(seconds) {
    this.time += seconds;
    let count = this.count;
    while (count < this.times.length && this.times[count] <= this.time) count++;
    if (count !== this.count) {
      this.count = count;
      this.moved(count);
    }
    this.#show();
    if (count === this.times.length) this.stop();
  }

  #show() {
    const { replay, time, mined } = this;
    this.path.show(time);
    const told = [secondsText(time, 1)];
    if (mined) {
      const { cells } = replay;
      const solved = solvedBV(replay.record, mined, (cell) => isOpenCode(cells[cell]));
      told.push(`3BV ${solved}`);
      if (time > 0) told.push(`${fixed(solved / time, 2)} 3BV/s`);
    }
    this.figures.textContent = told.join(" · ");
  }

  #label() {
    this.run.textContent = this.running ? t("❚❚ Pause") : t("▶ Play");
    this.element.classList.toggle("running", this.running);
  }
}
