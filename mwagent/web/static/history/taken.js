// Taking games along from another address of this machine, whose page (take.html) hands them over.

import { t } from "../app/language.js";
import { button, make } from "../app/element.js";
import { isHere, originOf, otherAddress } from "./addresses.js";
import { takeFile } from "./transfer.js";

const PATIENCE_MS = 15_000; // milliseconds for the other page

// The field and button for it; null where the page is not of this machine. `say` says what came of it.
export function takeRow(store, say) {
  if (!isHere(location.origin)) return null;
  const field = make("input", { value: otherAddress(location), size: 16, spellcheck: "false", "aria-label": t("The other address") });
  const take = async () => {
    const origin = originOf(field.value);
    if (!origin || origin === location.origin) return say(t("Give another address of this machine, such as localhost:8642."));
    const other = window.open(`${origin}/take.html#${location.origin}`, "", "popup,width=420,height=220");
    if (!other) return say(t("The browser opened no window; allow it, and press again."));
    say(t("Asking {address}…", { address: field.value }));
    const text = await answered(other, origin);
    if (text === null) return say(t("{address} has not answered; start the page there, and press again.", { address: field.value }));
    try {
      say(await takeFile(store, text));
      other.close();
    } catch (error) {
      say(error.message);
    }
    return undefined;
  };
  return make("div.buttons", field, button(t("Take its games along"), take));
}

function answered(other, origin) {
  return new Promise((resolve) => {
    const heard = ({ source, origin: from, data }) => {
      if (source === other && from === origin && typeof data?.games === "string") end(data.games);
    };
    const end = (text) => {
      window.removeEventListener("message", heard);
      resolve(text);
    };
    window.addEventListener("message", heard);
    setTimeout(() => end(null), PATIENCE_MS);
  });
}
