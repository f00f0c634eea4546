// The whole game in a few figures.

import { card, make } from "../app/element.js";
import { many } from "../app/words.js";
import { GRADES, roundPercent } from "./describe.js";
import { summarise } from "./summary.js";

export class SummaryCard {
  constructor() {
    this.figures = make("div", { class: "figures" });
    this.lead = make("p", { class: "lead", "aria-live": "polite" });
    this.words = make("div", { "aria-live": "polite" });
    this.element = card("The game", "review-summary", this.lead, this.figures, make("p", { class: "soft" }, EXPLAINED), this.words);
  }

  show(grades, replay) {
    const told = summarise(grades);
    const left = replay.length - grades.length;
    const judged = told.moves > 0;
    this.lead.textContent = judged ? leadOf(told) : "";
    this.figures.replaceChildren(
      figure("Chance kept", judged ? roundPercent(told.kept) : "–"),
      figure("Decisions that cost", judged ? `${told.costly} of ${told.moves}` : "–"),
      figure("Accuracy", judged ? roundPercent(told.accuracy) : "–"),
      figure("Luck, in mines", `${told.luck < 0 ? "−" : "+"}${Math.abs(told.luck).toFixed(2)}`),
      ...["proof", "best", "worse", "risk"].map((kind) => figure(GRADES[kind].label, String(told.count[kind]), kind)),
    );
    const sentences = [
      left ? `The engine is at work: ${left} moves to go.` : `${replay.record.title || "A game"}.`,
      `All moves of this game together survive with ${roundPercent(told.chance)}.`,
      `The risks taken hit ${told.expected.toFixed(2)} mines on average; ${told.hits === 1 ? "1 was" : `${told.hits} were`} hit.`,
      told.exact ? "" : "Some positions were too wide to be counted; their figures are estimates.",
    ];
    this.words.replaceChildren(...sentences.filter(Boolean).map((text) => make("p", {}, text)));
  }

  fail(message) {
    this.words.replaceChildren(make("p", { class: "bad" }, `The moves cannot be judged: ${message}.`));
  }
}

const EXPLAINED =
  "Accuracy rates every decision by the share of the chance to win that it lost, as Lichess rates moves of chess: 100 % is without a mistake, good players have 90 % and more, careless games 50 % or less.";

function leadOf({ kept, costly, moves }) {
  if (!costly) return `None of ${many(moves, "decision")} cost anything: all of the chance to win was kept.`;
  return `${many(costly, "decision")} of ${moves} cost some of the chance to win; ${roundPercent(kept)} of it was kept.`;
}

function figure(name, value, grade = null) {
  const sign = grade && make("span", { class: "sign", "aria-hidden": "true" }, GRADES[grade].sign);
  return make("div", { class: "figure", "data-grade": grade }, make("strong", {}, sign, value), make("span", {}, name));
}
