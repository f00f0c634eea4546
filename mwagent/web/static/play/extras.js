// What may be switched on besides: each is loaded where it is on, and else costs nothing.

import { byId } from "../app/element.js";
import { moreTexts, t } from "../app/language.js";

const LOADED = {
  sounds: async (play, on) => {
    play.sounds = on ? new (await import("./sounds.js")).Sounds() : null;
  },
  skin: async (play, on) => {
    const { hideTiles, showTiles } = await import("../app/skins.js");
    if (on) await showTiles();
    else hideTiles();
    play.layOut();
  },
  keys: async (play, { openUnder, flagUnder }) => {
    if (openUnder || flagUnder) play.pointerKeys ??= new (await import("./pointerkeys.js")).PointerKeys(play);
  },
};
const LOOKS = ["flagplace", "flagsize"];

export class Extras {
  constructor(play) {
    this.play = play;
    const { settings, shell } = play;
    for (const name of LOOKS) byId("actions").dataset[name] = settings[name];
    for (const name of Object.keys(LOADED)) {
      const value = settings[name];
      if (typeof value === "object" ? Object.keys(value).length : value) this.#load(name);
    }
    shell.listen((name) => this.#changed(name));
  }

  #changed(name) {
    const { play } = this;
    if (LOOKS.includes(name)) {
      byId("actions").dataset[name] = play.settings[name];
      play.layOut();
    } else if (name in LOADED) this.#load(name);
  }

  async #load(name) {
    const { play } = this;
    try {
      await moreTexts();
      await LOADED[name](play, play.settings[name]);
    } catch (error) {
      console.error(error);
      play.say(t("A setting could not be carried out: its part of the page was not loaded. Is the network there?"));
    }
  }
}
