// The list of lairs worth a challenge, with what the player has made of them.

import { button, make } from "../app/element.js";
import { many, t } from "../app/language.js";
import { UNSOLVED } from "./seeds.js";

const RESULTS = { won: t("won"), cleared: t("cleared") };

export class ChallengeList {
  constructor(host, play) {
    this.buttons = new Map();
    host.append(...UNSOLVED.map((list, i) => this.#list(list, i === 0, play)));
  }

  // `results` maps seeds to "won" or "cleared"; `seed` is the one on the table.
  show(results, seed) {
    for (const [of, chosen] of this.buttons) {
      const result = results[of];
      chosen.dataset.result = result ?? "";
      chosen.setAttribute("aria-label", [of, RESULTS[result]].filter(Boolean).join(", "));
      if (of === seed) chosen.setAttribute("aria-current", "true");
      else chosen.removeAttribute("aria-current");
    }
  }

  #list({ version, seeds }, open, play) {
    const buttons = seeds.map((seed) => {
      const made = button(String(seed), () => play(seed));
      this.buttons.set(seed, made);
      return made;
    });
    const title = make("summary", many(seeds.length, "Version {version}: {n} lair[s]", { version }));
    return make("details", { open }, title, make("div.seeds", ...buttons));
  }
}
