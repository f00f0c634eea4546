// Boards of a kind: with a 3BV in a range, and of an efficiency that can be reached.

import { threeBV } from "../game/metrics.js";

const ZINI_CELLS = 2500; // ZiNi of a larger board would be waited for, many times over

// {least, most} of a text such as "20-40", "20-", "-40" or "30"; null where it is none.
export function rangeOf(text) {
  const match = /^(\d{0,4})(?:-(\d{0,4}))?$/.exec(text);
  if (!match || !/\d/.test(text)) return null;
  const [, from, to] = match;
  const range = { least: Number(from || 0), most: to === undefined ? Number(from) : to === "" ? Infinity : Number(to) };
  return range.least <= range.most ? range : null;
}

// Whether the mines of a level make a board as it is sought: `bv` a range as text, `efficiency` the least
// 3BV / ZiNi in percent as text; empty texts ask for nothing.
export async function suits(level, mined, { bv, efficiency }) {
  const bbbv = threeBV(level, mined);
  const range = bv ? rangeOf(bv) : null;
  if (range && (bbbv < range.least || bbbv > range.most)) return false;
  if (!efficiency || level.rows * level.cols > ZINI_CELLS) return true;
  const { ziniLoaded, ziniPath } = await import("../game/zini.js");
  await ziniLoaded();
  return (100 * bbbv) / ziniPath(level, mined).length >= Number(efficiency);
}
