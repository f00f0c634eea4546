// Files and clipboard text of every kind the page takes: read them, offer them, save them.

import { t } from "./language.js";
import { takeDrops } from "./drops.js";
import { button, make } from "./element.js";
import { FormatError } from "../formats/formaterror.js";
import { looksLikeRawvf, parseRawvf } from "../formats/rawvf.js";
import { extensionOf, readBoard, readBoardFile } from "../formats/reader.js";
import { topologyLoaded } from "../game/topology.js";
import { looksLikeLog, parseLog } from "../game/botlog.js";
import { looksLikeRecord, parseRecord, recordFrom } from "../game/record.js";
import { recounted } from "./words.js";
import { aboutServer, readReplay } from "./python.js";

const REPLAYS = ["avf", "evf", "mvf", "rmv", "sav", "zip", "umf", "fvsf", "fsvf", "mvr"];
const RUN_INSTEAD = t(
  "Replays of other programs are read by Python: run “mwagent page” and use the page it opens, or “python -m mwagent.convert FILE game.json” and load what it writes",
);

// What a file holds: {position}, {records} (one game or several), or {picture: File}. `notation` says how a
// text is meant that could be several boards. Throws a FormatError.
export async function readFile(file, notation = "") {
  if (file.type.startsWith("image/") && extensionOf(file.name) !== "svg") return { picture: file };
  if (REPLAYS.includes(extensionOf(file.name))) return { records: [await recordOf(file)] };
  const bytes = new Uint8Array(await file.arrayBuffer());
  return (await readGames(textOf(bytes), file.name)) ?? { position: await readBoardFile(bytes, file.name, notation) };
}

// The same of text that was pasted; it may be a link or a game ID.
export async function readText(text, notation = "", name = t("the text")) {
  return (await readGames(text, name)) ?? { position: await readBoard(text, name, notation) };
}

// The name of a player may be in an older encoding.
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function readGames(text, name) {
  if (extensionOf(name) === "rawvf" || looksLikeRawvf(text)) return { records: [await parseRawvf(text, name)] };
  if (looksLikeLog(text)) return { records: parseLog(text, name) };
  if (looksLikeRecord(text)) {
    await topologyLoaded({ shape: text.includes('"shape"') }); // its numbers are counted
    return { records: [parseRecord(text, name)] };
  }
  return null;
}

async function recordOf(file) {
  if (!(await aboutServer())) throw new FormatError(`${file.name}: ${RUN_INSTEAD}`);
  try {
    return recordFrom(await readReplay(file, extensionOf(file.name)), file.name);
  } catch (error) {
    throw error.name === "Refused" ? new FormatError(`${file.name}: ${recounted(error.message).replace(/\.$/, "")}`) : error;
  }
}

// Take files that are dropped anywhere while `shown()`, and what is pasted there: what is in it goes to the mode that it
// is for, and what is wrong with it is said in `error`. `begun()` is called before. Gives what takes a file, and a text.
export function intake(shell, error, shown, begun = () => {}) {
  const pass = ({ position, records, picture }, name) => {
    if (records) shell.go("review", { records });
    else if (picture) shell.go("screenshot", { picture });
    else shell.go("analyse", { position, title: [name, position.said].filter(Boolean).join(", ") });
  };
  const take = (read, name) => {
    begun();
    return orSay(error, async (notation) => pass(await read(notation), name));
  };
  const takeFile = (file) => take((notation) => readFile(file, notation), file.name);
  const takeText = (text) => take((notation) => readText(text, notation), t("The pasted board"));
  takeDrops(shown, takeFile);
  window.addEventListener("paste", (event) => {
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData("text/plain");
    const writing = /** @type {Element} */ (event.target).matches?.("input, textarea");
    if (!shown() || writing || (!file && !text)) return;
    event.preventDefault();
    if (file) takeFile(file);
    else takeText(text);
  });
  return { takeFile, takeText };
}

// A button that asks for a file and hands it to `take(file)`.
export function fileButton(text, accept, take) {
  const chosen = () => {
    if (field.files[0]) take(field.files[0]);
    field.value = ""; // the same file may be chosen again
  };
  const field = make("input", { type: "file", accept, onchange: chosen });
  return make("label.file", text, field);
}

// Do what may find a file or a text unreadable; the reason goes into `element`. Where a text could be several
// boards, it is done again with the notation that is chosen.
export async function orSay(element, act, notation = "") {
  element.textContent = "";
  try {
    await act(notation);
  } catch (error) {
    if (error.name !== "FormatError") throw error;
    const choices = error.choices.map((choice) => button(choice, () => orSay(element, act, choice)));
    element.replaceChildren(`${error.message}. `, ...choices);
  }
}

export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
