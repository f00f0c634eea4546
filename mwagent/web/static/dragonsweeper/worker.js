// The game in a worker of its own. Every answer holds the state after it, and the actions that were played.
//   begin { seed, actions }   in a fresh lair, with actions that were played before, if any; fails where
//                          they are none of that lair
//   act { action, free }   with `free`, actions that cost nothing come first; if there were any, and
//                          the wanted one is not among them, it is held back (`held`)
//   free                   plays all that costs nothing
//   solver                 plays the player's next action: `advice` says what and why, `before` the
//                          state in which it was right

import { answerWith, loadedOnce } from "../engine/module.js";
import { Core, LEVEL_UP } from "./core.js";

const loaded = loadedOnce(() => Core.load());

function playFree(core, played) {
  for (let action = core.nextFree(); action !== null; action = core.nextFree()) {
    played.push(action);
    if (core.act(action)) break;
  }
}

const asks = {
  begin(core, { seed, actions = [] }) {
    core.begin(seed);
    for (const action of actions) {
      if (core.act(action)) throw new Error("the moves of the game that was kept are damaged");
    }
    return {};
  },
  act(core, { action, free }) {
    const played = [];
    const waits = free && action !== LEVEL_UP && core.nextFree() !== null;
    if (waits && !core.state().squares[action].free) {
      playFree(core, played);
      return { played, held: true };
    }
    const refused = core.act(action);
    if (refused) return { played, refused };
    played.push(action);
    if (free) playFree(core, played);
    return { played };
  },
  free(core) {
    const played = [];
    playFree(core, played);
    return { played };
  },
  solver(core) {
    const before = core.state();
    const advice = before.stage === "playing" ? core.advice() : { action: null, why: "stuck", death: 0 };
    const refused = advice.action === null ? null : core.act(advice.action);
    return { played: advice.action === null || refused ? [] : [advice.action], advice, before, refused };
  },
};

answerWith(async (kind, question) => {
  const core = await loaded();
  return { played: [], ...asks[kind](core, question), state: core.state() };
});
