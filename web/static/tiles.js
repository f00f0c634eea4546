// The pictures: SVG paths on a grid of 16 x 16 units per cell, drawn for this page.
//
// Every path is a polygon (M, L, H, V and z, absolute or relative). Before it is filled, its
// corners are moved to whole device pixels, so that the tiles stay crisp at every zoom.

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

// What is painted for each symbol, from back to front: [colour name, path].
export const TILES = {
  "#": RAISED,
  F: [...RAISED, ...FLAG],
  "?": [...RAISED, ["pole", QUERY]],
  0: SUNKEN,
  "*": [...SUNKEN, ...MINE],
  X: [...BURST, ...MINE],
  W: [...SUNKEN, ...MINE, ...CROSS],
  pressed: SUNKEN,
  "pressed?": [...SUNKEN, ["mine", QUERY]],
};
for (let n = 1; n <= 8; n++) TILES[n] = [...SUNKEN, ["n" + n, NUMBERS[n]]];

export const THEMES = {
  classic: {
    face: "#c0c0c0", ground: "#c0c0c0", light: "#ffffff", shadow: "#808080", pole: "#000000",
    mine: "#000000", flag: "#ff0000", burst: "#ff0000", glint: "#ffffff", cursor: "#000000",
    n1: "#0000ff", n2: "#008000", n3: "#ff0000", n4: "#000080",
    n5: "#800000", n6: "#008080", n7: "#000000", n8: "#808080",
  },
  night: {
    face: "#4a5260", ground: "#2a2f38", light: "#6d7787", shadow: "#171a20", pole: "#e8eaee",
    mine: "#e8eaee", flag: "#ff5c57", burst: "#a02020", glint: "#2a2f38", cursor: "#ffffff",
    n1: "#6ea8ff", n2: "#62c370", n3: "#ff6b6b", n4: "#b388ff",
    n5: "#e0904a", n6: "#4dd0e1", n7: "#f4f4f4", n8: "#9aa3b0",
  },
  // Every number has a contrast of at least 7:1 on the black ground.
  contrast: {
    face: "#d8d8d8", ground: "#000000", light: "#ffffff", shadow: "#5c5c5c", pole: "#000000",
    mine: "#ffffff", flag: "#b00000", burst: "#b00000", glint: "#000000", cursor: "#d000d0",
    n1: "#8ab8ff", n2: "#5fdc5f", n3: "#ff9090", n4: "#d9b3ff",
    n5: "#ffb454", n6: "#4fe3e3", n7: "#ffffff", n8: "#c4c4c4",
  },
};

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

// One tile as a canvas of width x height device pixels.
export function drawTile(layers, width, height, colours) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const paint = canvas.getContext("2d", { alpha: false });
  for (const [colour, path] of layers) {
    paint.fillStyle = colours[colour];
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
  return canvas;
}
