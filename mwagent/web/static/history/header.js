// The header of a game (play/round.js), checked: one that comes from a file, or from a database that
// others can write to, may hold anything.

import { t } from "../app/language.js";
import { boardText, MAX_SIDE, SHAPES } from "../app/links.js";
import { parseLevel } from "../app/settings.js";

const LATEST = 8.64e15; // of a Date
const LONGEST = 1e10; // milliseconds of a game's clock, four months
const MOST = 1e7; // of anything that is counted

const within = (most) => (value) => Number.isFinite(value) && value >= 0 && value <= most;
const count = (value) => Number.isInteger(value) && value >= 0 && value <= MOST;
const orNull = (good) => (value) => (value ?? null) === null || good(value);
const text = (value) => typeof value === "string" && value.length < 20_000;
const flag = (value) => typeof value === "boolean";
const side = (value) => Number.isInteger(value) && value >= 1 && value <= MAX_SIDE;
const time = within(LATEST);

const isLevel = ({ rows, cols, mines, shape }) =>
  side(rows) && side(cols) && count(mines) && mines < rows * cols && (shape === undefined || SHAPES.includes(shape));
const isResult = ({ at, won, seconds, clicks, threeBV, zini }) =>
  time(at) && flag(won) && seconds > 0 && within(LONGEST)(seconds) && count(clicks) && count(threeBV) && orNull(count)(zini);

// By the names of what a header holds; a check may look at the header, whose level is good then.
const CHECKS = {
  id: (value) => typeof value === "string" && /^[\w-]{1,40}$/.test(value),
  level: (value) => typeof value === "object" && value !== null && isLevel(value),
  name: (value, { level }) => ["rows", "cols", "mines", "shape"].every((one) => parseLevel(value)?.[one] === level[one]),
  begun: time,
  ended: orNull(time),
  left: flag,
  stage: (value) => ["waiting", "ongoing", "won", "lost"].includes(value),
  seed: text,
  rule: (value) => ["safe", "open", "any"].includes(value),
  noguess: flag,
  board: (value, { level }) => (value ?? null) === null || (text(value) && value.startsWith(boardText(level, []).replace(/\..*/, "."))),
  start: (value, { level }) => (value ?? null) === null || (count(value) && value < level.rows * level.cols),
  fixed: flag,
  repeated: flag,
  link: orNull(text),
  hinted: flag,
  undone: count,
  hits: count,
  clicks: count,
  elapsed: within(LONGEST),
  counted: orNull((value) => typeof value === "object" && isResult(value)),
  threeBV: orNull(count),
  zini: orNull(count),
  accuracy: orNull(within(1)),
  scale: orNull(count),
};

export const NAMES = Object.keys(CHECKS);

// What is wrong with a header, as part of a sentence; null where nothing is.
export function headerTrouble(header) {
  if (typeof header !== "object" || header === null) return t("it is no game");
  const wrong = NAMES.find((name) => !CHECKS[name](header[name], header));
  if (!wrong) return null;
  const value = JSON.stringify(header[wrong]) ?? t("missing");
  return t("“{wrong}” is {value}", { wrong, value: value.length > 40 ? `${value.slice(0, 39)}…` : value });
}

export const isElapsed = within(LONGEST);
