// A game that the coach has watched (mwagent/gamebook/export.py) as a recorded game (record.js).

import { FormatError } from "../formats/formaterror.js";
import { HIDDEN } from "../formats/position.js";
import { recordFrom } from "./record.js";

export function recordOfWatched(game, name = "the game") {
  const { rows, cols } = game;
  const record = recordFrom({ ...game, mines: game.mines ?? [] }, name);
  const codes = (key) => {
    if (game[key].length !== rows * cols) throw new FormatError(`${name}: "${key}" must have ${rows * cols} codes`);
    return Uint8Array.from(game[key]);
  };
  if (!game.mines) {
    record.key = codes("key");
    record.mines = Number.isInteger(game.total) ? game.total : null;
  }
  if (game.start) {
    // What was open before the coach came.
    const open = [...codes("start").entries()].filter(([, code]) => code !== HIDDEN);
    if (open.length) record.moves.unshift({ kind: "seen", cell: open[0][0], cells: open, seconds: 0 });
  }
  record.result = ["won", "lost"].includes(game.stage) ? game.stage : null;
  record.number = game.number;
  record.title = `Game ${game.number}: ${game.title}`;
  return record;
}
