// Boards in texts of any notation: engine/text/ as WebAssembly, which is the reader that Python has. It is
// loaded when the first text is read.

import { compile, start } from "../engine/module.js";
import { MAX_SIDE } from "../app/links.js";
import { FormatError } from "./formaterror.js";
import { makePosition, SYMBOLS } from "./position.js";

const OURS = ["codes", "text", "mine", "mgb"];
let loading = null;

// Read a text; `name` is the file in sentences, and `notation` how the text is meant, if that was chosen. A
// position has `said`, which notation was taken, where the text does not say it by itself. Throws a
// FormatError, with `choices` where several notations are possible and give different boards.
export async function readBoard(text, name, notation = "") {
  loading ??= compile(new URL("text.wasm", import.meta.url), "text.wasm").then(start);
  const reader = await loading.catch((error) => {
    loading = null;
    throw new FormatError(`${name}: ${error.message}`);
  });
  const [bytes, wanted] = [text, notation].map((part) => new TextEncoder().encode(part));
  const place = reader.input(bytes.length + wanted.length);
  const given = new Uint8Array(reader.memory.buffer, place, bytes.length + wanted.length);
  given.set(bytes);
  given.set(wanted, bytes.length);
  const length = reader.read(bytes.length, MAX_SIDE);
  const told = JSON.parse(new TextDecoder().decode(new Uint8Array(reader.memory.buffer, reader.answer(), length)));
  if (told.wrong) throw new FormatError(name + told.wrong, told.choices);
  const { rows, cols, mines, first } = told;
  const cells = Uint8Array.from(told.cells, (sign) => SYMBOLS.indexOf(sign));
  const said = OURS.includes(told.notation) ? "" : `read as ${told.notation}`;
  return { ...makePosition(rows, cols, mines, cells, first), said };
}
