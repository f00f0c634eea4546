// Makes puzzles in a worker: takes { id, asked } and sends back { id, puzzle } or { id, error }.

import { PuzzleModule } from "./puzzlemodule.js";

const loading = PuzzleModule.load();
loading.catch(() => {}); // told to whoever asks

self.addEventListener("message", async ({ data: { id, asked } }) => {
  try {
    self.postMessage({ id, puzzle: (await loading).puzzle(asked) });
  } catch (error) {
    self.postMessage({ id, error: error.message });
  }
});
