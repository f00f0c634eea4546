// Keeps the game on the table stored, and finds it again after the page was left in whatever way.

import { anyGame, ownGame, rememberOwn, takeGame } from "../history/tabs.js";
import { Round } from "./round.js";

const PULSE = 2000; // milliseconds between two stores of the clock while nothing is played
const PATIENCE = 1500; // milliseconds to wait for a page that is just being left
const TRIED = 5; // how many games of closed tabs are tried

export class Keeper {
  // `lost()` is called where the game on the table goes on in another tab.
  constructor(store, lost) {
    this.store = store;
    this.lost = lost;
    this.round = null;
    this.release = null; // lets go of the game on the table, as tabs.js gave it
    this.storing = 0; // how many transactions are on their way to the database
    this.waiting = false; // whether moves wait for it, to be stored together
    store.onRenewed(() => this.#storeAll());
    setInterval(() => this.#pulse(), PULSE);
    document.addEventListener("visibilitychange", () => document.hidden && this.#flush());
    window.addEventListener("pagehide", () => this.#hide());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.#takeAgain());
  }

  // Have another game on the table. `release` where it was stored and taken already.
  begin(round, release = null) {
    this.#leave();
    this.round = round;
    this.release = release;
    round.noted = () => this.keepClock();
    if (release) rememberOwn(round.id);
  }

  // Store what has happened in the game since the last time. A move is on its way to the database
  // before it is painted. A program makes moves faster than they are stored: those that follow
  // while another is under way go together.
  keep() {
    if (!this.storing || this.round.game.over) this.#store();
    else this.waiting = true;
  }

  #store() {
    const { round } = this;
    const { events } = round.log;
    const from = round.stored;
    const fresh = events.slice(from);
    this.waiting = false;
    if (!from) this.#claim();
    round.stored = events.length;
    // A game that is taken up again after its end may have been deleted from the list meanwhile.
    const whole = round.game.over || fresh.some(({ kind }) => kind === "undo" || kind === "on");
    const kept = whole ? this.store.finish(round.header, events.slice(), from) : this.store.add(round.header, from, fresh);
    this.storing++;
    kept
      .catch(() => this.#part(round))
      .finally(() => {
        this.storing--;
        if (this.waiting) this.#store();
      });
  }

  // Store what waits at once: the page may be gone in a moment.
  #flush() {
    if (this.waiting) this.#store();
    this.keepClock();
  }

  // Store the clock, and what else is in the header.
  keepClock() {
    const { round } = this;
    if (round?.stored && !round.game.over) this.store.put(round.header);
  }

  // Whether there may be a game to be found; false at a first visit, where nothing is waited for.
  get mayFind() {
    return ownGame() !== null || anyGame();
  }

  // The game of this tab before it was loaded anew, or else the latest that no other tab plays, as
  // {header, events, release}; null where there is none that answers what was `asked` (round.js).
  async find(asked) {
    const own = ownGame();
    const answers = (header) => header.open && Round.answers(header, asked);
    if (own) return this.#take(own, PATIENCE, answers);
    for (const { id } of (await this.store.openGames()).filter(answers).slice(0, TRIED)) {
      const found = await this.#take(id, 0, answers);
      if (found) return found;
    }
    return null;
  }

  // A game of the list as `find` gives it; null where another tab plays it.
  take(id) {
    return this.#take(id, 0, () => true);
  }

  async #take(id, patience, wanted) {
    const release = await takeGame(id, patience);
    if (!release) return null;
    const kept = await this.store.load(id);
    if (kept && wanted(kept.header)) return { ...kept, release };
    release();
    return null;
  }

  #claim() {
    const { round } = this;
    rememberOwn(round.id);
    takeGame(round.id).then((release) => {
      if (round === this.round) this.release = release;
      else release?.();
    });
  }

  #leave() {
    const { round, release } = this;
    if (this.waiting) this.#store();
    release?.();
    if (!round?.stored || round.game.over) return;
    if (round.game.stage === "waiting") this.store.remove(round.id);
    else this.store.put({ ...round.header, left: true, open: undefined });
  }

  // Another tab has stored other moves of this game: what is on this table becomes a game of its own.
  #part(round) {
    round.renew();
    this.store.finish(round.header, round.log.events.slice());
    if (round === this.round) this.#claim();
  }

  // The database was opened anew, and may have lost what was stored of this game.
  #storeAll() {
    const { round } = this;
    if (!round?.stored) return;
    round.stored = round.log.events.length;
    this.store.finish(round.header, round.log.events.slice());
  }

  #pulse() {
    if (this.round?.clock.running) this.keepClock();
  }

  #hide() {
    this.#flush();
    this.round?.clock.stop();
    this.release?.();
    this.release = null;
  }

  async #takeAgain() {
    const { round } = this;
    if (!round.stored) return;
    const release = await takeGame(round.id, PATIENCE);
    if (round !== this.round) release?.();
    else if (release) this.release = release;
    else this.lost();
  }
}
