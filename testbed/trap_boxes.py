"""A page with a game amid which boxes come up that are not the game; what is pressed is noted.

With each round another kind of box, for a moment. Words and places are drawn by the seed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Final

from testbed.strange_words import strange

KINDS: Final = {
    "buttons": "box(button(0) + button(1) + button(2))",
    "roles": 'box(labels.map((one) => `<span role=button tabindex=0>${one}</span>`).join(" "))',
    "whatever takes clicks": "box(`<div style='cursor:pointer;padding:40px'>${labels[0]}</div>`)",
    "a link": "box(`<a href='https://example.net/'>${labels[0]}</a> ${button(1)}`)",
    "a modal dialog": "dialog(`<p>${labels[3]}</p>` + button(0) + button(1))",
    "a dialog in focus": "dialog(`<p>${labels[3]}</p><button autofocus>${labels[0]}</button>`)",
    "a field in focus": "box(`<textarea></textarea>${button(0)}`).firstChild.focus()",
    "a frame": "box(`<iframe srcdoc='${button(0)}' width=200 height=160></iframe>`)",
    "a button over the board": "box(button(0)).firstChild.style.cssText = 'width:180px;height:180px'",
    "a question": 'note(confirm(labels[0] + "?") ? "trap: agreed" : "fine: refused")',
    "a prompt": 'note(prompt(labels[0], labels[1]) === null ? "fine: refused" : "trap: answered")',
    "a box at the end": "box(`<p>${labels[3]}</p>` + button(0) + button(1))",
    "a question at the end": 'note(confirm(labels[0]) ? "trap: agreed" : "fine: refused")',
}
"""What is done to bring up each kind; `labels` are the words of a round."""
STAYS: Final = 1500
"""Milliseconds that a box stays."""
PAGE: Final = """<!DOCTYPE html><meta charset=utf-8><title>Mines</title>
<style>
body { font: 16px sans-serif; margin: 12px }
#board { display: grid; grid-template-columns: repeat(9, 28px); width: 252px; margin: 10px 0 }
#board div { width: 28px; height: 28px; box-sizing: border-box; text-align: center;
  font: bold 16px/26px sans-serif; border: 1px solid #999; background: #ddd }
#board .closed { border: 3px outset #ddd; background: #bbb; line-height: 22px }
.box { position: fixed; left: 40px; top: 90px; padding: 12px; border: 1px solid; background: #fff }
</style>
<button id=new>New game</button> <button>BESIDE</button><div id=board></div>
<script>
window.noted = [];
const note = (what) => noted.push(what);
const words = WORDS, kinds = Object.values(KINDS), atEnd = Object.keys(KINDS).map((name) => name.endsWith("end"));
const side = 9, board = document.getElementById("board"), around = (i) => [...Array(side * side).keys()].filter(
  (j) => j !== i && Math.abs((i % side) - (j % side)) < 2 && Math.abs(((i / side) | 0) - ((j / side) | 0)) < 2);
const inks = ["", "blue", "green", "red", "navy", "maroon", "teal", "black", "gray"];
let round = 0, state = SEED, mines, open, flags, over, shown, labels;
const chance = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
const button = (i) => `<button>${labels[i]}</button>`;
function put(element, html) {
  element.innerHTML = html;
  const since = performance.now();
  element.addEventListener("click", (event) => {
    const late = performance.now() - since > 60, what = event.target.textContent.trim();
    note(`${late ? "trap" : "fine"}: '${what}' of ${round}`);
    if (event.target.closest("a")) event.preventDefault();
  });
  element.addEventListener("keydown", (event) => note(`trap: key ${event.key} of ${round}`));
  setTimeout(() => element.remove(), STAYS);
  document.body.append(element);
  return element;
}
function box(html) {
  const element = put(document.createElement("div"), html);
  element.className = "box";
  for (const frame of element.querySelectorAll("iframe"))
    frame.onload = () => (frame.contentDocument.onclick = () => note(`trap: frame of ${round}`));
  return element;
}
const dialog = (html) => put(document.createElement("dialog"), html).showModal();
function begin() {
  labels = words[round % words.length];
  [mines, open, flags, over, shown] = [null, new Set(), new Set(), false, false];
  round += 1;
  draw();
  note(`round: ${round}`);
}
function draw() {
  [...board.children].forEach((cell, i) => {
    const plain = open.has(i), mine = over && mines.has(i);
    const count = plain ? around(i).filter((j) => mines.has(j)).length : 0;
    cell.className = plain || mine ? "" : "closed";
    cell.textContent = mine ? "💣" : plain ? count || "" : flags.has(i) ? "🚩" : "";
    cell.style.color = inks[count];
  });
}
function bring() {
  const kind = (round - 1) % kinds.length;
  if (shown || atEnd[kind] !== over) return;
  shown = true;
  setTimeout(() => (note("shown: " + Object.keys(KINDS)[kind]), kinds[kind]()), over ? 50 : 30 + 400 * chance());
}
function press(i) {
  if (over || flags.has(i)) return;
  if (!mines) {
    const free = new Set([i, ...around(i)]);
    mines = new Set();
    while (mines.size < 10) {
      const j = (chance() * side * side) | 0;
      if (!free.has(j)) mines.add(j);
    }
  }
  const todo = [i];
  over = mines.has(i);
  while (todo.length && !over) {
    const one = todo.pop();
    if (open.has(one)) continue;
    open.add(one);
    if (!around(one).some((j) => mines.has(j))) todo.push(...around(one));
  }
  if (over || open.size === side * side - 10) {
    note(`ended: ${over ? "LOST" : "WON"}`);
    over = true;
  }
  draw();
  bring();
}
for (let i = 0; i < side * side; i++) {
  const cell = board.appendChild(document.createElement("div"));
  cell.onclick = () => press(i);
  cell.oncontextmenu = (event) => {
    event.preventDefault();
    if (!over && !open.has(i)) (flags.delete(i) || flags.add(i)), draw();
  };
}
document.getElementById("new").onclick = begin;
document.getElementById("new").nextElementSibling.onclick = () => note("trap: beside");
begin();
</script>"""


def chosen(parts: Sequence[str]) -> list[str]:
    """The kinds that have one of some words in their names; all without words."""
    return [name for name in KINDS if not parts or any(part in name for part in parts)]


def boxes(seed: int, kinds: Sequence[str] = ()) -> str:
    """The text of a page: one round for each kind of box whose name has one of some words."""
    draw = random.Random(seed)
    words = [[strange(draw).replace("'", "’") for _ in range(4)] for _ in KINDS]
    ways = ", ".join(f"{json.dumps(name)}: () => {KINDS[name]}" for name in chosen(kinds))
    filled = PAGE.replace("WORDS", json.dumps(words)).replace("BESIDE", strange(draw))
    filled = filled.replace("SEED", str(seed + 1)).replace("STAYS", str(STAYS))
    return filled.replace("KINDS", f"{{{ways}}}")
