// Load and save positions: files, the clipboard, links, and files dropped on the page.

import { t } from "../app/language.js";
import { button, card, choice, make } from "../app/element.js";
import { fileButton, intake, orSay, save } from "../app/files.js";
import { FormatError } from "../formats/formaterror.js";
import { plainText } from "../formats/position.js";
import { FILES, LINKS, writeBoard, writeLink } from "../formats/reader.js";
import { positionText } from "../app/links.js";

const ACCEPT = ".csv,.mine,.mbf,.abf,.mgb,.txt,.log,.json,.avf,.evf,.mvf,.rawvf,.rmv,.sav,.zip,image/*";

const DROPS = t(
  "Or drop a file anywhere here, or press Ctrl+V: boards (.csv, .mine, .mbf, text), games of the bot (run.log), recorded games and replays, screenshots.",
);

export class FileCard {
  constructor(mode) {
    this.mode = mode;
    this.error = make("p.bad", { role: "alert" });
    const shown = () => this.element.checkVisibility();
    const { takeFile, takeText } = intake(mode.shell, this.error, shown, () => mode.say(""));
    const labels = Object.entries(FILES).map(([value, { label }]) => [value, label]);
    const kind = choice(labels, () => {}, { "aria-label": t("Format") });
    const program = choice([["", "mwagent"], ...Object.entries(LINKS)], () => {}, { "aria-label": t("Program of the link") });
    const buttons = (...acts) => make("div.buttons", ...acts);
    const link = { readonly: true, hidden: true, "aria-label": t("Link to this position"), onfocus: () => this.link.select() };
    this.link = make("input", link);
    this.pasted = make("textarea", { rows: "6", id: "pasted", spellcheck: "false", placeholder: "1 1 #\n2 # #" });
    this.paste = make(
      "div.paste",
      { hidden: true },
      make("label", { for: "pasted" }, t("The board as text: 0–8, # hidden, F flag, * mine; one line a row")),
      this.pasted,
      button(t("Put it on the board"), () => takeText(this.pasted.value)),
    );
    const open = fileButton(t("Open a file…"), ACCEPT, takeFile);
    const paste = button(t("Paste text…"), () => this.#unfold());
    const save = button(t("Save"), () => this.#save(kind.value));
    const copy = button(t("Copy as text"), () => this.#copy(plainText(mode.editor.position)));
    const share = button(t("Copy a link"), () => this.#share(program.value));
    this.element = card(
      t("Load, save, share"),
      "analyse-files",
      buttons(open, paste),
      this.paste,
      buttons(kind, save),
      buttons(copy),
      buttons(program, share),
      this.link,
      make("p.soft.drops", DROPS),
      this.error,
    );
  }

  forget() {
    this.error.textContent = "";
  }

  #unfold() {
    this.paste.hidden = !this.paste.hidden;
    if (!this.paste.hidden) this.pasted.focus();
  }

  #save(kind) {
    const { position } = this.mode.editor;
    this.mode.say("");
    orSay(this.error, async () => {
      this.#squaresOnly(position);
      save(`board.${kind}`, kind === "txt" ? plainText(position) : await writeBoard(position, kind), FILES[kind].type);
    });
  }

  #share(program) {
    const { position } = this.mode.editor;
    const base = new URL(location.pathname, location.href);
    this.mode.say("");
    orSay(this.error, async () => {
      if (program) this.#squaresOnly(position);
      const url = program ? await writeLink(position, program) : `${base}?position=${positionText(position)}#analyse`;
      this.link.hidden = false;
      this.link.value = url;
      await this.#copy(url);
    });
  }

  #squaresOnly({ shape }) {
    if (shape)
      throw new FormatError(t("Only boards of squares have such files and links; “Copy a link” to this page holds any").replace(/\.$/, ""));
  }

  async #copy(text) {
    this.forget();
    this.mode.say("");
    try {
      await navigator.clipboard.writeText(text);
      this.mode.say(t("Copied."));
    } catch {
      // No clipboard here: what is to be copied is shown, to be copied by hand.
      if (text === this.link.value) this.link.select();
      else {
        this.paste.hidden = false;
        this.pasted.value = text;
        this.pasted.select();
      }
    }
  }
}
