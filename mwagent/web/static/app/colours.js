// The colours of a page: those that were chosen, or those of the system.

import { byId } from "./element.js";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

// The name of the colours in use, as tiles.js and style.css know them.
export const coloursOf = ({ theme }) => (theme === "auto" ? (dark.matches ? "night" : "day") : theme);

// Have the page in the colours of its settings, with the field to choose them; `change(theme)` gets what is chosen, and
// "auto" again where the system changes its own. Gives what paints the page anew.
export function followColours(settings, change) {
  const field = byId("theme");
  const paint = () => {
    document.documentElement.dataset.theme = coloursOf(settings);
    const colour = getComputedStyle(document.documentElement).getPropertyValue("--bar").trim();
    document.querySelector('meta[name="theme-color"]').setAttribute("content", colour);
  };
  field.value = settings.theme;
  field.addEventListener("change", () => change(field.value));
  dark.addEventListener("change", () => settings.theme === "auto" && change("auto"));
  paint();
  return paint;
}
