// A rating by Glicko-2: Mark Glickman, "Example of the Glicko-2 system" (2013),
// http://www.glicko.net/glicko/glicko2.pdf, with a rating period for each puzzle. The puzzle's own
// rating is the engine's and stays as it is.

export const FRESH = { rating: 1200, deviation: 350, volatility: 0.06 };
// How sure the engine's grades are, in points.
const PUZZLE_DEVIATION = 80;
const LEAST_DEVIATION = 45;
const SCALE = 173.7178;
const TAU = 0.5; // how much the volatility may change
const CLOSE = 1e-6;

// The player after a puzzle of a rating: `score` is 1 for solved, 0 for failed, or between.
export function rated(player, puzzle, score) {
  const mu = (player.rating - puzzle) / SCALE;
  const phi = player.deviation / SCALE;
  const g = 1 / Math.sqrt(1 + (3 * (PUZZLE_DEVIATION / SCALE) ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-g * mu));
  const variance = 1 / (g * g * expected * (1 - expected));
  const delta = variance * g * (score - expected);
  const volatility = nextVolatility(player.volatility, phi, variance, delta);
  const before = Math.sqrt(phi ** 2 + volatility ** 2);
  const after = 1 / Math.sqrt(1 / before ** 2 + 1 / variance);
  return {
    rating: player.rating + SCALE * after ** 2 * g * (score - expected),
    deviation: Math.max(LEAST_DEVIATION, SCALE * after),
    volatility,
  };
}

// Step 5 of the paper: the Illinois algorithm.
function nextVolatility(sigma, phi, variance, delta) {
  const a = Math.log(sigma ** 2);
  const f = (x) => {
    const ex = Math.exp(x);
    return (ex * (delta ** 2 - phi ** 2 - variance - ex)) / (2 * (phi ** 2 + variance + ex) ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (!(delta ** 2 > phi ** 2 + variance)) for (let k = 1; f((high = a - k * TAU)) < 0; k++);
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const there = f(middle);
    if (there * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, there];
  }
  return Math.exp(low / 2);
}
