/** A value of a cell: 1 is the first symbol of the puzzle. */
export type Value = number;
/** The index of a cell, row by row, from 0. */
export type Cell = number;
/** The entry of each cell. */
export type Entries = (Value | null)[];

/** The error of a refused call; `line` and `column`, from 1, are a place in the text of the puzzle. */
export class Refused extends Error {
  line?: number;
  column?: number;
  hint?: string;
}

export interface Options {
  /** The time limit in seconds, by default 10, for `count` and `watch` 60. */
  seconds?: number;
}

/** A request about one puzzle, in any format that the program reads, including links. */
export interface Question {
  puzzle: string;
}

export interface BoardCell {
  name: string;
  /** `null` if the cell is beside the grid. */
  row: number | null;
  column: number | null;
  x: number | null;
  y: number | null;
  size: number;
  gap: boolean;
  given: Value | null;
  values: Value[];
  houses: number[];
}

export interface Read {
  /** The puzzle in the native format. */
  puzzle: string;
  format: string;
  title: string | null;
  author: string | null;
  comments: string[];
  /** The reader's notes. */
  notes: string[];
  /** How parts of a drawing were read, and what they may be instead; the question's `as` puts it right. */
  guesses: { rule: string; parts: string[]; reason: string; others: string[] }[];
  /** The rules in sentences for players; null is the grid. */
  rules: { rule: string | null; says: string }[];
  lines: { rule: string; text: string; line: number; cells: Cell[] }[];
  houses: { name: string; cells: Cell[] }[];
  board: {
    rows: number;
    columns: number;
    symbols: string[];
    blank: string;
    width: number;
    height: number;
    corner: [number, number];
    svg: string;
    cells: BoardCell[];
  };
}
export function read(question: { text: string; as?: string[] }, options?: Options): Read;

export interface Checked {
  verdict: "unique" | "several" | "none" | "unknown";
  /** The number of solutions found, at most the cap. */
  solutions: number;
  /** Cells in which solutions differ. */
  open: Cell[];
  /** Entries that differ from the only solution. */
  wrong: Cell[];
  faults: { kind: "given" | "entry" | "rule" | "house"; text: string; cells: Cell[] }[];
  /** Two of several solutions, with `show`. */
  pair?: [number[], number[]];
  /** The only solution, with `show`. */
  solution?: Value[];
  seconds: number;
}
export function check(
  question: Question & { entries?: Entries; cap?: number; show?: boolean; quick?: boolean },
  options?: Options,
): Checked;

export interface Candidates {
  candidates: Value[][];
  /** The number of solutions with each of these values, up to the cap. */
  counts: number[][];
  cap: number;
  complete: boolean;
  seconds: number;
}
export function candidates(question: Question & { cap?: number }, options?: Options): Candidates;

export type Status = "unique" | "multiple" | "none" | "limit";

export interface StepCells {
  truths: [Cell, Value][];
  removed: [Cell, Value][];
  placed: [Cell, Value][];
}

export interface Step {
  technique: string;
  cost: number;
  place?: { cell: string; value: string };
  remove?: { cell: string; values: string[] }[];
  nudge: string;
  where: string;
  text: string;
  [more: string]: unknown;
}

/** A given or a rule that takes part in a contradiction, with the names of its cells. */
export interface Fault {
  kind: "given" | "rule";
  text: string;
  cells: string[];
}

export interface Hint {
  status: Status;
  text: string;
  level: "nudge" | "where" | "full";
  step: Step | null;
  /** All wrong entries, in full hints; the reasons are null if they were not found in time. */
  wrong?: { cell: string; value: string; reasons: Fault[] | null }[];
  /** Cells whose pencil marks lack their value, in full hints. */
  lacking?: string[];
  cells?: StepCells;
  svg?: string;
}
export function hint(
  question: Question & { entries?: Entries; marks?: (Value[] | null)[]; level?: "nudge" | "where" | "full" },
  options?: Options,
): Hint;

export interface Explained {
  status: Status;
  steps: (Step & { cells: StepCells; svg?: string })[];
  /** Whether the steps reach the solution. */
  finished: boolean;
  reason: string | null;
}
export function explain(question: Question & { plain?: boolean }, options?: Options): Explained;

export interface Rated {
  status: Status;
  complete?: boolean;
  hardest?: number;
  level?: string;
  technique?: string | null;
  sum?: number;
  steps?: number;
  counts?: Record<string, number>;
  /** The difficulty on the scale of Sudoku Explainer. */
  se?: number;
  reason?: string;
  micros: number;
}
export function rate(question: Question, options?: Options): Rated;

export interface Counted {
  count: number;
  low: number;
  /** `null` until the count is complete. */
  high: number | null;
  finished: boolean;
}
/** Counts solutions; `told` is called with the number so far, and stops the count by returning `false`. */
export function count(
  question: Question & { cap?: number },
  options?: Options & { told?: (counted: Counted) => unknown },
): Counted;

export interface Event {
  event: "decide" | "remove" | "fail" | "back" | "solution" | "done" | "more";
  step: number;
  depth?: number;
  cell?: Cell | null;
  values?: Value[];
  text?: string;
}
export function watch(
  question: Question & { method?: string; from?: number; steps?: number },
  options?: Options,
): Event[];

export interface Wanted {
  seed: number;
  size?: number;
  /** The number of clues, or the least and the greatest number. */
  clues?: number | [number, number];
  symmetry?: "none" | "rotational" | "mirror" | "diagonal" | "full";
  /** Without one any, but up to hard with rules. */
  difficulty?: "easy" | "medium" | "hard" | "fiendish" | "extreme" | "nested" | "any";
  /** Rules of variants whose clues are placed at random. */
  rules?: string[];
  /** How these clues are set out. */
  style?: "free" | "sparse" | "tiled" | "symmetric";
  /** Puzzles that are kept out, also turned or with exchanged values. */
  known?: string[];
}
/** A random puzzle with one solution; the same seed gives the same puzzle. */
/** A given or a clue of a rule. */
export interface Stated {
  kind: "given" | "rule";
  text: string;
  cells: Cell[];
}
/** What may be added or erased; without both, givens and clues. */
export interface May {
  givens?: boolean;
  rules?: boolean;
}
/** The givens and clues that a puzzle does not need; those of `erased` can go together. */
export function minimize(question: Question & May, options?: Options): {
  status: string;
  redundant?: Stated[];
  undecided?: Stated[];
  erased?: Stated[];
  puzzle?: string;
};
/** A change that leaves one solution, or a variant that is a level easier or harder. */
export function suggest(question: Question & May & { for?: "unique" | "easier" | "harder" }, options?: Options): {
  status: string;
  level?: string;
  hardest?: { name: string; cost: number; text: string; clues: Stated[] };
  removed?: Stated[];
  added?: Stated[];
  puzzle?: string;
  to?: string;
  reason?: string;
};

export function generate(wanted: Wanted, options?: Options): { puzzle: string; solution: Value[] };

export function convert(question: Question & { to: string }, options?: Options): { text: string; lost: string[] };

/** The picture of a puzzle as the text of an SVG. */
export function render(question: Question & { entries?: Entries }, options?: Options): string;

export function rules(): { name: string; also: string[]; group: string; usage: string; label: string; help: string; example: string }[];
export function methods(): { name: string; about: string; origin: string; notes: string }[];
export function techniques(): {
  /** The name in questions and answers. */
  technique: string;
  /** The name in sentences. */
  name: string;
  also: string[];
  level: string;
  cost: number;
  se: number | null;
  hodoku: number | null;
  what: string;
  why: string;
  spot: string;
  /** Positions of which the technique is the next step. */
  examples: string[];
}[];
export function calls(): {
  version: string;
  open: boolean;
  calls: {
    path: string;
    about: string;
    fields?: { name: string; about: string; type: string; default?: number }[];
  }[];
};

/** Makes the call of a path, and returns the text of the answer; `line` takes the lines of a stream. */
export function ask(
  path: string,
  question: object,
  options?: Options & { line?: (line: string) => boolean },
): string;
