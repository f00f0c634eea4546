// Cells that are regular polygons, drawn.

// A cell by its corners, in parts of a box of width x height device pixels, as board/outline.js has it; signs are
// drawn in a square of `side` pixels.
export function polygon(parts, width, height, side) {
  const corners = parts.map(([x, y]) => [x * width, y * height]);
  const middle = middleOf(corners);
  const edge = middleOf(corners.slice(0, 2));
  const radius = Math.hypot(edge[0] - middle[0], edge[1] - middle[1]);
  const inwards = (inset) =>
    corners.map((corner) => corner.map((at, axis) => middle[axis] + (at - middle[axis]) * Math.max(0, 1 - inset / radius)));
  const [x, y] = middle.map((at) => Math.round(at - side / 2));
  const trace = (paint, inset) => tracePolygon(paint, inwards(inset));
  const sign = { x, y, width: side, height: side };
  const body = (paint, layers, colours) => drawBody(paint, layers, colours, { middle, inwards, trace, unit: side / 16 });
  return { key: parts[0].join(), width, height, sign, trace, body };
}

export function middleOf(corners) {
  return [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
}

function tracePolygon(paint, corners) {
  paint.beginPath();
  for (const [x, y] of corners) paint.lineTo(x, y);
  paint.closePath();
}

// The cell without a sign, raised or sunken as the layers of its tile have it (tiles.js).
function drawBody(paint, layers, colours, { middle, inwards, trace, unit }) {
  const fill = (colour, inset) => {
    paint.fillStyle = colours[colour];
    trace(paint, inset);
    paint.fill();
  };
  const gap = Math.max(0.5, 0.35 * unit);
  const flat = Boolean(colours.shade);
  fill(flat ? "shade" : "shadow", 0);
  if (layers[0][0] !== "face") {
    fill(layers.find(([colour]) => colour === "ground" || colour === "burst")[0], flat ? gap : unit);
    return;
  }
  const bevel = gap + (flat ? 1 : 1.8) * unit;
  const [outer, inner] = [inwards(gap), inwards(bevel)];
  outer.forEach((corner, i) => {
    const next = (i + 1) % outer.length;
    const [x, y] = [0, 1].map((axis) => (corner[axis] + outer[next][axis]) / 2 - middle[axis]);
    paint.fillStyle = colours[x + 2 * y < 0 ? "light" : "shadow"];
    tracePolygon(paint, [corner, outer[next], inner[next], inner[i]]);
    paint.fill();
  });
  fill("face", bevel);
}
