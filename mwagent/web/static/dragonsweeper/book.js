// The monster book: who lives in a lair, how many are left, how strong they are, what they give.

import { kindPicture } from "./art.js";
import { make } from "../app/element.js";
import { bookName, NOTES, untold } from "./words.js";

// `book` as in core.js.
export function showBook(body, book) {
  const kinds = book.filter(({ kind, count }) => count > 0 && kind !== "empty");
  const fighters = kinds.filter(({ fights }) => fights).sort((a, b) => a.power - b.power);
  const things = kinds.filter(({ fights }) => !fights);
  body.replaceChildren(...[...fighters, ...things].map(row));
}

function row({ kind, left, power, xp, fights }) {
  const known = !untold(kind);
  return make(
    known && left === 0 ? "tr.gone" : "tr",
    { title: NOTES[kind] ?? "" },
    make("td", kindPicture(kind)),
    make("th", { scope: "row" }, bookName(kind)),
    make("td", known ? left : "?"),
    make("td", fights && power ? power : "–"),
    make("td", xp || "–"),
  );
}
