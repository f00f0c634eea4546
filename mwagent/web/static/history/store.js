// All games of this browser, in one IndexedDB database that all tabs share.
//
// Stores:
//   games    a header for each game, by `id` (see play/round.js), without its moves
//   moves    one event for each move of a game that goes on: {game, n, ...event}, by [game, n]
//   logs     {id, events}: the events of a game up to its last end
//   figures  {id, levels}: statistics of games that are not in the list (statistics.js)
//
// Every change is one transaction, and none depends on what this tab read before: two tabs cannot
// overwrite what the other has stored. Where storage is off all is kept as long as the page is open, and
// the page says so. A header that is damaged is told of, and hides no other.

import { t } from "../app/language.js";
import { Database, result } from "../app/database.js";
import { headerTrouble } from "./header.js";

const NAME = "mwagent";
const VERSION = 1;

export class GameStore {
  constructor() {
    this.db = null;
    this.trouble = null; // a sentence on what keeps games from being stored
    this.listeners = [];
    this.told = [];
    this.renewals = [];
    this.opened = this.#open();
    this.channel = new BroadcastChannel("mwagent.games");
    this.channel.onmessage = () => this.#tell(true);
  }

  // Call `listener(elsewhere)` when finished games or figures have changed, in this tab or elsewhere.
  listen(listener) {
    this.listeners.push(listener);
  }

  // Call `listener(sentence)` when there is something that keeps games from being stored.
  tellTrouble(listener) {
    this.told.push(listener);
    if (this.trouble) listener(this.trouble);
  }

  // Call `listener()` when the database was opened anew: what was stored may be gone.
  onRenewed(listener) {
    this.renewals.push(listener);
  }

  // Store the header of a game.
  put(header) {
    return this.#write(["games"], (store) => void store("games").put(header));
  }

  // Store the next events of a game, the first of them its event number `n`, and its header. Fails
  // where another tab has stored an event of these numbers.
  add(header, n, events) {
    return this.#write(["games", "moves"], (store) => {
      store("games").put(header);
      events.forEach((event, i) => store("moves").add({ game: header.id, n: n + i, ...event }));
    });
  }

  // Store the end of a game: its header and all its events.
  async finish(header, events) {
    await this.#write(["games", "moves", "logs"], (store) => {
      store("games").put(header);
      store("logs").put({ id: header.id, events });
      store("moves").delete(movesOf(header.id));
    });
    this.#changed();
  }

  // Store more in the header of a finished game, as it is stored now.
  async amend(id, values) {
    await this.#write(["games"], async (store) => {
      const header = await result(store("games").get(id));
      if (header) await result(store("games").put({ ...header, ...values }));
    });
    this.#changed();
  }

  async remove(id) {
    await this.#write(["games", "moves", "logs"], (store) => removeFrom(store, id));
    this.#changed();
  }

  // {header, events} of a game, or null.
  load(id) {
    return this.#read(
      ["games", "moves", "logs"],
      async (store) => {
        const [header, log, rows] = await Promise.all([
          result(store("games").get(id)),
          result(store("logs").get(id)),
          result(store("moves").getAll(movesOf(id))),
        ]);
        if (!header) return null;
        const events = log?.events ?? [];
        // What the log has was stored again after the database was renewed.
        const more = rows.filter(({ n }) => n >= events.length).map(({ game, n, ...event }) => event);
        return { header, events: events.concat(more) };
      },
      null,
    );
  }

  // The headers of all games, oldest first.
  async games() {
    return (await this.all()).games;
  }

  // {games, damaged}: the headers of all games, oldest first, and [{id, trouble}] of those that are none.
  async all() {
    const found = await this.#read(["games"], (store) => result(store("games").getAll()), []);
    const told = found.map((header) => ({ header, id: header.id, trouble: headerTrouble(header) }));
    const games = told.filter(({ trouble }) => trouble === null).map(({ header }) => header);
    return { games: games.sort((a, b) => a.begun - b.begun), damaged: told.filter(({ trouble }) => trouble !== null) };
  }

  // The headers of the games that go on and were not left, the latest first.
  async openGames() {
    const found = await this.#read(["games"], (store) => result(store("games").index("open").getAll()), []);
    return found.filter((header) => headerTrouble(header) === null).sort((a, b) => b.begun - a.begun);
  }

  // The figures of games that are not in the list: [{id, levels}].
  figures() {
    return this.#read(["figures"], (store) => result(store("figures").getAll()), []);
  }

  async putFigures(figures) {
    await this.#write(["figures"], (store) => void store("figures").put(figures));
    this.#changed();
  }

  // Take games ({header, events}) and figures in, but for games that are here already; gives how
  // many games were added.
  async takeIn(games, figures) {
    const added = await this.#write(["games", "logs", "figures"], async (store) => {
      const known = new Set(await result(store("games").getAllKeys()));
      const fresh = games.filter(({ header }) => !known.has(header.id));
      for (const { header, events } of fresh) {
        store("games").put(header);
        store("logs").put({ id: header.id, events });
      }
      for (const one of figures) store("figures").put(one);
      return fresh.length;
    });
    this.#changed();
    return added ?? 0;
  }

  // Forget all figures and all games but those that go on.
  async clear() {
    await this.#write(["games", "moves", "logs", "figures"], async (store) => {
      store("figures").clear();
      for (const header of await result(store("games").getAll())) {
        if (!header.open) removeFrom(store, header.id);
      }
    });
    this.#changed();
  }

  async #open() {
    try {
      this.db = await Database.open(NAME, VERSION, (db) => {
        db.createObjectStore("games", { keyPath: "id" }).createIndex("open", "open");
        db.createObjectStore("moves", { keyPath: ["game", "n"] });
        db.createObjectStore("logs", { keyPath: "id" });
        db.createObjectStore("figures", { keyPath: "id" });
      });
      this.db.renewed = () => this.renewals.forEach((listener) => listener());
    } catch (error) {
      const why = error?.message?.replace(/\.$/, "") ?? t("this browser keeps nothing");
      this.#say(t("Games are kept only until you leave: {why}.", { why }));
      const late = await import("../app/memory.js").catch(() => null);
      this.db = late && new late.Memory({ games: "id", moves: ["game", "n"], logs: "id", figures: "id" });
    }
  }

  // Resolves with nothing where the storage is off or full, once that was said; rejects where the
  // transaction contradicts what is stored.
  async #write(names, act) {
    if (!this.db) await this.opened;
    if (!this.db) return undefined;
    try {
      return await this.db.write(names, act);
    } catch (error) {
      if (error?.name === "ConstraintError") throw error;
      const full = error?.name === "QuotaExceededError";
      const why = full
        ? t("the space this browser gives to the page is used up; save your games to a file and clear them")
        : error?.message;
      this.#say(t("Games are not stored any more: {why}.", { why }));
      return undefined;
    }
  }

  async #read(names, act, otherwise) {
    await this.opened;
    if (!this.db) return otherwise;
    try {
      return await this.db.read(names, act);
    } catch (error) {
      this.#say(t("Games cannot be read: {why}.", { why: error?.message }));
      return otherwise;
    }
  }

  #changed() {
    this.channel.postMessage("changed");
    this.#tell(false);
  }

  #tell(elsewhere) {
    for (const listener of this.listeners) listener(elsewhere);
  }

  #say(sentence) {
    if (this.trouble) return;
    this.trouble = sentence;
    for (const listener of this.told) listener(sentence);
  }
}

const movesOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

function removeFrom(store, id) {
  store("games").delete(id);
  store("logs").delete(id);
  store("moves").delete(movesOf(id));
}
