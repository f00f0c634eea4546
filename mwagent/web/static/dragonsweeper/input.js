// Mouse, touch and keyboard on the board, turned into moves: play(square), mark(square), and keys.

import { SLIP } from "../board/pane.js";
import { HEIGHT, WIDTH } from "./words.js";

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// `moves` has play(square), mark(square), setMark(square, digit), see(square) for what the pointer or
// the keyboard is on, tap(square) for what a finger touched, and do(name) for the actions of the page.
// `hold` is {time(), ring}: milliseconds of a long press, and a HoldRing to show it.
export function listen(board, moves, hold) {
  listenPointer(board, moves, hold);
  listenKeys(board, moves);
}

function listenPointer(board, moves, hold) {
  const { grid } = board;
  let byFinger = false; // what the next click comes from
  let press = null; // of a finger
  let spent = false; // whether the press was long, and the click after it means nothing

  const drop = () => {
    clearTimeout(press?.timer);
    press = null;
    hold.ring.end();
  };
  grid.addEventListener("pointerdown", (event) => {
    byFinger = event.pointerType !== "mouse";
    spent = hold.moving();
    drop();
    if (spent) return;
    const square = board.squareAt(event.target);
    if (event.pointerType === "mouse" || !event.isPrimary || square === null) return;
    const timer = setTimeout(() => {
      drop();
      spent = true;
      navigator.vibrate?.(25);
      hold.ring.done("✎");
      moves.mark(square);
    }, hold.time());
    hold.ring.begin(event, hold.time());
    press = { timer, x: event.clientX, y: event.clientY };
  });
  grid.addEventListener("pointermove", (event) => {
    if (!press || Math.hypot(event.clientX - press.x, event.clientY - press.y) <= SLIP) return;
    drop();
    spent = true;
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) grid.addEventListener(name, drop);

  grid.addEventListener("click", (event) => {
    const square = board.squareAt(event.target);
    if (square === null || spent) return;
    board.moveTo(square, { scroll: false });
    if (byFinger) moves.tap(square);
    else moves.play(square);
  });
  grid.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const square = board.squareAt(event.target);
    // A finger's long press has marked already, where it asks for a menu as well.
    if (square !== null && !spent && event.pointerType !== "touch") moves.mark(square);
  });
  grid.addEventListener("pointerover", (event) => {
    const square = board.squareAt(event.target);
    if (square !== null) moves.see(square);
  });
  grid.addEventListener("focusin", (event) => {
    const square = board.squareAt(event.target);
    if (square === null) return;
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
