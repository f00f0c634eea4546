// The prospect of one cell: how likely it is a mine, which numbers it may show, and what the game is worth
// once it is open. Shown where the pointer rests, or a finger.

import { t } from "../app/language.js";
import { make } from "../app/element.js";
import { percent, titleName } from "../app/words.js";
import { placeOf } from "../game/topology.js";

const REST_MS = 90; // a pointer that moves on within so many milliseconds asks nothing

export class Prospect {
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

  async tell(cell, position) {
    const number = ++this.asked;
    this.cell = cell;
    const place = placeOf(position, cell);
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

function prospectParts(place, { mine, numbers, win, hit, exact, heap = [] }) {
  const share = percent(mine);
  const chance =
    mine === 0 ? t("Safe") : mine === 1 ? t("A mine") : t("Mine: {chance}", { chance: exact ? share : t("about {share}", { share }) });
  const won = win === null ? "" : ` · ${t("wins if opened: {share}", { share: percent((1 - mine) * win + mine * hit) })}`;
  const shown = numbers.map((share, number) => share > 0 && make("li", make("b", String(number)), percent(share))).filter(Boolean);
  const mines = heap.map((share, n) => n && share > 0 && `${n}: ${percent(share)}`).filter(Boolean);
  const list = make("ul.numbers", { "aria-label": t("How likely each number is, if the cell is no mine") }, ...shown);
  return [
    make("p", make("strong", titleName(place))),
    make("p", chance + won),
    ...(mines.length ? [make("p", mines.join(" · "))] : []),
    ...(shown.length ? [list] : []),
  ];
}
