// What things are called, and what a square says to those who cannot see it.

import { many } from "../app/language.js";

export const WIDTH = 13;
export const HEIGHT = 10;
export const MINE = 100; // the power of a mine

export const points = (count) => many(count, "{n} experience point[s]");

const NAMES = {
  "big slime": "big slime",
  guardian: "guardian",
  giant: "lover",
  dragon_egg: "dragon egg",
  spell_reveal: "scroll: make orb",
  spell_disarm: "scroll: disarm mines",
  spell_reveal_rats: "scroll: reveal rats",
  spell_reveal_slimes: "scroll: reveal slimes",
};

// One sentence each for the book: where it lives, and what it does.
export const NOTES = {
  rat: "Looks towards the rat king’s column.",
  gargoyle: "Two of a pair live side by side and look at each other.",
  "rat king": "Leaves a scroll that reveals all rats.",
  gazer: "Hides the numbers up to two squares away while it lives.",
  minotaur: "Guards one chest beside it, and looks to its side.",
  guardian: "One in each quarter of the lair.",
  "big slime": "The five squares around the wizard.",
  giant: "Romeo left, Juliet right, in one row, equally far from the middle. Each leaves a medikit.",
  "mine king": "In a corner. Leaves a scroll that disarms all mines.",
  mimic: "Looks like a chest until it is touched.",
  dragon: "In the middle, always in sight. Leaves the crown.",
  wizard: "At the edge. Leaves a scroll that reveals all slimes.",
  mine: "Damage of 100.",
  gnome: "Beside a medikit. Jumps away when it is clicked, as long as it can.",
  dragon_egg: "Beside the Dragon. Harmless.",
  wall: "Three hits of one heart each. Three pairs, each apart from the others.",
  chest: "Beside a minotaur. Three hold five experience points, two a medikit.",
  medikit: "Heals all hearts.",
  orb: "Reveals the squares up to two away.",
  spell_reveal: "Reveals squares around a hidden mine.",
};

export function kindName(kind, which = 0) {
  if (kind === "giant") return which ? "Juliet" : "Romeo";
  if (kind === "dragon") return "Dragon";
  return NAMES[kind] ?? kind;
}

// The same with its article: of a kind of which there is one, "the".
export function oneOf(kind, which, { count }) {
  const name = kindName(kind, which);
  if (kind === "giant") return name;
  return count === 1 ? `the ${name}` : `a ${name}`;
}

// Whether the book keeps to itself how many of a kind are left, as that of the original game does.
export const untold = (kind) => kind === "gazer";

export function bookName(kind) {
  return kind === "giant" ? "lovers" : kindName(kind);
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
  if (low === high) return low === MINE ? "a mine" : low === 0 ? "harmless" : `power ${low}`;
  if (high === MINE) return low > 0 ? `power ${low} or more, perhaps a mine` : null;
  return low > 0 ? `power ${low} to ${high}` : `power at most ${high}`;
}

const QUADRANTS = ["upper left", "upper right", "lower right", "lower left"];

function shown(square) {
  const { kind, value, defeated, facing, mark, which } = square;
  if (kind === "empty") {
    const number = value === null ? "number hidden by a gazer" : value === 0 ? "nothing around" : `number ${value}`;
    return mark ? `${number}, was a ${mark}` : number;
  }
  if (kind === "wall") return `wall, ${many(value, "{n} hit[s]")} left`;
  if (kind === "treasure") return `treasure, ${points(value)}`;
  const words = [kindName(kind, which)];
  if (kind === "guardian") words[0] += ` of the ${QUADRANTS[which]}`;
  if (facing) words.push(`looks ${facing === "front" ? "ahead" : facing}`);
  if (defeated) words.push(`defeated, ${points(value)} to take`);
  else if (square.fights) words.push(`power ${value}`);
  return words.join(", ");
}

// The words for a square, for those who hear the board.
export function squareWords(square, hints, mark) {
  const words = [square.hidden ? "hidden" : shown(square)];
  if (hintShown(square, hints)) words.push(hintWords(square));
  if (mark) words.push(`marked ${mark}`);
  return words.join(", ");
}

export function place(index) {
  return `column ${(index % WIDTH) + 1}, row ${Math.floor(index / WIDTH) + 1}`;
}
