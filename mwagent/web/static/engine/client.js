// Asks the engine in a worker, so that the page never waits.
//
//   const engine = new EngineClient();
//   const answer = await engine.analyse(position);             // see engine.js for the words
//   const why = await engine.explain({ ...position, cell });
//   const prospect = await engine.prospect({ ...position, cell });
//   const laid = await engine.board(order, ({ tries }) => ...); // called with the number of boards tried so far
//
// Each kind of question has a worker of its own. A new question cancels the one of its kind that
// is not answered yet: its promise is rejected with Cancelled.

import { EngineError } from "./engine.js";
import { Cancelled, Line } from "./line.js";

export { Cancelled, EngineError };

const failed = (why = "it cannot be loaded") => `the engine's worker failed: ${why}`;

export class EngineClient {
  #lines = new Map();

  analyse(position) {
    return this.#line("analyse").ask("analyse", position);
  }

  prospect(question) {
    return this.#line("prospect").ask("prospect", question);
  }

  explain(question) {
    return this.#line("explain").ask("explain", question);
  }

  board(order, progress = () => {}) {
    return this.#line("board").ask("board", order, progress);
  }

  // Cancels the question of this kind ("analyse", "prospect", "explain" or "board") if there is one.
  cancel(kind) {
    this.#lines.get(kind)?.cancel();
  }

  // Starts what answers questions of this kind, before there is one.
  prepare(kind) {
    this.#line(kind).prepare();
  }

  close() {
    for (const line of this.#lines.values()) line.close();
  }

  #line(kind) {
    if (!this.#lines.has(kind)) this.#lines.set(kind, new Line(new URL("worker.js", import.meta.url), failed));
    return this.#lines.get(kind);
  }
}
