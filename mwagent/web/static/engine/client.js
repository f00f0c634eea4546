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

export { EngineError };

export class Cancelled extends Error {
  name = "Cancelled";
}

const PATIENCE = 30; // milliseconds that an answer may be off before its worker is ended

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
    if (!this.#lines.has(kind)) this.#lines.set(kind, new Line());
    return this.#lines.get(kind);
  }
}

// One worker, and the question it is at. What is asked while it works on a cancelled question waits
// a moment, for most answers are quick, and then goes to a fresh worker.
class Line {
  #worker = null;
  #busy = null; // the question that the worker is at, cancelled or not
  #next = null; // the question that waits for it
  #count = 0;
  #timer = null;

  ask(kind, question, progress = () => {}) {
    this.cancel();
    return new Promise((resolve, reject) => {
      this.#next = { id: ++this.#count, kind, question, progress, resolve, reject };
      if (this.#busy) this.#timer ??= setTimeout(() => this.#restart(), PATIENCE);
      else this.#send();
    });
  }

  cancel() {
    for (const asked of [this.#busy, this.#next]) asked?.reject(new Cancelled("asked for something else"));
    this.#next = null;
  }

  prepare() {
    this.#worker ??= this.#spawn();
  }

  close() {
    this.cancel();
    this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#worker?.terminate();
    this.#worker = null;
    this.#busy = null;
  }

  #restart() {
    this.#stop();
    this.#send();
  }

  #send() {
    if (!this.#next) return;
    this.prepare();
    this.#busy = this.#next;
    this.#next = null;
    const { id, kind, question } = this.#busy;
    this.#worker.postMessage({ id, kind, question });
  }

  #spawn() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#receive(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const asked = this.#busy;
      this.#stop();
      asked?.reject(new EngineError(`the engine's worker failed: ${event.message ?? "it cannot be loaded"}`));
      this.#send();
    });
    return worker;
  }

  #receive({ id, answer, error, progress }) {
    const asked = this.#busy;
    if (asked?.id !== id) return;
    if (progress) {
      asked.progress(progress);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#busy = null;
    if (error === undefined) asked.resolve(answer);
    else asked.reject(new EngineError(error));
    this.#send();
  }
}
