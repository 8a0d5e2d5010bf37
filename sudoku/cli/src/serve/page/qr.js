// QR codes: bytes at the level of correction L, in the smallest version that holds them (ISO/IEC 18004).

import { shape } from "./dom.js";

/** For each version from 1 on: the bytes of correction in a block, and the number of blocks. Larger codes are not read from screens. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];
/** The bits of level L in the format. */
const LEVEL = 1;
const MASKS = [
  (row, column) => (row + column) % 2, (row) => row % 2, (_, column) => column % 3, (row, column) => (row + column) % 3,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2, (row, column) => ((row * column) % 2) + ((row * column) % 3),
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2, (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2,
];

const sideOf = (version) => version * 4 + 17;
const bit = (number, at) => (number >>> at) & 1;

/** The rows and columns of the centres of small squares. */
function centres(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => sideOf(version) - 7 - (count - 2 - at) * step)];
}

/** A square of modules, of which those of patterns are taken; the others have data. */
class Square {
  constructor(version) {
    this.version = version;
    this.side = sideOf(version);
    this.isDark = new Uint8Array(this.side ** 2);
    this.isTaken = new Uint8Array(this.side ** 2);
    this.#patterns();
  }

  set(row, column, isDark) {
    this.isDark[row * this.side + column] = isDark ? 1 : 0;
    this.isTaken[row * this.side + column] = 1;
  }

  /** Draws rings around a centre, dark but for those at `light` steps from it. */
  #rings(row, column, radius, light) {
    for (let down = -radius; down <= radius; down += 1) {
      for (let right = -radius; right <= radius; right += 1) {
        const [y, x] = [row + down, column + right];
        if (y >= 0 && x >= 0 && y < this.side && x < this.side) this.set(y, x, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
      }
    }
  }

  #patterns() {
    const { side, version } = this;
    for (let at = 0; at < side; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [row, column] of [[3, 3], [3, side - 4], [side - 4, 3]]) this.#rings(row, column, 4, [2, 4]);
    const places = centres(version);
    const isCorner = (row, column) => (row === 6 && (column === 6 || column === side - 7)) || (row === side - 7 && column === 6);
    for (const row of places) for (const column of places) if (!isCorner(row, column)) this.#rings(row, column, 2, [1]);
    this.format(0);
    if (version < 7) return;
    let rest = version;
    for (let at = 0; at < 12; at += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let at = 0; at < 18; at += 1) {
      const [far, near] = [side - 11 + (at % 3), Math.floor(at / 3)];
      this.set(near, far, bit(bits, at));
      this.set(far, near, bit(bits, at));
    }
  }

  /** Writes level and mask twice. */
  format(mask) {
    const { side } = this;
    const data = (LEVEL << 3) | mask;
    let rest = data;
    for (let at = 0; at < 10; at += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const around = [0, 1, 2, 3, 4, 5, 7, 8];
    for (let at = 0; at < 15; at += 1) {
      const isDark = bit(bits, at);
      if (at < 8) this.set(around[at], 8, isDark);
      else this.set(8, at === 8 ? 7 : 14 - at, isDark);
      if (at < 8) this.set(8, side - 1 - at, isDark);
      else this.set(side - 15 + at, 8, isDark);
    }
    this.set(side - 8, 8, true);
  }

  /** The free modules in the order of data: two columns at a time, up and down in turns. */
  *free() {
    for (let right = this.side - 1, isUp = true; right >= 1; right -= 2, isUp = !isUp) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.side; step += 1) {
        const row = isUp ? this.side - 1 - step : step;
        for (const column of [right, right - 1]) if (!this.isTaken[row * this.side + column]) yield [row, column];
      }
    }
  }

  /** Turns the free modules that a mask names. */
  mask(number) {
    for (const [row, column] of this.free()) if (MASKS[number](row, column) === 0) this.isDark[row * this.side + column] ^= 1;
  }

  /** How hard it is to read: long runs, squares, patterns as at the corners, and an unequal number of dark modules. */
  penalty() {
    const { side, isDark } = this;
    let sum = 0;
    for (const [line, step] of [[side, 1], [1, side]]) {
      for (let at = 0; at < side; at += 1) {
        let text = "";
        for (let along = 0; along < side; along += 1) text += isDark[at * line + along * step];
        for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
        for (const looks of [/(?=00001011101)/g, /(?=10111010000)/g]) sum += 40 * [...text.matchAll(looks)].length;
      }
    }
    for (let row = 1; row < side; row += 1) {
      for (let column = 1; column < side; column += 1) {
        const at = row * side + column;
        const four = isDark[at] + isDark[at - 1] + isDark[at - side] + isDark[at - side - 1];
        if (four % 4 === 0) sum += 3;
      }
    }
    const dark = isDark.reduce((count, one) => count + one, 0);
    return sum + 10 * Math.floor(Math.abs(dark * 20 - side ** 2 * 10) / side ** 2);
  }
}

/** The product in the field of 256 elements. */
function times(one, other) {
  let product = 0;
  for (let at = 7; at >= 0; at -= 1) product = ((product << 1) ^ ((product >>> 7) * 0x11d)) ^ (bit(other, at) * one);
  return product;
}

/** The factors of the polynomial that has the first powers of 2 as its zeros. */
function divisor(degree) {
  const factors = new Uint8Array(degree);
  factors[degree - 1] = 1;
  for (let root = 1, at = 0; at < degree; at += 1, root = times(root, 2)) {
    for (let term = 0; term < degree; term += 1) factors[term] = times(factors[term], root) ^ (factors[term + 1] ?? 0);
  }
  return factors;
}

function remainder(data, factors) {
  const rest = new Uint8Array(factors.length);
  for (const byte of data) {
    const first = byte ^ rest[0];
    rest.copyWithin(0, 1);
    rest[rest.length - 1] = 0;
    factors.forEach((factor, at) => (rest[at] ^= times(factor, first)));
  }
  return rest;
}

/** Cuts data into blocks, adds their correction, and puts them together in turns. */
function corrected(data, version, capacity) {
  const [count, length] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  const factors = divisor(length);
  const short = Math.floor(capacity / count) - length;
  const shorts = count - (capacity % count);
  const blocks = [];
  for (let block = 0, at = 0; block < count; block += 1) {
    const part = data.slice(at, (at += short + (block < shorts ? 0 : 1)));
    blocks.push({ part, rest: remainder(part, factors) });
  }
  const woven = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) => lists.filter((list) => at < list.length).map((list) => list[at])).flat();
  return [...woven(blocks.map(({ part }) => [...part])), ...woven(blocks.map(({ rest }) => [...rest]))];
}

/** The rows of the code of a text, each as a list of what is dark; null if the text is too long. */
export function modules(text) {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= BLOCKS.length; version += 1) {
    const square = new Square(version);
    const capacity = Math.floor([...square.free()].length / 8);
    const room = capacity - CORRECTION[version - 1] * BLOCKS[version - 1];
    const counts = version < 10 ? 8 : 16;
    if (bytes.length * 8 + 4 + counts > room * 8) continue;
    const bits = [0, 1, 0, 0];
    const put = (number, size) => {
      for (let at = size - 1; at >= 0; at -= 1) bits.push(bit(number, at));
    };
    put(bytes.length, counts);
    bytes.forEach((byte) => put(byte, 8));
    put(0, Math.min(4, room * 8 - bits.length));
    while (bits.length % 8) bits.push(0);
    for (let pad = 0xec; bits.length < room * 8; pad ^= 0xec ^ 0x11) put(pad, 8);
    const data = Uint8Array.from({ length: room }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((byte, one) => byte * 2 + one, 0));
    const all = corrected(data, version, capacity);
    [...square.free()].forEach(([row, column], at) => (square.isDark[row * square.side + column] = at < all.length * 8 ? bit(all[at >>> 3], 7 - (at & 7)) : 0));
    return masked(square);
  }
  return null;
}

/** Applies the mask with which the code is read best. */
function masked(square) {
  const penalties = MASKS.map((_, mask) => {
    square.mask(mask);
    square.format(mask);
    const penalty = square.penalty();
    square.mask(mask);
    return penalty;
  });
  const best = penalties.indexOf(Math.min(...penalties));
  square.mask(best);
  square.format(best);
  return Array.from({ length: square.side }, (_, row) => [...square.isDark.slice(row * square.side, (row + 1) * square.side)]);
}

/** The code of a text as a drawing; null if the text is too long. */
export function code(text) {
  const rows = modules(text);
  if (!rows) return null;
  const side = rows.length + 8;
  const dots = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join("");
  return shape("svg", { viewBox: `0 0 ${side} ${side}`, class: "code", role: "img", "aria-label": "QR code of the link", "shape-rendering": "crispEdges" },
    shape("rect", { width: side, height: side, fill: "#fff" }), shape("path", { d: dots, fill: "#000" }));
}
