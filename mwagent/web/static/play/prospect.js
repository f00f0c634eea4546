// The prospect of one cell: how likely it is a mine, which numbers it may show, and what the game is worth
// once it is open. Shown where the pointer rests, or a finger.

import { t } from "../app/language.js";
import { make } from "../app/element.js";
import { percent, titleName } from "../app/words.js";

// A pointer that moves on within so many milliseconds asks nothing.
const REST_MS = 90;

export class Prospect {
  // `host` is the element for the words.
  constructor(shell, host) {
    this.shell = shell;
    this.host = host;
    this.asked = 0;
    this.cell = null;
    this.timer = null;
  }

  // Tell of a cell of a position (engine.js) once the pointer rests on it; null for none.
  rest(cell, position) {
    if (cell === this.cell) return;
    this.cell = cell;
    clearTimeout(this.timer);
    if (cell !== null) this.timer = setTimeout(() => this.tell(cell, position), REST_MS);
  }

  // Tell of it at once.
  async tell(cell, position) {
    const number = ++this.asked;
    this.cell = cell;
    const place = [Math.floor(cell / position.cols), cell % position.cols];
    try {
      const engine = await this.shell.engine();
      const answer = await engine.prospect({ ...position, cell: place });
      if (number === this.asked && !answer.trouble) this.host.replaceChildren(...prospectParts(place, answer));
    } catch (error) {
      if (error.name !== "Cancelled" && number === this.asked)
        this.host.textContent = t("The chances are not known: {message}.", { message: error.message });
    }
  }

  forget() {
    clearTimeout(this.timer);
    this.asked++;
    this.cell = null;
    if (this.host.firstChild) this.host.replaceChildren();
  }
}

// The prospect of a cell as elements.
function prospectParts(place, { mine, numbers, win, exact }) {
  const share = percent(mine);
  const title = place && make("p", {}, make("strong", {}, titleName(place)));
  const chance =
    mine === 0 ? t("Safe") : mine === 1 ? t("A mine") : t("Mine: {chance}", { chance: exact ? share : t("about {share}", { share }) });
  const won = win === null ? "" : ` · ${t("wins if opened: {share}", { share: percent((1 - mine) * win) })}`;
  const shown = numbers
    .map((share, number) => [number, share])
    .filter(([, share]) => share > 0)
    .map(([number, share]) => make("li", {}, make("b", {}, String(number)), percent(share)));
  const list = make("ul", { class: "numbers", "aria-label": t("How likely each number is, if the cell is no mine") }, ...shown);
  return [title, make("p", {}, chance + won), ...(shown.length ? [list] : [])].filter(Boolean);
}
