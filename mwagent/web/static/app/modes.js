// The modes of the page: what can be done with it.
//
// To plug one in, add a line here. Its module is loaded when it is first shown (but for Play, which
// must be there with the page), and has a function
//
//   mount(host, shell) -> { show(request), hide() }        both may be left out
//
// `host` is an empty <section>, which the mode fills as it likes; `shell` is described in shell.js.
// `show` is called whenever the mode comes to the front, with what another mode passed to
// `shell.go(id, request)` or null, and gives a promise where its place is filled later; `hide` when it goes to the back. `style` is a style sheet of its
// own, loaded with it. Boards are made with boardbox.js; colours are the variables of style.css.

import { t } from "./language.js";
import * as play from "../play/play.js";

export const MODES = [
  { id: "play", title: t("Play"), module: play },
  { id: "train", title: t("Train"), load: () => import("../train/mode.js"), style: "train/mode.css" },
  { id: "review", title: t("Review"), load: () => import("../review/mode.js"), style: "review/mode.css" },
  { id: "analyse", title: t("Analyse"), load: () => import("../analyse/mode.js"), style: "analyse/mode.css" },
  { id: "games", title: t("Games"), load: () => import("../history/mode.js"), style: "history/mode.css" },
  { id: "screenshot", title: t("Screenshot"), load: () => import("../screenshot/mode.js"), style: "screenshot/mode.css" },
  { id: "watch", title: t("Watch"), load: () => import("../watch/mode.js"), style: "watch/mode.css" },
];
