// How fast a solver plays: pauses that can be paused, stepped through and cut short.

export class Stopped extends Error {
  name = "Stopped";
}

export class Pace {
  seconds = 1; // of a whole pause
  running = false;
  stopped = false; // whatever waits ends with Stopped
  steps = 0; // turns that may be played although it does not run
  #wake = () => {};

  // Change any of these: whoever waits looks again.
  set(changes) {
    Object.assign(this, changes);
    this.#wake();
  }

  // Let one turn be played, then pause again.
  step() {
    this.set({ running: false, steps: this.steps + 1 });
  }

  async turn() {
    while (!this.running && this.steps === 0 && !this.stopped) await this.#asleep();
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

  // Until something changes, or so many milliseconds have passed.
  #asleep(milliseconds = null) {
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
      if (milliseconds !== null) setTimeout(resolve, milliseconds);
    });
  }
}
