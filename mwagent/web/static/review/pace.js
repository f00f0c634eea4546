// The times of a game: how fast it was, what share of the clicks was needed, where the pauses were.

import { fixed, many, t } from "../app/language.js";
import { percent, secondsText } from "../app/words.js";
import { button, card, make } from "../app/element.js";
import { MINE } from "../formats/position.js";
import { solvedBV, threeBV, ziniMoves } from "../game/metrics.js";
import { makeRecord } from "../game/record.js";
import { moveName } from "./describe.js";

const PAUSES = 3;
// ZiNi of a larger board would be waited for.
const ZINI_CELLS = 10_000;

// {seconds, clicks, solved, needed, speed, efficiency, pauses} of a replay. `needed` is the 3BV of the
// board, `zini` the clicks of greedy ZiNi, `solved` the part of the 3BV that was opened; all null where not all mines are known, and what
// rests on times null where there are none. A pause is {move, seconds}: the number of the move (0 is
// the first) that ended it.
export function paceOf(replay) {
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
  const pace = { seconds, clicks, solved: null, needed: null, zini: null, speed: null, efficiency: null, pauses: pauses.slice(0, PAUSES) };
  if (key.every((code) => code <= MINE)) {
    const mined = new Set([...key.keys()].filter((cell) => key[cell] === MINE));
    const { cells } = replay.position(replay.length);
    pace.needed = threeBV({ rows, cols }, mined);
    if (rows * cols <= ZINI_CELLS) pace.zini = ziniMoves({ rows, cols }, mined);
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
      figure(t("Seconds"), said(pace.seconds, 2)),
      figure("3BV", solved),
      figure("3BV/s", said(pace.speed, 2)),
      figure(t("Clicks"), String(pace.clicks)),
      figure("ZiNi", pace.zini === null ? "–" : String(pace.zini.length)),
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
    const { number, rows, cols, key, solution } = replay.record;
    this.zini.hidden = solution || pace.zini === null;
    if (!this.zini.hidden) this.path = ziniRecord({ rows, cols, key }, pace.zini);
    this.log.replaceChildren(
      ...(number
        ? [make("a", { href: `api/games/${number}/log`, download: `game-${number}.log` }, t("Save as a log, for mwagent replay"))]
        : []),
    );
  }
}

// The way through a board that greedy ZiNi takes, as a game to be watched.
function ziniRecord({ rows, cols, key }, path) {
  const mines = [...key.keys()].filter((cell) => key[cell] === MINE);
  const moves = path.map((move) => ({ ...move, seconds: null }));
  return { ...makeRecord(rows, cols, mines, moves, { title: many(path.length, "ZiNi: {n} click", "ZiNi: {n} clicks") }), solution: true };
}

function figure(name, value) {
  return make("div", { class: "figure" }, make("strong", {}, value), make("span", {}, name));
}
