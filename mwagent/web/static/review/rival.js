// Another game on the same board beside the one that is reviewed, after as many moves.

import { many, t } from "../app/language.js";
import { card, choice, make, offer } from "../app/element.js";
import { fileButton, orSay, readFile } from "../app/files.js";
import { boardText } from "../app/links.js";
import { secondsText } from "../app/words.js";
import { Desk } from "../board/desk.js";
import { Replay } from "../game/replay.js";
import { recordOf } from "../play/recording.js";
import { Round } from "../play/round.js";
import { turnCells, turnLevel } from "../play/turning.js";
import { minesOfRecord } from "./pace.js";
import { timesOf } from "./playback.js";

const isSame = (one, other) =>
  one.rows === other.rows && one.shape === other.shape && one.key.every((code, cell) => code === other.key[cell]);

export class Rival {
  constructor(review) {
    this.review = review;
    this.replay = null;
    this.desk = new Desk(review.shell, () => "");
    this.choice = choice({}, (n) => this.#choose(this.offered[n]), { "aria-label": t("The other game") });
    this.said = make("p", { role: "status" });
    const file = fileButton(t("From a file…"), "", (taken) =>
      orSay(this.said, async (notation) => this.#take(await readFile(taken, notation))),
    );
    this.element = card(t("Beside another game"), "review-rival", make("div.buttons", this.choice, file), this.said);
  }

  // A game is reviewed: offer the others that there are on its board.
  async open(replay) {
    this.shown = replay;
    this.#offer([]);
    const { record } = replay;
    const records = this.review.records.filter((one) => one !== record && isSame(one, record));
    const stored = await this.#stored(record);
    if (this.shown === replay) this.#offer([...records, ...stored]);
  }

  go(count) {
    const { replay, shown, desk } = this;
    desk.element.hidden = !replay;
    if (!replay) return;
    const after = Math.min(count, replay.length);
    desk.show(replay.position(after), t("The other game after {at} of {moves} moves", { at: after, moves: replay.length }));
    const last = replay.steps[after - 1]?.move.cell;
    desk.box.mark((cell) => (cell === last ? { outline: "last" } : null));
    const time = (one) => secondsText(timesOf(one)[Math.min(count, one.length) - 1] ?? 0, 3);
    this.said.textContent = many(count, "After {n} move[s]: {here} here, {there} there.", {
      here: time(shown),
      there: time(replay),
    });
  }

  #offer(records) {
    this.offered = records;
    const titles = records.map((one, n) => [n, `${n + 1}. ${one.title || t("Game {game}", { game: n + 1 })}`]);
    offer(this.choice, [["", t("none")], ...titles]);
    this.choice.disabled = !records.length;
    this.#choose(null);
  }

  #choose(record) {
    this.replay = record ? new Replay(record) : null;
    this.said.textContent = this.offered.length ? "" : t("No other game on this board is stored here.");
    this.go(this.review.at);
  }

  #take({ records = [] }) {
    const found = records.find((one) => isSame(one, this.shown.record));
    if (!found) {
      this.said.textContent = t("That file has no game on this board.");
      return;
    }
    this.#offer([...this.offered, found]);
    this.choice.value = String(this.offered.length - 1);
    this.#choose(found);
  }

  // The games of this browser on the board of a record, which may be turned.
  async #stored(record) {
    const mined = minesOfRecord(record) ?? new Set();
    const [board, turned] = [boardText(record, mined), boardText(turnLevel(record), turnCells(record, mined))];
    const { games } = this.review.shell;
    const found = (await games.games()).filter((one) => one.ended && one.id !== this.review.game && [board, turned].includes(one.board));
    const loaded = await Promise.all(found.map(({ id }) => games.load(id)));
    return loaded.filter(Boolean).map(({ header, events }) => {
      const level = header.board === board ? header.level : turnLevel(header.level);
      const told = recordOf(Round.restored(header, events, 0, level).log);
      return { ...told, title: `${secondsText(header.elapsed / 1000, 3)}, ${header.stage === "won" ? t("won") : t("lost")}` };
    });
  }
}
