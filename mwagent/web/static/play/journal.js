// `window.mwState`: what was clicked and what came of it, kept only when the address asks for it
// with `?test=1`. It holds nothing that a player does not see, and cannot be written.
//
// mwState = {
//   level: {rows, cols, mines}, rule, seed,       of the game on the table; seed null when random
//   stage: "waiting" | "ongoing" | "won" | "lost",
//   rows: ["..."],                                the board in the characters 0-8 # F ? * X W
//   game,                                         how many games were begun before this one
//   started, ended,                               first open and win or loss, ms; null before
//   moves: [{game, time, kind, row, col, before, opened, mine}],
//       kind "open" | "chord" | "flag" (row, col on the board), before: the cell's character,
//       opened: how many cells it opened, mine: whether it set off a mine
//   outside: [{time, x, y, on, over, veil}],      presses that hit no cell; on: "face" (or the button New game) or "page",
//       over: whether it was within the board's sides, on something that lies over it,
//       veil: whether that was the see-through backdrop of a dialog
//   games: [{stage, seconds, moves, threeBV}],    finished games
// }
// Times are milliseconds of `performance.now()`.

export class Journal {
  constructor() {
    this.games = [];
    this.moves = [];
    this.outside = [];
  }

  watchPage(canvas, face) {
    window.addEventListener(
      "mousedown",
      (event) => {
        if (event.target === canvas) return;
        const begins = face.contains(event.target) || /** @type {Element} */ (event.target).closest?.("#next");
        const on = begins ? "face" : "page";
        const { clientX: x, clientY: y, timeStamp: time } = event;
        const { left, top, right, bottom } = canvas.getBoundingClientRect();
        const over = x >= left && y >= top && x < right && y < bottom;
        const box = /** @type {Element} */ (event.target).getBoundingClientRect();
        const veil = x < box.left || y < box.top || x >= box.right || y >= box.bottom;
        this.outside.push({ time, x, y, on, over, veil });
      },
      true,
    );
  }

  publish(round) {
    const snapshot = () => {
      const { game, number, started, finished, seed } = round();
      const { rows, cols } = game.level;
      const symbols = Array.from({ length: game.size }, (_, cell) => game.symbol(cell));
      return structuredClone({
        level: game.level,
        rule: game.rule,
        seed,
        stage: game.stage,
        rows: Array.from({ length: rows }, (_, r) => symbols.slice(r * cols, (r + 1) * cols).join("")),
        game: number,
        started,
        ended: finished,
        moves: this.moves,
        outside: this.outside,
        games: this.games,
      });
    };
    Object.defineProperty(window, "mwState", { get: snapshot });
  }

  add(game, begun, kind, cell, move) {
    const { cols } = game.level;
    const entry = { game: begun, time: performance.now(), kind, row: Math.floor(cell / cols), col: cell % cols, before: game.symbol(cell) };
    const left = game.toOpen;
    const exploded = game.exploded.size;
    move();
    entry.opened = left - game.toOpen;
    entry.mine = game.exploded.size > exploded;
    this.moves.push(entry);
  }
}
