// The pictures of art.svg, put into the page once, and which of them shows what.

import { svg } from "../app/element.js";

// Puts the pictures into `host`, for <use> to find.
export async function loadArt(host) {
  const response = await fetch(new URL("art.svg", import.meta.url));
  if (!response.ok) throw new Error(`art.svg cannot be fetched: status ${response.status}`);
  const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  host.replaceChildren(document.importNode(drawing.documentElement, true));
}

// Where a picture of art.svg is found; its name may be that of a kind.
export const address = (name) => `#art-${name.replaceAll(" ", "-")}`;

// A picture as an element; `mirrored` makes what looks right look left.
export function picture(name, { mirrored = false, className = "" } = {}) {
  const drawing = svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true", class: className });
  svg("use", { href: address(name), transform: mirrored ? "translate(32 0) scale(-1 1)" : "" }, drawing);
  return drawing;
}

// The picture of a kind, for the book and for what a square holds.
export const kindPicture = (kind, which = 0) => picture(kind === "giant" ? ["romeo", "juliet"][which] : kind);

// The picture of a square that is open and holds something, or null.
export function squarePicture({ kind, value, facing, which }) {
  if (kind === "empty") return null;
  if (kind === "rat") return picture(facing === "front" ? "rat-front" : "rat", { mirrored: facing === "left" });
  if (kind === "gargoyle") return picture(kind, { mirrored: facing === "left" });
  if (kind === "wall") return picture(value === 3 ? "wall" : `wall-${value}`);
  if (kind === "treasure") return picture(value === 1 ? "treasure-1" : "treasure");
  return kindPicture(kind, which);
}
