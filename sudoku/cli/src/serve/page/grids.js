// New grids: any size, values and boxes, several grids on a canvas, cells beside the grid.

import { button, make } from "./dom.js";

const OTHERS = {
  values: ["Values", "1-9", (text) => `values: ${text}`],
  boxes: ["Boxes: height x width, or none", "3x3", (text) => `boxes: ${text}`],
  at: ["Several grids: the corner of each", "r1c1 r7c7", null],
  cells: ["Cells beside the grid", "A 8", (text) => `cells: ${text}`],
};

/** The head of a text from what is written in the fields. */
export function headOf({ size, at, ...others }) {
  const corners = at.toLowerCase().match(/r\d+c\d+/g) ?? [];
  const lines = (names) => names.filter((name) => others[name].trim()).map((name) => OTHERS[name][2](others[name].trim()));
  if (corners.length === 0) return `${[`size: ${size}`, ...lines(["values", "boxes", "cells"])].join("\n")}\n`;
  const length = Number(size);
  const places = corners.map((corner) => corner.match(/\d+/g).map(Number));
  const most = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + length - 1);
  const boxes = others.boxes.trim() ? ` boxes ${others.boxes.trim()}` : "";
  const grids = corners.map((corner, number) => `sudoku G${number + 1} at ${corner} size ${size}${boxes}`);
  return `${[`size: ${most.join("x")}`, ...lines(["values", "cells"]), ...grids].join("\n")}\n`;
}

/** The fields and the button of a new grid; `open` takes the text. */
export function newGrid(open) {
  const size = make("input", { type: "text", value: "9", "aria-label": "Size of a new grid", title: "9, or 6x8: rows x columns" });
  const fields = Object.fromEntries(Object.entries(OTHERS).map(([name, [label, example]]) =>
    [name, make("input", { type: "text", placeholder: example, "aria-label": label })]));
  const create = () => open(headOf({ size: size.value, ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value])) }));
  const labelled = ([name, field]) => make("label", {}, OTHERS[name][0], field);
  return [
    make("div", { class: "row grid-size" }, size, button("New grid", create)),
    make("details", {}, make("summary", {}, "Values, boxes, several grids"), make("div", { class: "fields" }, ...Object.entries(fields).map(labelled))),
  ];
}
