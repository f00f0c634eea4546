// What the bot told of its games: turns and results, in the order they came. Knows no document.
//
// A turn is an event "turn" of mwagent/player/records/live.py.

export class BotGame {
  constructor() {
    this.session = null;
    this.turns = [];
    this.results = new Map(); // by the number of the game
    this.end = null;
  }

  take(kind, data) {
    if (kind === "session") this.session = data;
    else if (kind === "turn") this.turns.push(data);
    else if (kind === "result") this.results.set(data.game, data);
    else if (kind === "end") this.end = data;
  }

  // The result of the game that a turn belongs to, if this is its last turn and it has ended.
  resultAt(index) {
    const turn = this.turns[index];
    const last = this.turns[index + 1]?.game !== turn.game;
    return last ? (this.results.get(turn.game) ?? null) : null;
  }
}

// A turn's board as a position, as the solver was given it.
export function positionOf(turn) {
  const codes = Object.fromEntries([..."012345678F*#"].map((symbol, code) => [symbol, code]));
  const cells = Uint8Array.from(turn.board.join(""), (symbol) => codes[symbol]);
  return { rows: turn.board.length, cols: turn.board[0].length, mines: turn.mines, first: null, cells };
}
