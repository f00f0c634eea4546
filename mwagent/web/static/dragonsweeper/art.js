// The pictures of art.svg, put into the page once, and which of them shows what.

const SVG = "http://www.w3.org/2000/svg";

// Puts the pictures into `host`, for <use> to find.
export async function loadArt(host) {
  const response = await fetch(new URL("art.svg", import.meta.url));
  if (!response.ok) throw new Error(`art.svg cannot be fetched: status ${response.status}`);
  const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  host.replaceChildren(document.importNode(drawing.documentElement, true));
}

// Where a picture of art.svg is found; its name may be that of a kind.
export function address(name) {
  return `#art-${name.replaceAll(" ", "-")}`;
}

// A picture as an element; `mirrored` makes what looks right look left.
export function picture(name, { mirrored = false, className = "" } = {}) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("aria-hidden", "true");
  if (className) svg.setAttribute("class", className);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", address(name));
  if (mirrored) use.setAttribute("transform", "translate(32 0) scale(-1 1)");
  svg.append(use);
  return svg;
}

// The picture of a kind, for the book and for what a square holds.
export function kindPicture(kind, which = 0) {
  if (kind === "giant") return picture(which ? "juliet" : "romeo");
  return picture(kind);
}

// The picture of a square that is open and holds something, or null.
export function squarePicture({ kind, value, facing, which }) {
  if (kind === "empty") return null;
  if (kind === "rat") return picture(facing === "front" ? "rat-front" : "rat", { mirrored: facing === "left" });
  if (kind === "gargoyle") return picture(kind, { mirrored: facing === "left" });
  if (kind === "wall") return picture(value === 3 ? "wall" : `wall-${value}`);
  if (kind === "treasure") return picture(value === 1 ? "treasure-1" : "treasure");
  return kindPicture(kind, which);
}
