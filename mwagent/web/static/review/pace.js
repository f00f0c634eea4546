// The times of a game: how fast it was, what share of the clicks was needed, where the pauses were.

import { fixed, many, t } from "../app/language.js";
import { percent, secondsText } from "../app/words.js";
import { button, card, figure, make } from "../app/element.js";
import { minesOf } from "../formats/position.js";
import { solvedBV, threeBV } from "../game/metrics.js";
import { makeRecord } from "../game/record.js";
import { isOpenCode } from "../game/topology.js";
import { moveName } from "./describe.js";

const PAUSES = 3;

// The mines of a record; null where some were never seen.
export const minesOfRecord = ({ key, mines }) => minesOf({ cells: key, mines });

// {seconds, clicks, mined, solved, needed, speed, efficiency, pauses} of a replay. `needed` is the 3BV of the
// board, `mined` its mines, `solved` the part of the 3BV that was opened; all null where not all mines are
// known, and what rests on times null where there are none. A pause is {move, seconds}: the number of the move (0 is
// the first) that ended it.
function paceOf(replay) {
  const { record } = replay;
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
  const mined = minesOfRecord(record);
  const { cells } = replay.position(replay.length);
  const solved = mined && solvedBV(record, mined, (cell) => isOpenCode(cells[cell]));
  return {
    seconds,
    clicks,
    mined,
    solved,
    needed: mined && threeBV(record, mined),
    speed: mined && seconds ? solved / seconds : null,
    efficiency: mined && clicks ? solved / clicks : null,
    pauses: pauses.slice(0, PAUSES),
  };
}

export class PaceCard {
  constructor(review) {
    this.review = review;
    this.figures = make("div.figures");
    this.pauses = make("ol.pauses");
    this.log = make("p");
    this.zini = button(t("Watch the ZiNi path"), () => this.review.showBeside(this.path));
    this.head = make("p.soft", t("The longest pauses, and what ended them:"));
    this.element = card(t("Pace"), "review-pace", this.figures, this.head, this.pauses, make("div.buttons", this.zini), this.log);
  }

  open(replay) {
    const pace = paceOf(replay);
    const said = (value, digits) => (value === null ? "–" : fixed(value, digits));
    const solved = pace.solved === pace.needed ? said(pace.needed) : t("{solved} of {needed}", pace);
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
        return make(
          "li",
          button(words, () => this.review.go(move)),
        );
      }),
    );
    const { number } = replay.record;
    this.zini.hidden = true;
    if (pace.mined) this.#showZini(replay.record, pace.mined).catch(() => {}); // where it cannot be loaded
    const log = { href: `api/games/${number}/log`, download: `game-${number}.log` };
    this.log.replaceChildren(...(number ? [make("a", log, t("Save as a log, for mwagent replay"))] : []));
  }

  // Add what ZiNi says, and have its shortest path watched.
  async #showZini(record, mined) {
    const { ziniLoaded, ziniPaths } = await import("../game/zini.js");
    await ziniLoaded();
    const paths = ziniPaths(record, mined);
    if (this.review.replay.record !== record || !paths) return;
    this.figures.append(
      figure("ZiNi", String(paths.greedy.length)),
      figure(t("8-way ZiNi"), String(paths.eightWay.length)),
      figure("H.ZiNi", String(paths.human.length)),
    );
    this.zini.hidden = Boolean(record.solution);
    this.path = ziniRecord(record, mined, paths.eightWay);
  }
}

// The way through a board that ZiNi takes, as a game to be watched.
function ziniRecord(record, mined, path) {
  const moves = path.map((move) => ({ ...move, seconds: null }));
  return { ...makeRecord(record, mined, moves, { title: many(path.length, "ZiNi: {n} click[s]") }), solution: true };
}
