// The state of the board, its history, and the state of the view.
//
// Positions are immutable: a change makes a new one, so undo and redo are lists of positions that share their equal
// parts. After a reload, stored positions lack the server's data about their texts, which are requested when they
// return to the board.

import { notify } from "./dom.js";
import { asked } from "./guesses.js";
import { packed, unpacked } from "./history.js";
import { chooseNames } from "./names.js";
import { ask } from "./server.js";
import { PANELS } from "./keys.js";
import { native } from "./native.js";

const STORE = "sudoku.work";
/** The number of positions that are stored, before the present one and after it. */
const STORED = 1000;

/** A position without entries, from the data of a puzzle that the server has read. */
function fresh(read) {
  const { board } = read;
  const empty = board.cells.map(() => null);
  const none = board.cells.map(() => []);
  return {
    text: read.puzzle,
    read,
    givens: board.cells.map((cell) => cell.given),
    entries: empty,
    corner: none,
    centre: none,
    colours: none,
    pen: none,
  };
}

/** A stored position with the data of the server. Entries that do not fit the board are left out. */
function revived(stored, read) {
  const next = fresh(read);
  const isValue = (value) => Number.isInteger(value) && value >= 1 && value <= read.board.symbols.length;
  const isCell = (cell) => Number.isInteger(cell) && cell in read.board.cells && isPlaced(read.board.cells[cell]);
  const isColour = (colour) => Number.isInteger(colour) && colour >= 1 && colour <= 9;
  const all = (isGood) => (marks) => Array.isArray(marks) && marks.every(isGood);
  const fits = (list, isGood) => Array.isArray(list) && list.length === next.entries.length && list.every(isGood);
  const checks = {
    entries: (entry) => entry === null || isValue(entry), corner: all(isValue), centre: all(isValue), colours: all(isColour), pen: all(isCell),
  };
  for (const [name, isGood] of Object.entries(checks)) if (fits(stored[name], isGood)) next[name] = stored[name];
  return next;
}

export class Session {
  now = null;
  mode = "digit";
  panel = "play";
  selection = new Set();
  cursor = 0;
  options = { conflicts: true, candidates: false, timer: true, clean: false, names: "R1C1" };
  /** The time that the puzzle has taken, in milliseconds. */
  elapsed = 0;
  /** The clues that the entries break, each with its cells. */
  broken = [];
  #past = [];
  #future = [];
  #listeners = [];
  #saving = 0;
  #reads = new Map();
  #turn = Promise.resolve();

  /**
   * Calls `listener` with the kind of each change: puzzle, givens, entries, broken, selection, mode, panel or
   * options.
   */
  on(listener) {
    this.#listeners.push(listener);
  }

  #tell(kind) {
    for (const listener of this.#listeners) listener(kind);
    if (kind !== "selection") this.#saveSoon();
  }

  get board() {
    return this.now.read.board;
  }

  symbol(value) {
    return this.board.symbols[value - 1] ?? String(value);
  }

  value(cell) {
    return this.now.givens[cell] ?? this.now.entries[cell];
  }

  /** Cells that a digit can be entered in. */
  isOpen(cell) {
    return isPlaced(this.board.cells[cell]);
  }

  /** Whether a cell lies in the grid, where givens are. */
  isInGrid(cell) {
    return this.isOpen(cell) && this.board.cells[cell].row !== null;
  }

  /** Takes a puzzle in any form that the server reads, in place of the present one; `readings` are those of a drawing. */
  async open(text, readings = {}) {
    const read = await ask("read", { text, as: asked(readings) });
    read.source = { text, readings };
    this.elapsed = 0;
    this.take(read, false);
    return read;
  }

  /**
   * Puts a puzzle that the server has read on the board. Entries are kept if `keeps` says so and the cells are the same.
   * If it `merges`, undo takes this change and the one before back together.
   */
  take(read, keeps, merges = false) {
    const next = fresh(read);
    const before = this.now;
    if (keeps && before && isSameShape(before.read.board, read.board)) {
      for (const name of ["entries", "corner", "centre", "colours", "pen"]) next[name] = before[name];
    } else {
      this.selection = new Set();
      this.cursor = firstCell(read.board);
    }
    if (merges) this.now = next;
    else this.#push(next);
    this.#tell("puzzle");
  }

  /** Changes parts of the position: lists by their names. */
  change(parts, kind = "entries") {
    this.#push({ ...this.now, ...parts });
    this.#tell(kind);
  }

  /** Sets the given of cells, in the text as well. */
  give(cells, value) {
    if (!cells.every((cell) => this.isInGrid(cell))) throw new Error("a cell beside the grid has no given: write a rule");
    const givens = this.now.givens.slice();
    for (const cell of cells) givens[cell] = value;
    if (givens.every((given, cell) => given === this.now.givens[cell])) return;
    const text = native.withGivens(this.now.text, this.board, givens, cells);
    const entries = this.now.entries.map((entry, cell) => (givens[cell] === null ? entry : null));
    this.change({ givens, text, entries }, "givens");
  }

  #push(next) {
    if (this.now) this.#past.push(this.now);
    this.#future = [];
    this.now = next;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
  }

  /** Goes to the last position of a list, after the server has read its text if necessary. */
  #step(from, to) {
    if (from.length === 0) return;
    if (from.at(-1).read) return this.#move(from, to);
    this.#turn = this.#turn.then(() => this.#revive(from, to)).catch((error) => notify(error.message, "error"));
  }

  async #revive(from, to) {
    const stored = from.at(-1);
    if (stored && !stored.read) {
      const { text } = stored;
      const read = this.#reads.get(text) ?? await ask("read", { text });
      this.#reads.set(text, read);
      // The user has changed the board meanwhile.
      if (from.at(-1) !== stored) return;
      from.splice(-1, 1, revived(stored, read));
    }
    if (stored) this.#move(from, to);
  }

  #move(from, to) {
    const before = this.now;
    to.push(before);
    this.now = from.pop();
    if (!isSameShape(before.read.board, this.board)) {
      this.selection = new Set();
      this.cursor = firstCell(this.board);
    }
    this.#tell(before.read === this.now.read ? (before.text === this.now.text ? "entries" : "givens") : "puzzle");
  }

  select(cells, cursor = this.cursor) {
    this.selection = new Set(cells);
    this.cursor = cursor;
    this.#tell("selection");
  }

  /** The cells that a key acts on. */
  get chosen() {
    return [...(this.selection.size ? this.selection : [this.cursor])].filter((cell) => this.isOpen(cell));
  }

  setMode(mode) {
    this.mode = mode;
    this.#tell("mode");
  }

  setPanel(panel) {
    this.panel = panel;
    this.#tell("panel");
  }

  setOption(name, value) {
    this.options = { ...this.options, [name]: value };
    chooseNames(this.options.names);
    this.#tell("options");
  }

  /** Sets the clues that the entries break. */
  setBroken(broken) {
    if (broken.length === 0 && this.broken.length === 0) return;
    this.broken = broken;
    this.#tell("broken");
  }

  /** Cells of the grid without a value. */
  openCells() {
    return [...this.board.cells.keys()].filter((cell) => this.isInGrid(cell) && this.value(cell) === null);
  }

  /** Cells whose value occurs twice in a house, or breaks a clue. */
  conflicts() {
    const found = new Set(this.broken.flatMap(({ cells }) => cells).filter((cell) => this.value(cell) !== null));
    for (const { cells } of this.now.read.houses) {
      const seen = new Map();
      for (const cell of cells) {
        const value = this.value(cell);
        if (value === null) continue;
        if (seen.has(value)) found.add(cell).add(seen.get(value));
        else seen.set(value, cell);
      }
    }
    return found;
  }

  #saveSoon() {
    if (this.#saving) return;
    this.#saving = setTimeout(() => this.save(), 250);
  }

  /** Stores the work in the browser, as far as there is space. */
  save() {
    clearTimeout(this.#saving);
    this.#saving = 0;
    if (!this.now) return;
    const { mode, panel, options, elapsed } = this;
    const past = this.#past.slice(-STORED);
    const all = [...past, this.now, ...this.#future.slice(-STORED).reverse()];
    const store = (positions, at) => localStorage.setItem(
      STORE, JSON.stringify({ link: location.hash, positions: packed(positions), at, mode, panel, options, elapsed }));
    try {
      store(all, past.length);
    } catch {
      try {
        store([this.now], 0);
      } catch {
        // If the store is full or forbidden, the work is kept only as long as the page.
      }
    }
  }

  /** Returns the stored work, or null. */
  static stored() {
    try {
      const { positions, at, ...others } = JSON.parse(localStorage.getItem(STORE));
      const all = unpacked(positions);
      return all[at] ? { past: all.slice(0, at), now: all[at], future: all.slice(at + 1).reverse(), ...others } : null;
    } catch {
      return null;
    }
  }

  /** Restores stored work. */
  async resume(stored) {
    const read = await ask("read", { text: stored.now.text });
    this.#reads.set(stored.now.text, read);
    this.options = { ...this.options, ...stored.options };
    chooseNames(this.options.names);
    this.mode = ["digit", "corner", "centre", "colour"].includes(stored.mode) ? stored.mode : "digit";
    this.panel = PANELS.includes(stored.panel) ? stored.panel : "play";
    this.elapsed = Number.isFinite(stored.elapsed) ? stored.elapsed : 0;
    this.#past = stored.past;
    this.#future = stored.future;
    this.now = revived(stored.now, read);
    this.cursor = firstCell(read.board);
    this.#tell("puzzle");
  }
}

/** Whether a cell is on the board, in the grid or beside it. */
export const isPlaced = ({ gap, x }) => !gap && x !== null;

const firstCell = ({ cells }) => Math.max(0, cells.findIndex(isPlaced));

/** Whether boards have the same cells and as many values. */
export function isSameShape(one, other) {
  const same = (cell, at) => cell.name === other.cells[at].name && cell.gap === other.cells[at].gap;
  const isSize = one.cells.length === other.cells.length && one.symbols.length === other.symbols.length;
  return isSize && one.cells.every(same);
}
