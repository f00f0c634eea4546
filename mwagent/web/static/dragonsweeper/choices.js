// What the player has chosen and reached, kept in the browser.

import { store, stored } from "../app/settings.js";

const STORE = "mwagent.dragonsweeper";
const DEFAULTS = { known: true, bounds: "high", odds: true, free: true, look: false };
const BOUNDS = ["off", "high", "range"];

const isGood = ([name, value]) => typeof value === typeof DEFAULTS[name] && (name !== "bounds" || BOUNDS.includes(value));

export class Choices {
  constructor() {
    const kept = stored(STORE);
    this.values = { ...DEFAULTS, ...Object.fromEntries(Object.entries(kept.choices ?? {}).filter(isGood)) };
    this.results = { ...kept.results };
  }

  set(name, value) {
    this.values[name] = value;
    this.#keep();
  }

  // Remembers how a game in a lair ended; a cleared lair stays cleared.
  note(seed, result) {
    if (this.results[seed] === "cleared") return;
    this.results[seed] = result;
    this.#keep();
  }

  #keep() {
    store(STORE, { choices: this.values, results: this.results });
  }
}
