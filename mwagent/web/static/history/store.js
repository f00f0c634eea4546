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
// the page says so; where it is full, what has no room waits, and is read as if it were stored. A header that is
// damaged is told of, and hides no other.

import { t } from "../app/language.js";
import { Database, reasonOf, result } from "../app/database.js";
import { headerTrouble } from "./header.js";

const NAME = "mwagent";
const VERSION = 1;
const STORES = { games: "id", moves: ["game", "n"], logs: "id", figures: "id" };

// Whether only one tab has a game on its table (tabs.js). Where any may, none overwrites what another stored.
const oneTable = () => Boolean(navigator.locks);

export class GameStore {
  constructor() {
    this.db = null;
    this.trouble = null; // a sentence on what keeps games from being stored
    this.waiting = []; // changes that have no room: {names, act, id}, `id` where only a header is put
    this.listeners = [];
    this.told = [];
    this.renewals = [];
    this.opened = this.#open();
    this.channel = globalThis.BroadcastChannel ? new BroadcastChannel("mwagent.games") : null; // else tabs are not told
    this.channel?.addEventListener("message", () => this.#tell(true));
  }

  // Call `listener(elsewhere)` when finished games or figures have changed, in this tab or elsewhere.
  listen(listener) {
    this.listeners.push(listener);
  }

  // Call `listener(sentence)` when there is something that keeps games from being stored; "" once there is not.
  tellTrouble(listener) {
    this.told.push(listener);
    if (this.trouble) listener(this.trouble);
  }

  // Call `listener()` when the database was opened anew: what was stored may be gone.
  onRenewed(listener) {
    this.renewals.push(listener);
  }

  put(header) {
    const put = (store) => void store("games").put(header);
    const unlessEnded = async (store) => (await result(store("games").get(header.id)))?.ended || put(store);
    return this.#write(["games"], oneTable() ? put : unlessEnded, header.id);
  }

  // Store the next events of a game, the first of them its event number `n`, and its header. Fails
  // where another tab has stored an event of these numbers.
  add(header, n, events) {
    return this.#write(["games", "moves"], (store) => {
      store("games").put(header);
      events.forEach((event, i) => store("moves").add({ game: header.id, n: n + i, ...event }));
    });
  }

  // Store the end of a game: its header and all its events, those from number `n` on for the first time. Fails
  // as `add` does.
  async finish(header, events, n = events.length) {
    const { id } = header;
    await this.#write(["games", "moves", "logs"], (store) => {
      store("games").put(header);
      store("logs").put({ id, events });
      if (oneTable()) store("moves").delete(movesOf(id));
      else events.slice(n).forEach((event, i) => store("moves").add({ game: id, n: n + i, ...event }));
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
    await this.#makeRoom(["games", "moves", "logs"], (store) => removeFrom(store, id));
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
    await this.#makeRoom(Object.keys(STORES), async (store) => {
      store("figures").clear();
      for (const header of await result(store("games").getAll())) if (!header.open) removeFrom(store, header.id);
    });
  }

  async #open() {
    try {
      this.db = await Database.open(NAME, VERSION, (db) => {
        for (const [name, keyPath] of Object.entries(STORES)) {
          const made = db.createObjectStore(name, { keyPath });
          if (name === "games") made.createIndex("open", "open");
        }
      });
      this.db.renewed = () => this.renewals.forEach((listener) => listener());
    } catch (error) {
      this.#say(t("Games are kept only until you leave: {why}.", { why: reasonOf(error) }));
      const late = await import("../app/memory.js").catch(() => null);
      this.db = late && new late.Memory(STORES);
    }
  }

  // Change something, after all that waits: nothing is stored out of its order. Resolves with nothing where the
  // storage is off or full, once that was said; rejects where the transaction contradicts what is stored.
  async #write(names, act, id = null) {
    if (!this.db) await this.opened;
    if (!this.db) return undefined;
    const before = this.waiting.filter((one) => id === null || one.id !== id);
    this.waiting = [];
    const all = new Set([...names, ...before.flatMap((one) => one.names)]);
    const inOrder = async (store) => {
      for (const one of before) await one.act(store);
      return act(store);
    };
    try {
      const given = await this.db.write([...all], before.length ? inOrder : act);
      if (before.length) this.#say("");
      return given;
    } catch (error) {
      if (error?.name === "ConstraintError") throw error;
      const full = error?.name === "QuotaExceededError";
      if (full) this.waiting = [...before, { names, act, id }, ...this.waiting];
      const why = full
        ? t("the space this browser gives to the page is used up; save your games to a file and clear them")
        : reasonOf(error);
      this.#say(t("Games are not stored any more: {why}.", { why }));
      return undefined;
    }
  }

  // Take something away, at once, and then store what waits for room.
  async #makeRoom(names, act) {
    const { waiting } = this;
    this.waiting = [];
    await this.#write(names, act);
    this.waiting = [...waiting, ...this.waiting];
    if (waiting.length) await this.#write([], () => {});
    this.#changed();
  }

  async #read(names, act, otherwise) {
    await this.opened;
    if (!this.db) return otherwise;
    try {
      const db = this.waiting.length ? await this.#withWaiting() : this.db;
      return await db.read(names, act);
    } catch (error) {
      this.#say(t("Games cannot be read: {why}.", { why: reasonOf(error) }));
      return otherwise;
    }
  }

  // What is stored and what waits to be, in memory.
  async #withWaiting() {
    const { Memory } = await import("../app/memory.js");
    const memory = new Memory(STORES);
    const names = Object.keys(STORES);
    const rows = await this.db.read(names, (store) => Promise.all(names.map((name) => result(store(name).getAll()))));
    await memory.write(names, (store) => names.forEach((name, i) => rows[i].forEach((row) => store(name).put(row))));
    for (const one of this.waiting) await memory.write(one.names, one.act);
    return memory;
  }

  #changed() {
    this.channel?.postMessage("changed");
    this.#tell(false);
  }

  #tell(elsewhere) {
    for (const listener of this.listeners) listener(elsewhere);
  }

  #say(sentence) {
    if (this.trouble && sentence) return;
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
