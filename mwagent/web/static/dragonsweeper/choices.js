// What the player has chosen and reached, kept in the browser. The colours are those of the Minesweeper
// page: one choice for both.

import { readSettings, rememberSettings, store, stored } from "../app/settings.js";

const STORE = "mwagent.dragonsweeper";
const DEFAULTS = { known: true, bounds: "high", odds: true, free: true, look: false };
const VALID = {
  known: (value) => typeof value === "boolean",
  bounds: (value) => ["off", "high", "range"].includes(value),
  odds: (value) => typeof value === "boolean",
  free: (value) => typeof value === "boolean",
  look: (value) => typeof value === "boolean",
};

export class Choices {
  constructor(query) {
    const kept = stored(STORE);
    const good = Object.entries(kept.choices ?? {}).filter(([name, value]) => VALID[name]?.(value));
    this.values = { ...DEFAULTS, ...Object.fromEntries(good) };
    this.results = { ...kept.results };
    this.page = readSettings(query).settings;
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
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

  get theme() {
    return this.page.theme;
  }

  set theme(name) {
    this.page.theme = name;
    rememberSettings(this.page);
  }

  // The theme as style.css knows it.
  get look() {
    return this.theme === "auto" ? (this.dark.matches ? "night" : "day") : this.theme;
  }

  #keep() {
    store(STORE, { choices: this.values, results: this.results });
  }
}
