// What a player sees of a game, for the engine.

import { flagsOf, OPEN } from "../game/rules.js";
import { codeOf } from "../game/topology.js";

// Cell codes: 0-8 open, 9 flag, 10 a mine that went off, 11 hidden; 13 and more are the numbers from 9 on.
export function cellCodes(game) {
  const { state, numbers } = game;
  const codes = new Int8Array(game.size).fill(11);
  for (let cell = 0; cell < codes.length; cell++) {
    if (state[cell] === OPEN) codes[cell] = codeOf(numbers[cell]);
    else if (flagsOf(state[cell])) codes[cell] = 9;
  }
  for (const cell of [...game.exploded, ...game.hit]) codes[cell] = 10;
  return codes;
}

// The position to ask about. A flag may be wrong: only what is open counts. `held` says how many mines went off where
// there may be several in a cell.
export function positionOf(game) {
  const held = game.most > 1 && { held: Object.fromEntries([...game.hit].map((cell) => [cell, game.minesIn(cell)])) };
  return { ...game.level, cells: cellCodes(game), trustFlags: false, ...held };
}
