// What things are called, and what a square says to those who cannot see it.

import { many, t } from "../app/language.js";
import { placeOf } from "../game/topology.js";

export const WIDTH = 13;
export const HEIGHT = 10;
export const MINE = 100; // the power of a mine

export const points = (count) => many(count, "{n} experience point[s]");

// What each kind is called, and one sentence for the book: where it lives, and what it does.
const NAMES = {
  rat: t("rat"),
  bat: t("bat"),
  skeleton: t("skeleton"),
  slime: t("slime"),
  gargoyle: t("gargoyle"),
  "rat king": t("rat king"),
  gazer: t("gazer"),
  minotaur: t("minotaur"),
  guardian: t("guardian"),
  "big slime": t("big slime"),
  "mine king": t("mine king"),
  mimic: t("mimic"),
  dragon: t("Dragon"),
  wizard: t("wizard"),
  mine: t("mine"),
  gnome: t("gnome"),
  dragon_egg: t("dragon egg"),
  wall: t("wall"),
  chest: t("chest"),
  medikit: t("medikit"),
  orb: t("orb"),
  crown: t("crown"),
  treasure: t("treasure"),
  empty: t("empty"),
  spell_reveal: t("scroll: make orb"),
  spell_disarm: t("scroll: disarm mines"),
  spell_reveal_rats: t("scroll: reveal rats"),
  spell_reveal_slimes: t("scroll: reveal slimes"),
};
export const NOTES = {
  rat: t("Looks towards the rat king’s column."),
  gargoyle: t("Two of a pair live side by side and look at each other."),
  "rat king": t("Leaves a scroll that reveals all rats."),
  gazer: t("Hides the numbers up to two squares away while it lives."),
  minotaur: t("Guards one chest beside it, and looks to its side."),
  guardian: t("One in each quarter of the lair."),
  "big slime": t("The five squares around the wizard."),
  giant: t("Romeo left, Juliet right, in one row, equally far from the middle. Each leaves a medikit."),
  "mine king": t("In a corner. Leaves a scroll that disarms all mines."),
  mimic: t("Looks like a chest until it is touched."),
  dragon: t("In the middle, always in sight. Leaves the crown."),
  wizard: t("At the edge. Leaves a scroll that reveals all slimes."),
  mine: t("Damage of 100."),
  gnome: t("Beside a medikit. Jumps away when it is clicked, as long as it can."),
  dragon_egg: t("Beside the Dragon. Harmless."),
  wall: t("Three hits of one heart each. Three pairs, each apart from the others."),
  chest: t("Beside a minotaur. Three hold five experience points, two a medikit."),
  medikit: t("Heals all hearts."),
  orb: t("Reveals the squares up to two away."),
  spell_reveal: t("Reveals squares around a hidden mine."),
};

export function kindName(kind, which = 0) {
  if (kind === "giant") return which ? "Juliet" : "Romeo";
  return NAMES[kind] ?? kind;
}

// Whether the book keeps to itself how many of a kind are left, as that of the original game does.
export const untold = (kind) => kind === "gazer";

export function bookName(kind) {
  return kind === "giant" ? t("lovers") : kindName(kind);
}

// Which hint of a square is to be shown: "known" power, "bound", or null. `hints` is { known, bounds }
// with bounds off, high or range.
export function hintShown({ hint }, { known, bounds }) {
  if (!hint) return null;
  const { low, high } = hint;
  if (low === high) return known ? "known" : null;
  if (bounds === "off" || (high === MINE && (bounds === "high" || low === 0))) return null;
  return "bound";
}

// What a hint says: null where it says nothing.
export function hintWords({ hint }) {
  if (!hint) return null;
  const { low, high } = hint;
  if (low === high) return low === MINE ? t("a mine") : low === 0 ? t("harmless") : powerWords(low);
  if (high === MINE) return low > 0 ? t("power {low} or more, perhaps a mine", { low }) : null;
  return low > 0 ? t("power {low} to {high}", { low, high }) : t("power at most {high}", { high });
}

export const powerWords = (power) => t("power {power}", { power });

const QUADRANTS = [
  t("guardian of the upper left"),
  t("guardian of the upper right"),
  t("guardian of the lower right"),
  t("guardian of the lower left"),
];
const LOOKS = { front: t("looks ahead"), left: t("looks left"), right: t("looks right"), up: t("looks up"), down: t("looks down") };
const WAS = { wall: t("was a wall"), chest: t("was a chest") };

function shown(square) {
  const { kind, value, defeated, facing, mark, which } = square;
  if (kind === "empty") {
    const number = value === null ? t("number hidden by a gazer") : value === 0 ? t("nothing around") : t("number {value}", { value });
    return mark ? `${number}, ${WAS[mark]}` : number;
  }
  if (kind === "wall") return many(value, "wall, {n} hit[s] left");
  if (kind === "treasure") return t("treasure, {points}", { points: points(value) });
  const words = [kind === "guardian" ? QUADRANTS[which] : kindName(kind, which)];
  if (facing) words.push(LOOKS[facing]);
  if (defeated) words.push(t("defeated, {points} to take", { points: points(value) }));
  else if (square.fights) words.push(powerWords(value));
  return words.join(", ");
}

// The words for a square, for those who hear the board.
export function squareWords(square, hints, mark) {
  const words = [square.hidden ? t("hidden") : shown(square)];
  if (hintShown(square, hints)) words.push(hintWords(square));
  if (mark) words.push(t("marked {mark}", { mark }));
  return words.join(", ");
}

export function place(index) {
  const [row, column] = placeOf({ cols: WIDTH }, index).map((at) => at + 1);
  return t("column {column}, row {row}", { column, row });
}
