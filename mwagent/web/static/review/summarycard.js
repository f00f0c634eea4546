// The whole game in a few figures.

import { fixed, many, t } from "../app/language.js";
import { card, figure, make, paragraphs } from "../app/element.js";
import { GRADES, roundPercent } from "./describe.js";
import { summarise } from "./summary.js";

export class SummaryCard {
  constructor() {
    this.figures = make("div.figures");
    this.lead = make("p.lead", { "aria-live": "polite" });
    this.words = make("div", { "aria-live": "polite" });
    this.element = card(t("The game"), "review-summary", this.lead, this.figures, make("p.soft", EXPLAINED), this.words);
  }

  show(grades, replay) {
    const told = summarise(grades);
    const left = replay.length - grades.length;
    const judged = told.moves > 0;
    this.lead.textContent = judged ? leadOf(told) : "";
    this.figures.replaceChildren(
      figure(t("Chance kept"), judged ? roundPercent(told.kept) : "–"),
      figure(t("Decisions that cost"), judged ? t("{costly} of {moves}", { costly: told.costly, moves: told.moves }) : "–"),
      figure(t("Accuracy"), judged ? roundPercent(told.accuracy) : "–"),
      figure(t("Luck, in mines"), `${told.luck < 0 ? "−" : "+"}${fixed(Math.abs(told.luck), 2)}`),
      ...["proof", "best", "worse", "risk"].map((kind) => gradeFigure(kind, told.count[kind])),
    );
    const sentences = [
      left ? many(left, "The engine is at work: {n} move[s] to go.") : t("{title}.", { title: replay.record.title || t("A game") }),
      t("All moves of this game together survive with {share}.", { share: roundPercent(told.chance) }),
      many(told.hits, "The risks taken hit {expected} mines on average; {n} [was|were] hit.", { expected: fixed(told.expected, 2) }),
      told.exact ? "" : t("Some positions were too wide to be counted; their figures are estimates."),
    ];
    this.words.replaceChildren(...paragraphs(sentences));
  }

  fail(message) {
    this.words.replaceChildren(make("p.bad", t("The moves cannot be judged: {message}.", { message })));
  }
}

const EXPLAINED = t(
  "Accuracy rates every decision by the share of the chance to win that it lost, as Lichess rates moves of chess: 100 % is without a mistake, good players have 90 % and more, careless games 50 % or less.",
);

function leadOf({ kept, costly, moves }) {
  if (!costly) return many(moves, "None of {n} decision[s] cost anything: all of the chance to win was kept.");
  return many(costly, "{n} decision[s] of {moves} cost some of the chance to win; {share} of it was kept.", {
    moves,
    share: roundPercent(kept),
  });
}

function gradeFigure(kind, count) {
  const { label, sign } = GRADES[kind];
  const element = figure(label, String(count), make("span.sign", { "aria-hidden": "true" }, sign));
  element.dataset.grade = kind;
  return element;
}
