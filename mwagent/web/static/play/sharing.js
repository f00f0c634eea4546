// Links to the board that is played and to the position it is in.

import { t } from "../app/language.js";
import { boardText, positionText } from "../app/links.js";
import { levelText } from "../app/settings.js";
import { cellCodes } from "./cells.js";
import { unturned } from "./turning.js";

export class Sharing {
  constructor() {
    this.dialog = document.createElement("dialog");
    this.dialog.setAttribute("aria-labelledby", "share-title");
    const title = Object.assign(document.createElement("h2"), { id: "share-title", textContent: t("Share") });
    this.links = document.createElement("div");
    this.links.className = "links";
    const close = Object.assign(document.createElement("button"), { type: "button", textContent: t("Close") });
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.append(title, this.links, close);
    this.dialog.className = "share";
    document.body.append(this.dialog);
  }

  open({ game, order, start }) {
    const { level, mined } = unturned(game);
    const base = new URL(location.pathname, location.href);
    const seeded = `level=${levelText(level)}&seed=${encodeURIComponent(game.seed)}&rule=${game.rule}${order.noguess ? "&noguess=1" : ""}`;
    // A board that needs no guess needs none from its first cell only.
    const first = order.start ?? (order.noguess ? start : null);
    const begun = first === null ? "" : `&start=${Math.floor(first / level.cols)},${first % level.cols}`;
    const board = mined ? `board=${boardText(level, mined)}${begun}` : seeded;
    this.links.replaceChildren(this.#link(t("The board, to be played from the start"), `${base}?${board}`));
    if (!level.shape) {
      const position = positionText({ ...game.level, cells: cellCodes(game) });
      this.links.append(this.#link(t("The position as it is seen now, to be analysed"), `${base}?position=${position}#analyse`));
    }
    this.dialog.showModal();
  }

  #link(said, url) {
    const label = Object.assign(document.createElement("label"), { textContent: said });
    const field = Object.assign(document.createElement("input"), { readOnly: true, value: url });
    const copy = Object.assign(document.createElement("button"), { type: "button", textContent: t("Copy") });
    copy.setAttribute("aria-label", t("Copy the link: {said}", { said }));
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(url);
        copy.textContent = t("Copied");
      } catch {
        field.select(); // no clipboard here: Ctrl+C takes what is selected
        copy.textContent = t("Press Ctrl+C");
      }
    });
    field.addEventListener("focus", () => field.select());
    label.append(field);
    const row = document.createElement("div");
    row.append(label, copy);
    return row;
  }
}
