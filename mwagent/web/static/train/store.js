// What is kept of training in this browser: the rating, what comes back and when, lessons, days.
//
// Stores of the database:
//   player   {id: "player", rating, deviation, volatility, solved, failed, streak, history}
//   cards    {id, puzzle | mistake, repetitions, days, ease, due}: what was failed (schedule.js)
//   lessons  {id, right}: answers right in a row
//   days     {id: date, seconds, tries, hints, solved, rating, grade}: daily puzzles
//
// Every change reads and writes in one transaction, so two tabs do not overwrite each other. Where
// storage is off, all is kept as long as the page is open.

import { t } from "../app/language.js";
import { Database, reasonOf, result } from "../app/database.js";
import { Memory } from "../app/memory.js";
import { FRESH as UNRATED, rated } from "./glicko.js";
import { FRESH as UNSEEN, gradeOf, scheduled } from "./schedule.js";

const NAMES = ["player", "cards", "lessons", "days"];
const MOST_HISTORY = 200;
const PLAYER = { id: "player", ...UNRATED, solved: 0, failed: 0, streak: 0, history: [] };

export class TrainStore {
  constructor() {
    this.trouble = ""; // a sentence on what was not stored
    this.opened = this.#open();
  }

  async player() {
    return (await this.#get("player", "player")) ?? PLAYER;
  }

  // Count an answer to a puzzle of a rating; resolves with the player before and after it.
  async count(rating, answer) {
    let before = PLAYER;
    let after = null;
    await this.#change("player", "player", (kept) => {
      before = kept ?? PLAYER;
      const right = !answer.wrong && answer.hints === 0;
      const score = right ? 1 : !answer.wrong && answer.hints < 3 ? 0.5 : 0;
      const next = rated(before, rating, score);
      after = {
        ...before,
        ...next,
        solved: before.solved + Number(right),
        failed: before.failed + Number(!right),
        streak: right ? before.streak + 1 : 0,
        history: [...before.history, Math.round(next.rating)].slice(-MOST_HISTORY),
      };
      return after;
    });
    return { before, after: after ?? before };
  }

  // Take an answer into the schedule: what was failed comes back, what is known is left alone.
  repeat(id, content, answer, now = Date.now()) {
    const grade = gradeOf(answer);
    return this.#change("cards", id, (card) => {
      if (!card && grade > 3) return null;
      const next = scheduled(card ?? UNSEEN, grade, now);
      return next && { id, ...content, ...next };
    });
  }

  // Add something to be asked at once, unless it is there.
  add(id, content, now = Date.now()) {
    return this.#change("cards", id, (card) => card ?? { id, ...content, ...UNSEEN, due: now });
  }

  forget(id) {
    return this.#change("cards", id, () => null);
  }

  // {due, later}: what is to be asked, the longest due first, and how many come later.
  async due(now = Date.now()) {
    const cards = await this.#all("cards");
    const due = cards.filter((card) => card.due <= now).sort((a, b) => a.due - b.due);
    return { due, later: cards.length - due.length };
  }

  async lessons() {
    return new Map((await this.#all("lessons")).map(({ id, right }) => [id, right]));
  }

  learn(id, right) {
    return this.#change("lessons", id, (kept) => ({ id, right: right ? (kept?.right ?? 0) + 1 : 0 }));
  }

  day(id) {
    return this.#get("days", id);
  }

  // The first answer of a day is the one that stays.
  keepDay(id, answer) {
    return this.#change("days", id, (kept) => kept ?? { id, ...answer });
  }

  async #open() {
    try {
      this.db = await Database.open("mwagent.train", 1, (db) => {
        for (const name of NAMES) db.createObjectStore(name, { keyPath: "id" });
      });
    } catch (error) {
      this.trouble = t("What you train is kept only until you leave: {why}.", { why: reasonOf(error) });
      this.db = new Memory(Object.fromEntries(NAMES.map((name) => [name, "id"])));
    }
  }

  async #get(name, id) {
    await this.opened;
    return this.db.read([name], (store) => result(store(name).get(id)));
  }

  async #all(name) {
    await this.opened;
    return this.db.read([name], (store) => result(store(name).getAll()));
  }

  // Replace an entry by what `change` makes of it; null takes it away.
  async #change(name, id, change) {
    await this.opened;
    try {
      await this.db.write([name], async (store) => {
        const value = change(await result(store(name).get(id)));
        await result(value ? store(name).put(value) : store(name).delete(id));
      });
    } catch (error) {
      const full = error?.name === "QuotaExceededError";
      this.trouble = t("This was not stored: {why}.", {
        why: full ? t("the space this browser gives to the page is used up; clear games you do not need") : reasonOf(error),
      });
    }
  }
}
