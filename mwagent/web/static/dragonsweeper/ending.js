// What is shown over the board when a game is over.

import { byId } from "../app/element.js";
import { address } from "./art.js";

const MOST_XP = 365;

const TITLES = { dead: "You died", won: "The Dragon is defeated", cleared: "The lair is cleared" };

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
    stage === "dead" && killer && `Killed by ${killer}.`,
    stage === "won" && !cleared && `${MOST_XP - hero.score} points were left in the lair.`,
    `Score ${hero.score} of ${MOST_XP}, level ${hero.level}, lair ${seed}.`,
    emptied && "The original gives its clear badge for that: nothing was left at all.",
    helped && `The solver played ${helped} of the moves.`,
  ];
  byId("ending-text").textContent = sentences.filter(Boolean).join(" ");
  box.hidden = false;
  byId("ending-title").focus({ preventScroll: true });
}
