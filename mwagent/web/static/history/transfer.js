// Games and figures as a file, to be kept or taken to another browser.
//
// {program: "mwagent", version: 2, figures: [levels, ...], games: [{...header, events}, ...]}: `levels`
// as in statistics.js, headers as in play/round.js, events as in play/gamelog.js. Files of version 1,
// {version, levels}, held figures only.

import { save } from "../app/files.js";
import { MAX_SIDE, readBoard } from "../app/links.js";
import { parseLevel } from "../app/settings.js";
import { many } from "../app/words.js";
import { fnv1a } from "../game/random.js";
import { Game } from "../game/rules.js";
import { GameLog } from "../play/gamelog.js";
import { readFigures } from "./statistics.js";

const VERSION = 2;

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

// Hand the user that file.
export async function saveFile(store) {
  save("minesweeper-games.json", await fileOf(store), "application/json");
}

// Take the games and figures of a file in, but for those that are here already; gives a sentence on
// what was taken. Throws an Error with a sentence, and takes nothing, where it is no such file.
export async function takeFile(store, text) {
  const { games, figures } = readFile(text);
  const here = new Set((await store.figures()).map(({ levels }) => JSON.stringify(levels)));
  const fresh = figures.filter((levels) => !here.has(JSON.stringify(levels)));
  const added = await store.takeIn(
    games,
    fresh.map((levels) => ({ id: nameOf(levels), levels })),
  );
  const parts = [added && many(added, "game"), fresh.length && "statistics of games without a list"].filter(Boolean);
  return parts.length ? `Loaded ${parts.join(", and ")}.` : "All of this file is here already.";
}

// {games: [{header, events}], figures: [levels]} of the text of a file.
export function readFile(text) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON; choose one that “Save to a file” has made.");
  }
  const old = readFigures(read);
  if (old) return { games: [], figures: Object.keys(old).length ? [old] : [] };
  if (read?.version !== VERSION || !Array.isArray(read.games) || !Array.isArray(read.figures)) {
    throw new Error("This file holds no games; choose one that “Save to a file” has made.");
  }
  const figures = read.figures.map((levels) => readFigures({ version: 1, levels }));
  if (figures.includes(null)) throw new Error("The statistics in this file are damaged; nothing was loaded.");
  const games = read.games.map((game, number) => {
    const found = readGame(game);
    if (!found) throw new Error(`Game ${number + 1} of ${read.games.length} in this file is damaged; nothing was loaded.`);
    return found;
  });
  return { games, figures: figures.filter((levels) => Object.keys(levels).length) };
}

const number = (value) => Number.isFinite(value) && value >= 0;
const orNull = (good) => (value) => value === null || good(value);
const text = (value) => typeof value === "string" && value.length < 20_000;
const flag = (value) => typeof value === "boolean";
const isResult = (value) =>
  flag(value?.won) && ["at", "seconds", "clicks", "threeBV"].every((name) => number(value[name])) && orNull(number)(value.zini);
const HEADER = {
  id: (value) => typeof value === "string" && /^[\w-]{1,40}$/.test(value),
  begun: number,
  ended: orNull(number),
  left: flag,
  stage: (value) => ["waiting", "ongoing", "won", "lost"].includes(value),
  name: (value) => parseLevel(value) !== null,
  level: ({ rows, cols, mines }) => [rows, cols].every((side) => side >= 1 && side <= MAX_SIDE) && number(mines),
  seed: text,
  rule: (value) => ["safe", "open", "any"].includes(value),
  noguess: flag,
  board: orNull((value) => readBoard(value) !== null),
  start: orNull(Number.isInteger),
  fixed: flag,
  repeated: flag,
  link: orNull(text),
  hinted: flag,
  undone: number,
  hits: number,
  clicks: number,
  elapsed: number,
  counted: orNull(isResult),
  threeBV: orNull(number),
  zini: orNull(number),
  accuracy: orNull(number),
  scale: (value) => value === undefined || number(value),
};

// {header, events} where a game can be played again from them, else null.
function readGame(game) {
  if (typeof game !== "object" || game === null || !Array.isArray(game.events)) return null;
  const names = Object.keys(HEADER);
  try {
    if (!names.every((name) => HEADER[name](game[name]))) return null;
    const header = Object.fromEntries(names.map((name) => [name, game[name]]));
    const events = game.events.map(({ kind, cell, time, set, board, auto }) => ({ kind, cell, time, set, board, auto }));
    const mined = header.fixed ? readBoard(header.board).mined : null;
    new GameLog(new Game(header.level, header.seed, header.rule, mined)).replay(events);
    return { header, events };
  } catch {
    return null;
  }
}

// A name that figures have wherever they are taken in, so that they are not taken in twice.
const nameOf = (levels) => fnv1a(JSON.stringify(levels)).toString(36);
