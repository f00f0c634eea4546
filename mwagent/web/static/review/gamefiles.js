// Open and save games; a log of the bot has several to choose from.

import { t } from "../app/language.js";
import { button, card, choice, make, offer } from "../app/element.js";
import { fileButton, orSay, readFile, readText, save } from "../app/files.js";
import { takeDrops } from "../app/drops.js";
import { writeRawvf } from "../formats/rawvf.js";
import { writeRecord } from "../game/record.js";

const ACCEPT = ".log,.json,.avf,.evf,.mvf,.rawvf,.rmv,.sav,.zip,.csv,.mine,.mbf,.mgb,.txt";

// What a game can be saved as.
const WRITERS = {
  json: { write: writeRecord, type: "application/json" },
  rawvf: { write: writeRawvf, type: "text/plain" },
};

export class GameFiles {
  constructor(review) {
    this.review = review;
    this.choice = choice({}, (place) => review.start(Number(place)), { id: "review-choice" });
    this.row = make("div.choice", { hidden: true }, make("label", { for: "review-choice" }, t("Game")), this.choice);
    this.saving = button(t("Save the game"), () => orSay(this.error, async () => this.#save()), { disabled: true });
    this.kind = choice({ json: ".json", rawvf: ".rawvf" }, () => {}, { "aria-label": t("Format") });
    this.error = make("p.bad", { role: "alert" });
    this.element = card(
      t("Games"),
      "review-files",
      this.row,
      make(
        "div.buttons",
        fileButton(t("Open a game…"), ACCEPT, (file) => this.take(file)),
        this.kind,
        this.saving,
      ),
      make(
        "p.soft",
        t(
          "Or drop a file anywhere here, or press Ctrl+V: recorded games (.json), the bot’s logs/run.log, replays (.avf, .evf, .mvf, .rawvf, .rmv).",
        ),
      ),
      this.error,
    );
    const shown = () => this.element.checkVisibility();
    takeDrops(shown, (file) => this.take(file));
    window.addEventListener("paste", (event) => shown() && this.#paste(event));
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

  async take(file) {
    await orSay(this.error, async (notation) => this.#use(await readFile(file, notation), file.name));
  }

  /** @param {{picture?: File, position?: any, records?: any[]}} found */
  #use(found, name) {
    const { records, position, picture } = found;
    const { review } = this;
    if (records) {
      // Of a session of the bot a lost game is what one wants to look at.
      const lost = records.findIndex(({ result }) => result === "lost");
      review.open(records, Math.max(0, lost));
    } else if (position) review.shell.go("analyse", { position, title: name });
    else review.shell.go("screenshot", { picture });
  }

  #paste(event) {
    const text = event.clipboardData.getData("text/plain");
    if (event.target.matches?.("input, textarea") || !text) return;
    event.preventDefault();
    orSay(this.error, async (notation) => this.#use(await readText(text, notation), t("The pasted board")));
  }

  #save() {
    const { write, type } = WRITERS[this.kind.value];
    save(`game.${this.kind.value}`, write(this.review.replay.record), type);
  }
}
