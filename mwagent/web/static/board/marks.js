// What may lie over a cell besides its tile: chances, signs, outlines.
//
// mark = {
//   chance: 0..1         the chance that the cell is a mine: a colour and its whole percent
//   sign: "safe" | "mine"        proven so: a tick or a mine on full colour
//   ghost: "safe" | "mine"       supposed so: the same, pale (an arrangement)
//   text: "..."          a few characters instead of the percent
//   plain: true          one of many cells of the same chance: left as it is, for one label tells of all
//   dead: true           opening it gives no information: the corner at the lower right is cut off
//   best: true           the best move: a double ring
//   outline: "target" | "number" | "cell" | "wrong" | "last" | "doubt"
// }                      every part may be left out
//
// The colours run from blue (safe) over white to orange (mine). People with any colour blindness can
// distinguish them, also by lightness from the middle outwards.

import { drawSmooth } from "./tiles.js";

const SAFE = [21, 101, 192];
const EVEN = [245, 245, 240];
const MINE = [184, 70, 8];
// A tick and a mine on 16 x 16 units, as in tiles.js: paths with the width of their stroke, and the least one in pixels.
/** @type {Record<string, [string, number, number][]>} */
const SIGNS = {
  safe: [["M4.4 8.2L7 10.9L11.8 5", 1.9, 1.5]],
  mine: [
    ["M3.4 8H12.6M8 3.4V12.6M4.75 4.75L11.25 11.25M11.25 4.75L4.75 11.25", 1.2, 1],
    ["M8 5A3 3 0 0 1 8 11A3 3 0 0 1 8 5z", 0, 0],
  ],
};
const OUTLINES = {
  target: { colour: "#c2188b", dash: [], width: 2.2 },
  number: { colour: "#00695c", dash: [], width: 1.6 },
  cell: { colour: "#6a1b9a", dash: [2, 1.2], width: 1.4 },
  wrong: { colour: "#c00000", dash: [], width: 2.2 },
  last: { colour: "#000000", dash: [1.2, 1.2], width: 1.2 },
  doubt: { colour: "#b26a00", dash: [2.4, 1], width: 1.8 },
};
const ROOM_FOR_TEXT = 14.5; // below this many CSS pixels a cell has no room for a number

const blend = (from, to, share) => from.map((c, i) => Math.round(c + (to[i] - c) * share));
const css = (colour, alpha = 1) => `rgb(${colour.join(" ")} / ${alpha})`;

// The colour of a chance to be a mine, as [red, green, blue].
function chanceColour(chance) {
  // Most chances lie below a half: the root spreads them over the scale.
  return chance < 0.5 ? blend(SAFE, EVEN, Math.sqrt(chance / 0.5)) : blend(EVEN, MINE, Math.pow((chance - 0.5) / 0.5, 0.8));
}

// A chance in at most three characters: whole percents, never 0 or 100 for what is not proven.
export function chanceText(chance) {
  const percent = Math.round(100 * chance);
  if (percent === 0) return "<1";
  return percent === 100 ? ">99" : String(percent);
}

// What a mark looks like, in a text: the same for the same looks, and empty where nothing is drawn.
export function markKey(mark) {
  if (isPlain(mark) && !mark.text && !mark.dead && !mark.outline) return "";
  const chance = mark.chance === undefined || isPlain(mark) ? "" : `${chanceText(mark.chance)}~${Math.round(mark.chance * 50)}`;
  return `|${chance}|${mark.sign ?? ""}|${mark.ghost ?? ""}|${mark.text ?? ""}|${mark.dead ? "d" : ""}|${mark.best ? "b" : ""}|${mark.outline ?? ""}`;
}

const isPlain = ({ plain, sign, ghost, best }) => plain && !sign && !ghost && !best;

// Draw a mark over the tile of a cell of an outline (outline.js).
export function drawMark(paint, mark, outline, ratio) {
  const { x, y, width, height } = outline.sign;
  const unit = Math.min(width, height) / 16;
  const kind = mark.sign ?? mark.ghost;
  const chance = isPlain(mark) ? undefined : mark.chance;
  if (kind || chance !== undefined) {
    const colour = kind ? { safe: SAFE, mine: MINE }[kind] : chanceColour(chance);
    paint.fillStyle = css(colour, mark.sign ? 1 : mark.ghost ? 0.55 : 0.94);
    const inset = Math.max(1, Math.round(unit));
    outline.trace(paint, inset);
    paint.fill();
  }
  paint.setTransform(1, 0, 0, 1, x, y);
  if (kind) drawSign(paint, kind, width, height, unit);
  else if (chance !== undefined || mark.text) {
    const dark = chance !== undefined && luminance(chanceColour(chance)) < 0.2;
    const text = mark.text ?? chanceText(chance);
    if (Math.min(width, height) / ratio >= ROOM_FOR_TEXT) drawText(paint, text, width, height, unit, dark);
  }
  if (mark.dead) drawCorner(paint, width, height, unit);
  paint.resetTransform();
  if (mark.best) drawRing(paint, outline, unit);
  if (mark.outline) drawOutline(paint, OUTLINES[mark.outline], outline, unit);
}

function luminance(colour) {
  const [r, g, b] = colour.map((c) => (c / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function drawSign(paint, kind, width, height, unit) {
  paint.fillStyle = paint.strokeStyle = "#ffffff";
  for (const [path, stroke, least] of SIGNS[kind]) drawSmooth(paint, path, stroke && Math.max(stroke, least / unit), width, height);
}

function drawText(paint, text, width, height, unit, dark) {
  const size = Math.round(unit * (text.length > 2 ? 6.6 : 8));
  paint.font = `600 ${size}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
  paint.textAlign = "center";
  paint.textBaseline = "alphabetic";
  paint.fillStyle = dark ? "#ffffff" : "#101418";
  paint.fillText(text, width / 2, height / 2 + size * 0.36);
}

// In the corner, clear of the digits.
function drawCorner(paint, width, height, unit) {
  const side = Math.max(4, 4.2 * unit);
  const [x, y] = [width - Math.round(unit), height - Math.round(unit)];
  paint.beginPath();
  paint.moveTo(x, y - side);
  paint.lineTo(x, y);
  paint.lineTo(x - side, y);
  paint.closePath();
  paint.fillStyle = "#101418";
  paint.fill();
  paint.beginPath();
  paint.moveTo(x, y - side);
  paint.lineTo(x - side, y);
  paint.strokeStyle = "#ffffff";
  paint.lineWidth = Math.max(1, 0.8 * unit);
  paint.stroke();
}

function drawRing(paint, outline, unit) {
  /** @type {[string, number, number][]} */
  const rings = [
    ["#101418", 2.6, 1.3],
    ["#ffd21f", 1.5, 1.3],
  ];
  for (const [colour, line, inset] of rings) {
    paint.strokeStyle = colour;
    paint.lineWidth = Math.max(1, line * unit);
    outline.trace(paint, inset * unit);
    paint.stroke();
  }
}

function drawOutline(paint, { colour, dash, width: line }, outline, unit) {
  const thick = Math.max(2, line * unit);
  paint.save();
  paint.lineWidth = thick + Math.max(1, 0.8 * unit);
  paint.strokeStyle = "#ffffff";
  outline.trace(paint, thick / 2);
  paint.stroke();
  paint.lineWidth = thick;
  paint.strokeStyle = colour;
  paint.setLineDash(dash.map((length) => length * unit));
  paint.stroke();
  paint.restore();
}
