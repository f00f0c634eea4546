// Boards and positions in links and game IDs, of this page and of other programs: the twin of
// mwagent/formats/links.py, which says where the facts are from.

import { readBoard, readPosition } from "../app/links.js";
import { neighbours } from "../game/topology.js";
import { checkSize, FormatError, quoted } from "./formaterror.js";
import { FLAG, HIDDEN, keyOf, makePosition, MINE } from "./position.js";
import { sha1 } from "./sha1.js";

const BASE62 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
// JSMinesweeper's signs, and how many digits of BASE62 each has for the lengths of its runs.
const COUNTS = [10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1];
const RUNS = [..."012345678IHFO"].map((sign, n) => ({ sign, count: COUNTS[n] }));
// Columns and rows by `b=` of the PTT calculator.
const SIZES = { 1: ["9", "9"], 2: ["16", "16"], 3: ["30", "16"] };
const ID = /^(\d{1,4})x(\d{1,4})(n[\d.]+%?a?#|[n\d.%a]*:)(.*)$/s;
const LAYOUT = /^(?:(\d{1,4}),(\d{1,4}),([mu]?)|([mu]))([0-9a-f]+)$/;

// Whether a text looks like a link or a game ID, and not like rows of a board.
export function looksLikeLink(text) {
  const line = text.trim();
  return !line.includes("\n") && (/^(https?:\/\/|\?[a-z]+=|b=\d+&m=)/.test(line) || ID.test(line));
}

// Read a link or a game ID. Those that say where all mines are give the solved board, `first` the
// cell where its game begins. Throws a FormatError.
export function parseLink(text, name = "the link") {
  const line = text.trim();
  const id = ID.exec(line);
  if (id) return ofTatham(id, name);
  const mark = line.indexOf("?");
  const asked = new Map(new URLSearchParams(mark < 0 ? line : line.slice(mark + 1).split("#")[0]));
  for (const { needed, read } of READERS) {
    if (needed.every((key) => asked.get(key))) return read(asked, name);
  }
  throw new FormatError(
    `${name}: this link holds no board; those of mwagent's page, of JSMinesweeper (?board= and ?analysis=), the PTT ` +
      `calculator and LlamaSweeper (?b= and m=) do`,
  );
}

function ofPosition(asked, name) {
  const text = asked.get("position");
  const found = /^(\d{1,3})x(\d{1,3})\/(\d{1,5}|-)\.((?:\d{0,5}[a-iFMH])*)$/.exec(text);
  if (!found) throw new FormatError(`${name}: ?position=${quoted(text)} is no position`);
  const { rows, cols } = sides(found[1], found[2], name);
  const position = readPosition(text);
  if (!position) throw unfilled(rows, cols, name);
  return makePosition(rows, cols, position.mines, Uint8Array.from(position.cells));
}

// Our own board, COLSxROWS.BITS, or JSMinesweeper's WIDTHxHEIGHTxMINES with seed and start.
function ofBoard(asked, name) {
  const text = asked.get("board");
  const own = /^(\d{1,3})x(\d{1,3})\.[\w-]*$/.exec(text);
  if (own) {
    const { rows, cols } = sides(own[1], own[2], name);
    const mined = readBoard(text)?.mined;
    if (!mined) throw unfilled(rows, cols, name);
    const start = /^(\d{1,3}),(\d{1,3})$/.exec(asked.get("start") ?? "");
    return key(rows, cols, mined, start && [Number(start[1]), Number(start[2])], name);
  }
  const found = /^(\d{1,4})x(\d{1,4})x(\d{1,6})$/.exec(text);
  if (!found) throw new FormatError(`${name}: ?board=${quoted(text)} is no board`);
  const { rows, cols } = sides(found[1], found[2], name);
  const mines = Number(found[3]);
  if (mines >= rows * cols) throw new FormatError(`${name}: ${mines} mines leave no cell of ${rows * cols} to open`);
  const [seed, start] = [asked.get("seed") ?? "0", asked.get("start") ?? ""];
  const numbers = [seed, start].every((number) => /^\d{1,16}$/.test(number));
  if (!numbers || !Number(seed)) return makePosition(rows, cols, mines); // dealt when a cell is opened
  if (Number(start) >= rows * cols) throw new FormatError(`${name}: ?start=${start} is no cell of the board`);
  const mined = dealt(rows * cols, mines, Number(seed), Number(start), asked.get("rng") === "old");
  return key(rows, cols, mined, [Math.floor(Number(start) / cols), Number(start) % cols], name);
}

// The mines that JSMinesweeper deals where "opening on start" is off, as it is at first.
function dealt(size, mines, seed, start, old) {
  const cells = [...Array(size).keys()].filter((cell) => cell !== start);
  const draw = smallRandom(seed, old);
  for (let last = cells.length - 1; last > 0; last--) {
    const other = Math.floor((draw() / 2 ** 32) * (last + 1));
    [cells[last], cells[other]] = [cells[other], cells[last]];
  }
  return new Set(cells.slice(0, mines));
}

// Bob Jenkins' small generator, begun as JSMinesweeper does: numbers of 32 bits.
function smallRandom(seed, old) {
  const low = seed >>> 0;
  let [a, b, c, d] = [0xf1ea5eed, low, old ? low : Math.floor(seed / 2 ** 32), low];
  const draw = () => {
    const e = (a - ((b << 27) | (b >>> 5))) | 0;
    a = b ^ ((c << 17) | (c >>> 15));
    b = (c + d) | 0;
    c = (d + e) | 0;
    d = (a + e) | 0;
    return d >>> 0;
  };
  for (let n = 0; n < 20; n++) draw();
  return draw;
}

// JSMinesweeper's position: its size and mines in BASE62, and runs of cells. Numbers are less by
// the flags (F) and known mines (I) around them, but not by other flags (O).
function ofAnalysis(asked, name) {
  const text = asked.get("analysis");
  if (!/^[a-zA-Z0-9]{8,}$/.test(text)) throw new FormatError(`${name}: ?analysis=${quoted(text)} is no position`);
  const number = (part) => [...part].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
  const { rows, cols } = sides(number(text.slice(0, 2)), number(text.slice(2, 4)), name);
  const signs = signsOf(text.slice(8), rows * cols);
  if (signs.length !== rows * cols) throw unfilled(rows, cols, name);
  const codes = [...signs].map((sign) => ("IH".includes(sign) ? HIDDEN : "FO".includes(sign) ? FLAG : Number(sign)));
  const position = makePosition(rows, cols, number(text.slice(4, 8)), Uint8Array.from(codes));
  const open = codes.map((code) => code < FLAG);
  [...signs].forEach((sign, cell) => {
    if (!"IF".includes(sign)) return;
    for (const other of neighbours(position, cell)) if (open[other]) position.cells[other]++;
  });
  if (position.cells.some((code, cell) => open[cell] && code > 8)) throw new FormatError(`${name}: it has a number above 8`);
  return position;
}

function signsOf(text, most) {
  const digits = new Map();
  let at = 0;
  for (const { sign, count } of RUNS) for (let n = 0; n < count; n++) digits.set(BASE62[at++], { sign, n, count });
  let signs = "";
  for (let start = 0; start < text.length;) {
    const { sign } = digits.get(text[start]);
    let length = 0;
    for (; start < text.length && digits.get(text[start]).sign === sign; start++) {
      const { n, count } = digits.get(text[start]);
      length = count === 1 ? length + 1 : Math.min(length * count + n, most + 1);
    }
    signs += sign.repeat(length);
  }
  return signs;
}

// Of the PTT calculator and LlamaSweeper: the size, and five cells a digit of base 32.
function ofPtt(asked, name) {
  const [size, mines] = [asked.get("b"), asked.get("m")];
  if (!/^\d{1,6}$/.test(size) || !/^[0-9a-v]*$/.test(mines)) {
    throw new FormatError(`${name}: ?b=${quoted(size)} and m=${quoted(mines)} are no board`);
  }
  const half = Math.floor(size.length / 2);
  const { rows, cols } = sides(...(SIZES[size] ?? [size.slice(0, half), size.slice(half)]), name);
  const wanted = Math.ceil((rows * cols) / 5);
  if (mines.length !== wanted) {
    throw new FormatError(`${name}: m= has ${mines.length} signs, ${rows} rows of ${cols} take ${wanted}`);
  }
  const bits = [...mines].flatMap((sign) => [16, 8, 4, 2, 1].map((bit) => parseInt(sign, 32) & bit));
  return key(rows, cols, minedOf(bits, rows * cols), null, name);
}

const READERS = [
  { needed: ["position"], read: ofPosition },
  { needed: ["analysis"], read: ofAnalysis }, // it comes with a board of its size
  { needed: ["b", "m"], read: ofPtt },
  { needed: ["board"], read: ofBoard },
];

// A game ID of Simon Tatham's Mines: WxHnMINES:COL,ROW,mHEX, the bits masked after an m.
function ofTatham(id, name) {
  const [, width, height, rest, told] = id;
  const { rows, cols } = sides(width, height, name);
  if (rest.endsWith("#") || told.startsWith("r")) {
    throw new FormatError(
      `${name}: this names a game by a seed, of which Mines makes its board once a cell is opened; give the game ID ` +
        `that it shows after that`,
    );
  }
  const found = LAYOUT.exec(told);
  const length = Math.floor((rows * cols + 3) / 4);
  if (found?.[5].length !== length) {
    throw new FormatError(
      `${name}: ${quoted(told)} is no layout of ${rows} rows of ${cols}, which is such as 0,0,m and ${length} signs ` + `of 0-9 and a-f`,
    );
  }
  const bytes = Uint8Array.from((found[5] + "0".repeat(length % 2)).match(/../g), (pair) => parseInt(pair, 16));
  if (found[3] === "m" || found[4] === "m") mask(bytes, rows * cols, [1, 0]);
  const bits = [...bytes].flatMap((byte) => [128, 64, 32, 16, 8, 4, 2, 1].map((bit) => byte & bit));
  const first = found[1] === undefined ? null : [Number(found[2]), Number(found[1])];
  return key(rows, cols, minedOf(bits, rows * cols), first, name);
}

// Change each half of the bytes by SHA-1 of the other, in this order, as Mines does; bits after the last
// cell stay 0.
function mask(bytes, bits, order) {
  const middle = Math.floor(bytes.length / 2);
  const halves = [bytes.subarray(0, middle), bytes.subarray(middle)];
  for (const half of order) {
    const [changed, seed] = [halves[half], halves[1 - half]];
    for (let at = 0; at < changed.length; at++) {
      const stream = at % 20 ? null : sha1([...seed, ...new TextEncoder().encode(String(at / 20))]);
      if (stream) for (let n = 0; n < 20 && at + n < changed.length; n++) changed[at + n] ^= stream[n];
    }
    if (bits % 8) bytes[bytes.length - 1] &= 0xff << (8 - (bits % 8));
  }
}

const minedOf = (bits, size) => new Set(bits.slice(0, size).flatMap((bit, cell) => (bit ? [cell] : [])));

const unfilled = (rows, cols, name) => new FormatError(`${name}: its cells do not fill ${rows} rows of ${cols}`);

function sides(cols, rows, name) {
  if (Number(rows) < 1 || Number(cols) < 1) throw new FormatError(`${name}: a board has at least one row and one column`);
  checkSize(Number(rows), Number(cols), name);
  return { rows: Number(rows), cols: Number(cols) };
}

function key(rows, cols, mined, first, name) {
  if (first && !(first[0] < rows && first[1] < cols)) throw new FormatError(`${name}: its first cell lies off the board`);
  return { ...keyOf(rows, cols, mined), first: first && first[0] * cols + first[1] };
}

// Write a position as a link or game ID of one of LINKS; throws a FormatError where it cannot hold it.
export const writeLink = (position, kind) => LINKS[kind].write(position);

function analysisLink(position) {
  const { rows, cols, mines } = position;
  if (mines === null) throw new FormatError("a link of JSMinesweeper needs the number of mines; give it first");
  const digits = {};
  let at = 0;
  for (const { sign, count } of RUNS) digits[sign] = BASE62.slice(at, (at += count));
  const number = (value, places) =>
    Array.from({ length: places }, (_, n) => BASE62[Math.floor(value / 62 ** (places - 1 - n)) % 62]).join("");
  let text = number(cols, 2) + number(rows, 2) + number(mines, 4);
  for (const [run] of signsFor(position).matchAll(/(.)\1*/g)) {
    const set = digits[run[0]];
    let part = set.length === 1 ? set.repeat(run.length) : "";
    for (let left = set.length === 1 ? 0 : run.length; left; left = Math.floor(left / set.length)) {
      part = set[left % set.length] + part;
    }
    text += part;
  }
  return `https://davidnhill.github.io/JSMinesweeper/index.html?board=${cols}x${rows}x${mines}&analysis=${text}`;
}

// Flags are written as they are (O), but not in the first cell, where JSMinesweeper would lose it:
// that one is an F, and the numbers around it are less by one.
function signsFor(position) {
  const cells = [...position.cells];
  const around = neighbours(position, 0).filter((cell) => cells[cell] < FLAG);
  const less = (cells[0] === FLAG || cells[0] === MINE) && around.every((cell) => cells[cell]);
  if (less) for (const cell of around) cells[cell]--;
  const signs = cells.map((code) => "012345678OOH"[code]).join("");
  return less ? `F${signs.slice(1)}` : signs;
}

function pttQuery(position) {
  const { rows, cols } = position;
  const mined = marked(position, "such a link");
  const [known] = Object.entries(SIZES).find(([, [width, height]]) => Number(width) === cols && Number(height) === rows) ?? [];
  const digits = Math.max(String(rows).length, String(cols).length);
  const size = known ?? String(cols).padStart(digits, "0") + String(rows).padStart(digits, "0");
  let text = "";
  for (let cell = 0; cell < rows * cols; cell += 5) {
    text += [16, 8, 4, 2, 1].reduce((sum, bit, n) => sum + (mined.has(cell + n) ? bit : 0), 0).toString(32);
  }
  return `b=${size}&m=${text}`;
}

function tathamId(position) {
  const { rows, cols, cells } = position;
  const mined = marked(position, "such a game ID");
  const safe = [...cells.keys()].filter((cell) => !mined.has(cell));
  const begin = position.first ?? safe.find((cell) => cells[cell] === 0) ?? safe[0];
  if (begin === undefined) throw new FormatError("such a game ID names a cell to begin with, and all have mines");
  const bytes = new Uint8Array(Math.ceil((rows * cols) / 8));
  for (const cell of mined) bytes[cell >> 3] |= 128 >> (cell & 7);
  mask(bytes, rows * cols, [0, 1]);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const told = hex.slice(0, Math.floor((rows * cols + 3) / 4));
  return `${cols}x${rows}n${mined.size}:${begin % cols},${Math.floor(begin / cols)},m${told}`;
}

function marked({ mines, cells }, what) {
  const mined = new Set([...cells.keys()].filter((cell) => cells[cell] === FLAG || cells[cell] === MINE));
  if (mines === null || mines === mined.size) return mined;
  throw new FormatError(
    `${what} says where every mine lies: the board has ${mines} mines, but ${mined.size} cells are marked; mark them ` +
      `all, or save as CSV`,
  );
}

// Links of other programs, by the names that `mwagent convert` has for them.
export const LINKS = {
  jsminesweeper: { label: "JSMinesweeper", write: analysisLink },
  ptt: { label: "PTT", write: (position) => `https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?${pttQuery(position)}` },
  llamasweeper: { label: "LlamaSweeper", write: (position) => `https://llamasweeper.com/#/game/zini-explorer?${pttQuery(position)}` },
  tatham: { label: "Simon Tatham’s Mines", write: tathamId },
};
