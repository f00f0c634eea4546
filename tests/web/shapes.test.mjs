// Boards of hexagons, triangles, on a torus and on a cylinder: what touches, what lies where, and what the page says
// of positions against counting every arrangement. POSITIONS=200 checks so many of each shape.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { neighbours, topologyLoaded, topologyOf } from "../../mwagent/web/static/game/topology.js";
import { ShapedEngine } from "../../mwagent/web/static/rules/shaped.js";

const SHAPES = ["hexagons", "triangles", "torus", "cylinder"];
const POSITIONS = Number(process.env.POSITIONS ?? 20);
const HIDDEN = 11;
const MOST_HIDDEN = 14;
let engine;

before(async () => {
  await topologyLoaded({ shape: "torus" });
  const module = (name) => readFile(new URL(`../../mwagent/web/static/rules/${name}.wasm`, import.meta.url));
  engine = await ShapedEngine.load(await module("rules"), await module("shapes"));
});

function randomly(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const cellsOf = ({ rows, cols }) => Array.from({ length: rows * cols }, (_, cell) => cell);

// The corners of a cell as they are drawn, as text; along sides that wrap those of the last row are those of the first.
function drawnCorners(level, cell) {
  const topology = topologyOf(level);
  const [x, y] = topology.corner(cell);
  const parts = topology.corners(cell) ?? [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const round = { torus: [level.cols, level.rows], cylinder: level.turned ? [Infinity, level.rows] : [level.cols, Infinity] };
  const wrap = round[level.shape] ?? [Infinity, Infinity];
  const at = (place, axis) => (Number.isFinite(wrap[axis]) ? (place - 1) % wrap[axis] : place).toFixed(6);
  return parts.map(([across, down]) => `${at(x + across * topology.box[0], 0)},${at(y + down * topology.box[1], 1)}`);
}

for (const shape of SHAPES) {
  for (const turned of [false, true]) {
    const level = { rows: 5, cols: 6, mines: 6, shape, ...(turned ? { turned } : {}) };
    const named = `${shape}${turned ? ", turned" : ""}`;

    test(`${named}: cells touch whose outlines share a corner`, () => {
      const corners = cellsOf(level).map((cell) => new Set(drawnCorners(level, cell)));
      for (const cell of cellsOf(level)) {
        const touching = cellsOf(level).filter(
          (other) => other !== cell && [...corners[cell]].some((corner) => corners[other].has(corner)),
        );
        assert.deepEqual(neighbours(level, cell), touching);
      }
    });

    test(`${named}: the cell at its middle is the cell, and all lie on the board`, () => {
      const topology = topologyOf(level);
      for (const cell of cellsOf(level)) {
        const middle = topology.middle(cell);
        assert.equal(topology.cellAt(...middle), cell);
        for (const axis of [0, 1]) assert.ok(middle[axis] > 0 && middle[axis] < topology.extent[axis]);
        for (const [x, y] of topology.images(cell)) {
          assert.equal(topology.cellAt(x + middle[0] - topology.corner(cell)[0], y + middle[1] - topology.corner(cell)[1]), cell);
        }
      }
    });

    test(`${named}: every part of the board is painted by the cells within it`, () => {
      const topology = topologyOf(level);
      const part = { left: 2, top: 2, right: 4, bottom: 4 };
      const within = new Set(topology.within(part));
      for (let x = 2.05; x < 4; x += 0.1) {
        for (let y = 2.05; y < 4; y += 0.1) {
          const cell = topology.cellAt(x, y);
          assert.ok(cell === null || within.has(cell));
        }
      }
    });
  }
}

test("keys lead around a torus, and along a cylinder to its ends", () => {
  const torus = topologyOf({ rows: 4, cols: 5, shape: "torus" });
  assert.equal(torus.stepFrom(0, -1, 0), 15);
  assert.equal(torus.stepFrom(0, 0, -1), 4);
  const cylinder = topologyOf({ rows: 4, cols: 5, shape: "cylinder" });
  assert.equal(cylinder.stepFrom(0, -1, 0), 0);
  assert.equal(cylinder.stepFrom(0, 0, -1), 4);
  assert.equal(cylinder.stepFrom(2, 0, 1000), 4);
});

// A position in which some safe cells are open: {level, cells, mined, rules}, a rule for every number.
function drawnPosition(shape, random) {
  const level = { rows: 3 + random(3), cols: 4 + random(3), shape };
  const size = level.rows * level.cols;
  const count = 1 + random(Math.floor(size / 4));
  const free = cellsOf(level);
  const take = () => free.splice(random(free.length), 1)[0];
  const mined = new Set(Array.from({ length: count }, take));
  const cells = new Int8Array(size).fill(HIDDEN);
  for (let hidden = size; hidden > MOST_HIDDEN || (free.length > 1 && random(4)); hidden--) {
    if (!free.length) return drawnPosition(shape, random);
    const cell = take();
    const number = neighbours(level, cell).filter((n) => mined.has(n)).length;
    cells[cell] = number > 8 ? number + 4 : number;
  }
  return { ...level, mines: count, cells, trustFlags: false, mined };
}

const hiddenOf = ({ cells }) => [...cells.keys()].filter((cell) => cells[cell] === HIDDEN);

function ruleOf(position, at) {
  const code = position.cells[at];
  return { cells: neighbours(position, at).filter((n) => position.cells[n] === HIDDEN), mines: code > 12 ? code - 4 : code };
}

const rulesOf = (position) =>
  [...position.cells.keys()].filter((cell) => position.cells[cell] !== HIDDEN).map((at) => ruleOf(position, at));

// All ways to lay mines in some cells that meet rules, as Sets.
function* arrangements(cells, rules) {
  const masks = rules.map((rule) => [rule.cells.reduce((mask, cell) => mask | (1 << cells.indexOf(cell)), 0), rule.mines]);
  for (let bits = 0; bits < 1 << cells.length; bits++) {
    if (masks.every(([mask, mines]) => ones(bits & mask) === mines)) yield new Set(cells.filter((_, i) => bits & (1 << i)));
  }
}

function ones(bits) {
  let count = 0;
  for (let left = bits; left; left &= left - 1) count++;
  return count;
}

function forces(rules, claimed) {
  const cells = [...new Set([...rules, claimed].flatMap((rule) => rule.cells))];
  for (const mines of arrangements(cells, rules)) {
    const count = claimed.cells.filter((cell) => mines.has(cell)).length;
    if (count < claimed.low || count > claimed.high) return false;
  }
  return true;
}

function checkReasons(position, cell, chance, ways) {
  const { cols } = position;
  const index = ([row, col]) => row * cols + col;
  const answer = engine.explain({ ...position, cell: [Math.floor(cell / cols), cell % cols] });
  if (chance > 0 && chance < 1) {
    assert.equal(answer.verdict, "unknown");
    for (const kind of ["safe", "mine"]) {
      const laid = new Set(answer.arrangements[kind].map(index));
      assert.equal(laid.size, position.mines);
      assert.equal(laid.has(cell), kind === "mine");
      for (const rule of rulesOf(position)) assert.equal(rule.cells.filter((one) => laid.has(one)).length, rule.mines);
      assert.ok(Math.abs(Math.exp(answer.log_ways[kind]) - (kind === "mine" ? chance : 1 - chance) * ways) < 1e-6 * ways);
    }
    return;
  }
  assert.equal(answer.verdict, chance ? "mine" : "safe");
  const total = answer.mine_count ? [{ cells: hiddenOf(position), mines: position.mines }] : [];
  const rules = [...answer.numbers.map((place) => ruleOf(position, index(place))), ...total];
  assert.ok(forces(rules, { cells: [cell], low: chance, high: chance }), "the reasons do not force the cell");
  for (const one of rules) {
    if (answer.smallest)
      assert.ok(
        !forces(
          rules.filter((rule) => rule !== one),
          { cells: [cell], low: chance, high: chance },
        ),
        "a reason is spare",
      );
  }
  const known = [];
  for (const step of answer.steps) {
    const claimed = { cells: step.cells.map(index), low: step.low, high: step.high };
    const grounds = [
      ...step.numbers.map((place) => ruleOf(position, index(place))),
      ...(step.rule === "total" || step.rule === "contradiction" ? total : []),
    ];
    assert.ok(forces([...grounds, ...known], claimed), `a step does not follow: ${JSON.stringify(step)}`);
    known.push({ cells: claimed.cells, mines: claimed.low });
  }
  assert.ok(known.at(-1).cells.includes(cell));
}

for (const shape of SHAPES) {
  test(`${shape}: chances and reasons in ${POSITIONS} positions are those of counting`, () => {
    const random = randomly(SHAPES.indexOf(shape) + 57);
    for (let n = 0; n < POSITIONS; n++) {
      const position = drawnPosition(shape, random);
      const hidden = hiddenOf(position);
      const all = [...arrangements(hidden, [...rulesOf(position), { cells: hidden, mines: position.mines }])];
      const { trouble, exact, probability, safe, mines } = engine.analyse(position);
      assert.equal(trouble, null);
      assert.ok(exact);
      for (const cell of hidden) {
        const chance = all.filter((laid) => laid.has(cell)).length / all.length;
        assert.ok(Math.abs(probability[cell] - chance) < 1e-9);
        checkReasons(position, cell, chance, all.length);
      }
      const certain = (p) => hidden.filter((cell) => probability[cell] === p);
      const indices = (places) => places.map(([row, col]) => row * position.cols + col);
      assert.deepEqual(indices(safe), certain(0));
      assert.deepEqual(indices(mines), certain(1));
    }
  });

  test(`${shape}: a dealt board is won without a guess, and is the same for the same seed`, () => {
    const level = { rows: 9, cols: 9, mines: 12, shape };
    const order = { ...level, first: [4, 4], rule: "open", seed: "a", laid: Array.from({ length: 12 }, (_, i) => i) };
    const deal = () => {
      let found;
      do found = engine.board({ ...order, tries: 5 });
      while (!found.mines);
      return found;
    };
    const { mines } = deal();
    assert.deepEqual(deal().mines, mines);
    assert.equal(
      mines.reduce((sum, one) => sum + one, 0),
      12,
    );
    const cells = new Int8Array(81).fill(HIDDEN);
    for (let open = [40]; open.length;) {
      for (const cell of open) {
        assert.ok(!mines[cell]);
        const number = neighbours(level, cell).filter((n) => mines[n]).length;
        cells[cell] = number > 8 ? number + 4 : number;
      }
      const { safe } = engine.analyse({ ...level, cells, trustFlags: false });
      open = safe.map(([row, col]) => row * 9 + col);
    }
    assert.equal(hiddenOf({ cells }).length, 12);
  });
}
