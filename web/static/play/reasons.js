// Why a cell is safe, a mine, or neither: told in stages, each with what it marks on the board.

import { cellCodes } from "./cells.js";

const byId = (id) => document.getElementById(id);

export class Reasons {
  constructor(shell, changed) {
    this.shell = shell;
    this.changed = changed;
    this.shown = null;
    this.asked = 0;
  }

  forget() {
    this.asked++;
    this.shell.client?.cancel("explain");
    this.shown = null;
  }

  marks() {
    return this.shown;
  }

  async explain(cell, round) {
    this.forget();
    byId("why").textContent = `Not built yet (${cell}, ${cellCodes(round.game).length}).`;
  }
}
