// The clue in hand on the board: its outline, the ends that can be dragged, its value as it is typed, and the places
// outside the grid where a clue can be laid.

import { diagonals, sides } from "./clue.js";
import { shape } from "./dom.js";
import { centre, markOf, outside, sideOf } from "./places.js";

/** The ends of a line, which can be dragged. */
export function handles({ tool, groups }, { cells }) {
  if (!["path", "headed"].includes(tool.form)) return [];
  const all = groups.flat();
  return [[all[0], true], [all.at(-1), false]].map(([cell, isFirst]) => ({ at: centre(cells[cell]), isFirst }));
}

/** Draws what is in hand. `outlineOf` returns the path around cells. */
export function handView(hand, board, outlineOf) {
  const { clue, tool, problem } = hand;
  const parts = [];
  const size = sideOf(board);
  if (tool?.form === "side" || tool?.form === "diagonal") parts.push(...places(tool, hand, board));
  if (!clue || clue.isFixed) return parts;
  const all = hand.all;
  const at = all.findIndex(({ index }) => index === hand.index);
  const mark = markOf(clue, board, all, at < 0 ? all.length : at);
  parts.push(...outlined(clue, board, mark, outlineOf));
  for (const { at: [cx, cy] } of handles(clue, board)) parts.push(shape("circle", { cx, cy, r: 0.11 * size, class: "handle" }));
  if (clue.tool.value) parts.push(...bubble(clue, mark, size, problem !== ""));
  return parts;
}

function outlined({ tool, groups, spot }, board, [cx, cy], outlineOf) {
  const size = sideOf(board);
  if (spot || tool.form === "pair" || tool.form === "corner") return [shape("circle", { cx, cy, r: 0.24 * size, class: "held" })];
  if (!["path", "headed"].includes(tool.form)) return [shape("path", { d: outlineOf(new Set(groups.flat())), class: "held" })];
  const points = groups.flat().map((cell) => centre(board.cells[cell]).join(","));
  return [shape("polyline", { points: points.join(" "), class: "held" })];
}

/** The value of a clue in a box, with a caret. */
function bubble({ parameters, spot, tool }, [x, y], size, isWrong) {
  const height = (spot ? 0.4 : 0.26) * size;
  const width = Math.max(0.5, 0.58 * [...parameters].length + 0.45) * height;
  const isCage = tool.form === "cells" || tool.form === "groups";
  const middle = isCage ? x - 0.15 * size + width / 2 : x;
  const name = isWrong ? "bubble wrong" : "bubble";
  return [
    shape("rect", { x: middle - width / 2, y: y - 0.62 * height, width, height: 1.24 * height, rx: 0.25 * height, class: name }),
    shape("text", { x: middle, y: y + 0.34 * height, "font-size": height, class: `${name} value` }, parameters),
    shape("rect", { x: middle + width / 2 - 0.18 * height, y: y - 0.45 * height, width: 0.07 * height, height: 0.9 * height, class: "caret" }),
  ];
}

/** The free places of a tool outside the grid. */
function places(tool, { all, clue }, board) {
  const size = sideOf(board);
  const spots = tool.form === "diagonal" ? diagonals(board) : sides(board);
  const key = ({ row, column }) => `${row} ${column}`;
  const taken = new Set([...all.map((one) => one.clue), clue].filter((one) => one?.spot).map((one) => key(one.spot)));
  const free = new Map(spots.filter((spot) => !taken.has(key(spot))).map((spot) => [key(spot), spot]));
  return [...free.values()].flatMap((spot) => {
    const [x, y] = outside({ ...spot, down: spot.down && spot.right ? 0 : spot.down }, board, 0.16);
    const side = 0.56 * size;
    return [
      shape("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 0.12 * size, class: "free" }),
      shape("path", { d: `M${x - 6} ${y}H${x + 6}M${x} ${y - 6}V${y + 6}`, class: "free" }),
    ];
  });
}
