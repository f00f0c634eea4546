// The chance to survive and to win over the moves of a game, as an SVG picture.

import { fixed, many } from "../app/language.js";
import { roundPercent } from "./describe.js";
import { graphText, svg } from "../app/element.js";
import { survivalLine } from "./summary.js";

const WIDTH = 360;
const HEIGHT = 150;
const EDGE = { left: 52, right: 10, top: 10, bottom: 22 };
const MARKED = new Set(["best", "worse", "risk"]); // moves that need not be looked at have no mark of their own

export class Graph {
  // `choose(count)` is called with the number of moves up to and with the one that was clicked.
  constructor(figure, choose) {
    this.svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img" });
    figure.append(this.svg);
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      const share = (x - EDGE.left) / (WIDTH - EDGE.left - EDGE.right);
      choose(Math.min(this.moves, Math.max(0, Math.round(share * this.moves))));
    });
  }

  // `moves` is the number of all moves, of which the first ones have grades already.
  show(grades, moves) {
    this.moves = moves;
    const parts = [...frame(moves), ...this.#lines(grades), ...this.#marks(grades)];
    this.cursor = svg("line", { class: "graph-cursor", y1: EDGE.top, y2: HEIGHT - EDGE.bottom });
    this.svg.replaceChildren(this.cursor);
    for (const part of parts) this.cursor.before(part); // there may be more than a call takes arguments
    const last = survivalLine(grades).at(-1) ?? 1;
    this.svg.setAttribute(
      "aria-label",
      many(moves, "Chances over {n} move[s]; the chance to survive [it|them all] is {chance} percent. The list of moves tells each.", {
        chance: fixed(last * 100, 1),
      }),
    );
  }

  point(count) {
    const x = this.#x(count);
    this.cursor?.setAttribute("x1", x);
    this.cursor?.setAttribute("x2", x);
  }

  #x(count) {
    return EDGE.left + (count / Math.max(1, this.moves)) * (WIDTH - EDGE.left - EDGE.right);
  }

  #lines(grades) {
    const survived = survivalLine(grades);
    const steps = survived.map((y, n) => `H${this.#x(n + 1)}V${yOf(y)}`).join("");
    const lines = [svg("path", { class: "graph-survival", d: `M${this.#x(0)} ${yOf(1)}${steps}` })];
    // The chance to win is known over some stretches only, mostly at the end.
    let path = "";
    grades.forEach(({ win }, n) => {
      if (win === null) return;
      const before = grades[n - 1]?.win ?? null;
      path += `${before === null ? "M" : "L"}${this.#x(n)} ${yOf(win)}H${this.#x(n + 1)}`;
    });
    if (path) lines.push(svg("path", { class: "graph-win", d: path }));
    return lines;
  }

  #marks(grades) {
    const survived = survivalLine(grades);
    const marks = [];
    grades.forEach(({ kind, hit }, n) => {
      if (!MARKED.has(kind) && !hit) return;
      const [x, y] = [this.#x(n + 1), yOf(survived[n])];
      marks.push(svg("path", { class: hit ? "graph-mark hit" : "graph-mark", "data-grade": kind, d: shape(kind, hit, x, y) }));
    });
    return marks;
  }
}

function frame(moves) {
  const parts = [];
  for (const share of [0, 0.5, 1]) {
    const y = yOf(share);
    parts.push(svg("line", { class: "graph-line", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y, y2: y }));
    parts.push(graphText(roundPercent(share), EDGE.left - 6, y + 4, "end"));
  }
  parts.push(graphText("0", EDGE.left, HEIGHT - 6, "start"));
  parts.push(graphText(many(moves, "{n} move[s]"), WIDTH - EDGE.right, HEIGHT - 6, "end"));
  return parts;
}

// Each class has a shape of its own, for those who do not tell the colours apart.
function shape(kind, hit, x, y) {
  if (hit) return `M${x - 5} ${y - 5}L${x + 5} ${y + 5}M${x + 5} ${y - 5}L${x - 5} ${y + 5}`;
  if (kind === "best") return `M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}Z`;
  if (kind === "worse") return `M${x - 5} ${y - 4}H${x + 5}L${x} ${y + 5}Z`;
  return `M${x - 5} ${y + 4}H${x + 5}L${x} ${y - 5}Z`;
}

const yOf = (share) => EDGE.top + (1 - share) * (HEIGHT - EDGE.top - EDGE.bottom);
