// What a player sees of a game, in the cell codes of the engine: 0-8 open, 9 flag, 10 a mine that
// went off, 11 hidden.

import { FLAG, OPEN } from "../rules.js";

export function cellCodes(game) {
  return Int8Array.from({ length: game.size }, (_, cell) => {
    if (game.exploded.has(cell) || game.hit.has(cell)) return 10;
    if (game.state[cell] === OPEN) return game.numbers[cell];
    return game.state[cell] === FLAG ? 9 : 11;
  });
}
