// A whole game in a few figures.

const SAME = 0.999; // a decision whose score is below this cost something: what is above is rounding, or cells alike
export const SCALE = 2; // the scale of accuracy (docs/review.md). What is stored in another one is worked out anew

// Decisions are the openings that can be judged. `kept`: the product of their scores, which is the share of
// the chance to win that all of them together kept; `costly`: how many of them cost some of it. Luck: the
// mines that the risks taken would hit on average, less those that were hit; above zero is good luck.
// `chance` is the chance to survive every move of the game.
export function summarise(grades) {
  const moves = grades.filter(({ survival }) => survival !== null);
  const risks = moves.filter(({ survival }) => survival < 1);
  const scores = moves.map(({ score }) => score ?? 1);
  const expected = risks.reduce((sum, { survival }) => sum + 1 - survival, 0);
  const hits = moves.filter(({ hit }) => hit).length;
  const count = Object.fromEntries(["proof", "best", "worse", "risk"].map((kind) => [kind, 0]));
  for (const { kind } of moves) if (kind in count) count[kind]++;
  return {
    moves: moves.length,
    kept: product(scores),
    costly: scores.filter((score) => score < SAME).length,
    accuracy: moves.length ? accuracyOf(scores) : null,
    chance: product(moves.map(({ survival }) => survival)),
    expected,
    hits,
    luck: expected - hits,
    count,
    exact: moves.every(({ exact }) => exact),
  };
}

// As Lichess has it for chess (https://lichess.org/page/accuracy): what a decision lost, in percent of the
// chance to win, becomes its accuracy, and that of a game is the mean of their arithmetic and their
// harmonic mean. The harmonic one keeps many good moves from hiding a few bad ones. Lichess takes
// differences of the chance to win; here it mostly is not known, so it is the share that was lost.
function accuracyOf(scores) {
  if (scores.every((score) => score === 1)) return 1; // sums of many are not
  const each = scores.map((score) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * (1 - score)) - 3.1668)));
  const mean = each.reduce((sum, one) => sum + one, 0) / each.length;
  const harmonic = each.length / each.reduce((sum, one) => sum + 1 / Math.max(1, one), 0);
  return (mean + harmonic) / 200;
}

// The chance to have come so far, after each step.
export function survivalLine(grades) {
  let chance = 1;
  return grades.map(({ survival }) => (chance *= survival ?? 1));
}

const product = (factors) => factors.reduce((all, factor) => all * factor, 1);
