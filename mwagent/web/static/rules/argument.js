// The argument of a proof by rules, in the steps that a person would make.
//
// A rule is {cells, mines, at}: so many of these cells are mines, by the number at a cell; `at` null is the
// number of all mines. A step is {rule, numbers, cells, low, high}, as the engine tells them (hints/steps.js).

// The steps from these rules to a cell, a mine or safe, which they prove.
export function argumentOf(rules, target, mine) {
  const known = new Map();
  const steps = [];
  const left = ({ cells, mines, at }) => ({
    at,
    cells: cells.filter((cell) => !known.has(cell)),
    mines: mines - cells.filter((cell) => known.get(cell)).length,
  });
  const note = (name, by, cells, count) => {
    const numbers = by.map(({ at }) => at);
    steps.push({
      rule: numbers.includes(null) ? "total" : name,
      numbers: numbers.filter((at) => at !== null),
      cells,
      low: count,
      high: count,
    });
    for (const cell of cells) known.set(cell, count > 0);
  };
  const byOne = (rule) => {
    const { cells, mines } = left(rule);
    if (!cells.length || (mines && mines < cells.length)) return false;
    note(cells.length < rule.cells.length ? "group" : "single", [rule], cells, mines);
    return true;
  };
  const byTwo = (one, other) => {
    const [a, b] = [left(one), left(other)];
    const [inA, inB] = [a.cells.filter((cell) => !b.cells.includes(cell)), b.cells.filter((cell) => !a.cells.includes(cell))];
    if (!(inA.length + inB.length) || inA.length === a.cells.length || a.mines - b.mines !== inA.length) return false;
    if (inA.length) note("pair", [one, other], inA, inA.length);
    if (inB.length) note("pair", [one, other], inB, 0);
    return true;
  };
  while (!known.has(target)) {
    if (rules.some(byOne) || rules.some((one) => rules.some((other) => one !== other && byTwo(one, other)))) continue;
    note("contradiction", rules, [target], Number(mine));
  }
  return steps.slice(0, 1 + steps.findIndex(({ cells }) => cells.includes(target)));
}
