// The hero: portrait, hearts, experience. Alive with hp 1 means no heart is left.

import { byId } from "../app/element.js";
import { address, picture } from "./art.js";
import { many, t } from "../app/language.js";
import { points } from "./words.js";

const PORTRAITS = { playing: "hero", won: "hero-won", dead: "hero-dead" };

function slackWords(slack) {
  if (slack < 0) return many(-slack, "It cannot be cleared any more: {n} heart[s] too few.");
  return many(slack, "Slack: {n} heart[s] may be wasted, and it can still be cleared.");
}

let before = null; // the hero that was shown last

export function showHero({ stage, hero, slack }) {
  const { hp, maxHp, level, xp, need, ready } = hero;
  const portrait = byId("portrait");
  portrait.querySelector("use").setAttribute("href", address(PORTRAITS[stage]));
  byId("level").textContent = t("Level {level}", { level });
  const can = ready && stage === "playing";
  portrait.classList.toggle("ready", can);
  portrait.setAttribute("aria-disabled", String(!can));
  const spare = can ? t("level up") : t("{points} to the next level", { points: points(Math.max(0, need - xp)) });
  portrait.setAttribute("aria-label", t("Hero, level {level}, {spare}", { level, spare }));
  portrait.title = can ? t("Level up: one level more, all hearts back (L)") : t("Level up at {points}", { points: points(need) });

  const [hearts, most] = [Math.max(0, hp - 1), maxHp - 1];
  const row = byId("hearts");
  row.replaceChildren(...Array.from({ length: most }, (_, i) => picture(i < hearts ? "heart" : "heart-empty")));
  const words = stage === "dead" ? t("Dead") : t("{hearts} of {most} hearts", { hearts, most });
  row.setAttribute("aria-label", words);
  row.title = hearts || stage === "dead" ? words : t("{words}: alive, but the next hit kills", { words });

  const share = Math.min(1, xp / need);
  byId("xp-fill").style.width = `${100 * share}%`;
  byId("xp-text").textContent = t("{xp} / {need} XP", { xp, need });
  byId("xp").setAttribute("aria-label", t("{xp} / {need} XP: play the solver’s next move", { xp, need }));
  byId("xp").title = t("Play the solver’s next move (S)");
  byId("xp").classList.toggle("full", xp >= need);

  byId("slack").textContent = stage === "playing" ? slackWords(slack) : "";

  if (before && hp < before.hp) animate(byId("hero"), "hurt");
  before = hero;
}

// Have an element move once, as a class of style.css says.
export function animate(element, name) {
  element.classList.add(name);
  element.addEventListener("animationend", () => element.classList.remove(name), { once: true });
}
