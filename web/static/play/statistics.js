// Statistics of finished games, kept in this browser.
//
// Stored under "mwagent.stats": {version, levels: {KEY: figures}} with a level's text, and
// " no guess" after it, as KEY. Games with help, and on boards chosen by hand, are not counted.

import { zini } from "../metrics.js";
import { parseLevel, store, stored } from "../settings.js";

const STORE = "mwagent.stats";
const VERSION = 1;
// ZiNi of a larger board would be waited for.
const ZINI_CELLS = 10_000;

const FIGURES = [
  "played", "won", "streak", "bestStreak", "seconds", "bestSeconds", "threeBV", "bestRate",
  "clicks", "bestEfficiency", "zini", "ziniClicks", "bestZiniEfficiency",
];

// The figures of a finished round.
export function resultOf(round) {
  const { game } = round;
  return {
    won: game.stage === "won",
    seconds: (round.ended - round.started) / 1000,
    clicks: round.clicks,
    threeBV: game.threeBV(),
    zini: () => (game.size <= ZINI_CELLS ? zini(game.level, game.mined) : null),
  };
}

export const keyOf = (level, noguess) => `${level}${noguess ? " no guess" : ""}`;

export class Statistics {
  constructor() {
    const kept = stored(STORE);
    this.levels = readLevels(kept) ?? {};
  }

  // The figures of a level; all zero and null where nothing was played.
  of(level, noguess) {
    return this.levels[keyOf(level, noguess)] ?? empty();
  }

  // Count a finished game; returns whether it was won in the best time of its level so far.
  add(level, noguess, result) {
    const figures = (this.levels[keyOf(level, noguess)] ??= empty());
    figures.played++;
    figures.streak = result.won ? figures.streak + 1 : 0;
    if (result.won) this.#addWin(figures, result);
    this.#keep();
    return result.won && figures.won > 0 && figures.bestSeconds === result.seconds;
  }

  #addWin(figures, { seconds, clicks, threeBV, zini: count }) {
    const best = (name, value, pick) => {
      figures[name] = figures[name] === null ? value : pick(figures[name], value);
    };
    figures.won++;
    figures.bestStreak = Math.max(figures.bestStreak, figures.streak);
    figures.seconds += seconds;
    figures.threeBV += threeBV;
    figures.clicks += clicks;
    best("bestSeconds", seconds, Math.min);
    best("bestRate", threeBV / seconds, Math.max);
    best("bestEfficiency", threeBV / clicks, Math.max);
    const clairvoyant = count();
    if (clairvoyant === null) return;
    figures.zini += clairvoyant;
    figures.ziniClicks += clicks;
    best("bestZiniEfficiency", clairvoyant / clicks, Math.max);
  }

  clear() {
    this.levels = {};
    this.#keep();
  }

  get isEmpty() {
    return Object.keys(this.levels).length === 0;
  }

  asFile() {
    return JSON.stringify({ program: "mwagent", version: VERSION, levels: this.levels }, null, 1);
  }

  // Take the statistics of a file in place of these. Throws an Error with a sentence.
  load(text) {
    let read;
    try {
      read = JSON.parse(text);
    } catch {
      throw new Error("This file is not JSON; choose one that “Save to a file” has made.");
    }
    const levels = readLevels(read);
    if (!levels) throw new Error("This file holds no statistics; choose one that “Save to a file” has made.");
    this.levels = levels;
    this.#keep();
  }

  #keep() {
    store(STORE, { version: VERSION, levels: this.levels });
  }
}

function empty() {
  return Object.fromEntries(FIGURES.map((name) => [name, name.startsWith("best") && name !== "bestStreak" ? null : 0]));
}

// The levels of what was stored or loaded, or null where it is nothing of that kind.
function readLevels(kept) {
  if (kept?.version !== VERSION || typeof kept.levels !== "object" || kept.levels === null) return null;
  const levels = {};
  for (const [key, figures] of Object.entries(kept.levels)) {
    const good =
      parseLevel(key.replace(/ no guess$/, "")) &&
      FIGURES.every((name) => {
        const value = figures?.[name];
        return (Number.isFinite(value) && value >= 0) || (value === null && empty()[name] === null);
      });
    if (!good) return null;
    levels[key] = Object.fromEntries(FIGURES.map((name) => [name, figures[name]]));
  }
  return levels;
}
