// What a hidden cell may be and show, by what an engine (engine.js, rules/shaped.js) says of positions.

const MINE = 10; // the code of a mine that is shown
// Positions of up to this many arrangements are searched to the end (engine/guess.h).
const LOG_ENDGAME = Math.log(300.5);

// The prospect of one hidden cell: { trouble, mine, exact, numbers, win }. `mine` is its chance to be a mine;
// numbers[n] the chance that it shows n, if it is none; `win` the chance to win with best play once it
// is open and no mine, null where it is not known exactly; `hit` the same once it is open and a mine, which takes one of
// the position's lives. `codes[n]` is the code of a cell that shows n.
export function prospectOf(engine, position, index, codes) {
  const now = engine.analyse({ ...position, decide: false });
  if (now.trouble) return { trouble: now.trouble };
  const numbers = codes.map(() => 0);
  const told = { trouble: null, mine: now.probability[index], exact: now.exact, numbers, win: null, hit: 0 };
  if (told.mine === 1 || Number.isNaN(told.mine)) return told;
  const cells = position.cells.slice();
  const few = now.logWays <= LOG_ENDGAME;
  let win = few ? 0 : null;
  codes.forEach((code, n) => {
    cells[index] = code;
    const then = engine.analyse({ ...position, cells, decide: few });
    if (then.trouble) return;
    numbers[n] = Math.exp(then.logWays - now.logWays) / (1 - told.mine);
    const worth = then.best ? then.best.win : 1; // with nothing left to open the game is won
    win = win === null || worth === null ? null : win + numbers[n] * worth;
  });
  const sum = numbers.reduce((one, other) => one + other, 0) || 1; // 1, where all is counted exactly
  told.numbers = numbers.map((share) => share / sum);
  told.win = win === null ? null : Math.min(1, win / sum);
  if (position.lives > 0 && win !== null && told.mine > 0) {
    cells[index] = MINE;
    const then = engine.analyse({ ...position, cells, lives: position.lives - 1 });
    told.hit = then.best ? then.best.win : 1;
    if (told.hit === null) told.win = null;
  }
  return told;
}
