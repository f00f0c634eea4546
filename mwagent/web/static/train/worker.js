// Makes puzzles in a worker: takes { id, asked } and sends back { id, answer } or { id, error }.

import { loadedOnce } from "../engine/module.js";
import { PuzzleModule } from "./puzzlemodule.js";

const puzzles = loadedOnce(() => PuzzleModule.load());

self.addEventListener("message", async ({ data: { id, asked } }) => {
  try {
    self.postMessage({ id, answer: (await puzzles()).puzzle(asked) });
  } catch (error) {
    self.postMessage({ id, error: error.message });
  }
});
