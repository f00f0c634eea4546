// How fast a solver plays: pauses that can be paused, stepped through and cut short.

export class Stopped extends Error {
  name = "Stopped";
}

export class Pace {
  // `seconds` is the length of a whole pause.
  constructor(seconds) {
    this.seconds = seconds;
    this.running = false;
    this.stopped = false;
    this.steps = 0; // turns that may be played although it does not run
    this.wake = () => {};
  }

  go() {
    this.running = true;
    this.wake();
  }

  pause() {
    this.running = false;
    this.wake();
  }

  // Let one turn be played, then pause again.
  step() {
    this.running = false;
    this.steps++;
    this.wake();
  }

  // End whatever waits, with Stopped.
  stop() {
    this.stopped = true;
    this.wake();
  }

  changeTo(seconds) {
    this.seconds = seconds;
    this.wake();
  }

  // Wait until a turn may begin.
  async turn() {
    while (!this.running && this.steps === 0 && !this.stopped) await this.#asleep(Infinity);
    if (this.stopped) throw new Stopped();
    if (!this.running) this.steps--;
  }

  // Wait for a share of a pause; when paused meanwhile, until it goes on. A step waits for nothing.
  async rest(share = 1) {
    const began = performance.now();
    const left = () => began + 1000 * this.seconds * share - performance.now();
    while (!this.stopped && this.running && left() > 0) await this.#asleep(left());
    if (this.stopped) throw new Stopped();
  }

  #asleep(milliseconds) {
    return new Promise((resolve) => {
      const timer = milliseconds === Infinity ? null : setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }
}
