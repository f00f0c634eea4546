// Hands the games of this address to the same page at another address of this machine, which has opened this one
// (taken.js).

import { byId } from "../app/element.js";
import { t } from "../app/language.js";
import { isHere } from "./addresses.js";
import { GameStore } from "./store.js";
import { fileOf } from "./transfer.js";

const to = location.hash.slice(1);
if (window.opener && isHere(to)) {
  const games = await fileOf(new GameStore());
  window.opener.postMessage({ games }, to);
  byId("said").textContent = t("The games of this address were handed over; this window can be closed.");
} else byId("said").textContent = t("Games are handed over to pages of this machine only, from Games, “Keep your games”.");
