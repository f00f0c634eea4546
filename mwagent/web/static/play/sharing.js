// Links to the board that is played and to the position it is in.

import { t } from "../app/language.js";
import { button, make } from "../app/element.js";
import { boardText, positionText } from "../app/links.js";
import { levelText } from "../app/settings.js";
import { gameText } from "../formats/gamelink.js";
import { cellCodes } from "./cells.js";
import { recordOf } from "./recording.js";
import { turnCell, unturned } from "./turning.js";

export class Sharing {
  constructor(play) {
    this.play = play;
    this.links = make("div.links");
    const close = button(t("Close"), () => this.dialog.close());
    const title = make("h2", { id: "share-title" }, t("Share"));
    this.dialog = make("dialog.share", { "aria-labelledby": "share-title" }, title, this.links, close);
    document.body.append(this.dialog);
  }

  open(round) {
    const { game, order, start } = round;
    const { level, mined } = unturned(game);
    const base = new URL(location.pathname, location.href);
    const seeded = `level=${levelText(level)}&seed=${encodeURIComponent(game.seed)}&rule=${game.rule}${order.noguess ? "&noguess=1" : ""}`;
    // A board that needs no guess needs none from its first cell only.
    const first = order.start ?? (order.noguess ? start : null);
    const begun = first === null ? "" : `&start=${Math.floor(first / level.cols)},${first % level.cols}`;
    const board = mined ? `board=${boardText(level, mined)}${begun}` : seeded;
    this.links.replaceChildren(this.#link(t("The board, to be played from the start"), `${base}?${board}`));
    // A position and a game say where mines lie, not how many.
    if (game.most === 1) this.#addSeen(round, level, base);
    if (game.over) this.links.append(button(t("Share a picture"), () => this.#picture(round)));
    this.dialog.showModal();
  }

  #addSeen({ game, log }, level, base) {
    const codes = cellCodes(game);
    const position = positionText(
      level.shape && game.level.turned
        ? { ...level, cells: codes.map((_, cell) => codes[turnCell(level, cell)]) }
        : { ...game.level, cells: codes },
    );
    this.links.append(this.#link(t("The position as it is seen now, to be analysed"), `${base}?position=${position}#analyse`));
    const whole = game.over ? gameText(recordOf(log)) : null;
    if (whole) this.links.append(this.#link(t("The game with its moves, to be watched"), `${base}?game=${whole}#review`));
  }

  async #picture(round) {
    const { shell, view } = this.play;
    const { sharePicture } = await import("./picture.js");
    if (!view.inParts) await sharePicture(view.canvas, round.header, await shell.games.games());
  }

  #link(said, url) {
    const field = make("input", { readonly: true, value: url, onfocus: () => field.select() });
    const take = async () => {
      try {
        await navigator.clipboard.writeText(url);
        copy.textContent = t("Copied");
      } catch {
        field.select(); // no clipboard here: Ctrl+C takes what is selected
        copy.textContent = t("Press Ctrl+C");
      }
    };
    const copy = button(t("Copy"), take, { "aria-label": t("Copy the link: {said}", { said }) });
    return make("div", make("label", said, field), copy);
  }
}
