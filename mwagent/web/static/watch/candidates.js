// A table of the cells weighed for a guess.

import { fixed, t } from "../app/language.js";
import { make } from "../app/element.js";
import { percent, placeName } from "../app/words.js";

const SHOWN = 6;

// `candidates` are { cell, mine, score, bound }, the best first, with `bound` where the score is no more than an
// upper bound; `chosen` is the cell that is taken.
export function candidateTable(candidates, chosen) {
  const table = make(
    "table",
    { class: "candidates" },
    make("caption", { class: "sr" }, t("Cells weighed for the guess")),
    make("tr", {}, ...[t("Candidate"), t("Mine"), t("Score")].map((text) => make("th", { scope: "col" }, text))),
  );
  for (const { cell, mine, score, bound } of candidates.slice(0, SHOWN)) {
    const taken = cell[0] === chosen[0] && cell[1] === chosen[1];
    const name = make("th", { scope: "row" }, `${placeName(cell)}${taken ? " ✓" : ""}`);
    const worth = `${bound ? "≤ " : ""}${fixed(score, 4)}`;
    table.append(make("tr", { class: taken ? "taken" : null }, name, make("td", {}, percent(mine)), make("td", {}, worth)));
  }
  const left = candidates.length - SHOWN;
  if (left > 0) table.append(make("tr", {}, make("td", { colspan: 3, class: "soft" }, t("and {left} more", { left }))));
  return table;
}
