// A finished game as a picture to be shared: its board, with time, 3BV/s, efficiency, and its rank among one's own.

import { fixed, t } from "../app/language.js";
import { levelName } from "../app/settings.js";
import { percent, secondsText } from "../app/words.js";
import { save } from "../app/files.js";

const HEAD = 64; // pixels above the board, at its scale of one
const LEAST = 480; // pixels of the width

// {rank, of} of a won game among the won games of its kind in a list of headers, the quickest first.
export function rankOf({ id, name, noguess, elapsed }, games) {
  const alike = games.filter(
    (game) => game.stage === "won" && game.counted && game.name === name && game.noguess === noguess && game.id !== id,
  );
  return { rank: 1 + alike.filter((game) => game.elapsed < elapsed).length, of: alike.length + 1 };
}

// The lines of the picture for the header of a game (play/round.js).
export function linesOf(header, games) {
  const { stage, name, elapsed, threeBV, clicks, counted } = header;
  const seconds = elapsed / 1000;
  const won = stage === "won";
  const figures = [secondsText(seconds, 3), `3BV ${threeBV}`, `${fixed(threeBV / seconds, 2)} 3BV/s`, percent(threeBV / clicks, 0)];
  const { rank, of } = won && counted ? rankOf(header, games) : {};
  const place = rank && t("number {rank} of {of}", { rank, of });
  return [
    [levelName(name), won ? t("won") : t("lost"), place].filter(Boolean).join(" · "),
    (won ? figures : figures.slice(0, 2)).join(" · "),
  ];
}

export async function sharePicture(canvas, header, games) {
  const picture = drawn(canvas, linesOf(header, games));
  const blob = await new Promise((done) => picture.toBlob(done, "image/png"));
  const name = `minesweeper-${header.name.replace(/[^\w-]/g, "-")}.png`;
  const file = new File([blob], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: [file] }).catch(() => {}); // nobody was chosen
  } else save(name, blob, "image/png");
}

function drawn(board, lines) {
  const picture = document.createElement("canvas");
  const scale = window.devicePixelRatio || 1;
  picture.width = Math.max(board.width, LEAST * scale);
  picture.height = board.height + HEAD * scale;
  const paint = picture.getContext("2d");
  const looks = getComputedStyle(document.documentElement);
  paint.fillStyle = looks.getPropertyValue("--card");
  paint.fillRect(0, 0, picture.width, picture.height);
  paint.fillStyle = looks.getPropertyValue("--ink");
  for (const [n, line] of lines.entries()) {
    paint.font = `600 ${16 * scale}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
    paint.fillText(line, 12 * scale, (26 + 24 * n) * scale, picture.width - 24 * scale);
  }
  paint.drawImage(board, Math.floor((picture.width - board.width) / 2), HEAD * scale);
  return picture;
}
