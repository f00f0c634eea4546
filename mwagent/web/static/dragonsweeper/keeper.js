// Keeps the game on the table stored, and finds it again after the page was left in whatever way: a lair
// is its seed, and a game in it the actions that were played.
//
// A game is {id, seed, begun, actions, helped, marks}, in a database that all tabs share, until it is
// over or left for another one. `marks` are [square, text] each, `helped` the actions of the solver.

import { t } from "../app/language.js";
import { Database, reasonOf, result } from "../app/database.js";
import { newId, ownGame, rememberOwn, takeGame } from "../history/tabs.js";
import { LEVEL_UP } from "./core.js";
import { parseSeed } from "./seeds.js";

const KEY = "mwagent.lair";
const PATIENCE = 1500; // milliseconds to wait for a page that is just being left

export class Keeper {
  // `trouble(sentence)` is called where the game cannot be stored.
  constructor(trouble) {
    this.trouble = trouble;
    this.db = null;
    this.game = null;
    this.release = null; // lets go of the game on the table, as tabs.js gave it
    this.opened = this.#open();
    window.addEventListener("pagehide", () => this.#letGo());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.#takeAgain());
  }

  // The game of this tab before it was loaded anew, or else the latest that no other tab plays, in the
  // lair of `seed` unless that is null; null where there is none. It is taken for this tab.
  async find(seed) {
    await this.opened;
    const own = ownGame(KEY);
    const games = (await this.#all()).filter((game) => (!own || game.id === own) && (seed === null || game.seed === seed));
    for (const game of games.sort((a, b) => b.begun - a.begun)) {
      const release = await takeGame(game.id, own ? PATIENCE : 0);
      if (!release) continue;
      Object.assign(this, { game, release });
      rememberOwn(game.id, KEY);
      return game;
    }
    return null;
  }

  // A new game is on the table; the one before is left, and forgotten.
  begin(seed) {
    this.forget();
    this.game = { id: newId(), seed, begun: Date.now(), actions: [], helped: 0, marks: [] };
  }

  // Store what was played, and all that goes with it.
  keep(played, { helped, marks }) {
    const { game } = this;
    if (!game) return;
    if (!this.release) this.#claim(game);
    Object.assign(game, { helped, marks: [...marks] });
    game.actions.push(...played);
    this.#write((store) => void store.put(game));
  }

  // The game is over, or was left.
  forget() {
    const { game } = this;
    this.#letGo();
    this.game = null;
    if (game?.actions.length) this.#write((store) => void store.delete(game.id));
  }

  #claim(game) {
    this.release = () => {};
    rememberOwn(game.id, KEY);
    takeGame(game.id).then((release) => {
      if (game === this.game) this.release = release ?? this.release;
      else release?.();
    });
  }

  #letGo() {
    this.release?.();
    this.release = null;
  }

  // Back from another page, which may have given another tab time to go on with this game.
  async #takeAgain() {
    const { game } = this;
    if (!game?.actions.length) return;
    const release = await takeGame(game.id, PATIENCE);
    if (release && game === this.game) this.release = release;
    else location.reload();
  }

  async #open() {
    try {
      this.db = await Database.open("mwagent.lair", 1, (db) => db.createObjectStore("games", { keyPath: "id" }));
      this.db.renewed = () => this.game?.actions.length && this.#write((store) => void store.put(this.game));
    } catch (error) {
      this.trouble(t("This game is kept only until you leave: {why}.", { why: reasonOf(error) }));
    }
  }

  async #all() {
    try {
      return ((await this.db?.read(["games"], (store) => result(store("games").getAll()))) ?? []).filter(isGame);
    } catch {
      return []; // then there is nothing to go on with
    }
  }

  async #write(act) {
    if (!this.db) await this.opened;
    try {
      await this.db?.write(["games"], (store) => act(store("games")));
    } catch (error) {
      this.trouble(t("This game is not stored any more: {why}.", { why: reasonOf(error) }));
    }
  }
}

const isAction = (action) => Number.isInteger(action) && action >= 0 && action <= LEVEL_UP;
const isMark = (mark) => Array.isArray(mark) && isAction(mark[0]) && typeof mark[1] === "string" && mark[1].length < 4;

function isGame({ id, seed, begun, actions, helped, marks }) {
  return (
    typeof id === "string" &&
    parseSeed(String(seed)) === seed &&
    Number.isFinite(begun) &&
    Number.isInteger(helped) &&
    Array.isArray(actions) &&
    actions.every(isAction) &&
    Array.isArray(marks) &&
    marks.every(isMark)
  );
}
