// Statistics of finished games.
//
// They are counted anew from the list of games, so that tabs cannot overwrite each other's, and from
// the figures of games that are not in the list: those of pages before there was a list, and of files
// that they have saved. Figures are {KEY: figures} with a level's text, and " no guess" after it, as
// KEY. Games with help, and on boards chosen by hand, are not counted.
//
// A result is {at, won, seconds, clicks, threeBV, zini}: `at` in milliseconds since 1970, `zini` null
// where it was not counted.

import { parseLevel, stored } from "../app/settings.js";

const FORMER = "mwagent.stats"; // where pages kept their figures before there was a list of games
const VERSION = 1;
const FROM_HERE = "this browser";

const SUMS = ["played", "won", "seconds", "threeBV", "clicks", "zini", "ziniClicks"];
const LEAST = ["bestSeconds"];
const MOST = ["bestRate", "bestEfficiency", "bestZiniEfficiency"];
const FIGURES = [...SUMS, "streak", "bestStreak", ...LEAST, ...MOST];

export const keyOf = (level, noguess) => `${level}${noguess ? " no guess" : ""}`;

export class Statistics {
  // `changed()` is called when other tabs have changed the figures, and when they are there first.
  constructor(store, changed = () => {}) {
    this.store = store;
    this.changed = changed;
    this.levels = {};
    this.ready = this.#takeOver().then(() => this.load());
    store.listen((elsewhere) => elsewhere && this.load());
  }

  async load() {
    const [figures, games] = await Promise.all([this.store.figures(), this.store.games()]);
    this.levels = {};
    for (const { levels } of figures) {
      for (const [key, more] of Object.entries(readFigures({ version: VERSION, levels }) ?? {})) addFigures(this.levels, key, more);
    }
    const counted = games.filter((game) => game.counted).sort((a, b) => a.counted.at - b.counted.at);
    for (const game of counted) addResult(this.levels, keyOf(game.name, game.noguess), game.counted);
    this.changed();
  }

  // The figures of a level; all zero and null where nothing was played.
  of(level, noguess) {
    return this.levels[keyOf(level, noguess)] ?? empty();
  }

  get isEmpty() {
    return Object.keys(this.levels).length === 0;
  }

  // Count a game that was finished here and is stored elsewhere; returns whether it was won in the
  // best time of its level so far.
  add(level, noguess, outcome) {
    const figures = addResult(this.levels, keyOf(level, noguess), outcome);
    return outcome.won && figures.bestSeconds === outcome.seconds;
  }

  // Take over what an older page has kept; an older page in another tab may still add to it.
  async #takeOver() {
    const levels = readFigures(stored(FORMER));
    if (!levels) return;
    await this.store.putFigures({ id: FROM_HERE, levels });
    if (!this.store.trouble) localStorage.removeItem(FORMER);
  }
}

// {id, levels} of what an older page has kept or saved, or null where it is nothing of that kind.
export function readFigures(kept) {
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

function empty() {
  const nothing = [...LEAST, ...MOST];
  return Object.fromEntries(FIGURES.map((name) => [name, nothing.includes(name) ? null : 0]));
}

// Add what another list has for a level; what was played last has the streak.
function addFigures(levels, key, more) {
  const sum = (levels[key] ??= empty());
  const best = (names, pick) => {
    for (const name of names) if (more[name] !== null) sum[name] = sum[name] === null ? more[name] : pick(sum[name], more[name]);
  };
  for (const name of SUMS) sum[name] += more[name];
  best(LEAST, Math.min);
  best([...MOST, "bestStreak"], Math.max);
  sum.streak = more.streak;
  return sum;
}

function addResult(levels, key, { won, seconds, clicks, threeBV, zini }) {
  const before = levels[key]?.streak ?? 0;
  if (!won) return addFigures(levels, key, { ...empty(), played: 1 });
  return addFigures(levels, key, {
    ...empty(),
    ...{ played: 1, won: 1, seconds, threeBV, clicks, streak: before + 1, bestStreak: before + 1 },
    ...{ bestSeconds: seconds, bestRate: threeBV / seconds, bestEfficiency: threeBV / clicks },
    ...(zini === null ? {} : { zini, ziniClicks: clicks, bestZiniEfficiency: zini / clicks }),
  });
}
