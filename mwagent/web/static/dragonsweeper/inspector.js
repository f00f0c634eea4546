// "This square": what the square under the pointer or the keyboard holds, or may hold and how likely.

import { kindPicture, squarePicture } from "./art.js";
import { make, paragraphs } from "../app/element.js";
import { t } from "../app/language.js";
import { capitalised, percent } from "../app/words.js";
import { hintWords, kindName, NOTES, place, squareWords } from "./words.js";

const MOST = 6;

export class Inspector {
  constructor(host) {
    this.host = host;
    this.square = null;
  }

  // Shows a square of a state (see core.js), null for none; what may be there only with `help`.
  show(state, square, help = true) {
    this.square = square;
    if (square === null) {
      this.host.replaceChildren(make("p.soft", t("Point at a square, or touch it, to see what it may hold.")));
      return;
    }
    const truth = state.truth?.[square];
    const look = state.squares[square].hidden && truth ? unfound(truth) : state.squares[square];
    const list = state.chances?.[square] ?? [];
    const open = !look.hidden && (look.kind !== "chest" || list.length < 2);
    const parts = open ? this.#known(look) : help ? this.#unknown(look, list) : [make("p.named", t("Hidden"))];
    this.host.replaceChildren(...parts, make("p.soft", place(square)));
  }

  #known(look) {
    const words = look.unseen
      ? t("Not found: {what}", { what: kindName(look.kind, look.which) })
      : squareWords(look, { known: false, bounds: "off" });
    return [make("p.named", squarePicture(look), capitalised(words)), ...paragraphs([NOTES[look.kind]])];
  }

  #unknown(look, list) {
    const words = hintWords(look);
    const rest = list.slice(MOST).reduce((sum, [, chance]) => sum + chance, 0);
    const rows = [...list.slice(0, MOST), ...(rest > 0 ? [[null, rest]] : [])].map(([kind, chance]) => chanceOf(kind, chance));
    return [
      make("p.named", words ? t("Hidden: {words}", { words }) : t("Hidden")),
      ...paragraphs([look.free && t("A click on it costs nothing.")]),
      ...(rows.length ? [make("ul.chances", ...rows)] : []),
    ];
  }
}

// What a square holds that was hidden to the end, as a look.
function unfound({ kind, which }) {
  return { hidden: false, kind, which, value: kind === "wall" ? 3 : null, facing: "right", unseen: true };
}

function chanceOf(kind, chance) {
  const figure = kind === null || kind === "empty" ? make("i") : kindPicture(kind);
  const name = kind === null ? t("others") : kind === "giant" ? t("lover") : kindName(kind);
  const bar = make("progress", { max: 1, value: chance, "aria-hidden": "true" });
  return make("li", figure, make("span", name), bar, make("span.share", percent(chance)));
}
