// What happened in a game, for a review of it.
//
// record.plain() = {
//   level: {rows, cols, mines}, rule, seed,
//   mined: [cell, ...],                 where the mines are; null before the first click
//   moves: [{kind, cell, time, set}],   "open", "chord" or "flag" on a cell, milliseconds after the
//                                       first click; "on": gone on with after a mine. `set` is the
//                                       state (rules.js) that a flag left on its cell
// }
// Cells are row * cols + col. Moves taken back are not in it.

export class Record {
  constructor(game) {
    this.game = game;
    this.moves = [];
  }

  // Note a move; `past` of the game shows whether it changed anything.
  add(kind, cell, started) {
    const time = started === null ? 0 : Math.round(performance.now() - started);
    const set = kind === "flag" ? this.game.state[cell] : undefined;
    this.moves.push({ kind, cell, time, set, depth: this.game.past.length });
  }

  // Forget the moves after those that the game still has.
  undo() {
    const depth = this.game.past.length;
    while (this.moves.length && this.moves.at(-1).depth > depth) this.moves.pop();
  }

  goOn() {
    this.moves.push({ kind: "on", cell: [...this.game.hit].at(-1), time: this.moves.at(-1).time, depth: 0 });
  }

  plain() {
    const { level, rule, seed, mined } = this.game;
    const moves = this.moves.map(({ kind, cell, time, set }) => ({ kind, cell, time, set }));
    return { level, rule, seed, mined: mined && [...mined].sort((a, b) => a - b), moves };
  }
}
