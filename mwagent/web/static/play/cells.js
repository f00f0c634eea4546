// What a player sees of a game, for the engine.

import { FLAG, OPEN } from "../game/rules.js";

// Cell codes: 0-8 open, 9 flag, 10 a mine that went off, 11 hidden.
export function cellCodes(game) {
  return Int8Array.from({ length: game.size }, (_, cell) => {
    if (game.exploded.has(cell) || game.hit.has(cell)) return 10;
    if (game.state[cell] === OPEN) return game.numbers[cell];
    return game.state[cell] === FLAG ? 9 : 11;
  });
}

// The position to ask about. A flag may be wrong: only what is open counts.
export function positionOf(game) {
  const { rows, cols, mines } = game.level;
  return { rows, cols, mines, cells: cellCodes(game), trustFlags: false };
}
