// How good each move of a game was, measured by the engine. Every figure here is one of the
// engine's, or a product, quotient or weighted mean of them.
//
// The engine is asked without trust in flags: what the numbers say counts, not what was marked.

import { FLAG, HIDDEN, MINE } from "../formats/position.js";
import { cellAt, codeOf, kingsMoves, neighbours, placeOf } from "../game/topology.js";

// The kinds of moves. "first": the first click. "proof": only cells proven safe. "best": no safe cell
// was there, and no choice was better. "worse": a better guess was there. "risk": a safe cell was
// there. "flag" and "unflag": a mark. "seen": somebody else's click. "idle": nothing came of it. "unseen":
// a mine, but another cell may have been opened. "odd": the board contradicts itself.

// The engine searches positions of up to this many arrangements to the end (engine/play/guess.h), so
// their chance to win may be asked for.
const LOG_ENDGAME = Math.log(300.5);
// Scores this close are the same choice: cells alike, or rounding.
const SAME = 0.999;
const ROUNDING = 1e-9;

// The grades of a replay's steps, one after another as the engine answers. A grade:
//   {kind, survival, exact, win, winMove, score, by, best, safe, hit}
// survival: the chance that no cell of the move was a mine; null for the first click and for marks.
// win: the chance to win with best play before the move, winMove: with this move; null where the
// engine does not know it exactly. score: what share of the best move's chance this one kept,
// by the chance to win, the engine's look-ahead, or survival.
// best: {cell, mine} of the engine's choice where a guess was due. safe: cells that were proven safe,
// those near the move first.
// hit: whether the move opened a mine. proven: for a flag, "mine", "safe" or "open" (neither).
export async function* gradeSteps(replay, engine) {
  let opened = false;
  for (let n = 0; n < replay.length; n++) {
    const step = replay.steps[n];
    yield await gradeStep(replay.position(n), step, engine, opened);
    opened ||= step.opened.length > 0 || step.move.kind === "seen";
  }
}

const blank = { survival: null, exact: true, win: null, winMove: null, score: null, best: null, safe: [], hit: false };

async function gradeStep(position, step, engine, opened) {
  const { move } = step;
  if (move.kind === "seen") return { ...blank, kind: "seen" };
  if (!step.changes.length && !step.opened.length) return { ...blank, kind: "idle" };
  if (move.kind === "flag") return gradeFlag(position, step, engine);
  const hit = step.exploded.length > 0;
  if (!opened) return { ...blank, kind: "first", hit };
  if (hit && move.doubts?.includes("cell")) return { ...blank, kind: "unseen", hit };
  return gradeOpening(position, step, hit, engine);
}

async function gradeFlag(position, { changes }, engine) {
  const [[cell, , after]] = changes;
  if (after !== FLAG) return { ...blank, kind: "unflag" };
  const { probability, trouble, exact } = await ask(engine, position, false);
  if (trouble) return { ...blank, kind: "odd" };
  const chance = probability[cell];
  return { ...blank, kind: "flag", exact, proven: chance === 1 ? "mine" : chance === 0 ? "safe" : "open" };
}

async function gradeOpening(position, step, hit, engine) {
  const before = await ask(engine, position, false);
  if (before.trouble) return { ...blank, kind: "odd", hit };
  const { exact, logWays } = before;
  const safe = nearestFirst(position, before.safe, step.move.cell);
  const survival = await survivalOf(position, step, before, engine);
  const grade = { ...blank, survival, exact, safe, hit };
  const risky = survival < 1;
  const { best } = !risky && logWays > LOG_ENDGAME ? {} : await ask(engine, position, true);
  grade.win = best?.win ?? null;
  if (!risky) return { ...grade, kind: "proof", winMove: grade.win, score: 1 };
  if (grade.win !== null) grade.winMove = await winBy(position, step, before, best, engine);
  if (safe.length) {
    return { ...grade, kind: "risk", score: grade.winMove === null ? survival : shareOf(grade.winMove, grade.win) };
  }
  const cell = best ? cellAt(position, best.cell) : null;
  if (cell !== null) grade.best = { cell, mine: before.probability[cell] };
  Object.assign(grade, scoreOf(position, step, grade, best, before));
  return { ...grade, kind: grade.score >= SAME ? "best" : "worse" };
}

// Cells as indices, those near the player's own choice first.
function nearestFirst(position, places, center) {
  const far = (place) => kingsMoves(place, placeOf(position, center));
  return places.toSorted((one, other) => far(one) - far(other)).map((place) => cellAt(position, place));
}

// The score of a guess, and what it is of: "win", "look-ahead" or "survival".
function scoreOf(position, step, grade, best, before) {
  if (grade.winMove !== null) return { score: shareOf(grade.winMove, grade.win), by: "win" };
  if (!grade.best) return { score: 1, by: "survival" };
  const [cell] = step.opened;
  if (step.opened.length === 1) {
    if (cell === grade.best.cell) return { score: 1, by: "look-ahead" };
    const candidate = best.candidates.find((one) => cellAt(position, one.cell) === cell);
    const top = best.candidates[0];
    if (candidate && top?.score > 0) return { score: shareOf(candidate.score, top.score), by: "look-ahead" };
  }
  const safest = 1 - before.probability[grade.best.cell];
  return { score: safest > 0 ? shareOf(grade.survival, safest) : 1, by: "survival" };
}

// A share of at most 1; what is 1 but for rounding is 1.
function shareOf(part, whole) {
  const share = part / whole;
  return share > 1 - ROUNDING ? 1 : share;
}

// The chance that none of the cells is a mine. Of one cell the engine gives it; of several it is
// the share of all arrangements in which the rest of the chord's neighbours are the mines.
async function survivalOf(position, { opened, move }, before, engine) {
  const chances = opened.map((cell) => before.probability[cell]).filter((chance) => chance > 0);
  if (!chances.length) return 1;
  if (chances.includes(1)) return 0;
  if (opened.length === 1) return 1 - chances[0];
  const cells = position.cells.slice();
  for (const cell of neighbours(position, move.cell)) if (cells[cell] === FLAG) cells[cell] = MINE;
  const after = await ask(engine, { ...position, cells }, false);
  return after.trouble ? 0 : Math.min(1, Math.exp(after.logWays - before.logWays));
}

// The exact chance to win with a move: over all numbers that its cells may show, how often they do
// and what the board is worth then. Null where one of these boards is not known.
async function winBy(position, { opened }, before, best, engine) {
  if (opened.length === 1 && cellAt(position, best.cell) === opened[0]) return best.win;
  if (opened.some((cell) => before.probability[cell] === 1)) return 0;
  const win = await winOver(position, opened, before.logWays, engine);
  return win === null ? null : Math.min(win, best.win);
}

// The same for the cells that are still to be opened, as a share of all arrangements.
/** @param {number[]} opened */
async function winOver(position, opened, logWays, engine) {
  const [cell, ...others] = opened;
  let win = 0;
  for (let number = 0; number <= neighbours(position, cell).length; number++) {
    const cells = position.cells.slice();
    cells[cell] = codeOf(number);
    const after = await ask(engine, { ...position, cells }, others.length === 0);
    if (after.trouble) continue;
    const part = others.length
      ? await winOver({ ...position, cells }, others, logWays, engine)
      : worthOf(after) && Math.exp(after.logWays - logWays) * worthOf(after);
    if (part === null) return null;
    win += part;
  }
  return win;
}

// With nothing left to open the game is won.
const worthOf = ({ best }) => (best ? best.win : 1);

function ask(engine, position, decide) {
  const cells = Int8Array.from(position.cells, (code) => (code === FLAG ? HIDDEN : code));
  return engine.analyse({ ...position, cells, trustFlags: false, decide, seconds: 1 });
}
