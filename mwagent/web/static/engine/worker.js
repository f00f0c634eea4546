// The engine in a worker of its own; while it looks for boards it reports their number. See client.js.

import { Engine } from "./engine.js";
import { answerWith, HEAPS, loadedOnce } from "./module.js";

const SLICE = 0.05; // seconds of looking for a board between two reports

const squares = loadedOnce(() => Engine.load());
let shapes = null;

let heaps = null;

// What answers on a board: the engine, or what knows other shapes, or several mines in a cell.
function engineFor({ shape }) {
  if (!shape) return squares();
  if (HEAPS[shape]) {
    heaps ??= loadedOnce(async () => (await import("../rules/heaped.js")).HeapEngine.load());
    return heaps();
  }
  shapes ??= loadedOnce(async () => (await import("../rules/shaped.js")).ShapedEngine.load());
  return shapes();
}

function board(engine, question, report) {
  let tries = 1;
  while (true) {
    const begin = performance.now();
    const found = engine.board({ ...question, tries });
    if (found.mines) return found;
    report({ tries: found.tries });
    const seconds = (performance.now() - begin) / 1000;
    tries = Math.max(1, Math.min(4 * tries, Math.floor((tries * SLICE) / Math.max(seconds, 1e-4))));
  }
}

const answers = {
  analyse: (engine, question) => engine.analyse(question),
  prospect: (engine, question) => engine.prospect(question),
  explain: (engine, question) => engine.explain(question),
  board,
};

answerWith(async (kind, question, report) => answers[kind](await engineFor(question), question, report));
