// Works out the accuracy of finished games, one after another, while their list is looked at.

import { mostIn } from "../game/topology.js";
import { Replay } from "../game/replay.js";
import { recordOf } from "../play/recording.js";
import { gradeSteps } from "../review/grade.js";
import { SCALE, summarise } from "../review/summary.js";

// The accuracy of a game as it was stored; null where there is none, or one of another scale.
export const accuracyOf = ({ accuracy, scale }) => (scale === SCALE ? accuracy : null);

export class AccuracyWorker {
  // `roundOf(id)` loads a game; the accuracy goes into the list of all games.
  constructor(store, roundOf) {
    this.store = store;
    this.roundOf = roundOf;
    this.number = 0;
    this.failed = new Set();
  }

  // Work at those of the games that are over and have no accuracy yet, in place of what was asked before.
  async start(games) {
    const number = ++this.number;
    const todo = games.filter(
      (game) =>
        game.ended !== null &&
        accuracyOf(game) === null &&
        game.stage !== "ongoing" &&
        !this.failed.has(game.id) &&
        mostIn(game.level) === 1,
    );
    for (const { id } of todo) {
      if (number !== this.number) return;
      try {
        const { EngineClient } = await import("../engine/client.js");
        this.engine ??= new EngineClient();
        const accuracy = await this.#accuracyOf(id, number);
        if (number !== this.number) return;
        if (accuracy === null) this.failed.add(id);
        else await this.store.amend(id, { accuracy, scale: SCALE });
      } catch {
        if (number === this.number) this.failed.add(id); // no engine, or a damaged game: there is none
      }
    }
  }

  stop() {
    this.number++;
    this.engine?.close();
    this.engine = null;
  }

  // Null where a game has no move to be judged.
  async #accuracyOf(id, number) {
    const round = await this.roundOf(id);
    if (!round) return null;
    const grades = [];
    for await (const grade of gradeSteps(new Replay(recordOf(round.log)), this.engine)) {
      if (number !== this.number) return null;
      grades.push(grade);
    }
    return summarise(grades).accuracy;
  }
}
