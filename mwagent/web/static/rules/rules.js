// Mines in any topology, as WebAssembly: cells with any names, and rules on how many of some cells are
// mines. For a page, a worker and node; the page asks it of boards whose cells are no squares (shaped.js).
//
// A question is { rules, mines, density, priors, cells }. A rule is { cells, mines }, where mines is a number
// or [least, most]. `mines` is the total, or null; `density` the share of mines beforehand, one half if it is
// not given; `priors` a Map of single cells to such shares; `cells` are further ones that no rule names.

import { compile, EngineError, start } from "../engine/module.js";

export { EngineError };

const MEMORY = 500e6; // bytes that counting may take

export class RuleEngine {
  #exports;

  // The engine in `source`: bytes (ArrayBuffer or a view of one), or an address to fetch them from.
  static async load(source = new URL("rules.wasm", import.meta.url)) {
    const engine = new RuleEngine();
    engine.#exports = start(await compile(source, "rules.wasm"));
    return engine;
  }

  // { contradiction: null, exact, logWeight (of all arrangements), probability (a Map of every cell to its chance to
  // be a mine), safe, mines, best },
  // or { contradiction: { rules, total } }: rules that cannot all be met, and whether the total is needed besides.
  analyse(question, seconds = 2) {
    const { cells, rules } = this.#write(question);
    this.#exports.count(seconds, MEMORY);
    const [met, ...told] = this.#answer();
    if (!met) return { contradiction: proofOf(told, rules) ?? { rules, total: true, smallest: false } };
    const [exact, logWeight, ...chances] = told;
    const probability = new Map(cells.map((cell, i) => [cell, chances[i]]));
    const withChance = (p) => cells.filter((cell, i) => chances[i] === p);
    const least = Math.min(...chances);
    return {
      contradiction: null,
      exact: exact === 1,
      logWeight,
      probability,
      safe: withChance(0),
      mines: withChance(1),
      best: least < 1 ? cells[chances.indexOf(least)] : null,
    };
  }

  // The smallest set of rules that proves a cell a mine, or safe: { rules, total, smallest }, or null where there
  // is none.
  prove(question, cell, mine, seconds = 2) {
    const { cells, rules } = this.#write(question);
    const at = cells.indexOf(cell);
    if (at < 0) throw new EngineError(`there is no cell ${String(cell)}`);
    this.#exports.prove(at, mine, seconds);
    return proofOf(this.#answer(), rules);
  }

  #write({ rules, mines = null, density = null, priors = new Map(), cells: further = [] }) {
    const cells = [...new Set([...further, ...rules.flatMap((rule) => rule.cells)])];
    const place = new Map(cells.map((cell, i) => [cell, i]));
    const numbers = [cells.length, rules.length, mines ?? -1];
    for (const rule of rules) {
      const [low, high] = Array.isArray(rule.mines) ? rule.mines : [rule.mines, rule.mines];
      if (new Set(rule.cells).size < rule.cells.length) throw new EngineError("a rule names a cell twice");
      if (!(Number.isInteger(low) && Number.isInteger(high) && low >= 0 && low <= high)) {
        throw new EngineError(`a rule has a number of mines, or the least and the most, not ${rule.mines}`);
      }
      numbers.push(low, Math.min(high, Math.max(low, rule.cells.length)), rule.cells.length, ...rule.cells.map((cell) => place.get(cell)));
    }
    if (!numbers.every(Number.isInteger)) throw new EngineError("the number of mines is a whole number or null");
    const even = density === null && priors.size === 0;
    const shares = even ? [] : cells.map((cell) => priors.get(cell) ?? density ?? 0.5);
    if (!shares.every((share) => share > 0 && share < 1)) throw new EngineError("density and priors lie between 0 and 1");
    this.#fill(Int32Array, this.#exports.input, numbers);
    this.#fill(
      Float64Array,
      this.#exports.odds,
      shares.map((share) => share / (1 - share)),
    );
    return { cells, rules };
  }

  #fill(Kind, room, values) {
    const place = room(values.length);
    new Kind(this.#exports.memory.buffer, place, values.length).set(values);
  }

  #answer() {
    const { memory, answer, answer_size: size } = this.#exports;
    return Array.from(new Float64Array(memory.buffer, answer(), size()));
  }
}

function proofOf(told, rules) {
  const [found, total, smallest, ...places] = told;
  return found ? { rules: places.map((place) => rules[place]), total: total === 1, smallest: smallest === 1 } : null;
}
