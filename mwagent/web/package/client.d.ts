import type { Analysis, BoardOrder, CellAsked, Explanation, MadeBoard, Position, Prospect, Strength, Trouble } from "./index.js";

export { EngineError } from "./index.js";

/** The question was taken back, or another of its kind was asked. */
export class Cancelled extends Error {}

/** Asks the engine in workers of a page, one for each kind of question. */
export class EngineClient {
  analyse(question: Position & { strength?: Strength; seconds?: number; decide?: boolean }): Promise<Analysis | { trouble: Trouble }>;
  prospect(question: Position & { cell: CellAsked }): Promise<Prospect | { trouble: Trouble }>;
  explain(question: Position & { cell: CellAsked; seconds?: number }): Promise<Explanation | { trouble: Trouble }>;
  /** Looks for a board until it has one, or is cancelled. */
  board(order: BoardOrder & { noGuess?: boolean }, progress?: (told: { tries: number }) => void): Promise<MadeBoard>;
  cancel(kind: "analyse" | "prospect" | "explain" | "board"): void;
  /** Ends all workers. */
  close(): void;
}
