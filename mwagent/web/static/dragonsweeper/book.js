// The monster book: who lives in a lair, how many are left, how strong they are, what they give.

import { kindPicture } from "./art.js";
import { make } from "../app/element.js";
import { bookName, NOTES, untold } from "./words.js";

const byPower = (a, b) => a.power - b.power;

export class Book {
  constructor(body) {
    this.body = body;
    this.left = new Map();
  }

  // `book` as in core.js.
  show(book) {
    const kinds = book.filter(({ kind, count }) => count > 0 && kind !== "empty");
    if (!this.left.size) this.#build(kinds);
    for (const { kind, left } of kinds) {
      const cell = this.left.get(kind);
      cell.textContent = untold(kind) ? "?" : left;
      cell.parentElement.classList.toggle("gone", left === 0 && !untold(kind));
    }
  }

  #build(kinds) {
    const fighters = kinds.filter(({ fights }) => fights).sort(byPower);
    const things = kinds.filter(({ fights }) => !fights);
    this.body.replaceChildren(...[...fighters, ...things].map((entry) => this.#row(entry)));
  }

  #row({ kind, power, xp, fights }) {
    const left = make("td");
    this.left.set(kind, left);
    return make(
      "tr",
      { title: NOTES[kind] ?? "" },
      make("td", kindPicture(kind)),
      make("th", { scope: "row" }, bookName(kind)),
      left,
      make("td", fights && power ? power : "–"),
      make("td", xp || "–"),
    );
  }
}
