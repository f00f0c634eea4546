// Mines in any topology, as WebAssembly: cells with any names, and rules on how many of some cells are
// mines. For a page, a worker and node; the page asks it of boards whose cells are no squares (shaped.js).
//
// A question is { rules, mines, density, priors, cells }. A rule is { cells, mines }, where mines is a number
// or [least, most]. `mines` is the total, or null; `density` the share of mines beforehand, one half if it is
// not given; `priors` a Map of single cells to such shares; `cells` are further ones that no rule names.
// With `each` above 1 so many cells after one another, in the order of `cells`, are the places of one, and what is
// asked of them is whether there is any mine.

import { checkedQuestion, checkedSeconds, compile, EngineError, shown, start } from "../engine/module.js";

export { EngineError };

const MEMORY = 500e6; // bytes that counting may take

export class RuleEngine {
  #module;
  #exports;

  // The engine in `source`: bytes (ArrayBuffer or a view of one), or an address to fetch them from.
  static async load(source = new URL("rules.wasm", import.meta.url)) {
    const engine = new RuleEngine();
    engine.#module = await compile(source, "rules.wasm");
    engine.#exports = start(engine.#module);
    return engine;
  }

  // { contradiction: null, exact, logWeight (of all arrangements), probability (a Map of every cell to its chance to
  // be a mine), safe, mines, best },
  // or { contradiction: { rules, total } }: rules that cannot all be met, and whether the total is needed besides.
  analyse(question, seconds = 2) {
    const { cells, rules } = this.#write(question);
    this.#call("count", checkedSeconds(seconds), MEMORY);
    const [met, ...told] = this.#answer();
    if (!met) return { contradiction: proofOf(told, rules) ?? { rules, total: true, smallest: false } };
    const [exact, logWeight, ...chances] = told;
    const probability = new Map(cells.map((cell, i) => [cell, chances[i]]));
    const withChance = (p) => cells.filter((cell, i) => chances[i] === p);
    const least = chances.reduce((one, other) => Math.min(one, other), Infinity);
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
    const at = cells.findIndex((one) => one === cell || Object.is(one, cell));
    if (at < 0) throw new EngineError(`there is no cell ${shown(cell)}`);
    this.#call("prove", at, Boolean(mine), checkedSeconds(seconds));
    return proofOf(this.#answer(), rules);
  }

  #write(question) {
    const { rules, mines = null, density = null, priors = new Map(), cells: further = [], each = 1 } = checkedQuestion(question);
    for (const [what, list] of [["rules", rules], ["cells", further], ...listsOf(rules)]) {
      if (!Array.isArray(list)) throw new EngineError(`${what} are an array, not ${shown(list)}`);
    }
    if (!(priors instanceof Map)) throw new EngineError(`priors are a Map of cells to probabilities, not ${shown(priors)}`);
    const cells = [...new Set([...further, ...rules.flatMap((rule) => rule.cells)])];
    const place = new Map(cells.map((cell, i) => [cell, i]));
    if (mines !== null && !(Number.isInteger(mines) && mines >= 0)) {
      throw new EngineError(`the number of mines is a whole number or null, not ${shown(mines)}`);
    }
    if (!(Number.isInteger(each) && each > 0 && cells.length % each === 0))
      throw new EngineError(`${cells.length} cells cannot be taken ${shown(each)} at a time`);
    const numbers = [cells.length, rules.length, mines === null ? -1 : Math.min(mines, cells.length + 1), each];
    for (const rule of rules) {
      const [low, high] = Array.isArray(rule.mines) ? rule.mines : [rule.mines, rule.mines];
      if (new Set(rule.cells).size < rule.cells.length) throw new EngineError("a rule names a cell twice");
      if (!(Number.isInteger(low) && Number.isInteger(high) && low >= 0 && low <= high)) {
        throw new EngineError(`a rule has a number of mines, or the least and the most, not ${shown(rule.mines)}`);
      }
      numbers.push(...[low, high].map((count) => Math.min(count, rule.cells.length + 1)), rule.cells.length);
      for (const cell of rule.cells) numbers.push(place.get(cell));
    }
    const stranger = [...priors.keys()].find((cell) => !place.has(cell));
    if (stranger !== undefined) throw new EngineError(`there is a prior for ${shown(stranger)}, but no such cell; name it in cells`);
    const even = density === null && priors.size === 0;
    const shares = even ? [] : cells.map((cell) => priors.get(cell) ?? density ?? 0.5);
    if (!shares.every((share) => typeof share === "number" && share > 0 && share < 1)) {
      throw new EngineError("density and priors are numbers between 0 and 1");
    }
    this.#fill(Int32Array, "input", numbers);
    this.#fill(
      Float64Array,
      "odds",
      shares.map((share) => share / (1 - share)),
    );
    return { cells, rules };
  }

  // Calls into the module; one that ran out of memory is started anew.
  #call(name, ...words) {
    try {
      return this.#exports[name](...words);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#exports = start(this.#module);
      throw new EngineError("the engine ran out of memory on these rules; give fewer");
    }
  }

  #fill(Kind, room, values) {
    const place = this.#call(room, values.length);
    new Kind(this.#exports.memory.buffer, place, values.length).set(values);
  }

  #answer() {
    const { memory, answer, answer_size: size } = this.#exports;
    return Array.from(new Float64Array(memory.buffer, answer(), size()));
  }
}

// The cells of all rules, each named.
function listsOf(rules) {
  if (!Array.isArray(rules)) return [];
  return rules.map((rule) => ["the cells of a rule", rule?.cells]);
}

function proofOf(told, rules) {
  const [found, total, smallest, ...places] = told;
  return found ? { rules: places.map((place) => rules[place]), total: total === 1, smallest: smallest === 1 } : null;
}
