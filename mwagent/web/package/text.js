// Boards as text: rows of 0-8 open, F flag, * mine, # hidden.

import { checkedQuestion, EngineError, shown } from "./engine/module.js";

const SYMBOLS = "012345678F*#";

// A position of rows of symbols; `mines` is the total, or null where it is unknown.
export function parse(text, mines = null) {
  if (typeof text !== "string") throw new EngineError(`a board is read from text, not ${shown(text)}`);
  if (mines !== null && !(Number.isInteger(mines) && mines >= 0)) throw new EngineError(`${shown(mines)} is no number of mines`);
  const lines = text.split("\n").map((line) => line.replace(/\s/g, ""));
  const rows = lines.filter(Boolean);
  const cols = rows[0]?.length ?? 0;
  if (!cols) throw new EngineError("there is no board in an empty text");
  const cells = Int8Array.from(
    rows.flatMap((row, at) => {
      if (row.length !== cols) throw new EngineError(`row ${at} has ${row.length} cells, the first row has ${cols}`);
      return [...row].map((sign, col) => {
        const code = sign === "." ? 0 : SYMBOLS.indexOf(sign);
        if (code < 0) throw new EngineError(`'${sign}' at row ${at}, column ${col} is no cell; use 0-8 open, # hidden, F flag, * mine`);
        return code;
      });
    }),
  );
  return { rows: rows.length, cols, mines, cells };
}

// The rows of a position, which `parse` reads back.
export function print(position) {
  const { rows, cols, cells } = checkedQuestion(position);
  const whole = Number.isInteger(rows) && Number.isInteger(cols) && rows > 0 && cols > 0;
  if (!whole || (!Array.isArray(cells) && !ArrayBuffer.isView(cells)) || cells.length !== rows * cols) {
    throw new EngineError(
      `a position has rows, cols and an array of rows * cols cells, not ${shown(rows)}, ${shown(cols)} and ${shown(cells)}`,
    );
  }
  const row = (at) => Array.from(cells.slice(at * cols, (at + 1) * cols), (code) => SYMBOLS[code] ?? "#").join("");
  return Array.from({ length: rows }, (_, at) => row(at)).join("\n");
}
