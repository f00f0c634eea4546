// A figure of the won games over time, as an SVG picture: a dot for each game, and the median of the
// last ones as a line.

import { fixed, many, t, when } from "../app/language.js";
import { percent, secondsText } from "../app/words.js";
import { graphText, make, svg } from "../app/element.js";
import { accuracyOf } from "./accuracy.js";

const WIDTH = 360;
const HEIGHT = 180;
const EDGE = { left: 46, right: 10, top: 10, bottom: 24 };
const WINDOW = 15; // games that the median is taken over

const share = (value) => percent(value, 0);
export const MEASURES = {
  seconds: { title: t("time"), of: ({ elapsed }) => elapsed / 1000, say: (value) => secondsText(value, value < 10 ? 1 : 0) },
  rate: { title: t("3BV per second"), of: ({ threeBV, elapsed }) => threeBV / (elapsed / 1000), say: (value) => fixed(value, 2) },
  efficiency: { title: t("efficiency"), of: ({ threeBV, clicks }) => threeBV / clicks, say: share },
  accuracy: { title: t("accuracy"), of: accuracyOf, say: share },
};

export class TimeGraph {
  constructor(choose) {
    this.choose = choose;
    this.svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "time-graph", role: "img" });
    this.words = make("p.soft");
    this.element = make("div", this.svg, this.words);
  }

  // Show a measure of won games of a level, latest first.
  show(won, name, level) {
    const { title, of, say } = MEASURES[name];
    const points = won
      .toReversed()
      .map((game) => ({ game, value: of(game) }))
      .filter(({ value }) => Number.isFinite(value) && value !== null);
    this.svg.style.display = points.length ? "" : "none";
    if (!points.length) {
      this.svg.replaceChildren();
      this.words.textContent = t("Won games stand here, each a dot.");
      return;
    }
    const top = points.reduce((most, { value }) => Math.max(most, value), 0) * 1.05 || 1;
    const x = (n) => EDGE.left + ((n + 0.5) / points.length) * (WIDTH - EDGE.left - EDGE.right);
    const y = (value) => EDGE.top + (1 - value / top) * (HEIGHT - EDGE.top - EDGE.bottom);
    const medians = points.map((_, n) => median(points.slice(Math.max(0, n + 1 - WINDOW), n + 1).map(({ value }) => value)));
    const parts = [0, top / 2, top].flatMap((value) => [
      svg("line", { class: "graph-line", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(value), y2: y(value) }),
      graphText(say(value), EDGE.left - 6, y(value) + 4, "end"),
    ]);
    const date = ({ game }) => when(game.begun);
    parts.push(graphText(date(points[0]), EDGE.left, HEIGHT - 6, "start"));
    if (points.length > 1) parts.push(graphText(date(points.at(-1)), WIDTH - EDGE.right, HEIGHT - 6, "end"));
    const path = medians.map((value, n) => `${n ? "L" : "M"}${x(n)} ${y(value)}`).join("");
    for (const [n, { game, value }] of points.entries()) {
      const dot = svg("circle", { class: "time-dot", cx: x(n), cy: y(value), r: points.length > 120 ? 2 : 3.5 });
      svg("title", {}, dot).textContent = `${when(game.begun, { dateStyle: "short", timeStyle: "short" })}: ${say(value)}`;
      dot.addEventListener("click", () => this.choose(game));
      parts.push(dot);
    }
    parts.push(svg("path", { class: "time-median", d: path }));
    this.svg.replaceChildren(...parts);
    const best = name === "seconds" ? Math.min : Math.max;
    const told = t("{level}: best {best}, median of the last {last} won: {median}.", {
      level,
      best: say(best(...points.map(({ value }) => value))),
      last: Math.min(WINDOW, points.length),
      median: say(medians.at(-1)),
    });
    this.svg.setAttribute(
      "aria-label",
      many(points.length, "[Won|{n} won] games over time: {title}. {told} The list tells each.", { title, told }),
    );
    this.words.textContent = told;
  }
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
