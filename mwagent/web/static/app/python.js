// The server behind the page, where there is one: `mwagent page`. From a plain file host there is
// none, and the page does what it can without. What it answers is in docs/page.md.

import { t } from "./language.js";

export class Refused extends Error {
  name = "Refused";
}

let known = null;

// What the server can do ({watch, upload_bytes, pixels, side, seconds, ...}); null without one.
export function aboutServer() {
  known ??= ask("api").then(
    (about) => (about?.name === "mwagent" ? about : null),
    () => null,
  );
  return known;
}

export const listSolvers = () => ask("api/solvers");

export const readPicture = (picture, signal) => ask("api/read", { body: picture, type: picture.type, signal });

// The recorded game in a replay, a File or Blob; `kind` is what its name ends in.
export const readReplay = (file, kind) =>
  ask(`api/replay?kind=${encodeURIComponent(kind)}`, { body: file, type: "application/octet-stream" });

// What a solver says of a board; question = {solver, options, board: {cells, mines}}.
export const askSolver = (question, signal) => ask("api/solve", { body: JSON.stringify(question), type: "application/json", signal });

// The games that the coach has watched: all of them in a few words each, and one (game/watched.js).
export const listWatched = () => ask("api/games");
export const watchedGame = (number) => ask(`api/games/${number}`);

export const EVENTS = new URL("api/watch", document.baseURI); // where the events of the bot's games come from

// Fails with a Refused, whose message is a sentence for the reader.
async function ask(path, { body = undefined, type = undefined, signal = undefined } = {}) {
  const options = body === undefined ? { signal } : { method: "POST", body, headers: { "Content-Type": type }, signal };
  let answer;
  let data;
  try {
    answer = await fetch(new URL(path, document.baseURI), options);
    data = await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(t("The server does not answer. Is mwagent page still running?"));
  }
  if (!answer.ok) throw new Refused(sentence(data?.error ?? t("The server answered {status}.", { status: answer.status })));
  return data;
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
