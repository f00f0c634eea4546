// Games and figures as a file, to be kept or taken to another browser.
//
// {program: "mwagent", version: 2, figures: [levels, ...], games: [{...header, events}, ...]}: `levels`
// as in statistics.js, headers as in play/round.js, events as in play/gamelog.js. Files of version 1,
// {version, levels}, held figures only.

import { listed, many, t } from "../app/language.js";
import { save } from "../app/files.js";
import { readBoard } from "../app/links.js";
import { fnv1a } from "../game/random.js";
import { Game } from "../game/rules.js";
import { GameLog } from "../play/gamelog.js";
import { headerTrouble, isElapsed, NAMES } from "./header.js";
import { readFigures } from "./statistics.js";

const VERSION = 2;
const MOST_EVENTS = 200_000;

// The text of a file with all games but those that go on.
export async function fileOf(store) {
  const [figures, headers] = await Promise.all([store.figures(), store.games()]);
  const games = [];
  for (const { id, open } of headers) {
    const kept = open ? null : await store.load(id);
    if (kept) games.push({ ...kept.header, events: kept.events });
  }
  return JSON.stringify({ program: "mwagent", version: VERSION, figures: figures.map(({ levels }) => levels), games });
}

const COLUMNS = [
  "begun",
  "name",
  "stage",
  "noguess",
  "elapsed",
  "threeBV",
  "zini",
  "clicks",
  "accuracy",
  "hinted",
  "undone",
  "hits",
  "repeated",
];

// The headers of games as CSV, a line each, times in milliseconds; `rate` and `efficiency` are of won games.
export function csvOf(games) {
  const figures = ({ stage, threeBV, elapsed, clicks }) => (stage === "won" ? [(1000 * threeBV) / elapsed, threeBV / clicks] : ["", ""]);
  const written = (value) => (typeof value === "number" && !Number.isInteger(value) ? value.toFixed(4) : String(value ?? ""));
  const row = (game) => {
    const values = COLUMNS.map((name) => (name === "begun" ? new Date(game.begun).toISOString() : game[name]));
    return [...values, ...figures(game)].map(written).join(",");
  };
  return [[...COLUMNS, "rate", "efficiency"].join(","), ...games.map(row), ""].join("\n");
}

export async function saveCsv(store) {
  const games = (await store.games()).filter(({ ended }) => ended);
  save("minesweeper-games.csv", csvOf(games), "text/csv");
}

export async function saveFile(store) {
  save("minesweeper-games.json", await fileOf(store), "application/json");
}

// Take the games and figures of a file in, but for those that are here already; gives a sentence on
// what was taken. Throws an Error with a sentence, and takes nothing, where it is no such file.
export async function takeFile(store, text) {
  const { games, figures } = readFile(text);
  const here = new Set((await store.figures()).map(({ levels }) => JSON.stringify(levels)));
  const fresh = figures.filter((levels) => !here.has(JSON.stringify(levels)));
  const named = fresh.map((levels) => ({ id: nameOf(levels), levels }));
  const added = await store.takeIn(games, named);
  const parts = [added && many(added, "{n} game[s]"), fresh.length && t("statistics of games without a list")].filter(Boolean);
  return parts.length ? t("Loaded {what}.", { what: listed(parts) }) : t("All of this file is here already.");
}

// {games: [{header, events}], figures: [levels]} of the text of a file.
export function readFile(text) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error(t("This file is not JSON; choose one that “Save to a file” has made."));
  }
  const old = readFigures(read);
  if (old) return { games: [], figures: Object.keys(old).length ? [old] : [] };
  if (read?.version !== VERSION || !Array.isArray(read.games) || !Array.isArray(read.figures)) {
    throw new Error(t("This file holds no games; choose one that “Save to a file” has made."));
  }
  const figures = read.figures.map((levels) => readFigures({ version: 1, levels }));
  if (figures.includes(null)) throw new Error(t("The statistics in this file are damaged; nothing was loaded."));
  const games = read.games.map((game, number) => {
    try {
      return readGame(game);
    } catch (error) {
      const said = { game: number + 1, games: read.games.length, why: error.message };
      throw new Error(t("Game {game} of {games} in this file is damaged: {why}; nothing was loaded.", said), { cause: error });
    }
  });
  return { games, figures: figures.filter((levels) => Object.keys(levels).length) };
}

// {header, events} of a game that can be played again from them. Throws an Error that says why not.
function readGame(game) {
  const trouble = headerTrouble(game);
  if (trouble) throw new Error(trouble);
  if (!Array.isArray(game.events) || game.events.length > MOST_EVENTS)
    throw new Error(t("it has no list of up to {most} moves", { most: MOST_EVENTS }));
  const header = Object.fromEntries(NAMES.map((name) => [name, game[name] ?? null]));
  const { level, seed, rule, fixed } = header;
  const board = header.board === null ? null : readBoard(header.board);
  if (header.board !== null && board?.level.mines !== level.mines) throw new Error(t("its board is not one of its level"));
  const events = game.events.map((event, n) => {
    const { kind, cell, time, set, board: laid, auto } = event ?? {};
    if (!isElapsed(time)) throw new Error(t("move {move} has no time", { move: n + 1 }));
    return { kind, cell, time, set, board: laid, auto };
  });
  const log = new GameLog(new Game(level, seed, rule, fixed ? board.mined : null));
  log.replay(events);
  if (log.game.stage !== header.stage)
    throw new Error(t("it is “{stage}” after moves that leave it {left}", { stage: header.stage, left: log.game.stage }));
  return { header, events };
}

// A name that figures have wherever they are taken in, so that they are not taken in twice.
const nameOf = (levels) => fnv1a(JSON.stringify(levels)).toString(36);
