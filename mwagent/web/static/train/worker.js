// Makes puzzles in a worker.

import { answerWith, loadedOnce } from "../engine/module.js";
import { PuzzleModule } from "./puzzlemodule.js";

const puzzles = loadedOnce(() => PuzzleModule.load());

answerWith(async (kind, asked) => (await puzzles()).puzzle(asked));
