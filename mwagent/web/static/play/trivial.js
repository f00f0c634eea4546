// What follows from one number alone: as many hidden cells around it as mines are all mines, and with
// all its mines known the others are safe. Flags are not trusted. Of cells with several mines nothing is said.

import { OPEN } from "../game/rules.js";

export function proven(game) {
  if (!game.mined || game.over || game.most > 1) return [];
  const mines = new Set(game.hit);
  const safe = new Set();
  const numbered = [];
  for (let cell = 0; cell < game.size; cell++) {
    if (game.state[cell] !== OPEN || game.numbers[cell] === 0) continue;
    const hidden = game.around(cell).filter((n) => game.state[n] !== OPEN);
    if (hidden.length === game.numbers[cell]) for (const n of hidden) mines.add(n);
    else numbered.push([cell, hidden]);
  }
  for (const [cell, hidden] of numbered) {
    const others = hidden.filter((n) => !mines.has(n));
    if (hidden.length - others.length === game.numbers[cell]) for (const n of others) safe.add(n);
  }
  return [...safe];
}
