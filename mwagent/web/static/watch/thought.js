// What a solver thinks of a turn, in words: of one that plays here, and of a bot.

import { fixed, many, t } from "../app/language.js";
import { make, paragraphs } from "../app/element.js";
import { percent, placeName } from "../app/words.js";

const SHOWN = 6; // candidates

// A thought is { fresh, place, chance, safe, mines, why, win, candidates, exact }: `fresh` of the first click of a
// game; `place` the best cell, a mine with `chance`; `safe` and `mines` how many cells are proven so; all else as
// answers.js has it.
export function thoughtWords({ fresh, place, chance, safe, mines, why, win, candidates, exact = true }) {
  if (fresh) return paragraphs([t("The first click: {place}.", { place: placeName(place) })]);
  const proven = {
    safe: many(safe, "{n} cell[s] [is|are] proven safe"),
    mines: many(mines, "{n} [is a|are] proven mine[s]"),
  };
  const estimated = !exact && t("These chances are estimates.");
  if (why === "proof") return paragraphs([t("{safe}, {mines}.", proven), estimated]);
  const how = why === "endgame" ? t("The rest of the game was searched to its end") : t("The candidates were judged by looking ahead");
  const guess = { how, place: placeName(place), share: percent(chance) };
  const said = [
    t("No cell is safe, so this is a guess. {how}: {place} is best, {share} mine.", guess),
    Number.isFinite(win) && t("Chance to win from here: {share}.", { share: percent(win) }),
    mines && `${proven.mines}.`,
    estimated,
  ];
  return [...paragraphs(said), ...(candidates.length ? [candidateTable(candidates, place)] : [])];
}

function candidateTable(candidates, chosen) {
  const heads = [t("Candidate"), t("Mine"), t("Score")].map((text) => make("th", { scope: "col" }, text));
  const rows = candidates.slice(0, SHOWN).map(({ cell, mine, score, bound }) => {
    const taken = String(cell) === String(chosen);
    const name = make("th", { scope: "row" }, `${placeName(cell)}${taken ? " ✓" : ""}`);
    return make(taken ? "tr.taken" : "tr", name, make("td", percent(mine)), make("td", `${bound ? "≤ " : ""}${fixed(score, 4)}`));
  });
  const left = candidates.length - SHOWN;
  if (left > 0) rows.push(make("tr", make("td.soft", { colspan: 3 }, t("and {left} more", { left }))));
  return make("table.candidates", make("caption.sr", t("Cells weighed for the guess")), make("tr", ...heads), ...rows);
}
