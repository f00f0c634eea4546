// Asks for puzzles in a worker, so that the page never waits.

import { t } from "../app/language.js";
import { EngineError } from "../engine/module.js";

export class Maker {
  #worker = null;
  #waiting = new Map();
  #count = 0;

  // The puzzle of a seed, see puzzlemodule.js; rejects with an EngineError.
  puzzle(asked) {
    this.#worker ??= this.#spawn();
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, asked });
    });
  }

  #spawn() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: { id, puzzle, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(puzzle);
      else reject(new EngineError(error));
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#worker = null;
      const asked = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of asked)
        reject(new EngineError(t("the puzzles cannot be made: {why}", { why: event.message ?? t("their worker cannot be loaded") })));
    });
    return worker;
  }
}
