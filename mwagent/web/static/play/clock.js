// A clock that can be stopped and set going again, in milliseconds.

export class Clock {
  #before; // what was measured before it was set going last
  #since = null; // when that was, of performance.now(); null while it stands still
  #stopped = null; // when it was stopped last

  constructor(elapsed = 0) {
    this.#before = elapsed;
  }

  get running() {
    return this.#since !== null;
  }

  get elapsed() {
    return this.#before + (this.running ? performance.now() - this.#since : 0);
  }

  // When it would have been started without the times it stood still, of performance.now(); null
  // where it never was.
  get started() {
    const last = this.#since ?? this.#stopped ?? (this.#before ? performance.now() : null);
    return last === null ? null : last - this.#before;
  }

  get stopped() {
    return this.running ? null : this.#stopped;
  }

  start() {
    this.#since ??= performance.now();
  }

  stop() {
    if (!this.running) return;
    this.#stopped = performance.now();
    this.#before += this.#stopped - this.#since;
    this.#since = null;
  }
}
