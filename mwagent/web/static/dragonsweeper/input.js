// Mouse, touch and keyboard on the board, turned into moves: play(square), mark(square), and keys.

import { listenFingers } from "../board/fingers.js";
import { HEIGHT, WIDTH } from "./words.js";

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// `moves` has play(square), mark(square), setMark(square, digit), see(square) for what the pointer or
// the keyboard is on, tap(square) for what a finger touched, and do(name) for the actions of the page.
// `hold` is {time(), ring}: milliseconds of a long press, and a HoldRing to show it.
export function listen(board, moves, hold) {
  listenPointer(board, moves, hold);
  listenKeys(board, moves);
}

function listenPointer(board, moves, { time, ring, moving }) {
  const { grid } = board;
  let byFinger = false; // what the next click, or menu, comes from
  grid.addEventListener("pointerdown", ({ pointerType }) => {
    byFinger = pointerType !== "mouse";
  });
  listenFingers(grid, {
    placeOf: ({ target }) => board.squareAt(target),
    tap(square) {
      board.moveTo(square, { scroll: false });
      moves.tap(square);
    },
    hold(square) {
      moves.mark(square);
      return "✎";
    },
    time,
    ring,
    moving,
  });

  const on = (happening, act) => {
    grid.addEventListener(happening, ({ target }) => {
      const square = board.squareAt(target);
      if (square !== null) act(square);
    });
  };
  // Of a mouse, or of what stands in for one; a finger has been dealt with.
  on("click", (square) => {
    board.moveTo(square, { scroll: false });
    moves.play(square);
  });
  // A finger's long press marks by itself, where it asks for a menu as well.
  on("contextmenu", (square) => byFinger || moves.mark(square));
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  on("pointerover", (square) => moves.see(square));
  on("focusin", (square) => {
    board.follow(square);
    moves.see(square);
  });
}

const SHORTCUTS = { s: "solver", w: "watch", a: "free", l: "level-up", n: "new-lair" };

function listenKeys(board, moves) {
  board.grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = board.cursor;
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    const step = STEPS[event.key];
    if (step) {
      const to = (place, by, size) => Math.min(size - 1, Math.max(0, place + by));
      board.moveTo(to(y, step[1], HEIGHT) * WIDTH + to(x, step[0], WIDTH));
    } else if (event.key === "Home") board.moveTo(y * WIDTH);
    else if (event.key === "End") board.moveTo(y * WIDTH + WIDTH - 1);
    else if (event.key === "Enter" || event.key === " ") moves.play(at);
    else if (event.key.toLowerCase() === "m") moves.mark(at);
    else if (/^[0-9]$/.test(event.key)) moves.setMark(at, event.key);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (/** @type {Element} */ (event.target).matches?.("input, select, textarea")) return;
    const name = SHORTCUTS[event.key.toLowerCase()];
    if (!name) return;
    event.preventDefault();
    moves.do(name);
  });
}
