// Regions painted on the board, with the number of their cells. As long as one has more cells than there are values, the
// program cannot read them: until then they are only painted.

import { button, make, notify, shape } from "./dom.js";
import { native } from "./native.js";

/** The tool, which stands beside those of rules. */
export const REGIONS = {
  name: "regions", title: "Regions", noun: "Regions", key: "e", form: "regions", group: "Grid", parameters: "", value: null,
  also: ["jigsaw", "irregular regions", "irregular sudoku", "boxes"], usage: "regions:",
  help: "Irregular regions: paint which cells belong together. Each has every value once.",
};

const COLOURS = 9;

export class Painter {
  element = make("div", { class: "painter" });
  /** The region of each cell, from 1 on; 0 for none. */
  #regions = [];
  #chosen = 1;
  /** The text whose regions these are. */
  #text = null;
  #session;
  #editor;
  #changed = () => {};

  constructor(session, editor) {
    this.#session = session;
    this.#editor = editor;
    session.on((kind) => {
      if (kind === "puzzle" && session.now.text !== this.#text) this.#read();
    });
  }

  /** Sets the one listener, which is called after each change. */
  onChange(listener) {
    this.#changed = listener;
  }

  get #board() {
    return this.#session.board;
  }

  get #most() {
    return this.#board.symbols.length;
  }

  /** Takes the regions of the puzzle. */
  #read() {
    const { houses, board } = this.#session.now.read;
    this.#regions = board.cells.map(() => 0);
    houses.filter(({ name }) => /^(box|region)/.test(name)).forEach(({ cells }, at) => cells.forEach((cell) => (this.#regions[cell] = at + 1)));
    this.#chosen = 1;
    this.tell();
  }

  /** The region of a cell becomes the one that is painted. */
  take(cell) {
    if (this.#regions[cell]) this.#chosen = this.#regions[cell];
    this.tell();
  }

  /** Begins a stroke at a cell: returns what paints further cells, what ends it and what takes it back. */
  stroke(first) {
    const before = [...this.#regions];
    const region = this.#regions[first] === this.#chosen ? 0 : this.#chosen;
    const paint = (cell) => {
      if (cell === null || !this.#session.isInGrid(cell) || this.#regions[cell] === region) return;
      this.#regions[cell] = region;
      this.tell();
    };
    paint(first);
    const back = () => {
      this.#regions = before;
    };
    return { move: paint, end: () => this.#write(), back };
  }

  #count(region) {
    return this.#regions.filter((one) => one === region).length;
  }

  get #regionNumbers() {
    const cells = this.#board.cells.filter((_, cell) => this.#session.isInGrid(cell)).length;
    const count = Math.max(Math.ceil(cells / this.#most), ...this.#regions);
    return Array.from({ length: count }, (_, at) => at + 1);
  }

  #write() {
    if (this.#regionNumbers.some((region) => this.#count(region) > this.#most)) return;
    const regions = [...this.#regions];
    const { rows, columns } = this.#board;
    const lines = Array.from({ length: rows }, (_, row) => regions.slice(row * columns, (row + 1) * columns));
    this.#replace((text) => native.withRegions(text, lines));
  }

  /** Changes the text. The regions stay as they are painted, also if the program tells them otherwise. */
  #replace(change) {
    this.#editor.run((text) => {
      this.#text = null;
      return change(text);
    }).then(({ puzzle }) => {
      this.#text = puzzle;
    }).catch((error) => notify(error.message, "error"));
  }

  #boxes(line) {
    this.#replace((text) => native.withBoxes(text, line));
  }

  /** Gives each area of cells without a region a region of its own, unless it has too many cells or no region is left. */
  #fill() {
    const { rows, columns } = this.#board;
    const free = (cell) => this.#session.isInGrid(cell) && this.#regions[cell] === 0;
    for (let first = 0; first < rows * columns; first += 1) {
      if (!free(first)) continue;
      const region = this.#regionNumbers.find((one) => this.#count(one) === 0);
      const area = this.#area(first, free);
      if (region && area.length <= this.#most) for (const cell of area) this.#regions[cell] = region;
    }
    this.tell();
    this.#write();
  }

  #area(first, isIn) {
    const { rows, columns } = this.#board;
    const found = new Set([first]);
    for (const cell of found) {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      const near = [row > 0 && cell - columns, row < rows - 1 && cell + columns, column > 0 && cell - 1, column < columns - 1 && cell + 1];
      for (const next of near) if (next !== false && isIn(next)) found.add(next);
    }
    return [...found];
  }

  tell() {
    const entry = (region) => {
      const count = this.#count(region);
      const made = button("", () => {
        this.#chosen = region;
        this.tell();
      }, { class: "small region", "aria-pressed": String(region === this.#chosen), "aria-label": `Region ${region}, ${count} of ${this.#most} cells` });
      made.append(make("i", { class: `swatch ${colourOf(region)}` }), String(region), make("span", { class: count > this.#most ? "wrong" : "" }, `${count}/${this.#most}`));
      return made;
    };
    this.element.replaceChildren(
      make("p", { class: "how" }, "Choose a region, then drag over cells. Right button or long press takes the region of a cell."),
      make("div", { class: "region-list" }, ...this.#regionNumbers.map(entry)),
      make("div", { class: "row" }, button("Usual boxes", () => this.#boxes(null), { class: "small" }),
        button("None", () => this.#boxes("boxes: none"), { class: "small" }), button("Fill the rest", () => this.#fill(), { class: "small" })));
    this.#changed();
  }

  /** The regions on the board. */
  view() {
    const { cells } = this.#board;
    const boxes = this.#regions.map((region, cell) => {
      if (region === 0 || cells[cell].x === null) return null;
      const { x, y, size } = cells[cell];
      const name = `painted ${colourOf(region)}${region === this.#chosen ? " current" : ""}`;
      return shape("rect", { x, y, width: size, height: size, class: name });
    });
    return [...boxes.filter((box) => box), shape("path", { d: this.#borders(), class: "region-border" })];
  }

  #borders() {
    const { rows, columns, cells } = this.#board;
    let path = "";
    for (let cell = 0; cell < rows * columns; cell += 1) {
      const { x, y, size } = cells[cell];
      const differs = (other) => this.#regions[cell] !== this.#regions[other];
      if ((cell + 1) % columns && differs(cell + 1)) path += `M${x + size} ${y}v${size}`;
      if (cell + columns < rows * columns && differs(cell + columns)) path += `M${x} ${y + size}h${size}`;
    }
    return path;
  }
}

const colourOf = (region) => `colour-${((region - 1) % COLOURS) + 1}`;
