// Rules of variants as tools that draw clues on the board. The form of a tool is derived from the usage of its rule, so
// that a new rule of the program becomes a new tool.

/** Parses a usage such as "killer [SUM]: CELLS, …". */
export function toolOf({ name, usage, example, help, group }) {
  const [head, body] = split(usage);
  const drawn = formOf(body);
  const form = /FORMULA|RULE/.test(usage) ? "line" : drawn === "cells" && group === "Lines" ? "path" : drawn;
  const isLine = form === "line";
  const parameters = (isLine ? usage : head).slice(name.length).trim();
  return { name, usage, help, group, parameters, form, usual: usual(name, example, isLine), sides: sidesOf(body) };
}

/** Splits a usage into the part before the cells and the cells, without optional cells. */
function split(usage) {
  const at = usage.search(/ ?\[?:/);
  if (at < 0) return [usage, ""];
  return [usage.slice(0, at), usage[at] === ":" ? usage.slice(at + 1).trim() : ""];
}

function formOf(body) {
  if (!body) return "flag";
  if (/\bul\b/.test(body)) return "diagonal";
  if (/^(row|top)/.test(body)) return "side";
  if (/^(BULB|CELL) \[?=/.test(body)) return "headed";
  if (/^CELLS =/.test(body)) return "groups";
  if (/^CELL CELL/.test(body)) return "pair";
  return "cells";
}

const sidesOf = (body) => [...new Set(body.match(/\b(row|col|top|bottom|left|right)\b/g) ?? [])];

/** The parameters in the example; for a rule that is written as a line, the rest of the line. */
function usual(name, example, isLine) {
  const line = example.split("\n").find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}:`)) ?? "";
  if (isLine) return line.slice(name.length).trim();
  const quoted = /^\S+ ("[^"]*")/.exec(line)?.[1];
  return quoted ?? line.slice(name.length).split(":")[0].trim();
}

/** Whether the rule needs its parameters. */
export const needsParameters = (tool) => tool.parameters.replace(/\[[^\]]*\]/g, "").trim() !== "";

/** Instructions for the user on the board. */
export const HOW = {
  flag: "Holds in the whole grid.",
  line: "Write the rest of the line.",
  cells: "Drag through its cells.",
  path: "Drag along the line.",
  pair: "Drag from one cell to its neighbour.",
  headed: "Drag from the first cell through the others.",
  groups: "Drag through each group, one after the other.",
  side: "Choose the side, then a cell of the row or column.",
  diagonal: "Drag from the first cell along the diagonal.",
};

/** The line of a rule for cells drawn one after the other, `null` as long as something is missing. */
export function lineOf(tool, parameters, groups, side, board) {
  const head = `${tool.name}${parameters ? ` ${parameters}` : ""}`;
  const names = (cells) => cells.map((cell) => board.cells[cell].name).join(" ");
  const cells = groups.at(-1) ?? [];
  const isInGrid = cells.every((cell) => board.cells[cell].row !== null);
  switch (tool.form) {
    case "flag":
    case "line":
      return head;
    case "pair":
      return cells.length < 2 ? null : `${head}: ${names([cells[0], cells.at(-1)])}`;
    case "headed":
      return cells.length < 2 ? null : `${head}: ${names([cells[0]])} = ${names(cells.slice(1))}`;
    case "groups":
      return groups.length < 2 ? null : `${head}: ${groups.map(names).join(" = ")}`;
    case "side":
      return isInGrid ? `${head}: ${side} ${placeOf(board.cells[cells[0]], side)}` : null;
    case "diagonal":
      return cells.length < 2 || !isInGrid ? null : `${head}: ${names([cells[0]])} ${direction(board, cells)}`;
    case "path":
      return cells.length < 2 ? null : `${head}: ${names(closed(cells))}`;
    default:
      return `${head}: ${names(closed(cells))}`;
  }
}

const placeOf = ({ row, column }, side) => (["row", "left", "right"].includes(side) ? row + 1 : column + 1);

function direction(board, cells) {
  const [from, to] = [board.cells[cells[0]], board.cells[cells.at(-1)]];
  return `${to.row < from.row ? "u" : "d"}${to.column < from.column ? "l" : "r"}`;
}

/** Cells of which only the last may be the first again, as in loops. */
function closed(cells) {
  const once = [...new Set(cells)];
  return cells.length > 2 && cells.at(-1) === cells[0] ? [...once, cells[0]] : once;
}
