// Mine probabilities by the engine of JSMinesweeper, timed inside its own process.
//
//     git clone https://github.com/DavidNHill/JSMinesweeper
//     node benchmarks/engine/jsminesweeper_positions.js JSMinesweeper < positions.jsonl
//
// For each line {"w":..,"h":..,"mines":..,"cells":["#1..",..]} prints {"ms":.., "probability":[..]},
// row by row, -1 where open. `benchmarks/engine/positions.py` talks to it line by line.
"use strict";

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const vm = require("vm");

const folder = process.argv[2];
if (!folder) {
  console.error("usage: jsminesweeper_positions.js JSMINESWEEPER_FOLDER < positions.jsonl");
  process.exit(2);
}
const FILES = [
  "client/Board.js", "client/Tile.js", "client/solver_main.js",
  "client/solver_probability_engine.js", "client/Brute_force.js", "client/BruteForceAnalysis.js",
  "client/SolutionCounter.js", "client/FiftyFiftyHelper.js", "client/LongTermRiskHelper.js",
  "client/EfficiencyHelper.js",
  "Utility/Compression.js", "Utility/PrimeSieve.js", "Utility/Binomial.js",
];
const sandbox = vm.createContext({
  console: { log() {}, error() {}, warn() {} },
  document: { getElementById: () => ({ style: {}, addEventListener() {} }) },
  window: {}, performance, setTimeout, Date, Math,
});
const present = FILES.map((f) => path.join(folder, "Minesweeper", f)).filter(fs.existsSync);
const sources = present.map((f) => fs.readFileSync(f, "utf8").replace(/["']use strict["'];/g, ""));
vm.runInContext(sources.join("\n") + `
  var binomialCache = new BinomialCache(5000, 500, new Binomial(50000, 500));
  function writeToConsole() {}
  function showMessage() {}
  var analysisMode = false;
  this.count = (width, height, mines, cells) => {
    const board = new Board(0, width, height, mines, 1, "safe");
    board.setStarted();
    cells.forEach((value, i) => { if (value >= 0) board.getTile(i).setValue(value); });
    const options = {
      playStyle: PLAY_STYLE_NOFLAGS, verbose: false, advancedGuessing: true,
      fullProbability: true, hardcore: false,
    };
    const start = performance.now();
    board.resetForAnalysis(true, true);
    const numbers = [], around = new Set();
    let hidden = 0, left = mines;
    for (const tile of board.tiles) {
      if (tile.isSolverFoundBomb()) { left--; continue; }
      if (tile.isCovered()) { hidden++; continue; }
      let open = false;
      for (const other of board.getAdjacent(tile))
        if (other.isCovered() && !other.isSolverFoundBomb()) { open = true; around.add(other.index); }
      if (open) numbers.push(tile);
    }
    const edge = [...around].map((i) => board.getTile(i));
    for (const tile of edge) tile.setOnEdge(true);
    const engine = new ProbabilityEngine(board, numbers, edge, hidden, left, options);
    if (engine.validWeb) engine.process();
    const ms = performance.now() - start;
    const known = new Array(cells.length).fill(engine.offEdgeProbability);
    engine.boxes.forEach((box) => box.tiles.forEach((t) => { known[t.index] = engine.boxProb[box.uid]; }));
    const probability = board.tiles.map((t) =>
      !t.isCovered() ? -1 : t.isSolverFoundBomb() ? 1 : 1 - known[t.index]);
    return { ms, probability };
  };
`, sandbox);

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { w, h, mines, cells } = JSON.parse(line);
  const values = [...cells.join("")].map((c) => (c === "#" ? -1 : Number(c)));
  process.stdout.write(JSON.stringify(sandbox.count(w, h, mines, values)) + "\n");
});
