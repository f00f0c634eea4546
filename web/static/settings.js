// What is played and how: from the address, from what was chosen before, or as it comes.

export const LEVELS = {
  beginner: { rows: 9, cols: 9, mines: 10 },
  beginner8: { rows: 8, cols: 8, mines: 10 },
  intermediate: { rows: 16, cols: 16, mines: 40 },
  expert: { rows: 16, cols: 30, mines: 99 },
  freeminesweeper: { rows: 16, cols: 31, mines: 99 },
};
export const MAX_SIDE = 100;
const STORE = "mwagent.settings";
const BEST = "mwagent.best";

export const DEFAULTS = {
  level: "beginner",
  rule: "safe",
  marks: false,
  easychord: false,
  zoom: "auto",
  theme: "classic",
};

const ZOOM = (text) => text === "auto" || (Number(text) >= 0.5 && Number(text) <= 8);
const FLAG = (value) => typeof value === "boolean";
const VALID = {
  level: (text) => parseLevel(text) !== null,
  rule: (text) => ["safe", "open", "any"].includes(text),
  marks: FLAG,
  easychord: FLAG,
  zoom: ZOOM,
  theme: (text) => ["classic", "night"].includes(text),
};

// {rows, cols, mines} of a level's name or of COLSxROWS/MINES; null when it is neither.
export function parseLevel(text) {
  if (Object.hasOwn(LEVELS, text)) return LEVELS[text];
  const match = /^(\d{1,3})x(\d{1,3})\/(\d{1,5})$/i.exec(text ?? "");
  if (!match) return null;
  const [cols, rows, mines] = match.slice(1).map(Number);
  const fits = rows >= 1 && cols >= 1 && rows <= MAX_SIDE && cols <= MAX_SIDE;
  return fits && mines < rows * cols ? { rows, cols, mines } : null;
}

export function levelName(text) {
  const names = { beginner: "Beginner", intermediate: "Intermediate", expert: "Expert" };
  return names[text] ?? text;
}

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {}; // storage is off, or holds something else
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is off: nothing is remembered
  }
}

function keepValid(values) {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => VALID[name] && VALID[name](value)),
  );
}

// Settings, plus what only an address can ask for: seed, test, whole pixels. `refused` names the
// parameters that make no sense.
export function readSettings(query) {
  const asked = {};
  for (const [name, text] of new URLSearchParams(query)) {
    if (name in DEFAULTS) asked[name] = FLAG(DEFAULTS[name]) ? text === "1" : text.toLowerCase();
  }
  const valid = keepValid(asked);
  const params = new URLSearchParams(query);
  return {
    settings: { ...DEFAULTS, ...keepValid(stored(STORE)), ...valid },
    seed: params.get("seed") || null,
    test: params.get("test") === "1",
    whole: params.get("snap") !== "0",
    refused: Object.keys(asked).filter((name) => !(name in valid)),
  };
}

export function rememberSettings(settings) {
  store(STORE, settings);
}

export function bestTimes() {
  return stored(BEST);
}

// Keep a time in seconds if it is the best of its level; tells whether it is.
export function offerTime(level, seconds) {
  const best = stored(BEST);
  if (best[level] !== undefined && best[level] <= seconds) return false;
  store(BEST, { ...best, [level]: seconds });
  return true;
}

export function forgetTimes() {
  store(BEST, {});
}
