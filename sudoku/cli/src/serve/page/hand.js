// What the setter has in hand: a tool, and a clue that is being laid or was chosen. Every change is written to the text
// at once; what the program refuses stays in hand, with the reason, until it is right or put away.

import { clueOf, diagonals, groupsOf, lineOf, sides } from "./clue.js";
import { notify } from "./dom.js";
import { native } from "./native.js";

export class Hand {
  /** The chosen tool. */
  tool = null;
  /** All tools by the names of their rules. */
  tools = new Map();
  /** Why the clue in hand is not on the board as it is typed. */
  problem = "";
  /** The clue in hand: the clue, its number among the lines and its text there (null before it is written). */
  #held = null;
  #session;
  #editor;
  #listeners = [];

  constructor(session, editor) {
    this.#session = session;
    this.#editor = editor;
    session.on((kind) => {
      if (kind === "puzzle") this.#check();
      if (kind === "panel" && session.panel !== "set") this.leave();
    });
  }

  /** Calls `listener` after each change. */
  on(listener) {
    this.#listeners.push(listener);
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }

  get clue() {
    return this.#held?.clue ?? null;
  }

  /** The number of the chosen clue among the lines; null if it is not on the board. */
  get index() {
    return this.#held?.index ?? null;
  }

  get #board() {
    return this.#session.board;
  }

  /** The clue of a line; null if it is not of a form that is drawn. */
  read(line) {
    return clueOf(line.text, this.tools.get(line.rule), this.#board);
  }

  /** All clues on the board that are drawn, each with its number among the lines. */
  get all() {
    return this.#session.now.read.lines.map((line, index) => ({ clue: this.read(line), index })).filter(({ clue }) => clue);
  }

  /** Takes a tool, or none. */
  choose(tool) {
    this.#drop();
    this.tool = tool;
    this.#tell();
  }

  /** Puts the clue away, or else the tool. Returns whether there was one. */
  leave() {
    const had = this.#held !== null || this.tool !== null;
    if (this.#held) this.#drop();
    else this.tool = null;
    if (had) this.#tell();
    return had;
  }

  #drop() {
    if (this.#held && this.problem) notify(this.problem, "error");
    this.problem = "";
    this.#held = null;
  }

  /** Chooses a clue on the board by its number among the lines. */
  pick(index) {
    this.#drop();
    const line = this.#session.now.read.lines[index];
    const tool = this.tools.get(line?.rule);
    if (!tool) return this.#tell();
    const fixed = { tool, parameters: line.text.slice(tool.name.length).trim(), groups: [], spot: null, isFixed: true };
    this.#held = { clue: this.read(line) ?? fixed, index, text: line.text, after: null };
    this.#tell();
  }

  /** Lays a clue of the tool through the cells of a drag, or the next group of it. */
  lay(cells, parameters = "") {
    const isNext = this.tool.form === "groups" && this.#held?.clue.tool === this.tool && this.#held.isOpen;
    const before = isNext ? this.clue.groups : [];
    const groups = groupsOf(this.tool, cells, before);
    if (groups.length === 0) return;
    if (isNext) return this.change({ groups });
    this.#begin({ tool: this.tool, parameters, groups, spot: null });
  }

  /** Lays a clue outside the grid. */
  layAt(spot) {
    this.#begin({ tool: this.tool, parameters: "", groups: [], spot });
  }

  #begin(clue) {
    this.#drop();
    this.#held = { clue, index: null, text: null, after: null, isOpen: true };
    this.#write(false);
  }

  /** Changes parts of the clue. */
  change(parts, isTyped = false) {
    if (!this.#held) return;
    this.#held.clue = { ...this.clue, ...parts };
    this.#write(isTyped);
  }

  /** Adds a character to the value of the clue. Returns whether it takes one. */
  type(character) {
    const { tool, parameters, isFixed } = this.clue ?? {};
    if (!tool?.value || isFixed) return false;
    const isList = tool.value === "values" && parameters && this.#board.symbols.every((symbol) => [...symbol].length === 1);
    this.change({ parameters: isList ? `${parameters} ${character}` : parameters + character }, true);
    return true;
  }

  /** Takes the last character of the value away. Returns whether there was one. */
  erase() {
    const { parameters, isFixed } = this.clue ?? {};
    if (!parameters || isFixed) return false;
    this.change({ parameters: parameters.slice(0, -1).trimEnd() }, true);
    return true;
  }

  /** Writes the clue to the text, in place of what it was. */
  #write(isTyped) {
    const held = this.#held;
    const line = lineOf(held.clue, this.#board);
    this.problem = "";
    this.#tell();
    if (line === null) return;
    // A clue and its value are undone together.
    const merges = () => isTyped && held.after === this.#session.now.text;
    held.pending = (held.pending ?? 0) + 1;
    const turn = (held.turn = (held.turn ?? 0) + 1);
    this.#editor.run((text, lines) => {
      if (held.index === null) return native.withLine(text, line);
      return lines[held.index]?.text === held.text ? native.withClue(text, lines, lines[held.index], line) : null;
    }, merges).then(({ lines, puzzle }) => {
      held.index ??= lines.length - 1;
      held.text = lines[held.index]?.text;
      held.after = puzzle;
    }).catch((error) => {
      // What was typed meanwhile may be right.
      if (turn !== held.turn) return;
      if (held === this.#held) this.problem = error.message;
      else notify(error.message, "error");
    }).finally(() => {
      held.pending -= 1;
      this.#tell();
    });
  }

  /** Puts the clue away if it is no longer on the board, as after undo. */
  #check() {
    const held = this.#held;
    if (!held || held.pending || held.index === null) return;
    if (this.#session.now.read.lines[held.index]?.text === held.text) return;
    this.#held = null;
    this.problem = "";
    this.#tell();
  }

  /** Takes the clue away from the board. */
  remove() {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    this.problem = "";
    this.#tell();
    this.removeLine(() => held.index, () => held.text);
  }

  /** Takes a line away, by the number and the text that it has when its turn comes. */
  removeLine(index, text) {
    this.#editor.run((whole, lines) =>
      (index() !== null && lines[index()]?.text === text() ? native.withClue(whole, lines, lines[index()], null) : null))
      .catch((error) => notify(error.message, "error"));
  }

  /** Adds a line. */
  add(line) {
    this.#editor.run((text) => native.withLine(text, line)).catch((error) => notify(error.message, "error"));
  }

  /** Changes the rule of the clue to another of the same form. */
  become(tool) {
    const parameters = tool.value === this.clue.tool.value ? this.clue.parameters : "";
    this.change({ tool, parameters });
  }

  /** The tools whose clues have the form of this one. */
  get kinds() {
    const { form, group } = this.clue.tool;
    return [...this.tools.values()].filter((tool) => tool.form === form && (tool.group === group || form === "pair" || form === "side"));
  }

  /** Turns the clue: a line is reversed, the arrow of a diagonal points elsewhere. */
  turn() {
    const { groups, spot, tool } = this.clue;
    if (!spot) {
      const [head, ...others] = groups;
      const all = tool.form === "headed" ? groups.flat().reverse() : null;
      return this.change({ groups: all ? [[all[0]], all.slice(1)] : [head.toReversed(), ...others] });
    }
    const same = diagonals(this.#board).filter((one) => one.row === spot.row && one.column === spot.column);
    const at = same.findIndex((one) => one.down === spot.down && one.right === spot.right);
    this.change({ spot: same[(at + 1) % same.length] });
  }

  /** Whether `turn` does anything. */
  get isTurned() {
    const { tool, isFixed } = this.clue;
    return !isFixed && ["path", "headed", "diagonal"].includes(tool.form) || tool.name === "greater";
  }

  /** Moves the clue by rows and columns. Returns whether it stays on the board. */
  move(down, right) {
    const moved = this.#moved(down, right);
    if (moved) this.change(moved);
    return moved !== null;
  }

  /** Where the clue is after a move; null if it leaves the board. */
  #moved(down, right) {
    const board = this.#board;
    const { groups, spot, tool, isFixed } = this.clue;
    if (isFixed) return null;
    if (spot) return this.#movedSpot(spot, down, right, tool.form === "diagonal" ? diagonals(board) : sides(board));
    const to = (cell) => {
      const { row, column } = board.cells[cell];
      if (row === null || !(row + down in Array(board.rows).fill(0)) || !(column + right in Array(board.columns).fill(0))) return null;
      return (row + down) * board.columns + column + right;
    };
    const next = groups.map((cells) => cells.map(to));
    return next.flat().includes(null) ? null : { groups: next };
  }

  #movedSpot(spot, down, right, spots) {
    const same = spots.filter((one) => one.row === spot.row + down && one.column === spot.column + right);
    const found = same.find((one) => one.down === spot.down && one.right === spot.right) ?? same[0];
    return found ? { spot: found } : null;
  }

  /** Lays the same clue again, beside this one. */
  repeat() {
    if (!this.clue || this.clue.isFixed) return;
    const { clue } = this;
    const steps = [[0, 1], [1, 0], [0, -1], [-1, 0], [0, 2], [2, 0], [0, -2], [-2, 0]];
    const texts = this.all.map(({ clue: other }) => lineOf(other, this.#board));
    for (const [down, right] of steps) {
      const moved = this.#moved(down, right);
      if (!moved || texts.includes(lineOf({ ...clue, ...moved }, this.#board))) continue;
      return this.#begin({ ...clue, ...moved });
    }
    notify("There is no room beside it.");
  }
}
