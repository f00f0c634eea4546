// Open and save games; a log of the bot has several to choose from.

import { t } from "../app/language.js";
import { button, card, choice, make, offer } from "../app/element.js";
import { fileButton, intake, orSay, save } from "../app/files.js";
import { writeRawvf } from "../formats/rawvf.js";
import { writeRecord } from "../game/record.js";

const ACCEPT = ".log,.json,.avf,.evf,.mvf,.rawvf,.rmv,.sav,.zip,.csv,.mine,.mbf,.mgb,.txt";

// What a game can be saved as.
const WRITERS = { json: { write: writeRecord, type: "application/json" }, rawvf: { write: writeRawvf, type: "text/plain" } };

const DROPS = t(
  "Or drop a file anywhere here, or press Ctrl+V: recorded games (.json), the bot’s logs/run.log, replays (.avf, .evf, .mvf, .rawvf, .rmv).",
);

export class GameFiles {
  constructor(review) {
    this.review = review;
    this.choice = choice({}, (place) => review.start(Number(place)), { id: "review-choice" });
    this.row = make("div.choice", { hidden: true }, make("label", { for: "review-choice" }, t("Game")), this.choice);
    this.saving = button(t("Save the game"), () => orSay(this.error, async () => this.#save()), { disabled: true });
    this.kind = choice({ json: ".json", rawvf: ".rawvf" }, () => {}, { "aria-label": t("Format") });
    this.error = make("p.bad", { role: "alert" });
    const { takeFile } = intake(review.shell, this.error, () => this.element.checkVisibility());
    const open = fileButton(t("Open a game…"), ACCEPT, takeFile);
    this.element = card(
      t("Games"),
      "review-files",
      this.row,
      make("div.buttons", open, this.kind, this.saving),
      make("p.soft.drops", DROPS),
      this.error,
    );
  }

  list(records, place) {
    this.row.hidden = records.length < 2;
    offer(
      this.choice,
      records.map(({ title }, n) => [n, title || t("Game {game}", { game: n + 1 })]),
    );
    this.choice.value = String(place);
    this.saving.disabled = false;
    this.error.textContent = "";
  }

  #save() {
    const { write, type } = WRITERS[this.kind.value];
    save(`game.${this.kind.value}`, write(this.review.replay.record), type);
  }
}
