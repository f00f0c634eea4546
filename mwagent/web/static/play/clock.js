// A clock that can be stopped and set going again, in milliseconds.

const LATE_MS = 1000; // a press that the page comes to later than this has no time of its own

// When what is being answered has happened, of performance.now(): a press may have waited for the page.
export function moment() {
  const now = performance.now();
  const { timeStamp, isTrusted = false } = globalThis.event ?? {};
  return isTrusted && timeStamp <= now && timeStamp > now - LATE_MS ? timeStamp : now;
}

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
    return this.at(performance.now());
  }

  // What it showed at a moment since it was set going last.
  at(time) {
    return this.#before + (this.running ? Math.max(0, time - this.#since) : 0);
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

  start(time = performance.now()) {
    this.#since ??= time;
  }

  stop(time = performance.now()) {
    if (!this.running) return;
    this.#stopped = Math.max(time, this.#since);
    this.#before += this.#stopped - this.#since;
    this.#since = null;
  }
}
