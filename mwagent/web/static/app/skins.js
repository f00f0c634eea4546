// Tiles of one's own, pictures with the names that are listed here. They are kept in this browser; what is not among them is drawn as ever. Loaded where there
// are some.

import { t } from "./language.js";
import { OWN } from "../board/tiles.js";
import { store, stored } from "./settings.js";

const STORE = "mwagent.tiles";
const LARGEST = 200_000; // bytes of a picture: tiles of 64 pixels have a tenth of it
const SYMBOLS = {
  hidden: ["#"],
  open: ["0", "pressed"],
  flag: ["F"],
  mine: ["*"],
  mine_exploded: ["X"],
  flag_wrong: ["W"],
  question: ["?"],
};
for (let n = 1; n <= 8; n++) SYMBOLS[`open${n}`] = [String(n)];
const NAME = /^(hidden|open[1-8]?|flag|mine|mine_exploded|flag_wrong|question)(_1)?\.(png|webp|jpe?g|gif)$/i;

// Take the tiles among these files, in place of those there were. Fails with a sentence for the reader.
export async function takeTiles(files) {
  const tiles = {};
  for (const file of files) {
    const match = NAME.exec(file.name);
    if (!match) continue;
    if (file.size > LARGEST)
      throw new Error(t("{name} has {size} bytes; a tile has up to {most}.", { name: file.name, size: file.size, most: LARGEST }));
    tiles[match[1].toLowerCase()] = await addressOf(file);
  }
  if (!tiles.hidden || !tiles.open) {
    throw new Error(t("These are no tiles: choose all pictures of a skin at once, hidden.png and open.png among them."));
  }
  await show(tiles);
  store(STORE, tiles);
  if (!stored(STORE).hidden) throw new Error(t("The tiles are shown, but this browser has no room to keep them."));
  return Object.keys(tiles).length;
}

// Show the tiles that are kept; gives whether there are any.
export async function showTiles() {
  const tiles = stored(STORE);
  if (!tiles.hidden || !tiles.open) return false;
  await show(tiles);
  return true;
}

export function hideTiles() {
  OWN.clear();
}

async function show(tiles) {
  const pictures = await Promise.all(
    Object.entries(tiles)
      .filter(([name]) => Object.hasOwn(SYMBOLS, name))
      .map(async ([name, address]) => [name, await pictureOf(name, address)]),
  );
  OWN.clear();
  for (const [name, picture] of pictures) for (const symbol of SYMBOLS[name]) OWN.set(symbol, picture);
}

async function pictureOf(name, address) {
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
  } catch {
    throw new Error(t("{name} is no picture that a browser can open.", { name }));
  }
  return picture;
}

function addressOf(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new Error(t("{name} cannot be read.", { name: file.name })));
    reader.readAsDataURL(file);
  });
}
