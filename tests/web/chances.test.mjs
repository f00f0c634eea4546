// What the page says of positions with mines that went off, under lives, and with several mines in a cell, against
// writing down every arrangement. POSITIONS=200 checks so many of each kind.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { boardText, readBoard } from "../../mwagent/web/static/app/links.js";
import { Engine } from "../../mwagent/web/static/engine/engine.js";
import { generator } from "../../mwagent/web/static/game/random.js";
import { flagsOf, Game } from "../../mwagent/web/static/game/rules.js";
import { neighbours, numberOf, topologyLoaded } from "../../mwagent/web/static/game/topology.js";
import { positionOf } from "../../mwagent/web/static/play/cells.js";
import { turnGame, unturned } from "../../mwagent/web/static/play/turning.js";
import { HeapEngine } from "../../mwagent/web/static/rules/heaped.js";

const POSITIONS = Number(process.env.POSITIONS ?? 40);
const MOST_WAYS = 40; // arrangements of which games are played to their end
const MOST = { "": 1, pairs: 2, triples: 3 };
let engines;

before(async () => {
  await topologyLoaded({ shape: "pairs" });
  const module = (name) => readFile(new URL(`../../mwagent/web/static/${name}.wasm`, import.meta.url));
  const heaps = await HeapEngine.load(await module("rules/rules"));
  engines = { "": await Engine.load(await module("engine/engine")), pairs: heaps, triples: heaps };
});

const close = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);

// A game in which cells were opened at random until few are hidden; one life is there for every mine that is hit.
function begun(shape, hidden, random) {
  const below = (n) => random() % n;
  const [rows, cols] = [3 + below(3), 3 + below(4)];
  const level = { rows, cols, mines: 2 + below(Math.floor((rows * cols) / 3)), ...(shape && { shape }) };
  const game = new Game(level, String(random()), "safe");
  for (let left = rows * cols; left > hidden || below(3); left = game.state.filter((state) => !state).length) {
    if (!left || game.stage === "won") return begun(shape, hidden, random);
    game.open(below(rows * cols));
    game.goOn();
  }
  if (game.stage === "won") return begun(shape, hidden, random);
  return game;
}

// Every way to lay mines in the hidden cells, as [mines by cell, weight]: how many there are of a kind. With `named` only
// these numbers count, and the number of all mines only with `total`.
function* ways(game, named = null, total = true) {
  const { level, size, most } = game;
  const position = positionOf(game);
  const hidden = [...position.cells.keys()].filter((cell) => position.cells[cell] === 11);
  const laid = Array.from({ length: size }, (_, cell) => (game.hit.has(cell) ? game.minesIn(cell) : 0));
  const numbers = [...position.cells.keys()].filter((cell) => game.state[cell] === 1 && (named?.has(cell) ?? true));
  const choose = (n, k) => (k ? (choose(n - 1, k - 1) * n) / k : 1);
  function* fill(at, left, weight) {
    if (at === hidden.length) {
      const met = (cell) => neighbours(level, cell).reduce((sum, n) => sum + laid[n], 0) === numberOf(position.cells[cell]);
      if (!(left && total) && numbers.every(met)) yield [laid.slice(), weight];
      return;
    }
    for (let mines = 0; mines <= (total ? Math.min(most, left) : most); mines++) {
      laid[hidden[at]] = mines;
      yield* fill(at + 1, left - mines, weight * choose(most, mines));
    }
    laid[hidden[at]] = 0;
  }
  yield* fill(0, level.mines - laid.reduce((sum, mines) => sum + mines, 0), 1);
}

const share = (all, of) => all.reduce((sum, [laid, weight]) => sum + (of(laid) ? weight : 0), 0);

function checkChances(game) {
  const position = positionOf(game);
  const all = [...ways(game)];
  const whole = share(all, () => true);
  const told = engines[game.level.shape ?? ""].analyse(position);
  assert.equal(told.trouble, null);
  assert.ok(told.exact);
  close(told.logWays, Math.log(whole));
  const hidden = [...position.cells.keys()].filter((cell) => position.cells[cell] === 11);
  const chances = hidden.map((cell) => share(all, (laid) => laid[cell] > 0) / whole);
  hidden.forEach((cell, i) => close(told.probability[cell], chances[i]));
  const index = ([row, col]) => row * game.level.cols + col;
  for (const [kind, chance] of [
    ["safe", 0],
    ["mines", 1],
  ]) {
    assert.deepEqual(
      told[kind].map(index),
      hidden.filter((_, i) => chances[i] === chance),
    );
  }
  return { position, all, whole, hidden, chances };
}

// Of so many arrangements how many are won with best play and so many lives.
function won(game, all, lives) {
  const known = new Map();
  const shows = (laid, cell) => (laid[cell] ? "mine" : neighbours(game.level, cell).reduce((sum, n) => sum + laid[n], 0));
  const value = (set, left) => {
    if (set.length === 1) return 1;
    const key = `${left} ${set}`;
    if (known.has(key)) return known.get(key);
    let best = 0;
    for (let cell = 0; cell < game.size; cell++) {
      const parts = new Map();
      for (const one of set) {
        const shown = shows(all[one][0], cell);
        parts.set(shown, [...(parts.get(shown) ?? []), one]);
      }
      if (game.state[cell] === 1 || parts.size < 2) continue;
      let sum = 0;
      for (const [shown, part] of parts) if (shown !== "mine" || left) sum += value(part, left - Number(shown === "mine"));
      best = Math.max(best, sum);
    }
    known.set(key, best);
    return best;
  };
  return value([...all.keys()], lives);
}

test(`with lives, chances and the chance to win are those of all arrangements in ${POSITIONS} positions`, () => {
  const random = generator("lives");
  let played = 0;
  for (let n = 0; n < POSITIONS || played < POSITIONS; n++) {
    const game = begun("", 11, random);
    const { position, all, hidden, chances } = checkChances(game);
    const lives = n % 4;
    if (all.length > MOST_WAYS || !hidden.length) continue;
    const { best } = engines[""].analyse({ ...position, lives });
    if (!best) continue;
    close(best.win, won(game, all, lives) / all.length);
    const cell = hidden[random() % hidden.length];
    const chance = chances[hidden.indexOf(cell)];
    const { win, hit } = engines[""].prospect({ ...position, lives, cell: [Math.floor(cell / game.level.cols), cell % game.level.cols] });
    if (chance === 1) continue;
    const value = (mine, left) => {
      const some = all.filter(([laid]) => Boolean(laid[cell]) === mine);
      return some.length && left >= 0 ? won(game, some, left) / some.length : 0;
    };
    if (!lives) close(hit, 0);
    else close(hit, value(true, lives - 1));
    // What the cell shows is known before the next is opened.
    const safe = all.filter(([laid]) => !laid[cell]);
    const shows = ([laid]) => neighbours(game.level, cell).reduce((sum, one) => sum + laid[one], 0);
    const groups = [...new Set(safe.map(shows))].map((number) => safe.filter((one) => shows(one) === number));
    close(win, groups.reduce((sum, group) => sum + won(game, group, lives), 0) / safe.length);
    played++;
  }
});

for (const shape of ["pairs", "triples"]) {
  const most = MOST[shape];

  test(`${shape}: chances are those of all arrangements in ${POSITIONS} positions, and proofs hold`, () => {
    const random = generator(shape);
    for (let n = 0; n < POSITIONS; n++) {
      const game = begun(shape, 11 - most, random);
      const { position, all, whole, hidden, chances } = checkChances(game);
      const cell = hidden[random() % hidden.length];
      if (cell === undefined) continue;
      const place = [Math.floor(cell / game.level.cols), cell % game.level.cols];
      const engine = engines[shape];
      const { numbers, heap } = engine.prospect({ ...position, cell: place });
      heap.forEach((chance, mines) => close(chance, share(all, (laid) => laid[cell] === mines) / whole));
      const empty = share(all, (laid) => !laid[cell]);
      const around = (laid) => neighbours(game.level, cell).reduce((sum, one) => sum + laid[one], 0);
      if (empty) numbers.forEach((chance, number) => close(chance, share(all, (laid) => !laid[cell] && around(laid) === number) / empty));
      const told = engine.explain({ ...position, cell: place });
      const chance = chances[hidden.indexOf(cell)];
      assert.equal(told.verdict, chance === 0 ? "safe" : chance === 1 ? "mine" : "unknown");
      if (told.verdict === "unknown") continue;
      const named = new Set(told.numbers.map(([row, col]) => row * game.level.cols + col));
      for (const [laid] of ways(game, named, told.mine_count)) assert.equal(laid[cell] > 0, chance === 1, "the reasons do not force it");
      assert.ok(told.steps.length && told.steps.at(-1).cells.some(([row, col]) => row === place[0] && col === place[1]));
    }
  });

  test(`${shape}: a game is drawn, flagged, won and written as its rules say`, () => {
    for (let seed = 0; seed < POSITIONS; seed++) {
      const level = { rows: 5, cols: 6, mines: 9, shape };
      const game = new Game(level, `${seed}`, "open");
      game.open(14);
      assert.equal(game.numbers[14], 0);
      assert.equal(game.mined.size, 9);
      const counts = Array.from({ length: game.size }, (_, cell) => game.minesIn(cell));
      assert.ok(Math.max(...counts) <= most);
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        9,
      );
      for (let cell = 0; cell < game.size; cell++) {
        assert.equal(
          game.numbers[cell],
          neighbours(level, cell).reduce((sum, one) => sum + counts[one], 0),
        );
      }
      assert.deepEqual(readBoard(boardText(level, game.mined)), { level, mined: game.mined });
      const again = new Game(level, `${seed}`, "open");
      again.open(14);
      turnGame(again);
      assert.deepEqual(unturned(again).mined, game.mined);
      const mine = counts.findIndex((count) => count === Math.max(...counts));
      for (let n = 0; n < counts[mine]; n++) game.flag(mine, false);
      assert.equal(game.flags, counts[mine]);
      assert.equal(flagsOf(game.state[mine]), counts[mine]);
      for (let n = counts[mine]; n <= most; n++) game.flag(mine, false);
      assert.equal(game.flags, 0);
      game.open(mine);
      assert.equal(game.stage, "lost");
      game.goOn();
      assert.equal(game.flags, counts[mine]);
      game.undo();
      assert.equal(game.flags, 0);
      counts.forEach((count, cell) => count || game.open(cell));
      assert.equal(game.stage, "won");
      counts.forEach((count, cell) => count && assert.equal(game.symbol(cell), count > 1 ? `F${count}` : "F"));
    }
  });
}
