// `.rawvf`, replays as text: read and played by engine/text/replay.h, as in Python, and written.

import { recordFrom } from "../game/record.js";
import { Replay } from "../game/replay.js";
import { FormatError } from "./formaterror.js";
import { HIDDEN, MINE } from "./position.js";
import { readReplay } from "./reader.js";

const PIXELS = 16;
const NAMES = { open: "l", flag: "r", chord: "m" };

export const looksLikeRawvf = (text) => /^board:\s*$/im.test(text) && /^height:/im.test(text);

// Read a text as a recorded game; throws a FormatError that names the line.
export const parseRawvf = async (text, name = "the text") => recordFrom(await readReplay(text, name), name);

// Write a recorded game; throws a FormatError where not all of it is known.
export function writeRawvf(record) {
  const { rows, cols, shape, key, mines, moves, title, pointer } = record;
  if (shape) throw new FormatError("a .rawvf replay knows squares only; save this game as .json");
  if (key.includes(HIDDEN) || moves.some(({ kind }) => !(kind in NAMES))) {
    throw new FormatError("a .rawvf replay has all mines and all moves of a game; of this one not all are known");
  }
  const { stage } = new Replay(record);
  const seconds = moves.map((move) => move.seconds ?? 0);
  const over = stage === "won" || stage === "lost";
  const head = ["RawVF_Version: Rev6", "Program: mwagent", `Player: ${title.split(/\s+/).join(" ")}`, "Level: custom"];
  head.push(`Width: ${cols}`, `Height: ${rows}`, `Mines: ${mines}`, "Marks: off", `SquareSize: ${PIXELS}`);
  if (over) head.push(`Time: ${(seconds.at(-1) - seconds[0]).toFixed(3)}`, `Status: ${stage}`);
  const board = Array.from({ length: rows }, (_, row) =>
    [...key.subarray(row * cols, (row + 1) * cols)].map((code) => (code === MINE ? "*" : "0")).join(""),
  );
  const line = (time, kind, row, col, x, y) => ({ time, text: `${time.toFixed(3)} ${kind} ${col + 1} ${row + 1} (${x} ${y})` });
  const events = pointer.map(([time, row, col]) =>
    line(time, "mv", Math.trunc(row), Math.trunc(col), Math.trunc(col * PIXELS), Math.trunc(row * PIXELS)),
  );
  moves.forEach(({ kind, cell }, n) => {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const [x, y] = [col * PIXELS + PIXELS / 2, row * PIXELS + PIXELS / 2];
    for (const press of "cr") events.push(line(seconds[n], NAMES[kind] + press, row, col, x, y));
  });
  events.sort((one, other) => one.time - other.time);
  return [...head, "Board:", ...board, "Events:", ...events.map(({ text }) => text), ""].join("\n");
}
