// The game, the knowledge and the player of Dragonsweeper, as WebAssembly, with a face that a page, a
// worker and node can talk to. There are no rules here: what it hands out comes from
// engine/bindings/dragonsweeper_wasm.cpp.

import { compile, EngineError, start } from "../engine/module.js";

export const SQUARES = 130;
export const LEVEL_UP = SQUARES; // as an action: no click but a level-up
const NOTHING = -1;
const STAGES = ["playing", "won", "dead"];
const FACINGS = [null, "front", "left", "right", "up", "down"];
const MARKS = [null, "wall", "chest"];
const WHYS = ["free", "fight", "explore", "risk", "heal", "levelUp", "wall", "crown", "stuck"];
const KINDS = 29;
const HIDDEN_KINDS = 24; // those that a hidden square may hold come first
const HERO_WORDS = 12;
const SQUARE_WORDS = 11;
const REFUSALS = [
  null,
  "that square is off the board",
  "that square is open and empty",
  "the game is over",
  "experience points are missing for a level-up",
];

export class Core {
  #exports;
  #names;

  // `source` is bytes, or an address to fetch them from. Throws EngineError.
  static async load(source = new URL("dragon.wasm", import.meta.url)) {
    const core = new Core();
    core.#exports = start(await compile(source, "dragon.wasm"));
    core.#names = Array.from({ length: KINDS }, (_, kind) => core.#text(core.#exports.kind_name(kind)));
    return core;
  }

  // Begins a game in the lair of a seed, a whole number from 0 to 2^32 - 1.
  begin(seed) {
    if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
      throw new EngineError(`a seed is a whole number from 0 to ${2 ** 32 - 1}, got ${seed}`);
    }
    this.#exports.begin(seed);
  }

  // Plays an action: a square to click, or LEVEL_UP. Returns null, or why it is refused.
  act(action) {
    const { click, level_up } = this.#exports;
    return REFUSALS[action === LEVEL_UP ? level_up() : click(action)];
  }

  nextFree() {
    const action = this.#exports.next_free();
    return action === NOTHING ? null : action;
  }

  // What the player would do: { action, why, death }: `why` one of WHYS, `death` the chance to die of
  // it; `action` null when nothing is left to do.
  advice() {
    const [action, why, death] = this.#doubles(this.#exports.advice_data(), 3);
    return { action: action === NOTHING ? null : action, why: WHYS[why], death };
  }

  // All that the player sees, and what follows from it:
  //   stage     playing, won or dead; `cleared` whether it was won with all experience points,
  //             `emptied` whether nothing at all was left, as for the clear badge of the original
  //   slack     the hit points that may still be lost with all experience points in reach
  //   hero      { hp, maxHp, level, xp, score, need, ready, free }: `need` the cost of the next level,
  //             `ready` whether it can be had, `free` whether a level-up wastes nothing
  //   squares   130 of { hidden, kind, fights, defeated, value, facing, mark, which, hint, may, free }:
  //             the words of look.h; `value` is null for a number that a gazer hides; `hint` { low,
  //             high } where the power is not in sight, or null; `may` the kinds a square may hold,
  //             by name; `free` whether a click on it costs nothing
  //   book      { kind, count, power, xp, fights, left } for every kind
  //   chances      for every square [kind, chance] of what may be there, the likeliest first; null once
  //             the game is over
  //   truth     { kind, which } of every square once the game is over, or null
  state() {
    const words = this.#ints(this.#exports.view_data(), HERO_WORDS + SQUARES * SQUARE_WORDS);
    const [stage, cleared, emptied, slack, hp, maxHp, level, xp, score, need, ready, free] = words;
    const book = this.#book();
    return {
      stage: STAGES[stage],
      cleared: cleared === 1,
      emptied: emptied === 1,
      slack,
      hero: { hp, maxHp, level, xp, score, need, ready: ready === 1, free: free === 1 },
      squares: Array.from({ length: SQUARES }, (_, s) => this.#square(words.subarray(HERO_WORDS + s * SQUARE_WORDS), book)),
      book,
      chances: this.#chances(),
      truth: this.#truth(),
    };
  }

  /** @param {any} words */
  #square([hidden, kind, defeated, value, facing, mark, which, low, high, may, free], book) {
    return {
      hidden: hidden === 1,
      kind: hidden ? null : this.#names[kind],
      fights: !hidden && book[kind].fights,
      defeated: defeated === 1,
      value: value < 0 ? null : value,
      facing: FACINGS[facing],
      mark: MARKS[mark],
      which,
      hint: low < 0 ? null : { low, high },
      may: this.#names.filter((_, k) => (may >>> k) & 1),
      free: free === 1,
    };
  }

  #book() {
    const words = this.#ints(this.#exports.book_data(), KINDS * 5);
    return this.#names.map((kind, k) => {
      const [count, power, xp, fights, left] = words.subarray(5 * k, 5 * k + 5);
      return { kind, count, power, xp, fights: fights === 1, left };
    });
  }

  #chances() {
    const place = this.#exports.probabilities_data();
    if (!place) return null;
    const words = this.#doubles(place, SQUARES * HIDDEN_KINDS);
    return Array.from({ length: SQUARES }, (_, s) =>
      Array.from(words.subarray(s * HIDDEN_KINDS, (s + 1) * HIDDEN_KINDS), (chance, k) => [this.#names[k], chance])
        .filter(([, chance]) => chance > 0)
        .sort(([, a], [, b]) => b - a),
    );
  }

  #truth() {
    const place = this.#exports.truth_data();
    if (!place) return null;
    const words = this.#ints(place, SQUARES * 2);
    return Array.from({ length: SQUARES }, (_, s) => ({ kind: this.#names[words[2 * s]], which: words[2 * s + 1] }));
  }

  #ints(place, length) {
    return new Int32Array(this.#exports.memory.buffer, place, length).slice();
  }

  #doubles(place, length) {
    return new Float64Array(this.#exports.memory.buffer, place, length).slice();
  }

  #text(place) {
    const bytes = new Uint8Array(this.#exports.memory.buffer, place);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
