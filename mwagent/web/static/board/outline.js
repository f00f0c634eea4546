// The outline of a cell as it is drawn, in a box of whole device pixels.

// {key, width, height, sign, trace, body}: `trace(paint, inset)` begins a path along the outline, so many pixels
// within it; `sign` is the square {x, y, width, height} in which signs are drawn; `body` draws the cell without
// one (polygon.js), where the layers of tiles.js do not do it. Outlines of one key are alike.
export const outlineOf = (topology, cell, width, height) => topology.outline?.(cell, width, height) ?? square(width, height);

export function square(width, height) {
  const trace = (paint, inset) => {
    paint.beginPath();
    paint.rect(inset, inset, width - 2 * inset, height - 2 * inset);
  };
  return { key: "", width, height, sign: { x: 0, y: 0, width, height }, trace, body: null };
}
