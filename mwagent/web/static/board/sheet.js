// A card that is a sheet at the bottom of a narrow window (.sheet in style.css): the page is told how
// much of the window it takes (--sheet), so that the board stays in sight above it.

export function followSheet(element, changed = () => {}) {
  const tell = () => {
    const fixed = element.checkVisibility() && getComputedStyle(element).position === "fixed";
    const height = fixed ? `${Math.round(element.getBoundingClientRect().height)}px` : "0px";
    const { style } = document.documentElement;
    if (style.getPropertyValue("--sheet") === height) return;
    style.setProperty("--sheet", height);
    changed();
  };
  new ResizeObserver(tell).observe(element);
}

// Bring the card into sight where it is no sheet and lies below what is seen.
export function intoSight(element) {
  const sheet = getComputedStyle(element).position === "fixed";
  if (!sheet && element.getBoundingClientRect().top > window.innerHeight - 120)
    element.scrollIntoView({ block: "end", behavior: "smooth" });
}
