// What the solver does and why, in words.

import { LEVEL_UP } from "./core.js";
import { many } from "../app/language.js";
import { capitalised, percent } from "../app/words.js";
import { kindName, MINE, place, points } from "./words.js";

const hearts = (count) => many(count, "{n} heart[s]");

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
  if (hidden) return hint?.high === 0 ? `Reveals ${at}: nothing there has power.` : `Reveals ${at}: nothing there can hurt yet.`;
  if (defeated) return `Takes ${points(value)} at ${at}. That costs nothing.`;
  if (kind === "treasure") return `Takes the treasure at ${at}: ${points(value)}.`;
  if (kind === "chest") return `Opens the chest at ${at}: it cannot be the mimic.`;
  if (kind === "gnome") return `Chases the gnome at ${at}. That costs nothing.`;
  if (kind === "dragon_egg") return `Cracks the egg at ${at}. That costs nothing.`;
  return `Uses the ${kindName(kind)} at ${at}. That costs nothing.`;
}

function fight(square, at, { hp }) {
  const power = square.hidden || square.kind === "chest" ? square.hint?.low : square.value;
  const left = hearts(hp - 1 - power);
  const whom = square.hidden
    ? `what is at ${at}: its power is ${power} for certain`
    : `the ${kindName(square.kind === "chest" ? "mimic" : square.kind, square.which)} at ${at}, power ${power}`;
  return `Fights ${whom}. ${capitalised(left)} will be left.`;
}

// One or two sentences. `advice` and `state` (the one before the action) as in core.js.
export function reason({ action, why, death }, { squares, hero, chances }) {
  if (action === LEVEL_UP || why === "levelUp") {
    return hero.hp === 1
      ? "Levels up: no heart is left, so nothing of the healing is wasted."
      : `Levels up with ${hearts(hero.hp - 1)} left: nothing better can be done with them.`;
  }
  if (action === null) return "Sees nothing more to do.";
  const square = squares[action];
  const at = place(action);
  const may = likely(chances, action);
  const maybe = may ? ` Most likely: ${may}.` : "";
  switch (why) {
    case "free":
      return free(square, at);
    case "fight":
      return fight(square, at, hero);
    case "explore": {
      const most = square.hint?.high ?? 0;
      const worst = most < MINE ? `at most power ${most}, and ` : "";
      return `Looks at ${at}: ${worst}no way to die of it.${maybe}`;
    }
    case "risk":
      return `Takes a risk at ${at}: ${percent(death)} to die, and no better bargain.${maybe}`;
    case "heal":
      return `Uses the medikit at ${at}: with ${hearts(hero.hp - 1)} nothing else is worth its price.`;
    case "wall":
      return `Hits the wall at ${at}: a heart that no enemy can use.`;
    case "crown":
      return "Takes the crown: the game is won.";
    default:
      return `Plays ${at}.`;
  }
}
