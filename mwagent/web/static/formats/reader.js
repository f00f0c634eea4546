// Boards in texts of any notation, files and links, and replays: engine/text/ as WebAssembly, which is the
// reader and writer that Python has. It is loaded when it is first needed.

import { compile, start } from "../engine/module.js";
import { MAX_SIDE } from "../app/links.js";
import { recounted } from "../app/words.js";
import { FormatError } from "./formaterror.js";
import { makePosition, SYMBOLS } from "./position.js";

// What a board can be saved as, and the type a browser gives the file.
export const FILES = {
  csv: { type: "text/csv", label: "CSV (.csv)" },
  mine: { type: "text/plain", label: "JSMinesweeper (.mine)" },
  mbf: { type: "application/octet-stream", label: "Arbiter board (.mbf)" },
  txt: { type: "text/plain", label: "plain text (.txt)" },
};

// Links of other programs, by the names that `mwagent convert` has for them.
export const LINKS = { jsminesweeper: "JSMinesweeper", ptt: "PTT", llamasweeper: "LlamaSweeper", tatham: "Simon Tatham’s Mines" };

const OURS = ["codes", "text", "mine", "mgb", "mbf", "link"];
// Endings that say the notation of a file.
const NOTATIONS = { mine: "mine", mbf: "mbf", abf: "mbf" };
let loading = null;

export const extensionOf = (name) => /\.([a-z0-9]+)$/i.exec(name)?.[1].toLowerCase() ?? "";

// Read the bytes of a file in the format that its name ends in, else as readBoard does.
export const readBoardFile = (bytes, name, notation = "") => readBoard(bytes, name, notation || NOTATIONS[extensionOf(name)]);

// Read a text, a link or bytes; `name` is the file in sentences, and `notation` how a text is meant, if that was
// chosen. A position has `said`, which notation was taken, where the text does not say it by itself. Throws a
// FormatError, with `choices` where several notations are possible and give different boards.
export async function readBoard(given, name, notation = "") {
  const bytes = typeof given === "string" ? new TextEncoder().encode(given) : given;
  const told = JSON.parse(textOf(await ask(bytes, notation, (module) => module.read(bytes.length, MAX_SIDE))));
  if (told.wrong) throw new FormatError(name + recounted(told.wrong), told.choices);
  const { rows, cols, mines, first } = told;
  const cells = Uint8Array.from(told.cells, (sign) => SYMBOLS.indexOf(sign));
  const said = OURS.includes(told.notation) ? "" : `read as ${told.notation}`;
  return { ...makePosition(rows, cols, mines, cells, first), said };
}

// Read a replay in .rawvf: the game as the object in the file of a recorded one. Throws a FormatError.
export async function readReplay(text, name) {
  const told = JSON.parse(textOf(await ask(new TextEncoder().encode(text), "", (module) => module.replay(MAX_SIDE))));
  if (told.wrong) throw new FormatError(`${name}: ${recounted(told.wrong)}`);
  return told;
}

// Write a position as the bytes of one of FILES but "txt", or as one of LINKS; throws a FormatError where that
// cannot hold it.
export async function writeBoard({ rows, cols, mines, first, cells }, kind) {
  const told = await ask(cells, kind, (module) => module.write(rows, cols, mines ?? -1, first ?? -1));
  if (told[0] === "!".charCodeAt(0)) throw new FormatError(recounted(textOf(told.subarray(1))));
  return told.slice(1);
}

export const writeLink = async (position, kind) => textOf(await writeBoard(position, kind));

const textOf = (bytes) => new TextDecoder().decode(bytes);

// The bytes with which the module answers a call, until the next one.
async function ask(bytes, word, call) {
  loading ??= compile(new URL("text.wasm", import.meta.url), "text.wasm").then(start);
  const module = await loading.catch((error) => {
    loading = null;
    throw new FormatError(error.message);
  });
  const rest = new TextEncoder().encode(word);
  const place = module.input(bytes.length + rest.length);
  const given = new Uint8Array(module.memory.buffer, place, bytes.length + rest.length);
  given.set(bytes);
  given.set(rest, bytes.length);
  const length = call(module);
  return new Uint8Array(module.memory.buffer, module.answer(), length);
}
