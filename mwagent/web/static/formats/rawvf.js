// `.rawvf`, replays as text, and what the buttons of the mouse in them do: the twin of
// mwagent/formats/rawvf.py and mouse.py, which say more.

import { makeRecord } from "../game/record.js";
import { Replay } from "../game/replay.js";
import { MAX_SIDE } from "../app/links.js";
import { FormatError, linesOf, quoted } from "./formaterror.js";
import { FLAG, HIDDEN, MINE } from "./position.js";

const PIXELS = 16;
const EVENT = /^(-?\d+(?:\.\d*)?)\s+([a-z]+)\b\s*(.*)/;
const MOUSE = ["mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt"];
const ENDS = { won: "won", win: "won", lost: "lost", loss: "lost", boom: "lost", blast: "lost" };
const NAMES = { open: "l", flag: "r", chord: "m" };

export const looksLikeRawvf = (text) => /^board:\s*$/im.test(text) && /^height:/im.test(text);

// Read a text as a recorded game; throws a FormatError that names the line.
export function parseRawvf(text, name = "the text") {
  const lines = linesOf(text);
  const { head, at } = headOf(lines, name);
  const { rows, cols, mined } = boardOf(lines, at, head, name);
  const pixels = whole(head, "squaresize", name, PIXELS);
  let said = ENDS[head.get("status")?.toLowerCase()];
  const events = [];
  lines.slice(at + rows).forEach((line, n) => {
    const found = EVENT.exec(line.trim());
    if (!found) return;
    const [, time, kind, rest] = found;
    const where = `${name}: line ${at + rows + n + 1}`;
    said ??= ENDS[kind];
    const place = placeOf(rest, pixels, events);
    if (!MOUSE.includes(kind)) {
      if (!/\(-?\d+\s+-?\d+\)/.test(rest)) return; // what became of the board
      throw new FormatError(`${where}: ${quoted(kind)} is no event of the mouse; there are ${MOUSE.join(", ")}`);
    }
    if (events.length && Number(time) < events.at(-1).seconds) {
      throw new FormatError(`${where}: this event comes before the one above it`);
    }
    if (!place) throw new FormatError(`${where}: this event has no place, such as '3 4 (35 50)'`);
    events.push({ seconds: Number(time), kind, ...place });
  });
  const on = (key) => (head.get(key) ?? "").toLowerCase() === "on";
  const marks = head.has("marks") ? on("marks") : on("questionmarks");
  const seconds = (head.get("time") ?? "").replace(",", ".");
  const shown = /^\d+(\.\d+)?$/.test(seconds) ? `${Number(seconds).toFixed(3)} s` : "";
  const program = [head.get("program"), head.get("version")].filter(Boolean).join(" ");
  const record = makeRecord(rows, cols, mined, [], { pointer: wayOf(events) });
  const stage = play(record, events, { marks, chords: on("superclick") });
  const other = said && said !== stage.how ? `${said} by its file, which as played ${stage.words}` : "";
  record.title = [head.get("player"), shown, program, other].filter(Boolean).join(", ");
  return record;
}

function headOf(lines, name) {
  const head = new Map();
  for (const [n, line] of lines.entries()) {
    const [, key, value] = /^([^:]*):(.*)$/.exec(line) ?? [];
    if (key?.trim().toLowerCase() === "board") return { head, at: n + 1 };
    if (key !== undefined) head.set(key.trim().toLowerCase(), value.trim());
  }
  throw new FormatError(`${name}: this is no .rawvf replay: it has no line 'Board:'`);
}

function boardOf(lines, at, head, name) {
  if (head.get("level")?.toLowerCase() === "marathon") {
    throw new FormatError(`${name}: this .rawvf replay is a marathon of several boards, which is not read`);
  }
  const rows = whole(head, "height", name);
  const cols = whole(head, "width", name);
  const mined = new Set();
  for (let row = 0; row < rows; row++) {
    const signs = lines[at + row]?.trim() ?? "";
    if (signs.length !== cols || !/^[*0-8]*$/.test(signs)) {
      throw new FormatError(
        `${name}: line ${at + row + 1}: row ${row} of the board is to have ${cols} signs, * for a mine and 0 for ` +
          `none, got ${quoted(signs)}`,
      );
    }
    [...signs].forEach((sign, col) => sign === "*" && mined.add(row * cols + col));
  }
  if (head.has("mines") && whole(head, "mines", name, null, 0) !== mined.size) {
    throw new FormatError(`${name}: the board has ${mined.size} mines, its head says ${head.get("mines")}`);
  }
  return { rows, cols, mined };
}

function whole(head, key, name, otherwise = null, least = 1) {
  const value = head.get(key) ?? String(otherwise ?? "");
  const most = key === "width" || key === "height" ? MAX_SIDE : MAX_SIDE ** 2;
  if (/^[0-9]{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  throw new FormatError(
    `${name}: this .rawvf replay is to have a line '${key[0].toUpperCase()}${key.slice(1)}: N' with ${least} to ` +
      `${most} before its board, got ${quoted(value)}`,
  );
}

// Row and column with parts of cells: of pixels, else of a column and row from 1.
function placeOf(rest, pixels, before) {
  const found = /\((-?\d+)\s+(-?\d+)\)/.exec(rest);
  if (found) return { row: Number(found[2]) / pixels, col: Number(found[1]) / pixels };
  const cell = /^(-?\d+)\s+(-?\d+)/.exec(rest);
  if (cell) return { row: Number(cell[2]) - 0.5, col: Number(cell[1]) - 0.5 };
  return before.length && !rest ? { row: before.at(-1).row, col: before.at(-1).col } : null;
}

function wayOf(events) {
  const changed = events.filter(({ row, col }, n) => n === 0 || row !== events[n - 1].row || col !== events[n - 1].col);
  return changed.map(({ seconds, row, col }) => [seconds, Math.round(row * 100) / 100, Math.round(col * 100) / 100]);
}

// Play the events into the record's moves, without those that change nothing; gives how it ended.
function play(record, events, { marks, chords }) {
  const replay = new Replay(record);
  const held = { left: false, right: false, both: false, spent: false, used: false };
  const questions = new Set();
  const { rows, cols } = record;
  for (const { kind, seconds, row, col } of events) {
    const inside = row >= 0 && row < rows && col >= 0 && col < cols;
    const cell = Math.floor(row) * cols + Math.floor(col);
    if (kind === "mt") marks = !marks;
    const did = acts(kind, inside ? replay.cells[cell] : null);
    if (["lc", "rc", "mc", "sc"].includes(kind)) held.used = true;
    if (!did || !inside) continue;
    if (did === "open") questions.delete(cell);
    if (did === "flag" && replay.cells[cell] === FLAG && marks) questions.add(cell);
    else if (did === "flag" && questions.delete(cell)) continue;
    replay.append({ kind: did, cell, seconds: Math.round(seconds * 1000) / 1000 });
    const step = replay.steps.at(-1);
    if (!step.changes.length) {
      replay.steps.pop();
      replay.at = replay.length;
    }
    if (step.exploded.length || replay.stage === "won") break;
  }
  record.moves = replay.steps.map((step) => step.move);
  return endOf(replay, record);

  // What an event does, as programs after Minesweeper of Windows have it.
  function acts(kind, code) {
    const { left, both, spent, used } = held;
    if (kind === "lc") Object.assign(held, { left: true, both: held.right });
    else if (kind === "sc") Object.assign(held, { left: true, both: true });
    else if (kind === "lr") {
      Object.assign(held, { left: false, both: false, spent: false });
      if (both) return "chord";
      if ((left || !used) && !spent) return chords && code !== null && code < FLAG ? "chord" : "open";
    } else if (kind === "rc") {
      Object.assign(held, { right: true, both: left });
      return left ? null : "flag";
    } else if (kind === "rr") {
      Object.assign(held, { right: false, both: false, spent: spent || both });
      return both ? "chord" : null;
    }
    return kind === "mr" ? "chord" : null;
  }
}

function endOf(replay, record) {
  const how = replay.stage;
  const closed = replay.cells.filter((code, cell) => code >= FLAG && record.key[cell] !== MINE).length;
  const words = how === "won" ? "is won" : how === "lost" ? "is lost" : `leaves ${closed} cells closed`;
  return { how, words };
}

// Write a recorded game; throws a FormatError where not all of it is known.
export function writeRawvf(record) {
  const { rows, cols, key, mines, moves, title, pointer } = record;
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
