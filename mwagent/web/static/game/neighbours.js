// The up to eight cells around a cell, row by row, on a board of {rows, cols}.
export function neighbours({ rows, cols }, cell) {
  const row = Math.floor(cell / cols);
  const col = cell % cols;
  const cells = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
      if (r !== row || c !== col) cells.push(r * cols + c);
    }
  }
  return cells;
}
