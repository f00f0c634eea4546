// The times of a game: how fast it was, what share of the clicks was needed, where the pauses were.

import { fixed, many, t } from "../app/language.js";
import { percent, secondsText } from "../app/words.js";
import { button, card, make } from "../app/element.js";
import { MINE } from "../formats/position.js";
import { solvedBV, threeBV } from "../game/metrics.js";
import { makeRecord } from "../game/record.js";
import { moveName } from "./describe.js";

const PAUSES = 3;

// {seconds, clicks, mined, solved, needed, speed, efficiency, pauses} of a replay. `needed` is the 3BV of the
// board, `mined` its mines, `solved` the part of the 3BV that was opened; all null where not all mines are
// known, and what rests on times null where there are none. A pause is {move, seconds}: the number of the move (0 is
// the first) that ended it.
function paceOf(replay) {
  const { key, rows, cols } = replay.record;
  const moves = replay.steps.map(({ move }) => move);
  const times = moves.map(({ seconds }) => seconds);
  const timed = times.filter((time) => time !== null);
  const seconds = timed.length > 1 ? timed.at(-1) - timed[0] : null;
  const clicks = moves.filter(({ kind }) => kind !== "seen").length;
  const pauses = [];
  for (let n = 1; n < moves.length; n++) {
    if (times[n] === null || times[n - 1] === null) continue;
    pauses.push({ move: n, seconds: times[n] - times[n - 1] });
  }
  pauses.sort((one, other) => other.seconds - one.seconds);
  const pace = { seconds, clicks, mined: null, solved: null, needed: null, speed: null, efficiency: null, pauses: pauses.slice(0, PAUSES) };
  if (key.every((code) => code <= MINE)) {
    const mined = new Set([...key.keys()].filter((cell) => key[cell] === MINE));
    const { cells } = replay.position(replay.length);
    pace.needed = threeBV({ rows, cols }, mined);
    pace.mined = mined;
    pace.solved = solvedBV({ rows, cols }, mined, (cell) => cells[cell] <= 8);
    pace.speed = seconds ? pace.solved / seconds : null;
    pace.efficiency = clicks ? pace.solved / clicks : null;
  }
  return pace;
}

export class PaceCard {
  constructor(review) {
    this.review = review;
    this.figures = make("div", { class: "figures" });
    this.pauses = make("ol", { class: "pauses" });
    this.log = make("p", {});
    this.zini = button(t("Watch the ZiNi path"), () => this.review.showBeside(this.path));
    this.head = make("p", { class: "soft" }, t("The longest pauses, and what ended them:"));
    this.element = card(
      t("Pace"),
      "review-pace",
      this.figures,
      this.head,
      this.pauses,
      make("div", { class: "buttons" }, this.zini),
      this.log,
    );
  }

  open(replay) {
    const pace = paceOf(replay);
    const said = (value, digits) => (value === null ? "–" : fixed(value, digits));
    const solved =
      pace.needed === null
        ? "–"
        : pace.solved === pace.needed
          ? String(pace.needed)
          : t("{solved} of {needed}", { solved: pace.solved, needed: pace.needed });
    this.figures.replaceChildren(
      figure(t("Seconds"), said(pace.seconds, 3)),
      figure("3BV", solved),
      figure("3BV/s", said(pace.speed, 2)),
      figure(t("Clicks"), String(pace.clicks)),
      figure(t("Efficiency"), pace.efficiency === null ? "–" : percent(pace.efficiency, 0)),
    );
    this.head.hidden = !pace.pauses.length;
    this.pauses.replaceChildren(
      ...pace.pauses.map(({ move, seconds }) => {
        const words = t("{time} before move {move}: {what}", {
          time: secondsText(seconds, 2),
          move: move + 1,
          what: moveName(replay, replay.steps[move]),
        });
        return make("li", {}, make("button", { type: "button", onclick: () => this.review.go(move) }, words));
      }),
    );
    const { number } = replay.record;
    this.zini.hidden = true;
    if (pace.mined) this.#showZini(replay.record, pace.mined).catch(() => {}); // where it cannot be loaded
    this.log.replaceChildren(
      ...(number
        ? [make("a", { href: `api/games/${number}/log`, download: `game-${number}.log` }, t("Save as a log, for mwagent replay"))]
        : []),
    );
  }

  // Add what ZiNi says, and have its shortest path watched.
  async #showZini(record, mined) {
    const { ziniLoaded, ziniPaths } = await import("../game/zini.js");
    await ziniLoaded();
    const { rows, cols, key, solution } = record;
    const paths = ziniPaths({ rows, cols }, mined);
    if (this.review.replay.record !== record || !paths) return;
    this.figures.append(
      figure("ZiNi", String(paths.greedy.length)),
      figure(t("8-way ZiNi"), String(paths.eightWay.length)),
      figure("H.ZiNi", String(paths.human.length)),
    );
    this.zini.hidden = Boolean(solution);
    this.path = ziniRecord({ rows, cols, key }, paths.eightWay);
  }
}

// The way through a board that ZiNi takes, as a game to be watched.
function ziniRecord({ rows, cols, key }, path) {
  const mines = [...key.keys()].filter((cell) => key[cell] === MINE);
  const moves = path.map((move) => ({ ...move, seconds: null }));
  return { ...makeRecord(rows, cols, mines, moves, { title: many(path.length, "ZiNi: {n} click", "ZiNi: {n} clicks") }), solution: true };
}

function figure(name, value) {
  return make("div", { class: "figure" }, make("strong", {}, value), make("span", {}, name));
}
