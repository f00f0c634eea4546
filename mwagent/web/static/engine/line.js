// Asks a worker, so that the page never waits.

import { EngineError } from "./module.js";

export class Cancelled extends Error {
  name = "Cancelled";
}

const PATIENCE = 30; // milliseconds that an answer may be off before its worker is ended

// One worker, and the question it is at. What is asked while it works on a cancelled question waits
// a moment, for most answers are quick, and then goes to a fresh worker.
export class Line {
  #worker = null;
  #busy = null; // the question that the worker is at, cancelled or not
  #next = null; // the question that waits for it
  #count = 0;
  #timer = null;

  // `failed(why)` says that the worker itself failed; `why` is undefined where it cannot be loaded.
  constructor(address, failed) {
    this.address = address;
    this.failed = failed;
  }

  // Rejects with an EngineError, or with Cancelled where something else was asked meanwhile.
  ask(kind, question = {}, progress = () => {}) {
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
    try {
      this.#worker.postMessage({ id, kind, question });
    } catch (error) {
      this.#busy.reject(new EngineError(`a worker cannot be asked this: ${error.message}`));
      this.#busy = null;
    }
  }

  #spawn() {
    const worker = new Worker(this.address, { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#receive(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const asked = this.#busy;
      this.#stop();
      asked?.reject(new EngineError(this.failed(event.message)));
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
