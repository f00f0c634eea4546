// A whole game as short text, for links: BOARD~MOVES, BOARD as app/links.js has it; a move is a letter for its kind (o, c, f),
// its cell and the milliseconds since the move before, both to the base of 36: "o1k.3f_c1k.8w".

import { boardText, readBoard } from "../app/links.js";
import { makeRecord } from "../game/record.js";
import { topologyLoaded } from "../game/topology.js";
import { minesOf } from "./position.js";

const KINDS = { o: "open", c: "chord", f: "flag" };
const LONGEST = 30_000; // signs of a link that everything takes

// The text of a record (game/record.js); null where not all of it is known, or it is too long for a link.
export function gameText(record) {
  const mined = minesOf({ cells: record.key, mines: record.mines });
  if (!mined || record.turned || record.moves.some(({ kind }) => kind === "seen")) return null;
  let before = 0;
  const moves = record.moves.map(({ kind, cell, seconds }) => {
    const time = Math.max(before, Math.round(1000 * (seconds ?? 0)));
    const text = `${kind[0]}${cell.toString(36)}.${(time - before).toString(36)}`;
    before = time;
    return text;
  });
  const text = `${boardText(record, mined)}~${moves.join("_")}`;
  return text.length > LONGEST ? null : text;
}

// The record of such a text; null where it is none.
export async function readGameText(text, title) {
  const [board, told] = String(text).split("~");
  const found = readBoard(board);
  if (!found || !/^([ocf][0-9a-z]{1,4}\.[0-9a-z]{1,6})(_[ocf][0-9a-z]{1,4}\.[0-9a-z]{1,6})*$/.test(told ?? "")) return null;
  await topologyLoaded(found.level);
  let time = 0;
  const moves = told.split("_").map((move) => {
    const [cell, after] = move
      .slice(1)
      .split(".")
      .map((digits) => parseInt(digits, 36));
    time += after;
    return { kind: KINDS[move[0]], cell, seconds: time / 1000 };
  });
  const { rows, cols } = found.level;
  return moves.every(({ cell }) => cell < rows * cols) ? makeRecord(found.level, found.mined, moves, { title }) : null;
}
