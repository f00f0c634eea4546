// What the solver does and why, in words.

import { LEVEL_UP } from "./core.js";
import { many, t } from "../app/language.js";
import { percent } from "../app/words.js";
import { kindName, MINE, place, points } from "./words.js";

// Up to three of what may be on a square, with their chances; "" when it is certain.
export function likely(chances, s) {
  const list = chances?.[s] ?? [];
  if (!list.length || list[0][1] > 0.995) return "";
  return list
    .slice(0, 3)
    .map(([kind, chance]) => `${kindName(kind)} ${percent(chance)}`)
    .join(", ");
}

function free(square, at) {
  const { hidden, kind, defeated, value, hint } = square;
  if (hidden && hint?.high === 0) return t("Reveals {at}: nothing there has power.", { at });
  if (hidden) return t("Reveals {at}: nothing there can hurt yet.", { at });
  if (defeated) return t("Takes {points} at {at}. That costs nothing.", { points: points(value), at });
  if (kind === "treasure") return t("Takes the treasure at {at}: {points}.", { points: points(value), at });
  if (kind === "chest") return t("Opens the chest at {at}: it cannot be the mimic.", { at });
  if (kind === "gnome") return t("Chases the gnome at {at}. That costs nothing.", { at });
  if (kind === "dragon_egg") return t("Cracks the egg at {at}. That costs nothing.", { at });
  return t("Uses what is at {at}: {what}. That costs nothing.", { at, what: kindName(kind) });
}

function fight(square, at, { hp }) {
  const power = square.hidden || square.kind === "chest" ? square.hint?.low : square.value;
  const whom = square.kind === "chest" ? kindName("mimic") : kindName(square.kind, square.which);
  const said = square.hidden
    ? t("Fights what is at {at}: its power is {power} for certain.", { at, power })
    : t("Fights at {at}: {whom}, power {power}.", { at, whom, power });
  return `${said} ${many(hp - 1 - power, "{n} heart[s] will be left.")}`;
}

// One or two sentences. `advice` and `state` (the one before the action) as in core.js.
export function reason({ action, why, death }, { squares, hero, chances }) {
  if (action === LEVEL_UP || why === "levelUp") {
    return hero.hp === 1
      ? t("Levels up: no heart is left, so nothing of the healing is wasted.")
      : many(hero.hp - 1, "Levels up with {n} heart[s] left: nothing better can be done with them.");
  }
  if (action === null) return t("Sees nothing more to do.");
  const square = squares[action];
  const at = place(action);
  const may = likely(chances, action);
  const maybe = may ? ` ${t("Most likely: {may}.", { may })}` : "";
  switch (why) {
    case "free":
      return free(square, at);
    case "fight":
      return fight(square, at, hero);
    case "explore": {
      const most = square.hint?.high ?? 0;
      const said =
        most < MINE
          ? t("Looks at {at}: at most power {most}, and no way to die of it.", { at, most })
          : t("Looks at {at}: no way to die of it.", { at });
      return said + maybe;
    }
    case "risk":
      return t("Takes a risk at {at}: {share} to die, and no better bargain.", { at, share: percent(death) }) + maybe;
    case "heal":
      return many(hero.hp - 1, "Uses the medikit at {at}: with {n} heart[s] nothing else is worth its price.", { at });
    case "wall":
      return t("Hits the wall at {at}: a heart that no enemy can use.", { at });
    case "crown":
      return t("Takes the crown: the game is won.");
    default:
      return t("Plays {at}.", { at });
  }
}
