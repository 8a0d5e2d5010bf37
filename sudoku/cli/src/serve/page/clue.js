// A clue: its tool, its parameters and its cells, between the line of the native text and the words for players.

import { nameOf } from "./names.js";
import { isDrawn } from "./palette.js";

const SIDES = { top: [-1, 0], bottom: [1, 0], left: [0, -1], right: [0, 1] };

/**
 * Reads the line of a clue. `groups` are lists of cells; a clue outside the grid has a `spot` instead: its place, and
 * the step to its cells. Null if the clue is not of a form that is drawn.
 */
export function clueOf(text, tool, board) {
  if (!tool || !isDrawn(tool)) return null;
  const [, head, body] = /^((?:"[^"]*"|[^":])*):\s*(.*)$/.exec(text) ?? [];
  if (body === undefined) return null;
  const parameters = head.slice(tool.name.length).trim();
  if (tool.form === "side") {
    const [, side, number] = /^(top|bottom|left|right) (\d+)$/.exec(body) ?? [];
    return side ? { tool, parameters, groups: [], spot: spotOf(side, number - 1, board) } : null;
  }
  const groups = body.split(" = ").map((part) => cellsOf(part, board));
  if (groups.some((cells) => cells === null)) return null;
  if (tool.form === "diagonal") {
    const spot = diagonal(groups[0], board);
    return spot ? { tool, parameters, groups: [], spot } : null;
  }
  return { tool, parameters, groups, spot: null };
}

/** The cells of a list such as "r1c1-r1c5 r2c5", or null if it is another. */
function cellsOf(list, board) {
  const all = [];
  for (const part of list.trim().split(/\s+/)) {
    const [from, to] = part.split("-").map((name) => board.cells.findIndex((cell) => cell.name === name.toLowerCase()));
    if (from < 0 || to < 0) return null;
    all.push(...(to === undefined ? [from] : between(from, to, board)));
  }
  return all;
}

function between(from, to, { cells, columns }) {
  const [one, other] = [cells[from], cells[to]];
  if (one.row === null || other.row === null) return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const [down, right] = [other.row - one.row, other.column - one.column];
  const length = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: length + 1 }, (_, at) => from + at * (Math.sign(down) * columns + Math.sign(right)));
}

/** The place of a clue beside a row or column. */
export function spotOf(side, index, { rows, columns }) {
  const [down, right] = SIDES[side];
  if (down) return { row: down < 0 ? -1 : rows, column: index, down: -down, right: 0 };
  return { row: index, column: right < 0 ? -1 : columns, down: 0, right: -right };
}

/** The place of a clue whose cells run along a diagonal. A single cell, in a corner of the grid, may have two. */
function diagonal(cells, board) {
  const { row, column } = board.cells[cells[0]];
  const next = board.cells[cells[1]];
  const spots = diagonals(board).filter((spot) => spot.row + spot.down === row && spot.column + spot.right === column);
  return spots.find(({ down, right }) => next ? next.row === row + down && next.column === column + right : alone(row + down, column + right, board)) ?? null;
}

const isInside = (row, column, { rows, columns }) => row >= 0 && column >= 0 && row < rows && column < columns;
const alone = (row, column, board) => !isInside(row, column, board);

/** All places outside the grid from which a diagonal runs, as the program draws them: beside the first cell. */
export function diagonals(board) {
  const spots = [];
  const { rows, columns } = board;
  for (let row = -1; row <= rows; row += 1) {
    for (let column = -1; column <= columns; column += 1) {
      if (isInside(row, column, board)) continue;
      for (const down of [-1, 1]) for (const right of [-1, 1]) {
        if (isInside(row + down, column + right, board)) spots.push({ row, column, down, right });
      }
    }
  }
  return spots;
}

/** All places beside rows and columns. */
export function sides(board) {
  return Object.entries(SIDES).flatMap(([side, [down]]) =>
    Array.from({ length: down ? board.columns : board.rows }, (_, index) => spotOf(side, index, board)));
}

/** The line of a clue, `null` as long as something is missing. */
export function lineOf({ tool, parameters, groups, spot }, board) {
  if (tool.isNeeded && !parameters.trim()) return null;
  // The rest of a line may begin with a colon.
  const head = `${tool.name} ${parameters.trim()}`.replace(/^(\S+) (?=:|$)/, "$1");
  const names = (cells) => cells.map((cell) => board.cells[cell].name).join(" ");
  const cells = groups[0] ?? [];
  switch (tool.form) {
    case "flag":
    case "line":
      return head;
    case "side":
      return spot && `${head}: ${sideOf(spot)} ${(spot.down ? spot.column : spot.row) + 1}`;
    case "diagonal":
      return spot && `${head}: r${spot.row + spot.down + 1}c${spot.column + spot.right + 1} ${towards(spot)}`;
    case "pair":
    case "path":
      return cells.length < 2 ? null : `${head}: ${names(cells)}`;
    case "headed":
    case "groups":
      return groups.length < 2 ? null : `${head}: ${groups.map(names).join(" = ")}`;
    default:
      return cells.length ? `${head}: ${names(cells)}` : null;
  }
}

const sideOf = ({ down, right }) => (down ? (down > 0 ? "top" : "bottom") : right > 0 ? "left" : "right");
const towards = ({ down, right }) => `${down < 0 ? "u" : "d"}${right < 0 ? "l" : "r"}`;

/** The cells of a drag as groups of a tool. */
export function groupsOf(tool, cells, before = []) {
  if (tool.form === "pair") return cells.length < 2 ? [] : [[cells[0], cells.at(-1)]];
  if (tool.form === "headed") return cells.length < 2 ? [] : [[cells[0]], cells.slice(1)];
  if (tool.form === "groups") return [...before, closed(cells)];
  return [closed(cells)];
}

/** Cells of which only the last may be the first again, as in loops. */
function closed(cells) {
  const once = [...new Set(cells)];
  return cells.length > 2 && cells.at(-1) === cells[0] ? [...once, cells[0]] : once;
}

/** All cells of a clue in the order of drawing. */
export const cellsOfClue = ({ groups }) => groups.flat();

/** A clue in words: what it is, and where. */
export function wordsOf(clue, board) {
  const { tool, parameters, groups, spot } = clue;
  const names = (cells) => cells.map((cell) => nameOf(board, cell));
  const cells = groups.flat();
  const isLine = tool.form === "path" && !parameters;
  const title = parameters ? `${tool.title} ${parameters}` : isLine ? `${tool.title}, ${cells.length} cells` : tool.title;
  return [title, spot ? whereOf(spot) : placeOf(tool, groups, names)];
}

function placeOf(tool, groups, names) {
  const cells = names(groups.flat());
  if (tool.form === "groups") return groups.map((cells) => names(cells).join(" ")).join(" = ");
  if (tool.form === "pair") return cells.join(" – ");
  if (tool.form === "headed") return `${cells[0]}, tip ${cells.at(-1)}`;
  if (tool.form === "path") return `${cells[0]} to ${cells.at(-1)}`;
  return cells.length > 5 ? `${cells.slice(0, 4).join(" ")} and ${cells.length - 4} more` : cells.join(" ");
}

function whereOf({ row, column, down, right }) {
  if (down && right) return `from R${row + down + 1}C${column + right + 1}, ${down < 0 ? "up" : "down"} ${right < 0 ? "left" : "right"}`;
  if (down) return `${down > 0 ? "above" : "below"} column ${column + 1}`;
  return `${right > 0 ? "left" : "right"} of row ${row + 1}`;
}
