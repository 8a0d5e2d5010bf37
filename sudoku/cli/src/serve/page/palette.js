// Rules of variants as tools that draw clues on the board. The form of a tool is derived from the usage of its rule, so
// that a new rule of the program becomes a new tool.

/** Groups of the palette by those of the program. */
const GROUPS = {
  "Cages and sets": "Cages", "Lines": "Lines", "Pairs of cells": "Signs", "Outside clues": "Outside", "Cells": "Cells",
  "Whole grid": "Grid", "Unknown regions": "Chaos", "Your own": "Own",
};

/** The tools that setters use most, in this order, with their keys. */
const KEYS = {
  "killer": "k", "thermo": "t", "arrow": "a", "white": "d", "black": "b", "sandwich": "s", "whisper": "w", "renban": "r",
  "quadruple": "q", "little-killer": "l", "x": "x", "v": "v",
};
export const MOST_USED = Object.keys(KEYS);

/** Parses a usage such as "killer [SUM]: CELLS, …". */
export function toolOf({ name, also = [], usage, label, example, help, group }) {
  const [head, body] = split(usage);
  const drawn = formOf(body);
  // Markers are cells beside the grid, where nothing is drawn.
  const form = /FORMULA|RULE|MARKERS/.test(usage) ? "line" : drawn === "cells" && group === "Lines" ? "path" : drawn;
  const isLine = form === "line";
  const parameters = (isLine ? usage : head).slice(name.length).trim();
  return {
    name, also, title: label, key: KEYS[name] ?? "", usage, help, parameters, form, group: GROUPS[group] ?? group,
    usual: usual(name, example, isLine), value: valueOf(parameters, form), isNeeded: isNeeded(parameters),
  };
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
  if (/^CELL,/.test(body)) return "corner";
  return "cells";
}

/** How the parameters are typed: "number", "values" one after the other, "words", or null if there are none. */
function valueOf(parameters, form) {
  if (!parameters || form === "flag" || form === "line") return null;
  if (/^VALUE(S| VALUE …)$/.test(parameters)) return "values";
  return /^\[?[A-Z]+\]?$/.test(parameters) ? "number" : "words";
}

/** The parameters in the example; for a rule that is written as a line, the rest of the line. */
function usual(name, example, isLine) {
  const line = example.split("\n").find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}:`)) ?? "";
  if (isLine) return line.slice(name.length).trim();
  const quoted = /^\S+ ("[^"]*")/.exec(line)?.[1];
  const words = quoted ?? line.slice(name.length).split(":")[0].trim();
  // Examples of clues outside the grid may have a whole side.
  return /^(top|bottom|left|right)$/.test(words) ? /\d+/.exec(line)[0] : words;
}

/** Whether the rule needs its parameters. */
const isNeeded = (parameters) => parameters.replace(/\[[^\]]*\]/g, "").trim() !== "";

/** Whether a tool draws on the board. */
export const isDrawn = ({ form }) => form !== "flag" && form !== "line";

/** Instructions for the user on the board. */
export function how({ form, value, isNeeded: needs }) {
  const type = !value ? "" : needs ? ", then type its value" : "; a value may be typed";
  return {
    flag: "Holds in the whole grid.",
    line: "Write the rest of the line.",
    cells: `Drag through the cells${type}.`,
    path: `Drag along the line${type}.`,
    pair: `Click a border of two cells${type}.`,
    corner: `Click where four cells meet${type}.`,
    headed: `Drag from the first cell to the tip${type}.`,
    groups: "Drag through each group, one after the other; Enter ends.",
    side: `Click outside the grid${type}.`,
    diagonal: `Click outside the grid; again to turn the arrow${type}.`,
  }[form];
}

const flat = (words) => words.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]/g, "");

/** Finds tools by their names, or by what they do. Blanks, hyphens, case and an "s" at the end do not matter. */
export function found(tools, words) {
  const wanted = flat(words);
  if (!wanted) return tools;
  const single = wanted.length > 3 ? wanted.replace(/s$/, "") : wanted;
  const rank = ({ name, title, also, help }) => {
    const names = [name, title, ...also].map(flat);
    if (names.some((one) => one === wanted || one === single)) return 0;
    if (names.some((one) => one.startsWith(single))) return 1;
    if (names.some((one) => one.includes(single))) return 2;
    return flat(help).includes(single) ? 3 : 4;
  };
  return tools.map((tool) => [rank(tool), tool]).filter(([at]) => at < 4)
    .sort(([one], [other]) => one - other).map(([, tool]) => tool);
}
