// A wide board on its side, for an upright phone: rows become columns. A level that is turned says so
// (`turned`), and its seed lays the same mines as ever, only turned; so its times count.

export function turnLevel({ rows, cols, turned = false, ...rest }) {
  const level = { ...rest, rows: cols, cols: rows };
  return turned ? level : { ...level, turned: true };
}

export function turnCell({ rows, cols }, cell) {
  return (cell % cols) * rows + Math.floor(cell / cols);
}

export function turnCells(level, cells) {
  const size = level.rows * level.cols;
  return cells && new Set([...cells].map((cell) => cell - (cell % size) + turnCell(level, cell % size)));
}

// The level and the mines of a game as they are when nothing is turned.
export function unturned({ level, mined }) {
  return level.turned ? { level: turnLevel(level), mined: turnCells(level, mined) } : { level, mined };
}

// Turn a game in which moves were made (rules.js).
export function turnGame(game) {
  const { level, size } = game;
  const turn = (cell) => turnCell(level, cell);
  const turnArray = (array) => {
    const made = array.slice();
    for (let cell = 0; cell < size; cell++) made[turn(cell)] = array[cell];
    return made;
  };
  game.state = turnArray(game.state);
  if (game.numbers) game.numbers = turnArray(game.numbers);
  game.mined = turnCells(level, game.mined);
  for (const name of ["exploded", "hit"]) game[name] = turnCells(level, game[name]);
  for (const move of game.past) {
    move.cells = move.cells.map(([cell, state]) => [turn(cell), state]);
    move.hit = move.hit.map(turn);
  }
  game.level = turnLevel(level);
  game.takeChanged();
}
