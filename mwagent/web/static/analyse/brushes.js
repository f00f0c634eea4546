// The number pad: one button for everything a cell can be. The chosen one is what a click, a tap
// or a stroke paints.

import { t } from "../app/language.js";
import { button, make } from "../app/element.js";
import { FLAG, HIDDEN, MINE, SYMBOLS } from "../formats/position.js";
import { square } from "../board/outline.js";
import { drawTile, THEMES } from "../board/tiles.js";

const NAMES = { 0: t("empty"), [FLAG]: t("flag"), [MINE]: t("mine"), [HIDDEN]: t("hidden") };
const KEYS = { [FLAG]: "F", [MINE]: "M", [HIDDEN]: "H" };
const ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 0, HIDDEN, FLAG, MINE];
const SIDE = 28;

// The code of a cell that a key sets, or null.
export function codeOfKey(key) {
  if (/^[0-8]$/.test(key)) return Number(key);
  const named = { h: HIDDEN, "#": HIDDEN, delete: HIDDEN, backspace: HIDDEN, f: FLAG, m: MINE, "*": MINE };
  return named[key.toLowerCase()] ?? null;
}

export class Brushes {
  constructor(choose) {
    this.code = 1;
    this.buttons = new Map(
      ORDER.map((code) => {
        const name = NAMES[code] ?? String(code);
        const key = KEYS[code] ?? String(code);
        const picture = make("canvas", { "aria-hidden": "true" });
        const element = button(picture, () => this.choose(code), { class: "brush", "aria-label": name, title: `${name} (${key})` });
        return [code, element];
      }),
    );
    this.element = make("div.brushes", { role: "group", "aria-label": t("What a click sets") }, ...this.buttons.values());
    this.onChoose = choose;
    this.choose(this.code);
  }

  choose(code) {
    this.code = code;
    for (const [other, element] of this.buttons) element.setAttribute("aria-pressed", String(other === code));
    this.onChoose?.(code);
  }

  paint(theme) {
    const ratio = window.devicePixelRatio || 1;
    for (const [code, element] of this.buttons) {
      const canvas = element.firstChild;
      const side = Math.round(SIDE * ratio);
      Object.assign(canvas, { width: side, height: side });
      canvas.style.width = canvas.style.height = `${SIDE}px`;
      canvas.getContext("2d").drawImage(drawTile(THEMES[theme].tiles[SYMBOLS[code]], square(side, side), THEMES[theme]), 0, 0);
    }
  }
}
