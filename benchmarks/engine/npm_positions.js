// Mine probabilities by our package for JavaScript, timed inside its own process.
//
//     node benchmarks/engine/npm_positions.js FOLDER < positions.jsonl
//
// FOLDER has the package in its node_modules. Takes and gives the lines of
// jsminesweeper_positions.js; `benchmarks/engine/positions.py` talks to it.
"use strict";

const path = require("path");
const readline = require("readline");
const { pathToFileURL } = require("url");

const folder = process.argv[2];
if (!folder) {
  console.error("usage: npm_positions.js FOLDER < positions.jsonl");
  process.exit(2);
}

async function main() {
  const index = path.resolve(folder, "node_modules/mwagent/index.js");
  const { load, parse } = await import(pathToFileURL(index));
  const engine = await load();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { mines, cells } = JSON.parse(line);
    const position = parse(cells.join("\n"), mines);
    const start = performance.now();
    const { probability } = engine.analyse({ ...position, decide: false });
    const ms = performance.now() - start;
    const told = Array.from(probability, (chance) => (Number.isNaN(chance) ? -1 : chance));
    process.stdout.write(JSON.stringify({ ms, probability: told }) + "\n");
  }
}

main();
