// Puzzles from the engine, as WebAssembly, for a worker or node. What a puzzle is says
// engine/train/puzzle_json.h; the command `mwagent puzzles` makes the same ones.

import { compile, EngineError, start } from "../engine/module.js";

export const GRADES = ["easy", "medium", "hard", "expert"];
const SLICE = 200; // games between two looks at the number played
const MOST = 20_000; // as in mwagent/solvers/puzzlebook.py

export class PuzzleModule {
  #exports;

  static async load(source = new URL("train.wasm", import.meta.url)) {
    const made = new PuzzleModule();
    made.#exports = start(await compile(source, "train.wasm"));
    return made;
  }

  // The puzzle of a seed: `kind` is proven, safe, mine, safer or a lesson, `grade` one of GRADES or
  // null for any.
  puzzle({ seed, kind = "proven", grade = null }) {
    const [first, second] = [seed, kind].map((text) => new TextEncoder().encode(text));
    const place = this.#exports.input(first.length + second.length);
    const input = new Uint8Array(this.#exports.memory.buffer, place, first.length + second.length);
    input.set(first);
    input.set(second, first.length);
    this.#exports.puzzle_begin(first.length, grade === null ? -1 : GRADES.indexOf(grade));
    for (let games = 0; games < MOST; games += SLICE) {
      const length = this.#exports.puzzle_find(SLICE);
      if (!length) continue;
      const bytes = new Uint8Array(this.#exports.memory.buffer, this.#exports.text_of_answer(), length);
      return { seed, ...JSON.parse(new TextDecoder().decode(bytes.slice())) };
    }
    throw new EngineError(`${MOST} games of the seed ${seed} had no such puzzle; try another`);
  }
}
