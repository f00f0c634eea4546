// The bot's log (logs/run.log) as a list of recorded games. mwagent/player/records/log.py lists its events.
//
// The bot sees a board at the beginning of each turn; what its clicks opened in between follows
// from the numbers seen later, and from the mines that the end of the game shows.

import { MAX_SIDE } from "../app/links.js";
import { FormatError } from "../formats/formaterror.js";
import { FLAG, HIDDEN, keyOf, MINE, SYMBOLS } from "../formats/position.js";
import { Replay } from "./replay.js";

export function looksLikeLog(text) {
  return /^\s*\{\s*"event"\s*:/.test(text);
}

// Read the text; returns the records in order, each with its `result` ("won", "lost" or null).
// Throws a FormatError naming the line.
export function parseLog(text, name = "run.log") {
  const games = [];
  text.split(/\r?\n/).forEach((line, index) => {
    if (!line.trim()) return;
    const where = `${name}, line ${index + 1}`;
    const event = readEvent(line, where);
    if (event.event === "game") games.push(beginGame(event, games.length + 1, where));
    else if (event.event === "turn" || event.event === "result") {
      const game = games.at(-1);
      if (!game) throw new FormatError(`${where}: a ${event.event} before the first game`);
      if (event.event === "turn") game.turns.push(readTurn(event, game, where));
      else game.result = event;
    }
  });
  const played = games.filter((game) => game.turns.length);
  if (!played.length) throw new FormatError(`${name}: the log holds no game`);
  return played.map(recordOf);
}

function readEvent(line, where) {
  let event = null;
  try {
    event = JSON.parse(line);
  } catch {
    // A line that is no JSON is no event either.
  }
  if (typeof event?.event === "string") return event;
  throw new FormatError(`${where}: this is no event of a game log; give a file written with --log`);
}

function beginGame(event, number, where) {
  const { rows, cols, mines } = event;
  if (![rows, cols].every((size) => Number.isInteger(size) && size > 0 && size <= MAX_SIDE)) {
    throw new FormatError(`${where}: a game needs "rows" and "cols", each from 1 to ${MAX_SIDE}`);
  }
  return { number, rows, cols, mines: Number.isInteger(mines) ? mines : null, turns: [], result: null };
}

function readTurn(event, { rows, cols }, where) {
  const signs = Array.isArray(event.board) ? event.board.join("") : "";
  const cells = Uint8Array.from(signs, (sign) => SYMBOLS.indexOf(sign));
  if (cells.length !== rows * cols || cells.some((code) => code > HIDDEN)) {
    throw new FormatError(`${where}: "board" must have ${rows} rows of ${cols} cells`);
  }
  const listed = event.clicks ?? [];
  if (!Array.isArray(listed)) throw new FormatError(`${where}: "clicks" must be a list`);
  const clicks = listed.map((click) => {
    const [row, col, button] = Array.isArray(click) ? click : [];
    if (!isCell(row, col, rows, cols) || !Object.hasOwn(KIND_OF, button)) {
      throw new FormatError(`${where}: ${JSON.stringify(click)} is no click on this board`);
    }
    return { kind: KIND_OF[button], cell: row * cols + col };
  });
  const spent = (part) => Math.max(0, Number(event.seconds?.[part])) || 0;
  return { cells, clicks, thought: spent("look") + spent("solve") + spent("plan"), clicking: spent("click") };
}

const isCell = (row, col, rows, cols) => Number.isInteger(row) && Number.isInteger(col) && row >= 0 && row < rows && col >= 0 && col < cols;

const KIND_OF = { left: "open", right: "flag", chord: "chord" };

function recordOf(game) {
  const { rows, cols, mines, turns, result } = game;
  const moves = [];
  const record = { rows, cols, mines, key: keyFrom(game), moves, first: null, title: titleOf(game) };
  record.result = ["won", "lost"].includes(result?.stage) ? result.stage : null;
  const replay = new Replay(record);
  const add = (move) => {
    moves.push(move);
    replay.append(move);
  };
  let seconds = 0;
  turns.forEach(({ cells, clicks, thought, clicking }, index) => {
    const last = index === turns.length - 1;
    if (index && !(last && record.result)) unexpected(replay.cells, cells).forEach(add);
    seconds += thought;
    for (const click of clicks) {
      add({ ...click, seconds: Math.round(seconds * 1000) / 1000 });
      seconds += clicking / clicks.length;
    }
  });
  return record;
}

// What a look shows that our own play of the clicks does not: somebody else's clicks.
function unexpected(ours, seen) {
  const changed = [];
  seen.forEach((code, cell) => {
    if (code !== ours[cell]) changed.push([cell, code]);
  });
  return changed.length ? [{ kind: "seen", cell: changed[0][0], cells: changed, seconds: null }] : [];
}

// Every number and mine that was ever seen, and what follows from them: of a won game all the rest
// are mines, and where all mines are known the numbers that nobody opened are too.
function keyFrom({ rows, cols, mines, turns, result }) {
  const key = new Uint8Array(rows * cols).fill(HIDDEN);
  for (const { cells } of turns) {
    cells.forEach((code, cell) => {
      if (code < FLAG || code === MINE) key[cell] = code;
    });
  }
  const [row, col] = Array.isArray(result?.lost_at) ? result.lost_at : [];
  if (isCell(row, col, rows, cols)) key[row * cols + col] = MINE;
  const end = turns.at(-1).cells;
  const won = result?.stage === "won";
  const isMine = (code, cell) => code === MINE || (code === HIDDEN && (won || end[cell] === FLAG));
  const found = new Set([...key.keys()].filter((cell) => isMine(key[cell], cell)));
  const whole = keyOf({ rows, cols }, found).cells;
  const agrees = whole.every((code, cell) => key[cell] === HIDDEN || key[cell] === code);
  return (won || found.size === mines) && agrees ? whole : key;
}

function titleOf({ number, rows, cols, mines, result }) {
  const end = ["won", "lost"].includes(result?.stage) ? result.stage : "unfinished";
  const took = Number.isFinite(result?.seconds) ? ` in ${result.seconds.toFixed(1)} s` : "";
  const guesses = Number.isInteger(result?.guesses) ? `, ${result.guesses} guesses` : "";
  return `Game ${number}: ${cols}×${rows}, ${mines ?? "unknown"} mines, ${end}${took}${guesses}`;
}
