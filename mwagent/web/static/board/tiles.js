// The pictures: SVG paths on a grid of 16 x 16 units per cell, drawn for this page.
//
// A path without a third part is a polygon (M, L, H, V and z, absolute or relative). Before it is filled,
// its corners are moved to whole device pixels, so that edges stay crisp at every zoom. The third
// part is the width of a stroke in units, with round ends, or 0 for any shape that is filled as it is.
// benchmarks/training/draw_page.py reads the lists ROUND_... for the player's own tiles.

const NUMBERS = [
  null,
  "M7 3h3v8h2v2H5v-2h2V7H4V6h1V5h1V4h1z",
  "M4 3h8v1h1v3h-1v1h-2v1h-2v1h-2v1h7v2H3v-3h1V9h2V8h2V7h2V5H6v1H3V4h1z",
  "M3 3h9v1h1v3h-1v2h1v3h-1v1H3v-2h7V9H5V7h5V5H3z",
  "M5 3h3v4h2V3h3v10h-3V9H3V7h1V5h1z",
  "M3 3h10v2H6v2h6v1h1v4h-1v1H3v-2h7V9H3z",
  "M4 3h8v2H6v2h6v1h1v4h-1v1H4v-1H3V4h1zM6 9v2h4V9z",
  "M3 3h10v4h-1v2h-1v2h-1v2H7v-2h1V9h1V7h1V5H3z",
  "M4 3h8v1h1v3h-1v2h1v3h-1v1H4v-1H3V9h1V7H3V4h1zM6 5v2h4V5zM6 9v2h4V9z",
];

const FLAG = [
  ["flag", "M9 3v5H7V7H5V6H4V5h1V4h2V3z"],
  ["pole", "M8 8h1v2H8zM6 10h5v1h1v2H4v-2h2z"],
];
const MINE = [
  [
    "mine",
    "M6 4h5v1h1v1h1v5h-1v1h-1v1H6v-1H5v-1H4V6h1V5h1zM8 2h1v2H8zM8 13h1v2H8zM2 8h2v1H2zM13 8h2v1h-2z" +
      "M4 4h1v1H4zM12 4h1v1h-1zM4 12h1v1H4zM12 12h1v1h-1z",
  ],
  ["glint", "M6 6h2v2H6z"],
];
const CROSS = [["flag", "M2 3L3 2L8.5 7.5L14 2L15 3L9.5 8.5L15 14L14 15L8.5 9.5L3 15L2 14L7.5 8.5z"]];
const QUERY = "M5 3h6v1h1v3h-1v1h-1v1H9v1H7V8h1V7h1V5H7v2H4V4h1zM7 11h2v2H7z";

const RAISED = [
  ["face", "M0 0H16V16H0z"],
  ["light", "M0 0H16L14 2H2V14L0 16z"],
  ["shadow", "M16 16H0L2 14H14V2L16 0z"],
];
const SUNKEN = [
  ["shadow", "M0 0H16V16H0z"],
  ["ground", "M1 1H16V16H1z"],
];
const BURST = [
  ["shadow", "M0 0H16V16H0z"],
  ["burst", "M1 1H16V16H1z"],
];

// The page's own look: hardly raised cells, and round strokes.
const FLAT_RAISED = [
  ["face", "M0 0H16V16H0z"],
  ["light", "M0 0H16L15 1H1V15L0 16z"],
  ["shadow", "M16 16H0L1 15H15V1L16 0z"],
];
const FLAT_SUNKEN = [
  ["shade", "M0 0H16V16H0z"],
  ["ground", "M0.5 0.5H16V16H0.5z"],
];
const FLAT_BURST = [
  ["shade", "M0 0H16V16H0z"],
  ["burst", "M0.5 0.5H16V16H0.5z"],
];
const ROUND_NUMBERS = [
  "",
  "M5.9 5.5L8.8 3.7V12.6",
  "M5 6C5 2.7 11.2 2.7 11.2 6C11.2 8.2 5.6 10 4.9 12.5H11.5",
  "M5 4.6C6.2 3.2 11 2.9 11 5.8C11 7.5 9.2 7.9 7.5 7.9C9.4 7.9 11.4 8.4 11.4 10.2C11.4 13.3 6.2 13.2 4.7 11.6",
  "M10 12.7V3.6L4.3 9.9H12",
  "M11 3.7H5.9L5.4 7.5C7.2 6.5 11.4 6.6 11.4 9.9C11.4 13.2 6.3 13.2 4.8 11.8",
  "M10.7 4.2C8 2.8 5 4.6 5 9.4C5 13.7 11.4 13.5 11.4 10.1C11.4 6.9 6.1 6.5 5.1 9.6",
  "M4.7 3.7H11.4L7.4 12.6",
  "M8.1 3.6C4.6 3.6 4.7 7.8 8.1 7.8C11.5 7.8 11.6 3.6 8.1 3.6zM8.1 7.8C3.7 7.8 3.7 12.6 8.1 12.6C12.5 12.6 12.5 7.8 8.1 7.8z",
];
const ROUND_FLAG = [
  ["flag", "M6.6 3.3L12.3 5.9L6.6 8.6z", 0],
  ["pole", "M6 3.4V12.7M4.3 12.7H8.6", 1.2],
];
const ROUND_MINE = [
  ["mine", "M8.2 2.8V13.6M2.8 8.2H13.6M4.4 4.4L12 12M12 4.4L4.4 12", 1.1],
  ["mine", "M8.2 4.4C13.3 4.4 13.3 12 8.2 12C3.1 12 3.1 4.4 8.2 4.4z", 0],
  ["glint", "M6.7 6.6L6.8 6.5", 1.7],
];
const ROUND_CROSS = [["flag", "M3.6 3.6L12.8 12.8M12.8 3.6L3.6 12.8", 1.8]];
const ROUND_QUERY = "M5.6 5.8C5.6 2.9 10.8 2.9 10.8 6C10.8 8 8.2 8.2 8.2 10M8.2 12.6V12.650";

export const MOST_MINES = 3; // in a cell
export const MOST_AROUND = 8 * MOST_MINES; // mines around a cell of any shape

// What is painted for each symbol, from back to front: [colour name, path, stroke].
function tilesOf({ raised, sunken, burst, numbers, flag, mine, cross, query }) {
  const tiles = {
    "#": raised,
    F: [...raised, ...flag],
    "?": [...raised, ["pole", ...query]],
    0: sunken,
    "*": [...sunken, ...mine],
    X: [...burst, ...mine],
    W: [...sunken, ...mine, ...cross],
    pressed: sunken,
    "pressed?": [...sunken, ["mine", ...query]],
  };
  for (let n = 1; n <= 8; n++) tiles[n] = [...sunken, [`n${n}`, ...numbers[n]]];
  for (let n = 9; n <= MOST_AROUND; n++) tiles[n] = [...sunken, ["n7", String(n), "text"]];
  for (let n = 2; n <= MOST_MINES; n++) for (const sign of "F*X") tiles[`${sign}${n}`] = [...tiles[sign], ["flag", String(n), "badge"]];
  return tiles;
}

const BEVELLED = tilesOf({
  raised: RAISED,
  sunken: SUNKEN,
  burst: BURST,
  numbers: NUMBERS.map((path) => [path]),
  flag: FLAG,
  mine: MINE,
  cross: CROSS,
  query: [QUERY],
});
const ROUND = tilesOf({
  raised: FLAT_RAISED,
  sunken: FLAT_SUNKEN,
  burst: FLAT_BURST,
  numbers: ROUND_NUMBERS.map((path) => [path, 2.1]),
  flag: ROUND_FLAG,
  mine: ROUND_MINE,
  cross: ROUND_CROSS,
  query: [ROUND_QUERY, 1.9],
});

// The colours of the themes, a column each. On the black ground of the last every number has a contrast of at least 7:1.
const NAMES = ["day", "night", "classic", "contrast"];
const COLOURS = {
  face: ["#b4c4d5", "#4a5c72", "#c0c0c0", "#d8d8d8"],
  ground: ["#f6f8fa", "#1b222b", "#c0c0c0", "#000000"],
  light: ["#d2deea", "#61758e", "#ffffff", "#ffffff"],
  shadow: ["#8fa3b8", "#2f3c4b", "#808080", "#5c5c5c"],
  shade: ["#ccd6e0", "#333f4c", null, null],
  pole: ["#22303e", "#eef2f6", "#000000", "#000000"],
  mine: ["#22303e", "#dfe5ec", "#000000", "#ffffff"],
  flag: ["#cf2222", "#ff6b61", "#ff0000", "#b00000"],
  burst: ["#f0786c", "#a3302c", "#ff0000", "#b00000"],
  glint: ["#f6f8fa", "#1b222b", "#ffffff", "#000000"],
  cursor: ["#000000", "#ffffff", "#000000", "#d000d0"],
  n1: ["#1a5fd0", "#6ea8ff", "#0000ff", "#8ab8ff"],
  n2: ["#19742f", "#62c370", "#008000", "#5fdc5f"],
  n3: ["#cf2222", "#ff7070", "#ff0000", "#ff9090"],
  n4: ["#31319c", "#bb94ff", "#000080", "#d9b3ff"],
  n5: ["#8c1d1d", "#e0904a", "#800000", "#ffb454"],
  n6: ["#00757c", "#4dd0e1", "#008080", "#4fe3e3"],
  n7: ["#20262c", "#f4f4f4", "#000000", "#ffffff"],
  n8: ["#66707c", "#9aa3b0", "#808080", "#c4c4c4"],
};
const LOOKS = [ROUND, ROUND, BEVELLED, BEVELLED];

const coloursIn = (column) => Object.fromEntries(Object.entries(COLOURS).map(([name, row]) => [name, row[column]]));

/** @type {Record<string, any>} */
export const THEMES = Object.fromEntries(NAMES.map((name, column) => [name, { tiles: LOOKS[column], ...coloursIn(column) }]));

// The polygons of an SVG path, as lists of [x, y] in units.
export function polygons(path) {
  const found = [];
  let x = 0;
  let y = 0;
  for (const [, letter, rest] of path.matchAll(/([MLHVhvz])([^MLHVhvz]*)/g)) {
    const numbers = (rest.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
    if (letter === "z") continue;
    if (letter === "M" || letter === "L") [x, y] = numbers;
    else if (letter === "H") x = numbers[0];
    else if (letter === "V") y = numbers[0];
    else if (letter === "h") x += numbers[0];
    else y += numbers[0];
    if (letter === "M") found.push([]);
    found.at(-1).push([x, y]);
  }
  return found;
}

export const OWN = new Map(); // tiles of one's own, by symbol: pictures that stand in for the drawn ones (app/skins.js)

// One tile as a canvas: a cell of an outline (outline.js).
export function drawTile(layers, outline, colours, picture = null) {
  const canvas = document.createElement("canvas");
  const { body, sign, width, height } = outline;
  Object.assign(canvas, { width, height });
  const paint = canvas.getContext("2d", { alpha: body !== null });
  if (picture) {
    outline.trace(paint, 0);
    paint.clip();
    paint.drawImage(picture, 0, 0, width, height);
    return canvas;
  }
  body?.(paint, layers, colours);
  paint.setTransform(1, 0, 0, 1, sign.x, sign.y);
  for (const [colour, path, stroke] of layers) {
    if (body && BODY.includes(colour)) continue;
    paint.fillStyle = paint.strokeStyle = colours[colour];
    if (stroke === undefined) fillCrisp(paint, path, sign.width, sign.height);
    else if (stroke === "text") drawNumber(paint, path, sign);
    else if (stroke === "badge") drawBadge(paint, path, sign, colours);
    else drawSmooth(paint, path, stroke, sign.width, sign.height);
  }
  paint.resetTransform();
  return canvas;
}

// The colours of a cell itself, without a sign on it.
const BODY = ["face", "light", "shadow", "shade", "ground", "burst"];

function drawNumber(paint, text, { width, height }) {
  paint.font = `600 ${Math.round(0.62 * height)}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
  paint.textAlign = "center";
  paint.fillText(text, width / 2, 0.74 * height, width);
}

// How many there are, in the lower right corner.
function drawBadge(paint, text, { width, height }, { pole, face }) {
  const side = Math.round(0.44 * height);
  paint.fillStyle = pole;
  paint.fillRect(width - side, height - side, side, side);
  paint.fillStyle = face;
  paint.font = `600 ${side}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
  paint.textAlign = "center";
  paint.fillText(text, width - side / 2, height - 0.14 * side, side);
}

function fillCrisp(paint, path, width, height) {
  paint.beginPath();
  for (const corners of polygons(path)) {
    corners.forEach(([x, y], i) => {
      const px = Math.round((x * width) / 16);
      const py = Math.round((y * height) / 16);
      if (i) paint.lineTo(px, py);
      else paint.moveTo(px, py);
    });
    paint.closePath();
  }
  paint.fill("evenodd");
}

export function drawSmooth(paint, path, stroke, width, height) {
  paint.save();
  paint.scale(width / 16, height / 16);
  paint.lineWidth = stroke;
  paint.lineCap = paint.lineJoin = "round";
  if (stroke) paint.stroke(new Path2D(path));
  else paint.fill(new Path2D(path));
  paint.restore();
}
