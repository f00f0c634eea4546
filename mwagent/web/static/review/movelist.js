// The time line: every move with its class, and the chance to survive it and to win.

import { t } from "../app/language.js";
import { secondsText } from "../app/words.js";
import { card, check, make } from "../app/element.js";
import { GRADES, lossOf, moveName, roundPercent } from "./describe.js";

// Moves that are listed at once.
const LISTED = 2000;
const TELLING = new Set(["best", "worse", "risk"]);

export class MoveList {
  constructor(review) {
    this.review = review;
    this.list = make("ol.moves", { tabindex: "0", "aria-label": t("Moves") });
    const only = check(t("Only guesses and mistakes"), false, (on) => this.list.classList.toggle("telling", on));
    const head = make("div.moves-head", { "aria-hidden": "true" }, make("span", t("survives")), make("span", t("wins")));
    this.element = card(t("Moves"), "review-moves", only, head, this.list);
  }

  open(replay) {
    this.replay = replay;
    this.graded = 0;
    this.first = -1;
    this.#list(0);
  }

  // List the moves around move `at`: of a long game a part, for a browser takes no list of any length.
  #list(at) {
    const first = at - (at % LISTED);
    if (first === this.first) return;
    this.first = first;
    const { replay } = this;
    this.items = replay.steps.slice(first, first + LISTED).map((step, i) => {
      const n = first + i;
      const { seconds } = step.move;
      const act = make(
        "button",
        { type: "button", onclick: () => this.review.go(n) },
        make("span.sign", { "aria-hidden": "true" }, "…"),
        make("span.what", `${n + 1}. ${moveName(replay, step)}`),
        make("span.chance"),
        make("span.chance"),
        make("span.class", "…"),
        make("span.time", seconds === null ? "" : secondsText(seconds, 1)),
      );
      return make("li", act);
    });
    this.list.replaceChildren(...this.items);
    for (let n = first; n < this.graded && n < first + LISTED; n++) this.#writeAt(n);
  }

  grade(grades) {
    this.grades = grades;
    for (; this.graded < grades.length; this.graded++) this.#writeAt(this.graded);
  }

  #writeAt(n) {
    const item = this.items[n - this.first];
    if (item) this.#write(item, this.grades[n]);
  }

  point(at) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (this.replay) this.#list(Math.max(0, Math.min(at, this.replay.length - 1)));
    const item = this.items[at - this.first];
    item?.firstChild.setAttribute("aria-current", "step");
    const { list } = this;
    // The list scrolls, not the page.
    if (item) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    else list.scrollTop = list.scrollHeight;
  }

  #write(item, grade) {
    const { kind, survival, win, winMove, hit, proven } = grade;
    const [sign, , survives, wins, name] = item.firstChild.children;
    item.dataset.grade = kind;
    item.classList.toggle("quiet", !TELLING.has(kind) && !hit);
    sign.textContent = hit ? "✸" : GRADES[kind].sign;
    const label = kind === "flag" && proven !== "mine" ? FLAGS[proven] : GRADES[kind].label;
    name.textContent = [label, kind === "worse" && lossOf(grade), hit && t("a mine")].filter(Boolean).join(", ");
    say(survives, t("survives"), survival);
    say(wins, t("wins"), winMove ?? win);
  }
}

function say(element, what, share) {
  const spoken = make("span.sr", ` ${what} `);
  if (share !== null) element.replaceChildren(spoken, roundPercent(share));
}

const FLAGS = { safe: t("Wrong flag"), open: t("Flag, not proven") };
