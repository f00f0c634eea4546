// A first game that teaches: five steps on a small board of its own, each of which waits for one move.
// It is left by one press, and by whatever begins another game.

import { t } from "../app/language.js";
import { button, byId, make } from "../app/element.js";
import { underFingers } from "../board/boardbox.js";

const SIDE = 6;
const MINES = [
  [2, 2],
  [3, 0],
  [3, 5],
  [4, 0],
  [5, 3],
];
/** @type {(place: number[]) => number} */
const index = ([row, col]) => row * SIDE + col;
// What is done by a finger, and by a mouse. A step is over once a move of its kind was made on one of its
// cells; `about` is the number that it speaks of.
const STEPS = [
  {
    kind: "open",
    cells: [[0, 0]],
    finger: t("1 of 5: tap the marked cell to open it."),
    mouse: t("1 of 5: click the marked cell to open it."),
  },
  {
    kind: "flag",
    cells: [[2, 2]],
    about: [1, 2],
    finger: t(
      "2 of 5: a number tells how many of the eight cells around it hide a mine. Around this 1 a single cell is hidden: hold it to set a flag.",
    ),
    mouse: t(
      "2 of 5: a number tells how many of the eight cells around it hide a mine. Around this 1 a single cell is hidden: right-click it to set a flag.",
    ),
  },
  {
    kind: "open",
    cells: [
      [3, 2],
      [3, 3],
      [3, 4],
    ],
    about: [2, 3],
    finger: t("3 of 5: this 1 has its mine, the flag. So the other hidden cells around it are safe: tap one of them."),
    mouse: t("3 of 5: this 1 has its mine, the flag. So the other hidden cells around it are safe: click one of them."),
  },
  {
    kind: "chord",
    cells: [[2, 3]],
    about: [2, 3],
    finger: t("4 of 5: tap the 1 itself. A number that has all its flags opens the rest around it."),
    mouse: t("4 of 5: click the 1 itself with Shift held, or with both buttons. A number that has all its flags opens the rest around it."),
  },
  {
    finger: t("5 of 5: the rest is yours. Nothing here has to be guessed; Hints and Why? tell what is proven."),
    mouse: t("5 of 5: the rest is yours. Nothing here has to be guessed; Hints and Why? tell what is proven."),
  },
];
const WON = t("Solved! The patterns to know are in Lessons.");
const LOST = t("That was a mine. Undo takes the move back.");

export class FirstGame {
  constructor(play) {
    this.play = play;
    this.shell = play.shell;
  }

  begin() {
    const { play } = this;
    this.before = { fixed: play.fixed, level: play.settings.level };
    play.fixed = {
      seed: null,
      board: { level: { rows: SIDE, cols: SIDE, mines: MINES.length }, mined: new Set(MINES.map(index)), start: null },
    };
    play.settings.level = `${SIDE}x${SIDE}/${MINES.length}`;
    play.controls.showLevel();
    play.newGame();
    // Until it is left, moves and new games go by way of here: so that they cost nothing when it is over.
    play.play = (kind, cell) => this.#move(kind, cell);
    play.newGame = () => this.leave();
    this.round = play.round;
    this.#go(0);
  }

  leave() {
    const { play, before } = this;
    this.#stepAside();
    play.fixed = before.fixed;
    // A level that was chosen meanwhile stays.
    if (play.settings.level === `${SIDE}x${SIDE}/${MINES.length}`) play.settings.level = before.level;
    play.controls.showLevel();
    play.newGame();
  }

  #stepAside() {
    delete this.play.play;
    delete this.play.newGame;
  }

  #move(kind, cell) {
    const { play } = this;
    if (play.round !== this.round) {
      // Another game was taken from the list meanwhile.
      this.#stepAside();
      play.play(kind, cell);
      return;
    }
    const { kind: wanted, cells } = STEPS[this.step];
    if (wanted && (kind !== wanted || !cells.some((one) => index(one) === cell))) return;
    Object.getPrototypeOf(play).play.call(play, kind, cell);
    const { stage } = play.round.game;
    const lessons = button(t("Lessons"), () => this.#lessons());
    if (wanted) this.#go(this.step + 1);
    else if (stage === "won") this.#say(WON, lessons);
    else if (stage === "lost") this.#say(LOST);
  }

  #go(step) {
    this.step = step;
    const { finger, mouse, cells = [], about } = STEPS[step];
    this.#say(underFingers() ? finger : mouse);
    const marks = new Map(cells.map((cell) => [index(cell), { outline: "target" }]));
    if (about && !marks.has(index(about))) marks.set(index(about), { outline: "number" });
    this.play.view.mark(marks.size ? (cell) => marks.get(cell) ?? null : null);
  }

  #say(text, ...more) {
    this.play.say(text);
    const leave = button(t("Leave"), () => this.leave());
    byId("status").append(make("span.choices", ...more, leave));
    this.play.layOut(); // there may be more lines now
  }

  #lessons() {
    this.leave();
    this.shell.go("train", { kind: "lessons" });
  }
}
