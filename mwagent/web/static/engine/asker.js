// Asks a worker, one question after the other, so that the page never waits.
//
//   const game = new Asker(new URL("worker.js", import.meta.url), (why) => `the game's worker failed: ${why}`);
//   const { state, played } = await game.ask("act", { action: 17, free: true });
//
// The worker takes { id, ask, ... } and sends back { id, answer } or { id, error }. Rejects with an
// EngineError; `failed(why)` says that the worker itself failed, `why` is undefined where it cannot be loaded.

import { EngineError } from "./module.js";

export class Asker {
  #worker = null;
  #waiting = new Map();
  #count = 0;

  constructor(address, failed) {
    this.address = address;
    this.failed = failed;
  }

  ask(what, words = {}) {
    this.#worker ??= this.#spawn();
    return new Promise((resolve, reject) => {
      const id = ++this.#count;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ask: what, ...words });
    });
  }

  #spawn() {
    const worker = new Worker(this.address, { type: "module" });
    worker.addEventListener("message", ({ data: { id, answer, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(answer);
      else reject(new EngineError(error));
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#worker = null;
      const asked = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of asked) reject(new EngineError(this.failed(event.message)));
    });
    return worker;
  }
}
