// The engine on boards with several mines in a cell: it answers the questions of engine/engine.js by rules alone. Every
// cell is as many places as it may hold mines, named as mines are (game/topology.js); all ways to lay the mines in places
// are equally likely, which is how they are drawn (game/rules.js).

import { prospectOf } from "../engine/prospect.js";
import { Topology } from "../game/shapes.js";
import { codeOf, mostIn, numberOf } from "../game/topology.js";
import { argumentOf } from "./argument.js";
import { EngineError, RuleEngine } from "./rules.js";

const MINE = 10;
const SECONDS = 2;

export class HeapEngine {
  #rules;

  static async load(rules = undefined) {
    const engine = new HeapEngine();
    engine.#rules = await RuleEngine.load(rules);
    return engine;
  }

  // `held` of a position says how many mines those cells hold in which one is shown. The best move is the one that is least
  // likely a mine: what it is worth is not known.
  analyse(position) {
    const { rows, cols, cells, seconds = SECONDS } = position;
    const system = systemOf(position);
    if ([system, ...system.rules].some(({ mines }) => mines < 0)) return { trouble: { total: true } };
    const told = this.#rules.analyse(system, seconds);
    if (told.contradiction) return { trouble: { total: true } };
    const place = (cell) => [Math.floor(cell / cols), cell % cols];
    const probability = Float64Array.from({ length: rows * cols }, (_, cell) =>
      cells[cell] === MINE ? 1 : (told.probability.get(cell) ?? NaN),
    );
    const with_ = (chance) => [...probability.keys()].filter((cell) => probability[cell] === chance && cells[cell] !== MINE).map(place);
    const { best } = told;
    const candidates = best === null ? [] : [{ cell: place(best), mine: probability[best], score: 1 - probability[best], bound: false }];
    return {
      trouble: null,
      exact: told.exact,
      complete: told.exact,
      logWays: told.logWeight,
      deadExact: false,
      safe: with_(0),
      mines: with_(1),
      dead: [],
      probability,
      best: best === null ? null : { cell: place(best), why: probability[best] ? "guess" : "proof", win: null, complete: true, candidates },
    };
  }

  // As engine.js has it, and `heap`, the chance of each number of mines in the cell.
  prospect({ cell: [row, col], ...position }) {
    const cell = row * position.cols + col;
    const most = mostIn(position);
    const codes = Array.from({ length: most * new Topology(position).around(cell).length + 1 }, (_, number) => codeOf(number));
    const system = systemOf(position);
    const now = this.#rules.analyse(system);
    const heap = Array.from({ length: most + 1 }, (_, mines) => {
      const then = this.#rules.analyse({ ...system, rules: [...system.rules, { cells: placesOf(position, cell), mines }] });
      return then.contradiction ? 0 : Math.exp(then.logWeight - now.logWeight);
    });
    return { ...prospectOf(this, position, cell, codes), heap };
  }

  explain({ cell: [row, col], ...position }) {
    const cell = row * position.cols + col;
    const { trouble, probability, exact, logWays } = this.analyse(position);
    if (trouble) return { trouble };
    const chance = probability[cell];
    if (Number.isNaN(chance)) throw new EngineError("this cell is open; only a hidden cell can be explained");
    if (chance > 0 && chance < 1) {
      const ways = { safe: logWays + Math.log(1 - chance), mine: logWays + Math.log(chance) };
      return { trouble: null, verdict: "unknown", probability: chance, exact, log_ways: ways, arrangements: null };
    }
    const size = position.rows * position.cols;
    const system = systemOf(position);
    const empty = { cells: placesOf(position, cell), mines: 0 };
    // A cell holds mines where it could not be empty.
    const proof = chance
      ? this.#rules.analyse({ ...system, rules: [...system.rules, empty] }).contradiction
      : this.#rules.prove(system, cell, false, position.seconds);
    if (!proof) throw new EngineError("this is proven, but the proof was not found in time");
    const rules = proof.rules.filter((rule) => rule !== empty);
    const total = proof.total ? [{ at: null, cells: system.cells, mines: system.mines }] : [];
    const place = (at) => [Math.floor((at % size) / position.cols), at % position.cols];
    const places = (list) => [...new Set(list.map((at) => at % size))].map(place);
    const numbers = rules.map(({ at }) => place(at));
    const steps = chance
      ? [{ rule: numbers.length ? "contradiction" : "total", numbers: rules.map(({ at }) => at), cells: [cell], low: 1, high: 1 }]
      : argumentOf([...rules, ...total], cell, false);
    return {
      trouble: null,
      verdict: chance ? "mine" : "safe",
      numbers,
      near: numbers,
      mine_count: proof.total,
      smallest: proof.smallest,
      nudge: "…", // to be told by hints/steps.js
      steps: steps.map((step) => {
        const cells = places(step.cells);
        return { ...step, numbers: step.numbers.map(place), cells, low: Math.min(step.low, cells.length), high: step.high };
      }),
    };
  }
}

function placesOf(level, cell) {
  return Array.from({ length: mostIn(level) }, (_, n) => cell + n * level.rows * level.cols);
}

// A position as rules on places, each with the cell `at` which its number stands.
/** @param {any} position */
function systemOf(position) {
  const { cells: codes, mines, held = {}, ...level } = position;
  const topology = new Topology(level);
  const isHidden = (cell) => numberOf(codes[cell]) === null && codes[cell] !== MINE;
  const spread = (cells) => cells.filter(isHidden).flatMap((cell) => placesOf(level, cell));
  const shown = (cells) => cells.reduce((sum, cell) => sum + (codes[cell] === MINE ? (held[cell] ?? 1) : 0), 0);
  const all = [...codes.keys()];
  const rules = all
    .filter((at) => numberOf(codes[at]) !== null)
    .map((at) => {
      const around = topology.around(at);
      return { cells: spread(around), mines: numberOf(codes[at]) - shown(around), at };
    })
    .filter(({ cells, mines: left }) => cells.length || left);
  return { rules, cells: spread(all), mines: mines - shown(all), each: mostIn(level) };
}
