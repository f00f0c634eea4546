// The engine on boards whose cells are no squares (game/topology.js): it answers the questions of engine/engine.js, and
// proves by the rules that the numbers are. A position says its `shape`.

import { Engine } from "../engine/engine.js";
import { prospectOf } from "../engine/prospect.js";
import { Topology } from "../game/shapes.js";
import { codeOf, numberOf } from "../game/topology.js";
import { argumentOf } from "./argument.js";
import { Deal } from "./dealing.js";
import { EngineError, RuleEngine } from "./rules.js";

const FLAG = 9;
const MINE = 10;
const MOST_CODE = 16; // the number 12 of a triangle
const ARRANGING_MS = 1500; // milliseconds for arrangements

export class ShapedEngine {
  #rules;
  #engine;
  #board = { question: "", deal: null };

  static async load(rules = undefined, shapes = new URL("shapes.wasm", import.meta.url)) {
    const engine = new ShapedEngine();
    [engine.#rules, engine.#engine] = await Promise.all([RuleEngine.load(rules), Engine.load(shapes, MOST_CODE)]);
    return engine;
  }

  analyse(position) {
    return this.#engine.analyse(position);
  }

  prospect({ cell: [row, col], ...position }) {
    const cell = row * position.cols + col;
    const codes = Array.from({ length: new Topology(position).around(cell).length + 1 }, (_, number) => codeOf(number));
    return prospectOf(this, position, cell, codes);
  }

  // The words of engine.js; the steps have no text yet (hints/steps.js).
  explain({ cell: [row, col], ...position }) {
    const { trouble, probability, exact, logWays } = this.analyse(position);
    if (trouble) return { trouble };
    const cell = row * position.cols + col;
    const chance = probability[cell];
    if (Number.isNaN(chance)) throw new EngineError("this cell is open; only a hidden cell can be explained");
    const system = systemOf(position);
    if (chance > 0 && chance < 1) {
      const ways = { safe: logWays + Math.log(1 - chance), mine: logWays + Math.log(chance) };
      return {
        trouble: null,
        verdict: "unknown",
        probability: chance,
        exact,
        log_ways: ways,
        arrangements: this.#both(system, position, cell),
      };
    }
    const proof = this.#rules.prove(system, cell, chance === 1, position.seconds);
    if (!proof) throw new EngineError("this is proven, but the proof was not found in time");
    const place = placeIn(position);
    const topology = new Topology(position);
    const total = proof.total ? [{ at: null, cells: system.cells, mines: system.mines }] : [];
    const steps = argumentOf([...proof.rules, ...total], cell, chance === 1);
    return {
      trouble: null,
      verdict: chance ? "mine" : "safe",
      numbers: proof.rules.map(({ at }) => place(at)),
      near: proof.rules.map(({ at }) => topology.nearest(at, cell)), // for the direction in which they lie
      mine_count: proof.total,
      smallest: proof.smallest,
      nudge: "…", // to be told by hints/steps.js
      steps: steps.map((step) => ({ ...step, numbers: step.numbers.map(place), cells: step.cells.map(place) })),
    };
  }

  // A board as engine.js deals it; `laid` are the mines of the first, which the others have elsewhere.
  board({ first: [row, col], rule, seed, noGuess = true, tries = 100, laid, ...level }) {
    const first = row * level.cols + col;
    const question = JSON.stringify([level, first, rule, seed, noGuess]);
    if (question !== this.#board.question) this.#board = { question, deal: new Deal(level, { first, rule, seed, laid }) };
    const { deal } = this.#board;
    const found = deal.find(noGuess, tries, (cells) => this.#safe({ ...level, cells }));
    if (found) this.#board = { question: "", deal: null };
    return { mines: found?.mines ?? null, made: found?.made ?? null, tries: deal.tries };
  }

  #safe(position) {
    const told = this.#rules.analyse(systemOf(position));
    return told.contradiction ? [] : told.safe;
  }

  // Mines of all the board in which a cell is safe, and in which it is one; null where time is out.
  #both(system, position, cell) {
    const due = performance.now() + ARRANGING_MS;
    const [safe, mine] = [0, 1].map((mines) => this.#arrangement(system, { cells: [cell], mines }, due)?.map(placeIn(position)));
    return safe && mine ? { safe, mine } : null;
  }

  #arrangement(system, given, due) {
    const rules = [...system.rules, given];
    const spoken = new Set(rules.flatMap((rule) => rule.cells));
    while (performance.now() < due) {
      const { contradiction, probability } = this.#rules.analyse({ ...system, rules });
      if (contradiction) return null;
      const open = [...spoken].filter((cell) => probability.get(cell) > 0 && probability.get(cell) < 1);
      if (!open.length) {
        const mines = [...spoken].filter((cell) => probability.get(cell) === 1);
        const others = system.cells.filter((cell) => !spoken.has(cell));
        return [...mines, ...others.slice(0, system.mines - mines.length)];
      }
      const likely = open.reduce((one, other) => (probability.get(other) > probability.get(one) ? other : one));
      rules.push({ cells: [likely], mines: 1 });
    }
    return null;
  }
}

// A position as rules, each with the cell `at` which its number stands. Mines that are shown are taken off the
// numbers and the total; `wrong` is a number that is less than the mines around it, or null.
/** @param {any} position */
function systemOf({ mines = null, cells: codes, trustFlags = true, ...level }) {
  const topology = new Topology(level);
  const shown = (cell) => codes[cell] === MINE || (codes[cell] === FLAG && trustFlags);
  const isHidden = (cell) => numberOf(codes[cell]) === null && !shown(cell);
  const all = [...codes.keys()];
  const rules = [];
  let wrong = null;
  for (const at of all) {
    const number = numberOf(codes[at]);
    if (number === null) continue;
    const around = topology.around(at);
    const left = number - around.filter(shown).length;
    if (left < 0) wrong = at;
    const cells = around.filter(isHidden);
    if (cells.length || left) rules.push({ cells, mines: left, at });
  }
  return { rules, cells: all.filter(isHidden), mines: mines === null ? null : mines - all.filter(shown).length, wrong };
}

/** @type {(level: any) => (cell: number) => number[]} */
const placeIn =
  ({ cols }) =>
  (cell) => [Math.floor(cell / cols), cell % cols];
