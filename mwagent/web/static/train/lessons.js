// The named patterns, in the order to learn them. Positions are the engine's.

import { t } from "../app/language.js";

export const LEARNED = 5; // answers right in a row

export const LESSONS = [
  {
    id: "number",
    title: t("One number"),
    text: t(
      "A number with as many hidden cells around it as mines it still needs: all of them are mines. A number that has all its mines: every other cell around it is safe.",
    ),
  },
  {
    id: "1-1",
    title: "1-1",
    text: t(
      "Two numbers side by side that need one mine each. Where all hidden cells of the first also lie around the second, its mine is one of them, so the other cells of the second are safe.",
    ),
  },
  {
    id: "1-2",
    title: "1-2",
    text: t(
      "A 1 beside a 2. The cells that the two share hold one mine at most. Where the 2 has a single cell besides, its second mine is there.",
    ),
  },
  {
    id: "hole",
    title: t("Hole"),
    text: t(
      "As 1-1, but the two numbers do not touch: all hidden cells of one lie around the other, which needs no more mines. What else lies around the other is safe.",
    ),
  },
  {
    id: "1-2-1",
    title: "1-2-1",
    text: t("Three numbers in a row along a wall of hidden cells. The mines lie beside the two 1s, and the cell beside the 2 is safe."),
  },
  {
    id: "1-2-2-1",
    title: "1-2-2-1",
    text: t("Four numbers in a row along a wall. The mines lie beside the two 2s, and the cells beside the 1s are safe."),
  },
  {
    id: "reduction",
    title: t("Reduction"),
    text: t("Take the mines you know off a number first: a 4 with three flags around it is a 1. What is left are the patterns you know."),
  },
  {
    id: "count",
    title: t("Mine count"),
    text: t("Near the end, count the mines that are left. If the numbers need all of them, the cells away from the numbers are safe."),
  },
];

// What a pattern that the engine names is called: "1-2 pattern", "Hole", "1-2-1 by reduction".
export function patternName(name) {
  const plain = name.replace(/ by reduction$/, "");
  const number = / pattern$/.test(plain) ? plain.replace(/ pattern$/, "") : null;
  const said = number === null ? (plain === "Hole" ? t("Hole") : plain) : t("{number} pattern", { number });
  return plain === name ? said : t("{pattern} by reduction", { pattern: said });
}
