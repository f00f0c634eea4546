// mwagent for JavaScript: exact Minesweeper analysis, in node, a worker or a page.

import { read } from "#bytes";
import { Engine, EngineError } from "./engine/engine.js";
import { checkedQuestion, checkedSeconds, shown } from "./engine/module.js";
import { RuleEngine } from "./rules/rules.js";

export { Game } from "./game.js";
export { parse, print } from "./text.js";
export { Engine, EngineError, RuleEngine };

// The engine for boards of rows and columns: analyse, explain, prospect, board.
export async function load() {
  return Engine.load(await read(new URL("./engine/engine.wasm", import.meta.url)));
}

// The engine for rules of any topology: analyse, prove.
export async function loadRules() {
  return RuleEngine.load(await read(new URL("./rules/rules.wasm", import.meta.url)));
}

// A board that needs no guess from `first` on: { mines, made, tries }, see `Engine.board`. Throws
// EngineError when none is found within `seconds`.
export function noGuessBoard(engine, question) {
  if (!(engine instanceof Engine)) throw new EngineError(`boards are made by an Engine, not ${shown(engine)}`);
  const { seconds = 30, ...order } = checkedQuestion(question);
  checkedSeconds(seconds);
  const due = performance.now() + 1000 * seconds;
  do {
    const found = engine.board({ ...order, noGuess: true, tries: 10 });
    if (found.mines) return found;
  } while (performance.now() < due);
  throw new EngineError(`no board that needs no guess was found in ${seconds} s; ask for fewer mines, or give it more time`);
}
