// The board: the server's drawing with digits, marks and colours, and a grid of cells for focus and screen readers.

import { shape } from "./dom.js";
import { drawing } from "./drawing.js";
import { isPlaced, isSameShape } from "./session.js";

/** Names of the colours, which differ in lightness as well. */
export const COLOURS = ["grey", "orange", "sky blue", "green", "yellow", "blue", "vermilion", "pink", "white"];

// Places of corner marks in parts of a cell, in the order in which they are filled.
const CORNERS = [[0.19, 0.2], [0.81, 0.2], [0.19, 0.8], [0.81, 0.8], [0.5, 0.2], [0.5, 0.8], [0.19, 0.5], [0.81, 0.5], [0.5, 0.5]];

/** The room around the grid while setting, in cells. */
const ROOM = 0.9;

export class Board {
  #session;
  #svg;
  #layers = {};
  #cells = [];
  #table = [];
  #drawn = null;
  #overlay = null;
  #shown = null;
  #hand = () => [];

  constructor(svg, session) {
    this.#svg = svg;
    this.#session = session;
    session.on((kind) => this.draw(kind));
  }

  get svg() {
    return this.#svg;
  }

  /** The elements of the cells, by cell number. */
  get cells() {
    return this.#cells;
  }

  /** The cell number at each place of the board, row by row; null for a gap. Cells beside the grid follow. */
  get table() {
    return this.#table;
  }

  draw(kind) {
    const { read } = this.#session.now;
    if (this.#drawn !== read) this.#build(read);
    if (kind !== "selection") this.#fill();
    if (kind !== "entries" && kind !== "givens") this.#select();
    if (kind === "panel" || kind === "puzzle") this.#frame();
    if (kind === "panel" || kind === "puzzle") this.drawHand();
  }

  /** Shows what `view()` returns over the board: what the setter has in hand. */
  hold(view) {
    this.#hand = view;
  }

  /** Draws what the setter has in hand once more. */
  drawHand() {
    this.#layers.hand?.replaceChildren(...this.#hand());
  }

  /** Sets the part of the drawing that is shown: while setting there is room for clues on all sides. */
  #frame() {
    const { rows, columns, corner: [x, y], width, height, cells } = this.#session.board;
    const room = this.#session.panel === "set" ? ROOM * cells[0].size : 0;
    const [left, top] = [Math.min(x, -room), Math.min(y, -room)];
    const right = Math.max(x + width, columns * cells[0].size + room);
    const bottom = Math.max(y + height, rows * cells[0].size + room);
    this.#svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    document.documentElement.style.setProperty("--ratio", (right - left) / (bottom - top));
  }

  /** Shows a layer over the digits. Its content is requested cell by cell. */
  overlay(overlay) {
    this.#overlay = overlay;
    this.#fill();
  }

  /** Shows texts in cells that have no given and no entry: `textOf(cell)` returns one, or null. */
  show(textOf) {
    this.#shown = textOf;
    this.#fill();
  }

  /** Tints cells: lists of cells by the name of a tint. */
  tint(tints) {
    const boxes = Object.entries(tints).flatMap(([name, cells]) =>
      [...cells].filter((cell) => this.#cells[cell]).map((cell) => this.#box(cell, `tint ${name}`)));
    this.#layers.tints.replaceChildren(...boxes);
  }

  /** Draws a line through cells that are being chosen. */
  trace(cells) {
    const { board } = this.#session;
    const points = cells.map((cell) => board.cells[cell]).map(({ x, y, size }) => `${x + size / 2},${y + size / 2}`);
    const first = board.cells[cells[0]];
    const parts = cells.length === 0 ? [] : [
      shape("polyline", { points: points.join(" "), class: "trace" }),
      shape("circle", { cx: first.x + first.size / 2, cy: first.y + first.size / 2, r: first.size * 0.28, class: "trace-start" }),
    ];
    this.#layers.traces.replaceChildren(...parts);
  }

  /** Focuses the cell under the cursor. */
  focus() {
    this.#cells[this.#session.cursor]?.focus({ preventScroll: true });
  }

  /** The point of the drawing at an event of the pointer. */
  pointAt({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.#svg.getScreenCTM()?.inverse());
    return [x, y];
  }

  /** The cell at a point of the drawing, or null. With `within`, the point has to be well inside. */
  cellAt(point, within = 0) {
    const isAt = ({ x, y, size }) => {
      const [down, right] = [(point[1] - y) / size - 0.5, (point[0] - x) / size - 0.5];
      return Math.max(Math.abs(down), Math.abs(right)) <= 0.5 && (!within || Math.hypot(down, right) <= within);
    };
    const cell = this.#session.board.cells.findIndex((place, at) => this.#cells[at] && isAt(place));
    return cell < 0 ? null : cell;
  }

  #build(read) {
    const { board, title } = read;
    // The layer of another grid does not apply to these cells.
    if (this.#drawn && !isSameShape(this.#drawn.board, board)) this.#overlay = null;
    this.#shown = null;
    const { corner: [x, y], width, height } = board;
    const paper = shape("rect", { x, y, width, height, class: "paper" });
    const picture = shape("g", { class: "drawing", "aria-hidden": "true" });
    picture.append(...drawing(board.svg).childNodes);
    picture.setAttribute("font-family", "sans-serif");
    picture.setAttribute("text-anchor", "middle");
    picture.append(...this.#beside(board));
    const layer = (name) => (this.#layers[name] = shape("g", { class: name, "aria-hidden": "true" }));
    this.#svg.setAttribute("aria-label", title ? `Board of ${title}` : "Board");
    this.#table = tableOf(board);
    this.#svg.setAttribute("aria-rowcount", this.#table.length);
    this.#svg.setAttribute("aria-colcount", Math.max(...this.#table.map((cells) => cells.length)));
    const rows = this.#rows(board);
    this.#svg.replaceChildren(
      paper, layer("colours"), picture, layer("tints"), layer("selected"), layer("digits"), layer("pen"), layer("traces"), layer("hand"), ...rows);
    this.#drawn = read;
  }

  /** Boxes and names of the cells beside the grid. */
  #beside({ cells }) {
    return cells.filter((cell) => cell.row === null && isPlaced(cell)).flatMap(({ name, x, y, size }) => [
      shape("rect", { x, y, width: size, height: size, class: "beside" }),
      shape("text", { x: x + size / 2, y: y - size * 0.08, "font-size": size * 0.27, class: "name" }, name),
    ]);
  }

  #rows({ cells }) {
    this.#cells = [];
    const box = (cell, column) => {
      const { x, y, size } = cells[cell];
      return (this.#cells[cell] = shape("rect", {
        x, y, width: size, height: size, class: "cell", role: "gridcell", tabindex: -1, "data-cell": cell, "aria-colindex": column + 1,
      }));
    };
    const boxes = (row) => row.map((cell, column) => (cell === null ? null : box(cell, column)));
    const rows = this.#table.map((row, at) => shape("g", { role: "row", "aria-rowindex": at + 1 }, ...boxes(row)));
    return rows.filter((row) => row.hasChildNodes());
  }

  #box(cell, name) {
    const { x, y, size } = this.#session.board.cells[cell];
    return shape("rect", { x, y, width: size, height: size, class: name });
  }

  #fill() {
    const session = this.#session;
    const conflicts = session.options.conflicts ? session.conflicts() : new Set();
    const [colours, digits] = [[], []];
    this.#cells.forEach((box, cell) => {
      colours.push(...this.#stripes(cell));
      digits.push(...this.#content(cell, conflicts.has(cell)));
      update(box, "aria-label", this.#spoken(cell, conflicts.has(cell)));
    });
    this.#layers.colours.replaceChildren(...colours);
    this.#layers.digits.replaceChildren(...digits);
    this.#layers.pen.replaceChildren(...this.#lines());
  }

  /** The lines of the pen, from middle to middle. */
  #lines() {
    const middle = ({ x, y, size }) => `${x + size / 2} ${y + size / 2}`;
    const { cells } = this.#session.board;
    const line = (from, to) => shape("path", { d: `M${middle(cells[from])}L${middle(cells[to])}`, class: "pen-line" });
    return this.#session.now.pen.flatMap((ends, from) => ends.map((to) => line(from, to)));
  }

  /** Colours of a cell side by side. */
  #stripes(cell) {
    const { x, y, size } = this.#session.board.cells[cell];
    const all = this.#session.now.colours[cell];
    const width = size / all.length;
    return all.map((colour, at) => shape("rect", { x: x + at * width, y, width, height: size, class: `colour colour-${colour}` }));
  }

  #content(cell, isConflict) {
    const session = this.#session;
    const { givens, entries, corner, centre } = session.now;
    const over = this.#overlay?.(cell);
    if (givens[cell] !== null) return [this.#digit(cell, givens[cell], isConflict ? "given conflict" : "given")];
    if (over) return this.#small(cell, over.map(({ value, name }) => ({ value, name: `small ${name}` })));
    const shown = this.#shown?.(cell);
    if (shown) return [this.#text(cell, [0.5, 0.5], [...shown].length > 2 ? 0.3 : 0.6, "differing", shown)];
    if (entries[cell] !== null) return [this.#digit(cell, entries[cell], isConflict ? "entry conflict" : "entry")];
    return [...this.#corners(cell, corner[cell]), ...this.#centre(cell, centre[cell])];
  }

  #text(cell, [right, down], height, name, text) {
    const { x, y, size } = this.#session.board.cells[cell];
    return shape("text", { x: x + right * size, y: y + down * size + height * size * 0.36, "font-size": height * size, class: name }, text);
  }

  #digit(cell, value, name) {
    const text = this.#session.symbol(value);
    return this.#text(cell, [0.5, 0.5], [...text].length > 1 ? 0.5 : 0.68, name, text);
  }

  #corners(cell, values) {
    if (values.length > CORNERS.length) return this.#small(cell, values.map((value) => ({ value, name: "corner" })));
    return values.map((value, at) => this.#text(cell, CORNERS[at], 0.235, "corner", this.#session.symbol(value)));
  }

  #centre(cell, values) {
    if (values.length === 0) return [];
    const symbols = values.map((value) => this.#session.symbol(value));
    const text = symbols.some((symbol) => [...symbol].length > 1) ? symbols.join(" ") : symbols.join("");
    const height = Math.min(0.29, 1.5 / [...text].length);
    return [this.#text(cell, [0.5, 0.5], height, "centre", text)];
  }

  /** Values in small letters, each at its place: `value`, `name` of its look. */
  #small(cell, values) {
    if (values.length === 1) return [this.#text(cell, [0.5, 0.5], 0.5, values[0].name, this.#session.symbol(values[0].value))];
    const count = this.#session.board.symbols.length;
    const across = Math.ceil(Math.sqrt(count));
    const down = Math.ceil(count / across);
    const height = Math.min(0.78 / down, 0.27);
    return values.map(({ value, name }) => {
      const [row, column] = [Math.floor((value - 1) / across), (value - 1) % across];
      const place = [0.09 + (0.82 * (column + 0.5)) / across, 0.09 + (0.82 * (row + 0.5)) / down];
      return this.#text(cell, place, height, name, this.#session.symbol(value));
    });
  }

  /** The text of a cell for screen readers: its place, value and marks, and whether it is in conflict. */
  #spoken(cell, isConflict) {
    const session = this.#session;
    const { givens, entries, corner, centre, colours } = session.now;
    const { row, column, name } = session.board.cells[cell];
    const symbols = (values) => values.map((value) => session.symbol(value)).join(" ");
    const parts = [row === null ? `beside the grid ${name}` : `row ${row + 1} column ${column + 1}`];
    if (givens[cell] !== null) parts.push(`given ${session.symbol(givens[cell])}`);
    else if (entries[cell] !== null) parts.push(session.symbol(entries[cell]));
    else {
      parts.push("empty");
      if (corner[cell].length) parts.push(`corner marks ${symbols(corner[cell])}`);
      if (centre[cell].length) parts.push(`centre marks ${symbols(centre[cell])}`);
    }
    if (colours[cell].length) parts.push(colours[cell].map((colour) => COLOURS[colour - 1]).join(" and "));
    if (isConflict) parts.push("conflict");
    return parts.join(", ");
  }

  #select() {
    const { selection, cursor } = this.#session;
    this.#cells.forEach((box, cell) => {
      update(box, "aria-selected", String(selection.has(cell)));
      update(box, "tabindex", cell === cursor ? "0" : "-1");
    });
    const boxes = [...selection].filter((cell) => this.#cells[cell]).map((cell) => this.#box(cell, "chosen"));
    const border = shape("path", { d: this.outline(selection), class: "chosen-border" });
    this.#layers.selected.replaceChildren(...boxes, border);
  }

  /** The sides of cells that have no other one of them behind, a little inside. */
  outline(selection) {
    const { cells, rows, columns } = this.#session.board;
    const has = (row, column) =>
      row >= 0 && column >= 0 && row < rows && column < columns && selection.has(row * columns + column);
    let path = "";
    for (const cell of selection) {
      const { row, column, x, y, size } = cells[cell];
      const gap = 3;
      const isNext = (by, to) => row !== null && has(row + by, column + to);
      const [up, down, left, right] = [isNext(-1, 0), isNext(1, 0), isNext(0, -1), isNext(0, 1)];
      const [x1, x2] = [x + (left ? -gap : gap), x + size - (right ? -gap : gap)];
      const [y1, y2] = [y + (up ? -gap : gap), y + size - (down ? -gap : gap)];
      if (!up) path += `M${x1} ${y + gap}H${x2}`;
      if (!down) path += `M${x1} ${y + size - gap}H${x2}`;
      if (!left) path += `M${x + gap} ${y1}V${y2}`;
      if (!right) path += `M${x + size - gap} ${y1}V${y2}`;
    }
    return path;
  }
}

/** The numbers of cells row by row: first the cells of the grid, then rows of cells beside it. */
function tableOf({ rows, columns, cells }) {
  const table = Array.from({ length: rows }, () => Array(columns).fill(null));
  cells.forEach((cell, at) => {
    if (!isPlaced(cell)) return;
    if (cell.row !== null) table[cell.row][cell.column] = at;
    else if (cells[at - 1].y === cell.y) table.at(-1).push(at);
    else table.push([at]);
  });
  return table;
}

/** Sets an attribute only if its value differs, since browsers repeat the layout after each assignment. */
function update(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
