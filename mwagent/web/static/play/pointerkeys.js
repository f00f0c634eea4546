// Keys that act on the cell under the pointer; loaded where one was chosen.

import { keyOf } from "../app/keys.js";

export class PointerKeys {
  constructor(play) {
    this.play = play;
    this.pointer = null;
    const { canvas } = play;
    canvas.addEventListener("pointermove", (event) => (this.pointer = event), { passive: true });
    canvas.addEventListener("pointerleave", () => (this.pointer = null));
    window.addEventListener("keydown", (event) => this.#pressed(event), true);
    // A button that has the focus would be pressed when Space is let go.
    window.addEventListener("keyup", (event) => this.#actionOf(event) && event.preventDefault(), true);
  }

  // What a key does here, while the pointer is on the board.
  #actionOf(event) {
    const { openUnder, flagUnder } = this.play.settings.keys;
    if (!this.pointer || event.altKey || event.ctrlKey || event.metaKey) return null;
    if (event.target.matches?.("input, select, textarea, dialog *")) return null;
    const key = keyOf(event);
    return key === openUnder ? "key" : key === flagUnder ? "flag" : null;
  }

  #pressed(event) {
    const action = this.#actionOf(event);
    if (!action) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const cell = event.repeat ? null : this.play.view.cellAt(this.pointer);
    if (cell !== null) this.play.moves[action](cell);
  }
}
