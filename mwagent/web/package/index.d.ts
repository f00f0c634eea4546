/** A cell as [row, column], counted from 0. */
export type Cell = [number, number];
/** The same where it is asked for. */
export type CellAsked = readonly number[];
export type Strength = "fast" | "default" | "max";
export type FirstClick = "safe" | "open" | "any";
export type Making = "either" | "uniform" | "mended";

/** What a player sees of a board. */
export interface Position {
  rows: number;
  cols: number;
  /** The total number of mines, flagged or not; null or missing where it is unknown. */
  mines?: number | null;
  /** rows * cols codes, row by row: 0-8 open, 9 flag, 10 mine, 11 hidden, 12 open without its number. */
  cells: Int8Array | Uint8Array;
  /** False makes a flag just a hidden cell. */
  trustFlags?: boolean;
  /** Mines that may be hit before the game is lost; none if not given. */
  lives?: number;
}

/** What of a position contradicts itself. */
export type Trouble = { cell: Cell } | { total: true };

export interface Candidate {
  cell: Cell;
  /** Its chance to be a mine. */
  mine: number;
  score: number;
  /** Whether the score is no more than an upper bound. */
  bound: boolean;
}

export interface Best {
  cell: Cell;
  why: "proof" | "endgame" | "guess";
  /** The exact chance to win with best play, or null. */
  win: number | null;
  /** False when time ran out before all was weighed. */
  complete: boolean;
  /** The best first. */
  candidates: Candidate[];
}

export interface Analysis {
  trouble: null;
  /** Whether the probabilities are counted, not estimated. */
  exact: boolean;
  /** Whether all that the numbers prove is in `safe` and `mines`. */
  complete: boolean;
  /** Natural logarithm of the number of arrangements. */
  logWays: number;
  /** The chance of each cell to be a mine, NaN where it is open. */
  probability: Float64Array;
  safe: Cell[];
  mines: Cell[];
  /** Cells, not known to be mines, that can only ever show one number. */
  dead: Cell[];
  deadExact: boolean;
  best: Best | null;
}

export interface Prospect {
  trouble: null;
  mine: number;
  exact: boolean;
  /** numbers[n] is the chance that the cell shows n, if it is no mine. */
  numbers: number[];
  win: number | null;
  /** The chance to win once the cell is open and a mine, which takes a life. */
  hit: number;
}

export interface Explanation {
  trouble: null;
  verdict: string;
  [key: string]: unknown;
}

export interface BoardOrder {
  rows: number;
  cols: number;
  mines: number;
  /** The cell that is opened first. */
  first: CellAsked;
  /** What the first click is promised; safe if not given. */
  rule?: FirstClick;
  seed: string | number;
  /** Either (if not given) deals first and then mends; all boards dealt are equally likely. */
  making?: Making;
}

export interface MadeBoard {
  /** rows * cols, 1 for a mine. */
  mines: Uint8Array;
  tries: number;
  made: "uniform" | "mended";
}

export class EngineError extends Error {}

/** The engine for boards of rows and columns. */
export class Engine {
  static load(source?: ArrayBuffer | ArrayBufferView | string | URL): Promise<Engine>;
  /** Mine probabilities and the best move. */
  analyse(question: Position & { strength?: Strength; seconds?: number; decide?: boolean }): Analysis | { trouble: Trouble };
  /** The prospect of one hidden cell. */
  prospect(question: Position & { cell: CellAsked }): Prospect | { trouble: Trouble };
  /** Why a cell that is not open is safe or a mine, or why neither is known. */
  explain(question: Position & { cell: CellAsked; seconds?: number }): Explanation | { trouble: Trouble };
  /** A board of a seed; the same call again goes on where it stopped when `mines` is null. */
  board(order: BoardOrder & { noGuess?: boolean; tries?: number }): MadeBoard | { mines: null; tries: number; made: null };
}

export interface Rule<Name> {
  cells: readonly Name[];
  /** How many of these cells are mines, or the least and the most. */
  mines: number | readonly number[];
}

export interface RuleQuestion<Name> {
  rules: readonly Rule<Name>[];
  /** The total number of mines. */
  mines?: number | null;
  /** The share of mines beforehand, where no total is known; one half if it is not given. */
  density?: number | null;
  /** Such shares of single cells. */
  priors?: ReadonlyMap<Name, number>;
  /** Cells that no rule names. */
  cells?: readonly Name[];
}

export interface RuleProof<Name> {
  rules: Rule<Name>[];
  /** Whether the total is needed besides. */
  total: boolean;
  /** Whether no proof has fewer rules. */
  smallest: boolean;
}

export type RuleAnalysis<Name> =
  | {
      contradiction: null;
      exact: boolean;
      probability: Map<Name, number>;
      safe: Name[];
      mines: Name[];
      best: Name | null;
    }
  | { contradiction: RuleProof<Name> };

/** The engine for mines in any topology: cells with any names, and rules. */
export class RuleEngine {
  static load(source?: ArrayBuffer | ArrayBufferView | string | URL): Promise<RuleEngine>;
  analyse<Name>(question: RuleQuestion<Name>, seconds?: number): RuleAnalysis<Name>;
  /** The smallest set of rules that proves a cell a mine, or safe; null where there is none. */
  prove<Name>(question: RuleQuestion<Name>, cell: Name, mine: boolean, seconds?: number): RuleProof<Name> | null;
}

/** A game, click by click. */
export class Game {
  constructor(
    level: { rows: number; cols: number; mines: number },
    options?: { seed?: string | number; rule?: FirstClick; mined?: Uint8Array | null },
  );
  readonly stage: "waiting" | "ongoing" | "won" | "lost";
  /** What the player sees, for Engine.analyse and Engine.explain. */
  readonly position: { rows: number; cols: number; mines: number; cells: Int8Array };
  open(cell: CellAsked): void;
  flag(cell: CellAsked): void;
  chord(cell: CellAsked): void;
  undo(): boolean;
}

/** Loads the engine for boards. */
export function load(): Promise<Engine>;
/** Loads the engine for rules of any topology. */
export function loadRules(): Promise<RuleEngine>;
/** A board that needs no guess from `first` on; throws EngineError after `seconds` (30). */
export function noGuessBoard(engine: Engine, order: BoardOrder & { seconds?: number }): MadeBoard;
/** Reads rows of 0-8 open (or a dot for 0), F flag, * mine, # hidden. */
export function parse(text: string, mines?: number | null): { rows: number; cols: number; mines: number | null; cells: Int8Array };
/** Writes what `parse` reads. */
export function print(position: Position): string;
