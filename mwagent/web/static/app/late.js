// What is loaded when it is first needed, and may not come: without a network, say.

import { moreTexts, t } from "./language.js";
import { button } from "./element.js";

// Load by `load()`, which imports, and hand what came to `use`. Where nothing comes, `host` says that
// `what` is missing, and offers to try again.
export async function withLoaded(host, what, load, use, tried = 0) {
  let found;
  try {
    await moreTexts();
    found = await load().catch(afresh);
  } catch (error) {
    console.error(error);
    // Scripts of a newer page do not find in this one what they import.
    const newer = error instanceof SyntaxError;
    host.replaceChildren(
      `${t("{what} could not be loaded. Is the network there?", { what })} `,
      again(host, what, load, use, tried + Number(newer)),
    );
    return undefined;
  }
  if (tried) host.replaceChildren();
  return use(found);
}

let tries = 0;

// Some browsers remember for as long as a page is open that a script did not come: it is asked for under another
// address, which their error names.
function afresh(error) {
  const [address] = /https?:\S+\.js\b/.exec(error?.message) ?? [];
  if (!address || !(error instanceof TypeError)) throw error;
  return import(`${address}?again=${++tries}`);
}

// What such a script imports may not have come either.
function again(host, what, load, use, tried) {
  if (tried && navigator.onLine) return button(t("Load the page again"), () => location.reload(), { class: "again" });
  return button(t("Try again"), () => withLoaded(host, what, load, use, tried + 1), { class: "again" });
}
