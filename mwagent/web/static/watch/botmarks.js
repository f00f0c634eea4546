// What lies over the board of a bot's turn: its plan, or how surely each cell was read.

const SHOWN_CLICKS = 99;
const SURE = 0.995;

// A function from a cell to a mark (marks.js) or null. Layers: "plan", "sight" and "board".
export function marksFor(turn, layer) {
  const cols = turn.cells[0].length;
  const text = turn.cells.join("");
  const index = ([row, col]) => row * cols + col;
  const doubt = (cell) => (text[cell] === "~" ? { outline: "doubt" } : null);
  if (layer === "board") return doubt;
  if (layer === "sight") {
    const sure = turn.confidence?.flat();
    if (!sure) return doubt;
    // The colours of chances: blue where a cell is sure, orange where it is not.
    return (cell) => ({
      chance: 1 - sure[cell],
      text: sure[cell] >= SURE ? "✓" : String(Math.round(100 * sure[cell])),
      ...doubt(cell),
    });
  }
  const marks = plan(turn, index);
  return (cell) => (marks.has(cell) || doubt(cell) ? { ...marks.get(cell), ...doubt(cell) } : null);
}

function plan(turn, index) {
  const marks = new Map();
  const chance = turn.chance?.flat() ?? [];
  const text = turn.board.join("");
  chance.forEach((share, cell) => {
    if (share !== null && text[cell] === "#") marks.set(cell, { chance: share });
  });
  for (const cell of turn.safe ?? []) marks.set(index(cell), { chance: 0, sign: "safe" });
  for (const cell of turn.mines_proven ?? []) marks.set(index(cell), { chance: 1, sign: "mine" });
  if (turn.guess) {
    for (const [row, col] of turn.candidates ?? []) {
      marks.set(index([row, col]), { ...marks.get(index([row, col])), outline: "cell" });
    }
  }
  turn.clicks.slice(0, SHOWN_CLICKS).forEach((click, number) => {
    const { sign, ...mark } = marks.get(index(click)) ?? {};
    const colour = sign === undefined ? {} : { chance: sign === "mine" ? 1 : 0 };
    marks.set(index(click), { ...mark, ...colour, text: String(number + 1), outline: turn.guess ? "target" : "last" });
  });
  return marks;
}
