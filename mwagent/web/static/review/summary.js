// A whole game in a few figures.

// Accuracy: the mean of the moves' scores, what share of the best move's chance to win each kept.
// `kept` is their product: the share of the chance to win that all moves together kept. Luck: the mines that the risks taken would hit on average, less those
// that were hit; above zero is good luck. `chance` is the chance to survive every move of the game.
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
    accuracy: moves.length ? scores.reduce((sum, score) => sum + score, 0) / moves.length : null,
    kept: product(scores),
    chance: product(moves.map(({ survival }) => survival)),
    expected,
    hits,
    luck: expected - hits,
    count,
    exact: moves.every(({ exact }) => exact),
  };
}

// The chance to have come so far, after each step.
export function survivalLine(grades) {
  let chance = 1;
  return grades.map(({ survival }) => (chance *= survival ?? 1));
}

const product = (factors) => factors.reduce((all, factor) => all * factor, 1);
