// Asks the game in its worker, one question after the other.
//
//   const game = new GameClient();
//   const { state, played, held, refused } = await game.ask("act", { action: 17, free: true });

import { EngineError } from "../engine/module.js";

export class GameClient {
  #worker = null;
  #waiting = new Map();
  #count = 0;

  ask(what, words = {}) {
    this.#worker ??= this.#spawn();
    return new Promise((resolve, reject) => {
      const id = ++this.#count;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ask: what, ...words });
    });
  }

  #spawn() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: { id, answer, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(answer);
      else reject(new EngineError(error));
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#worker = null;
      const why = new EngineError(`the game's worker failed: ${event.message ?? "it cannot be loaded"}`);
      for (const { reject } of this.#waiting.values()) reject(why);
      this.#waiting.clear();
    });
    return worker;
  }
}
