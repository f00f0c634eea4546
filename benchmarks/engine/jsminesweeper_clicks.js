// Clicks that the "efficiency" style of JSMinesweeper needs, to compare with ours.
//
//     git clone https://github.com/DavidNHill/JSMinesweeper
//     node benchmarks/engine/jsminesweeper_clicks.js JSMinesweeper boards.jsonl ROW,COL
//
// The boards are one JSON object a line, {"w":30,"h":16,"mines":[y*w+x, ...]}; the same file goes to
// `python -m virtual.arena --clicks --boards boards.jsonl --first ROW,COL`. Prints a line of JSON for
// each board; `benchmarks/engine/clicks.py --peer JSMinesweeper` runs both and compares.
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [folder, boardFile, first] = process.argv.slice(2);
if (!first) {
  console.error("usage: jsminesweeper_clicks.js JSMINESWEEPER_FOLDER BOARDS.jsonl ROW,COL");
  process.exit(2);
}
const FILES = [
  "client/Board.js", "client/Tile.js", "client/solver_main.js",
  "client/solver_probability_engine.js", "client/Brute_force.js", "client/BruteForceAnalysis.js",
  "client/MinesweeperGame.js", "client/SolutionCounter.js", "client/EfficiencyHelper.js",
  "client/FiftyFiftyHelper.js", "client/LongTermRiskHelper.js",
  "Utility/PrimeSieve.js", "Utility/Binomial.js",
];
const element = () => ({ style: {}, innerHTML: "", addEventListener() {} });
const sandbox = vm.createContext({
  console: { log() {}, error() {}, warn() {} },
  document: { getElementById: element },
  window: {}, performance, setTimeout, Date, Math,
});
const sources = FILES.map((f) => fs.readFileSync(path.join(folder, "Minesweeper", f), "utf8"));
vm.runInContext(
  sources.map((text) => text.replace(/["']use strict["'];/g, "")).join("\n") + `
  var binomialCache = new BinomialCache(5000, 500, new Binomial(50000, 500));
  function writeToConsole() {}
  function showMessage() {}
  function sleep() {}
  var oldrng = false, board;
  const BOMB = 9, HIDDEN = 10, FLAGGED = 11;
  async function playOne(width, height, mines, start) {
    await solver();
    const game = new ServerGame(0, width, height, mines.length, start, 1, "safe");
    const array = [width, height, mines.length];
    for (const m of mines) array.push(m % width, Math.floor(m / width));
    game.resetMinesUsingArray(array);
    board = new Board(0, width, height, mines.length, 1, "safe");
    const options = {
      playStyle: PLAY_STYLE_EFFICIENCY, verbose: false, advancedGuessing: true,
      fullProbability: true, hardcore: false,
    };
    let reply = game.clickTile(game.getTile(start));
    applyResults(board, reply);
    for (let turn = 0; turn < 5000 && reply.header.status === IN_PLAY; turn++) {
      const { actions } = await solver(board, options);
      if (actions.length === 0) return null;
      for (let i = 0; i < actions.length; i++) {
        const action = actions[i];
        const index = board.xy_to_index(action.x, action.y);
        const tile = game.getTile(index);
        if (action.action === ACTION_FLAG) {
          if (!tile.isFlagged()) {
            game.flag(tile);
            applyResults(board, { tiles: [{ action: 2, index, flag: true }] });
          }
          continue;
        }
        reply = action.action === ACTION_CHORD ? game.chordTile(tile) : game.clickTile(tile);
        if (reply.header.status === LOST) break;
        applyResults(board, reply);
        if (reply.header.status !== IN_PLAY || action.prob !== 1) break;
      }
    }
    return { won: reply.header.status === WON, clicks: game.actions, bbbv: game.value3BV };
  }
  this.playOne = playOne;
`, sandbox);

(async () => {
  const [row, col] = first.split(",").map(Number);
  for (const line of fs.readFileSync(boardFile, "utf8").split("\n").filter(Boolean)) {
    const { w, h, mines } = JSON.parse(line);
    const played = await sandbox.playOne(w, h, mines, row * w + col);
    console.log(JSON.stringify(played ?? { won: false, clicks: 0, bbbv: 0 }));
  }
})();
