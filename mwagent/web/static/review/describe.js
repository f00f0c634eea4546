// The grades of moves in words.

import { cellName } from "../app/words.js";

// How a class of moves is called, its sign in the time line, and the colour it has in style sheets
// (`data-grade`). The sign says the same as the colour.
export const GRADES = {
  first: { label: "First click", sign: "◦" },
  proof: { label: "Proof", sign: "✓" },
  best: { label: "Best guess", sign: "◆" },
  worse: { label: "Worse guess", sign: "▽" },
  risk: { label: "Unneeded risk", sign: "!" },
  flag: { label: "Flag", sign: "⚑" },
  unflag: { label: "Flag removed", sign: "⚐" },
  seen: { label: "Changed by somebody else", sign: "…" },
  odd: { label: "Not judged", sign: "?" },
  idle: { label: "No effect", sign: "–" },
};

// A share as a percentage: as short as it can be without saying 0 % or 100 % of what is neither. Its
// blank is one that no line breaks at.
export function roundPercent(share) {
  return `${rounded(share)}\u00a0%`;
}

function rounded(share) {
  if (share === 0 || share === 1) return share * 100;
  const value = share * 100;
  for (const digits of [0, 1, 2]) {
    const shown = value.toFixed(digits);
    const enough = digits > 0 || (value >= 10 && value <= 99);
    if (enough && Number(shown) > 0 && Number(shown) < 100) return shown;
  }
  return value < 50 ? "< 0.01" : "> 99.99";
}

// What was done, in short: "(3, 4)" was opened, "chord (3, 4)".
export function moveName(replay, { move }) {
  if (move.kind === "seen") return `${move.cells.length} cells changed`;
  const cell = cellName(replay.record, move.cell);
  return move.kind === "open" ? cell : `${move.kind} ${cell}`;
}

// By how much a guess was worse than the best one.
export function lossOf({ survival, best, win, winMove, score }) {
  if (winMove !== null) return `wins ${roundPercent(win - winMove)} less`;
  const safer = best ? 1 - best.mine - survival : 0;
  return safer > 0 ? `survives ${roundPercent(safer)} less` : `worth ${roundPercent(1 - score)} less`;
}

// What the engine has to say of the move, in sentences.
export function verdict(replay, step, grade) {
  const about = { ...grade, step, name: (cell) => cellName(replay.record, cell) };
  const words = SENTENCES[grade.kind](about);
  if (grade.hit) words.push("It was a mine.");
  if (!grade.exact) words.push("The board is too wide to be counted; these chances are estimates.");
  return words.filter(Boolean).join(" ");
}

const SENTENCES = {
  first: () => ["The first click: nothing was known yet."],
  proof: ({ win }) => ["Proven safe.", worth(win)],
  best: ({ survival, win, score }) => [
    `No cell was safe; this guess survives with ${roundPercent(survival)}.`,
    score === 1 || win !== null ? "No guess was better." : "No guess was clearly better.",
    worth(win),
  ],
  worse: ({ survival, best, win, winMove, score, by, name }) => [
    `No cell was safe; this guess survives with ${roundPercent(survival)}.`,
    best ? `${name(best.cell)} was better: it survives with ${roundPercent(1 - best.mine)}.` : "",
    by === "win" ? `With it ${roundPercent(winMove)} of the games are won, with the best ${roundPercent(win)}.` : "",
    by === "look-ahead" ? `By the engine’s look-ahead it keeps ${roundPercent(score)} of what the best guess is worth.` : "",
  ],
  risk: ({ survival, safe, win, winMove, score, name }) => [
    survival === 0 ? "This opened a proven mine." : `This survives with ${roundPercent(survival)}.`,
    safe.length === 1 ? `${name(safe[0])} was safe.` : `${safe.length} cells were safe, ${name(safe[0])} among them.`,
    winMove === null
      ? ""
      : score > 0.999
        ? "The risk had to be taken sooner or later, so it cost nothing."
        : `With it ${roundPercent(winMove)} of the games are won, without it ${roundPercent(win)}.`,
  ],
  flag: ({ proven }) => [
    { mine: "A proven mine.", safe: "This cell was proven safe: the flag is wrong.", open: "Nothing proved a mine here." }[proven],
  ],
  unflag: () => ["A flag was taken away."],
  seen: () => ["These cells changed without a click of the player."],
  odd: () => ["The board contradicts itself here: it was misread, or it changed meanwhile."],
  idle: () => ["Nothing came of it."],
};

const worth = (win) => (win === null ? "" : `With best play the game is won with ${roundPercent(win)} from here.`);
