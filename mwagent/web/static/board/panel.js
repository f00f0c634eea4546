// The panel above the board: two seven-segment counters and the face.

import { t } from "../app/language.js";
import { svg } from "../app/element.js";

// Segments of a digit on a grid of 13 x 23 units: top, upper left, upper right, middle, lower
// left, lower right, bottom. Bars with pointed ends, and a gap between any two.
const SEGMENTS = [
  "M2.3 2L3.5 0.8H9.5L10.7 2L9.3 3.4H3.7z",
  "M1.8 2.5L3.2 3.9V9.7L1.8 11.1L0.7 10V3.6z",
  "M11.2 2.5L12.3 3.6V10L11.2 11.1L9.8 9.7V3.9z",
  "M2.3 11.5L3.6 10.2H9.4L10.7 11.5L9.4 12.8H3.6z",
  "M1.8 11.9L3.2 13.3V19.1L1.8 20.5L0.7 19.4V13z",
  "M11.2 11.9L12.3 13V19.4L11.2 20.5L9.8 19.1V13.3z",
  "M3.7 19.6H9.3L10.7 21L9.5 22.2H3.5L2.3 21z",
];
const LIT = {
  0: "1110111",
  1: "0010010",
  2: "1011101",
  3: "1011011",
  4: "0111010",
  5: "1101011",
  6: "1101111",
  7: "1010010",
  8: "1111111",
  9: "1111011",
  "-": "0001000",
};

// A counter of at least three digits, as many as the largest number it was given needs. Only
// segments that change are touched.
export class Counter {
  constructor(holder) {
    this.holder = holder;
    this.drawing = svg("svg", { "aria-hidden": "true" }, holder);
    this.digits = [];
    this.shown = "";
    this.fit(0);
  }

  // Make room for every number up to `most`, and no more than that.
  fit(most) {
    const places = Math.max(3, String(most).length);
    if (places === this.digits.length) return;
    this.drawing.replaceChildren();
    this.drawing.setAttribute("viewBox", `-0.5 0 ${13 * places + 1} 23`);
    this.holder.style.setProperty("--digits", places);
    this.digits = Array.from({ length: places }, (_, place) => {
      const digit = svg("g", { transform: `translate(${13 * place} 0)` }, this.drawing);
      return SEGMENTS.map((d) => svg("path", { d }, digit));
    });
    this.shown = "";
  }

  show(number) {
    if (String(number).length > this.digits.length) this.fit(number);
    const sign = number < 0 ? "-" : "";
    const places = this.digits.length - sign.length;
    const bounded = Math.min(10 ** places - 1, Math.abs(number));
    const text = sign + String(bounded).padStart(places, "0");
    [...text].forEach((character, place) => {
      if (character === this.shown[place]) return;
      this.digits[place].forEach((segment, i) => {
        segment.classList.toggle("lit", LIT[character][i] === "1");
      });
    });
    this.shown = text;
    this.holder.setAttribute("aria-label", `${this.holder.dataset.label} ${number}`);
  }
}

const EYES = [
  ["circle", { cx: 6, cy: 7, r: 1.1, fill: "#000" }],
  ["circle", { cx: 11, cy: 7, r: 1.1, fill: "#000" }],
];
const LINE = { fill: "none", stroke: "#000", "stroke-width": 1.2, "stroke-linecap": "round" };
const LOOKS = {
  smile: [...EYES, ["path", { d: "M5 10.5Q8.5 14.5 12 10.5", ...LINE }]],
  oh: [...EYES, ["circle", { cx: 8.5, cy: 11.5, r: 1.9, fill: "none", stroke: "#000" }]],
  cool: [
    ["path", { d: "M2 5.5H15V6.5H14L13.5 8.5H10L9.3 6.7H7.7L7 8.5H3.5L3 6.5H2z", fill: "#000" }],
    ["path", { d: "M5 11Q8.5 14 12 11", ...LINE }],
  ],
  dead: [
    ["path", { d: "M4.8 5.8L7.2 8.2M7.2 5.8L4.8 8.2M9.8 5.8L12.2 8.2M12.2 5.8L9.8 8.2", ...LINE }],
    ["path", { d: "M5 13Q8.5 9.5 12 13", ...LINE }],
  ],
};
const SAID = { smile: t("New game"), oh: t("New game"), cool: t("Won. New game"), dead: t("Lost. New game") };

export class Face {
  constructor(button) {
    this.button = button;
    this.look = null;
    const drawing = svg("svg", { viewBox: "0 0 17 17", "aria-hidden": "true" }, button);
    svg("circle", { cx: 8.5, cy: 8.5, r: 7.6, fill: "#ffe135", stroke: "#000" }, drawing);
    this.looks = {};
    for (const [look, shapes] of Object.entries(LOOKS)) {
      this.looks[look] = svg("g", { display: "none" }, drawing);
      for (const [name, attributes] of shapes) svg(name, attributes, this.looks[look]);
    }
    this.show("smile");
  }

  show(look) {
    if (look === this.look) return;
    if (this.look) this.looks[this.look].setAttribute("display", "none");
    this.looks[look].removeAttribute("display");
    this.look = look;
    this.button.setAttribute("aria-label", SAID[look]);
  }
}
