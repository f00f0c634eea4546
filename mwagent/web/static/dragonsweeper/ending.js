// What is shown over the board when a game is over.

import { byId } from "../app/element.js";
import { many, t } from "../app/language.js";
import { address } from "./art.js";

const MOST_XP = 365;

const TITLES = { dead: t("You died"), won: t("The Dragon is defeated"), cleared: t("The lair is cleared") };

export function hideEnding() {
  byId("ending").hidden = true;
}

// `helped` is the number of actions that the solver played; `killer` what dealt the last blow.
export function showEnding({ stage, cleared, emptied, hero }, seed, helped, killer) {
  const outcome = cleared ? "cleared" : stage;
  const box = byId("ending");
  box.dataset.outcome = outcome;
  box.querySelector("use").setAttribute("href", address(stage === "dead" ? "hero-dead" : "hero-won"));
  byId("ending-title").textContent = TITLES[outcome];
  const sentences = [
    stage === "dead" && killer && t("Killed by: {killer}.", { killer }),
    stage === "won" && !cleared && many(MOST_XP - hero.score, "{n} point[s] [was|were] left in the lair."),
    t("Score {score} of {most}, level {level}, lair {seed}.", { score: hero.score, most: MOST_XP, level: hero.level, seed: String(seed) }),
    emptied && t("The original gives its clear badge for that: nothing was left at all."),
    helped && many(helped, "The solver played {n} of the moves."),
  ];
  byId("ending-text").textContent = sentences.filter(Boolean).join(" ");
  box.hidden = false;
  byId("ending-title").focus({ preventScroll: true });
}
