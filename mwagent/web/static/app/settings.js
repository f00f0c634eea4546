// What is played and how: from the address, from what was chosen before, or as it comes.

import { language, LANGUAGES, many, t } from "./language.js";
import { areKeys } from "./keys.js";
import { mostIn } from "../game/topology.js";
import { MAX_SIDE, readBoard, readPosition, SHAPES } from "./links.js";

export const LEVELS = {
  beginner: { rows: 9, cols: 9, mines: 10 },
  beginner8: { rows: 8, cols: 8, mines: 10 },
  intermediate: { rows: 16, cols: 16, mines: 40 },
  expert: { rows: 16, cols: 30, mines: 99 },
  freeminesweeper: { rows: 16, cols: 31, mines: 99 },
};
// The usual levels on cells with other numbers of neighbours: with as many mines as leave some boards that can be
// solved without a guess.
const SHAPED = {
  hexagons: {
    beginner: { rows: 9, cols: 9, mines: 12 },
    intermediate: { rows: 16, cols: 16, mines: 45 },
    expert: { rows: 16, cols: 30, mines: 106 },
  },
  triangles: {
    beginner: { rows: 7, cols: 12, mines: 8 },
    intermediate: { rows: 12, cols: 21, mines: 30 },
    expert: { rows: 12, cols: 40, mines: 80 },
  },
};
// Fewest rows, and columns, of a board that is played; MAX_SIDE is the most.
const LEAST_PLAYED = 3;
const STORE = "mwagent.settings";

const oneOf = (...values) => [values[0], (value) => values.includes(value)];
const flag = (value) => [value, (other) => typeof other === "boolean"];
const number = (value, least, most) => [value, (text) => text === value || (Number(text) >= least && Number(text) <= most)];

// Every setting: its value where nothing was chosen, and whether another will do.
const SETTINGS = {
  level: ["beginner", (text) => parseLevel(text) !== null],
  rule: oneOf("safe", "open", "any"),
  noguess: flag(false),
  lives: oneOf("0", "1", "2", "3", "5", "10"), // mines that may be hit before a game is lost
  marks: flag(false),
  easychord: flag(false),
  zoom: number("auto", 0.5, 8),
  theme: oneOf("auto", "day", "night", "contrast", "classic"),
  language: oneOf("auto", ...Object.keys(LANGUAGES)),
  hold: number("350", 100, 2000),
  held: oneOf("flag", "odds"),
  autoplay: flag(false),
  upright: flag(true),
  meter: flag(false),
  early: flag(false), // whether a press opens, and not its end
  flagplace: oneOf("left", "right", "row"),
  flagsize: oneOf("usual", "large"),
  sounds: flag(false),
  skin: flag(false),
  keys: [{}, areKeys],
  // Which boards are dealt: a range of 3BV, and the least 3BV / ZiNi in percent; "" for any (play/sought.js).
  bv: ["", (text) => typeof text === "string" && /^(\d{1,4}|\d{1,4}-\d{0,4}|-\d{1,4})?$/.test(text) && !isBackwards(text)],
  efficiency: number("", 50, 300),
};
export const DEFAULTS = Object.fromEntries(Object.entries(SETTINGS).map(([name, [value]]) => [name, value]));

function isBackwards(range) {
  const [from, to] = range.split("-");
  return Boolean(to) && Number(from) > Number(to);
}

// {rows, cols, mines} of a level's name or of COLSxROWS/MINES; null when it is neither.
export function parseLevel(text) {
  return levelTrouble(text) === null ? levelOf(text) : null;
}

// Why a text is no level, as a sentence; null when it is one. minefield/levels.py has the same rule.
export function levelTrouble(text) {
  const level = levelOf(text);
  if (!level)
    return t('"{text}" is no level; use {names}, or COLSxROWS/MINES such as 30x16/99', { text, names: Object.keys(LEVELS).join(", ") });
  const { rows, cols, mines } = level;
  if (Math.min(rows, cols) < LEAST_PLAYED || Math.max(rows, cols) > MAX_SIDE) {
    const sides = { size: `${cols}x${rows}`, least: LEAST_PLAYED, most: MAX_SIDE };
    return t("a board of {size} cells is not playable; give {least} to {most} columns and {least} to {most} rows", sides);
  }
  if (mines >= rows * cols) {
    return many(mines, "{n} mine[s] [does|do] not fit on {size} cells with one left to open", { size: `${cols}x${rows}` });
  }
  return null;
}

// The shape that a level's text begins with, "" for squares, and the rest: "torus-expert".
export function splitLevel(text) {
  const shape = SHAPES.find((one) => String(text).startsWith(`${one}-`)) ?? "";
  return [shape, shape ? text.slice(shape.length + 1) : text];
}

export const onShape = (shape, name) => (shape ? `${shape}-${name}` : name);

export const levelText = ({ shape, rows, cols, mines }) => onShape(shape, `${cols}x${rows}/${mines}`);

function levelOf(text) {
  const [shape, name] = splitLevel(text);
  if (shape) {
    const level = levelOf(name);
    return level && { ...level, ...SHAPED[shape]?.[name], shape };
  }
  if (Object.hasOwn(LEVELS, text)) return LEVELS[text];
  const match = /^\s*(\d{1,5})x(\d{1,5})\/(\d{1,8})\s*$/i.exec(text ?? "");
  if (!match) return null;
  const [cols, rows, mines] = match.slice(1).map(Number);
  return { rows, cols, mines };
}

export const shapeName = (shape) =>
  ({ hexagons: t("Hexagons"), triangles: t("Triangles"), torus: t("Torus"), cylinder: t("Cylinder") })[shape] ??
  (mostIn({ shape }) > 1 ? t("Up to {n} mines a cell", { n: mostIn({ shape }) }) : t("Squares"));

export function levelName(text) {
  const names = { beginner: t("Beginner"), intermediate: t("Intermediate"), expert: t("Expert") };
  const [shape, name] = splitLevel(text);
  return [shape && shapeName(shape), names[name] ?? name].filter(Boolean).join(", ");
}

// What was stored as JSON; {} where there is nothing.
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {}; // storage is off, or holds something else
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is off: nothing is remembered
  }
}

// What was chosen before. "classic" was the colours of everybody before there was a choice.
function kept() {
  const values = stored(STORE);
  if (values.theme === "classic" && !("hold" in values)) delete values.theme;
  return values;
}

function keepValid(values) {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => SETTINGS[name]?.[1](value)));
}

// Settings, plus what only an address can ask for: `seed`, `test`, `whole` pixels, a `board`
// ({level, mined, start}) and a `position` (links.js). `chosen` are the level and rules that it names;
// `refused` are sentences on what makes no sense.
export function readSettings(query) {
  const params = new URLSearchParams(query);
  const asked = {};
  for (const [name, text] of params) {
    // Of a language any usual name will do.
    if (name === "language") asked[name] = language;
    else if (name in DEFAULTS) asked[name] = typeof DEFAULTS[name] === "boolean" ? text === "1" : text.toLowerCase();
  }
  const valid = keepValid(asked);
  const refused = Object.keys(asked)
    .filter((name) => !(name in valid))
    .map((name) => {
      const said = `${name}=${asked[name]}`;
      if (name === "level") return t("{said} in the address is not understood: {why}.", { said, why: levelTrouble(asked.level) });
      return t("{said} in the address is not understood.", { said });
    });
  const linked = (name, read) => {
    if (!params.has(name)) return null;
    const found = read(params.get(name));
    if (!found) refused.push(t("The {name} in the address is damaged; ask for the link again.", { name }));
    return found;
  };
  const from = params.get("from");
  if (from) {
    refused.push(
      t("This page is at {here} now. Games that you played at {from} can be taken along: see Games.", { here: location.host, from }),
    );
    changeAddress({ from: null });
  }
  return {
    settings: { ...DEFAULTS, ...keepValid(kept()), ...valid },
    seed: params.get("seed") || null,
    test: params.get("test") === "1",
    whole: params.get("snap") !== "0",
    board: linked("board", (text) => readPlayed(text, params.get("start"))),
    chosen: Object.fromEntries(["level", "rule", "noguess"].filter((name) => name in valid).map((name) => [name, valid[name]])),
    position: linked("position", readPosition),
    game: params.get("game"),
    refused,
  };
}

// The board of an address, and the cell it is begun at: `start` is "ROW,COLUMN", or null.
function readPlayed(text, start) {
  const board = readBoard(text);
  if (!board || Math.min(board.level.rows, board.level.cols) < LEAST_PLAYED) return null;
  if (start === null) return { ...board, start: null };
  const [row, col] = /^\d{1,3},\d{1,3}$/.test(start) ? start.split(",").map(Number) : [Infinity, Infinity];
  const { rows, cols } = board.level;
  const cell = row * cols + col;
  return row < rows && col < cols && !board.mined.has(cell) ? { ...board, start: cell } : null;
}

export function rememberSettings(settings) {
  store(STORE, settings);
}

// Let the address say what is played, so that it can be kept or passed on. `words` are parameters
// and their text; null takes one away.
export function changeAddress(words) {
  const address = new URL(location.href);
  for (const [name, text] of Object.entries(words)) {
    if (text === null) address.searchParams.delete(name);
    else address.searchParams.set(name, text);
  }
  const query = address.search.replaceAll("%2F", "/");
  history.replaceState(null, "", `${address.pathname}${query}${address.hash}`);
}
