// The grades of moves in words.

import { fixed, many, t } from "../app/language.js";
import { cellName } from "../app/words.js";

// How a class of moves is called, its sign in the time line, and the colour it has in style sheets
// (`data-grade`). The sign says the same as the colour.
export const GRADES = {
  first: { label: t("First click"), sign: "◦" },
  proof: { label: t("Proof"), sign: "✓" },
  best: { label: t("Best guess"), sign: "◆" },
  worse: { label: t("Worse guess"), sign: "▽" },
  risk: { label: t("Unneeded risk"), sign: "!" },
  flag: { label: t("Flag"), sign: "⚑" },
  unflag: { label: t("Flag removed"), sign: "⚐" },
  seen: { label: t("Changed by somebody else"), sign: "…" },
  unseen: { label: t("Not judged"), sign: "?" },
  odd: { label: t("Not judged"), sign: "?" },
  idle: { label: t("No effect"), sign: "–" },
};

// A share as a percentage: as short as it can be without saying 0 % or 100 % of what is neither. Its
// blank is one that no line breaks at.
export function roundPercent(share) {
  return t("{n} %", { n: rounded(share) }).replace(" ", "\u00a0");
}

function rounded(share) {
  if (share === 0 || share === 1) return share * 100;
  const value = share * 100;
  for (const digits of [0, 1, 2]) {
    const shown = value.toFixed(digits);
    const enough = digits > 0 || (value >= 10 && value <= 99);
    if (enough && Number(shown) > 0 && Number(shown) < 100) return fixed(value, digits);
  }
  return value < 50 ? `< ${fixed(0.01, 2)}` : `> ${fixed(99.99, 2)}`;
}

// What was done, in short: "(3, 4)" was opened, "chord (3, 4)".
export function moveName(replay, { move }) {
  if (move.kind === "seen") return many(move.cells.length, "{n} cell[s] changed");
  const cell = cellName(replay.record, move.cell);
  return { open: cell, chord: t("chord {cell}", { cell }), flag: t("flag {cell}", { cell }) }[move.kind];
}

// By how much a guess was worse than the best one.
export function lossOf({ survival, best, win, winMove, score }) {
  if (winMove !== null) return t("wins {share} less", { share: roundPercent(win - winMove) });
  const safer = best ? 1 - best.mine - survival : 0;
  return safer > 0
    ? t("survives {share} less", { share: roundPercent(safer) })
    : t("worth {share} less", { share: roundPercent(1 - score) });
}

// What the engine has to say of the move, in sentences.
export function verdict(replay, step, grade) {
  const about = { ...grade, step, name: (cell) => cellName(replay.record, cell) };
  const words = SENTENCES[grade.kind](about);
  if (grade.hit) words.push(t("It was a mine."));
  if (!grade.exact) words.push(t("The board is too wide to be counted; these chances are estimates."));
  return words.filter(Boolean).join(" ");
}

const SENTENCES = {
  first: () => [t("The first click: nothing was known yet.")],
  proof: ({ win }) => [t("Proven safe."), worth(win)],
  best: ({ survival, win, score }) => [
    t("No cell was safe; this guess survives with {share}.", { share: roundPercent(survival) }),
    score === 1 || win !== null ? t("No guess was better.") : t("No guess was clearly better."),
    worth(win),
  ],
  worse: ({ survival, best, win, winMove, score, by, name }) => [
    t("No cell was safe; this guess survives with {share}.", { share: roundPercent(survival) }),
    best ? t("{cell} was better: it survives with {share}.", { cell: name(best.cell), share: roundPercent(1 - best.mine) }) : "",
    by === "win"
      ? t("With it {share} of the games are won, with the best {best}.", { share: roundPercent(winMove), best: roundPercent(win) })
      : "",
    by === "look-ahead"
      ? t("By the engine’s look-ahead it keeps {share} of what the best guess is worth.", { share: roundPercent(score) })
      : "",
  ],
  risk: ({ survival, safe, win, winMove, score, name }) => [
    survival === 0 ? t("This opened a proven mine.") : t("This survives with {share}.", { share: roundPercent(survival) }),
    many(safe.length, "[{cell} was safe.|{n} cells were safe, {cell} among them.]", { cell: name(safe[0]) }),
    winMove === null
      ? ""
      : score > 0.999
        ? t("The risk had to be taken sooner or later, so it cost nothing.")
        : t("With it {share} of the games are won, without it {other}.", { share: roundPercent(winMove), other: roundPercent(win) }),
  ],
  flag: ({ proven }) => [
    { mine: t("A proven mine."), safe: t("This cell was proven safe: the flag is wrong."), open: t("Nothing proved a mine here.") }[proven],
  ],
  unflag: () => [t("A flag was taken away.")],
  seen: () => [t("These cells changed without a click of the player.")],
  unseen: () => [t("Which mine was opened was not seen.")],
  odd: () => [t("The board contradicts itself here: it was misread, or it changed meanwhile.")],
  idle: () => [t("Nothing came of it.")],
};

const worth = (win) => (win === null ? "" : t("With best play the game is won with {share} from here.", { share: roundPercent(win) }));
