// What is asked on the board: a puzzle of the engine, or a mistake of one's own.
//
// An exercise is {id, content, ask, position, answers, choices, easiest, numbers, rating, grade, title}:
// `ask` is safe, mine or safer; `position` as the engine takes it; `answers` a Set of cells; `choices`
// [{cell, chance}] where two cells are compared, else []; `easiest` the answer with the simplest proof
// and `numbers` those it rests on, where that is known; `content` is what is stored to ask it again.

import { readPosition } from "../app/links.js";
import { FLAG, HIDDEN } from "../formats/position.js";
import { cellAt, placeOf, topologyLoaded } from "../game/topology.js";

export function fromPuzzle(puzzle) {
  const { ask, rows, cols, mines, rating, grade, proof } = puzzle;
  const index = (place) => cellAt(puzzle, place);
  return {
    id: `${puzzle.seed} ${ask} ${grade}`,
    content: { puzzle },
    ask,
    position: { rows, cols, mines, cells: Int8Array.from(puzzle.board), trustFlags: true },
    answers: new Set(puzzle.answers.map(index)),
    choices: (puzzle.choices ?? []).map(({ cell, chance }) => ({ cell: index(cell), chance })),
    easiest: proof ? index(proof.cell) : null,
    numbers: proof ? proof.numbers.map(index) : [],
    pattern: proof?.pattern ?? null,
    rating,
    grade,
    title: "",
  };
}

// A mistake is {position, title}: a position as text (app/links.js) in which a safe cell was missed.
// Flags of a player may be wrong, so the engine says which are mines. Null where nothing is proven.
export async function fromMistake(mistake, engine) {
  const found = readPosition(mistake.position);
  if (!found) return null;
  await topologyLoaded(found);
  const bare = { ...found, cells: found.cells.map((code) => (code === FLAG ? HIDDEN : code)), trustFlags: false };
  const answer = await engine.analyse({ ...bare, decide: false });
  if (answer.trouble || !answer.safe.length) return null;
  const answers = new Set(answer.safe.map((place) => cellAt(found, place)));
  return {
    id: `mistake ${mistake.position}`,
    content: { mistake },
    ask: "safe",
    position: bare,
    answers,
    choices: [],
    easiest: await simplest(bare, answers, engine),
    numbers: [],
    pattern: null,
    rating: null,
    grade: null,
    title: mistake.title,
  };
}

async function simplest(position, answers, engine) {
  let best = null;
  for (const cell of [...answers].slice(0, 12)) {
    const { numbers } = await engine.explain({ ...position, cell: placeOf(position, cell) });
    if (!best || numbers.length < best.size) best = { cell, size: numbers.length };
  }
  return best.cell;
}
