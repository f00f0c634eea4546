// The engine in a worker of its own: takes { id, kind, question } and sends back { id, answer } or
// { id, error }, and while it looks for boards { id, progress }. See client.js.

import { Engine } from "./engine.js";
import { loadedOnce } from "./module.js";

const SLICE = 0.05; // seconds of looking for a board between two reports

const squares = loadedOnce(() => Engine.load());
let shapes = null;

// What answers on a board: the engine, or where its cells are no squares what counts by rules alone.
function engineFor({ shape }) {
  if (!shape) return squares();
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

self.addEventListener("message", async ({ data: { id, kind, question } }) => {
  try {
    const engine = await engineFor(question);
    const report = (progress) => self.postMessage({ id, progress });
    self.postMessage({ id, answer: answers[kind](engine, question, report) });
  } catch (error) {
    self.postMessage({ id, error: error.message });
  }
});
