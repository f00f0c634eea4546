// What the modes share: which of them is shown, the settings, the engine, and words for links.
//
// A mode is given the shell:
//   shell.asked              what the address asks for: see readSettings in settings.js
//   shell.settings           the settings, by name; read them, and change them with
//   shell.change(name, value)     which remembers them and tells every
//   shell.listen(listener)        listener(name, value)
//   shell.theme              the name of the colours in use, as tiles.js knows them
//   shell.go(id, request)    brings another mode to the front; for "analyse" the request is
//                            { position }, for "review" { records } (game/record.js), for "play"
//                            { resume } or { again } (play/play.js)
//   shell.games              all games of this browser (history/store.js)
//   await shell.engine()     the EngineClient (engine/client.js); fails with a sentence to show where
//                            the engine is missing
// The mode that is shown stands after "#" in the address, so that back and forward work.

import { coloursOf, followColours } from "./colours.js";
import { byId, make } from "./element.js";
import { t } from "./language.js";
import { GameStore } from "../history/store.js";
import { MODES } from "./modes.js";
import { withLoaded } from "./late.js";
import { keepAll, keepOffline } from "./offline.js";
import * as stored from "./settings.js";

const PATIENCE_MS = 4000; // milliseconds that a mode may take to fill its place before it is shown as it is

export class Shell {
  constructor(asked) {
    this.asked = asked;
    this.settings = asked.settings;
    this.listeners = [];
    this.mounted = new Map();
    this.mounting = new Map(); // what those modes give that are loaded, perhaps as a promise
    this.requests = new Map();
    this.current = null;
    this.client = null;
    this.games = new GameStore();
  }

  begin() {
    this.paint = followColours(this.settings, (theme) => this.change("theme", theme));
    this.#links();
    window.addEventListener("hashchange", () => this.#follow());
    // Hidden until now, for the board gets its size from here: nothing is to jump.
    document.querySelector("main").hidden = false;
    this.#follow();
    if (!this.asked.test) keepOffline("sw.js");
  }

  get theme() {
    return coloursOf(this.settings);
  }

  change(name, value) {
    this.settings[name] = value;
    stored.rememberSettings(this.settings);
    if (name === "theme") this.paint();
    for (const listener of this.listeners) listener(name, value);
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  go(id, request = null) {
    this.requests.set(id, request);
    if (this.#asked() === id) this.#follow();
    else location.hash = id;
  }

  async engine() {
    if (!this.client) {
      const { EngineClient } = await import("../engine/client.js").catch(() => {
        throw new Error(t("the engine could not be loaded; once the network is there, ask again"));
      });
      this.client ??= new EngineClient();
    }
    return this.client;
  }

  #asked() {
    const id = location.hash.slice(1);
    return MODES.some((mode) => mode.id === id) ? id : "play";
  }

  #follow() {
    const id = this.#asked();
    const mode = MODES.find((one) => one.id === id);
    if (this.current !== id) this.mounted.get(this.current)?.hide?.();
    this.current = id;
    for (const { id: other } of MODES) {
      const host = byId(`mode-${other}`);
      if (host) host.hidden = other !== id;
      const link = document.querySelector(`#modes [data-mode="${other}"]`);
      if (other === id) {
        link.setAttribute("aria-current", "page");
        link.scrollIntoView({ block: "nearest", inline: "center" });
      } else link.removeAttribute("aria-current");
    }
    // The style sheet of a mode is in force while the mode is shown: none changes the looks of another.
    /** @type {NodeListOf<HTMLLinkElement>} */
    const sheets = document.querySelectorAll("link[data-mode]");
    for (const sheet of sheets) {
      const media = sheet.dataset.mode === id ? "all" : "not all";
      if (sheet.media !== media) sheet.media = media;
    }
    document.title = id === "play" ? t("Minesweeper") : t("{title} – Minesweeper", { title: mode.title });
    if (!this.mounted.has(id)) {
      const host = this.#host(mode);
      if (mode.module) this.mounted.set(id, mode.module.mount(host, this));
      else return this.#load(mode, host);
    }
    this.#present(id);
  }

  #present(id) {
    if (this.current !== id) return undefined;
    const request = this.requests.get(id) ?? null;
    this.requests.delete(id);
    return this.mounted.get(id).show?.(request);
  }

  #host({ id, title }) {
    const found = byId(`mode-${id}`);
    if (found) return found;
    const host = make("section", { id: `mode-${id}`, class: "mode", "aria-label": title });
    document.querySelector("main").append(host);
    return host;
  }

  #load(mode, host) {
    const { id, title, load, style } = mode;
    let styled = null;
    if (style && !document.querySelector(`link[data-mode="${id}"]`)) {
      const sheet = make("link", { rel: "stylesheet", href: style, "data-mode": id });
      styled = new Promise((done) => (sheet.onload = sheet.onerror = done));
      document.head.append(sheet);
    }
    withLoaded(host, title, load, async (module) => {
      keepAll(); // who uses more than Play is to have all of it without a network
      // Seen once all of it is there, or it takes long: nothing is to jump.
      host.classList.add("coming");
      await styled;
      // Some modes ask the server before they are there.
      if (!this.mounting.has(id)) this.mounting.set(id, module.mount(host, this));
      this.mounted.set(id, await this.mounting.get(id));
      const late = new Promise((done) => setTimeout(done, PATIENCE_MS));
      await Promise.race([late, this.#present(id)]).finally(() => host.classList.remove("coming"));
    });
  }

  #links() {
    byId("modes").append(
      ...MODES.map(({ id, title }) => {
        const link = make("a", { href: `#${id}`, "data-mode": id }, title);
        if (!byId(id)) link.id = id; // where following the link leads: back to the top of the page
        return link;
      }),
    );
  }
}
