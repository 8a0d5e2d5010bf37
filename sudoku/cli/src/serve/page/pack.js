// Texts as short as links allow: each bit is predicted from what came before it by several models, whose predictions
// are mixed, and is coded by an arithmetic coder. The models begin with what puzzles usually say.
//
// All arithmetic is of whole numbers, so that every browser unpacks what another has packed. Whatever changes here needs
// another sign before the links, since old ones are kept.

/** What the models have seen before the first bit. */
const SEEN = `size: 6
title: Killer
author: A. Setter
rules: Normal sudoku rules apply. Digits in a cage do not repeat and add up to its number.
rules: Along a thermometer digits increase from the bulb. Digits along an arrow add up to the digit in its circle.
grid:
......
.4..2.
size: 9
grid:
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
killer 12: r1c1 r1c2 r2c1, r5c5 r5c6
killer 9: r3c7 r3c8, r9c1 r9c2
thermo: r3c3-r3c5 r2c6 r1c6, r6c1-r9c1
arrow: r7c2 = r6c2-r6c4, r1c9 = r2c9-r4c9
white: r4c7 r4c8, r8c2 r8c3
black: r8c7 r9c7
sandwich 8: top 7
sandwich 21: left 3
x-sum 15: left 1
little-killer 20: r1c2-r8c9
whisper: r1c1-r3c1
renban: r2c2-r2c5
quadruple 1 2: r3c3
odd: r1c1
even: r5c5
region-sum: r5c1-r5c9
x: r1c1 r1c2
v: r2c1 r3c1
palindrome: r1c1-r1c4
between: r4c4-r4c8
anti-knight
anti-king
diagonals
size: 9
grid:
.........
.........
`;

const SQUASHED = [
  1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901, 3975, 4022,
  4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
];

/** The probability, of 4096, of a point on the logistic scale. */
function squash(at) {
  if (at > 2047) return 4095;
  if (at < -2047) return 1;
  const rest = at & 127;
  const step = (at >> 7) + 16;
  return (SQUASHED[step] * (128 - rest) + SQUASHED[step + 1] * rest + 64) >> 7;
}

/** The inverse of `squash`. */
const STRETCHED = new Int16Array(4096);
for (let at = -2047, next = 0; at <= 2047; at += 1) for (const most = squash(at); next <= most; next += 1) STRETCHED[next] = at;
STRETCHED.fill(2047, squash(2047) + 1);

const MODELS = 7;
const SIZE = 1 << 20;
/** The most that is remembered of how often a prediction was tried. */
const SLOWEST = 60;

class Predictor {
  #chance = new Uint16Array(SIZE).fill(32768);
  #tried = new Uint8Array(SIZE);
  #weights = new Int32Array(MODELS * (MODELS + 1)).fill(24000);
  #slots = new Int32Array(MODELS);
  #inputs = new Int32Array(MODELS);
  #contexts = new Int32Array(MODELS);
  #bytes = [10, 10, 10, 10, 10, 10];
  #line = [];
  #above = [];
  #word = 0;
  #part = 1;
  #set = 0;
  /** The probability of a 1, of 4096. */
  chance = 2048;

  constructor() {
    this.#begin();
  }

  /** Learns the bit that came. */
  learn(bit) {
    const error = ((bit << 12) - this.chance) * 12;
    for (let model = 0; model < MODELS; model += 1) {
      const slot = this.#slots[model];
      this.#weights[this.#set + model] += (this.#inputs[model] * error + 0x8000) >> 16;
      const tried = this.#tried[slot];
      this.#chance[slot] += Math.trunc(((bit ? 65535 : 0) - this.#chance[slot]) / (tried + 1.5));
      if (tried < SLOWEST) this.#tried[slot] = tried + 1;
    }
    this.#part = (this.#part << 1) | bit;
    if (this.#part > 255) this.#end(this.#part & 255);
    this.#predict();
  }

  /** Takes a whole byte into the contexts. */
  #end(byte) {
    this.#part = 1;
    this.#bytes = [byte, ...this.#bytes.slice(0, 5)];
    const isLetter = byte > 64;
    this.#word = isLetter ? Math.imul(this.#word + byte, 0x2f0b4c47) : 0;
    if (byte === 10) [this.#above, this.#line] = [this.#line, []];
    else this.#line.push(byte);
    this.#begin();
  }

  /** Sets the contexts of the next byte. */
  #begin() {
    const [one, two, three, four, five, six] = this.#bytes;
    const column = this.#line.length;
    const first = this.#line[0] ?? 0;
    const parts = [[one], [one, two], [one, two, three], [one, two, three, four], [one, two, three, four, five, six],
      [this.#word, one, first], [column, this.#above[column] ?? 0, this.#above.length]];
    parts.forEach((part, model) => (this.#contexts[model] = part.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193) ^ (hash >>> 15), 0x811c9dc5 + model)));
    this.#predict();
  }

  #predict() {
    let known = 0;
    for (let model = 0; model < MODELS; model += 1) {
      const hash = Math.imul(this.#contexts[model] ^ Math.imul(this.#part, 0x9e3779b1), 0x85ebca6b);
      const slot = (hash ^ (hash >>> 13)) & (SIZE - 1);
      this.#slots[model] = slot;
      const isKnown = this.#tried[slot] > 0;
      known += isKnown ? 1 : 0;
      this.#inputs[model] = isKnown ? STRETCHED[this.#chance[slot] >> 4] : 0;
    }
    this.#set = known * MODELS;
    let sum = 0;
    for (let model = 0; model < MODELS; model += 1) sum += this.#inputs[model] * this.#weights[this.#set + model];
    this.chance = Math.min(4095, Math.max(1, squash(Math.trunc(sum / 65536))));
  }
}

function taught() {
  const predictor = new Predictor();
  for (const byte of new TextEncoder().encode(SEEN)) for (let at = 7; at >= 0; at -= 1) predictor.learn((byte >> at) & 1);
  return predictor;
}

/** The zeros that may have been left out at the end. */
const BEYOND = 64;

/** The middle of a range: what is below it means a 1. */
const split = (low, high, chance) => low + Math.floor((high - low) / 4096) * chance + Math.floor(((high - low) % 4096) * chance / 4096);

/** Packs a text without the character 0, which ends it. */
export function packed(text) {
  const predictor = taught();
  const bytes = [];
  let [low, high] = [0, 0xffffffff];
  for (const byte of [...new TextEncoder().encode(text), 0]) {
    for (let at = 7; at >= 0; at -= 1) {
      const bit = (byte >> at) & 1;
      const middle = split(low, high, predictor.chance);
      if (bit) high = middle;
      else low = middle + 1;
      predictor.learn(bit);
      for (; low >>> 24 === high >>> 24; [low, high] = [(low << 8) >>> 0, ((high << 8) | 255) >>> 0]) bytes.push(high >>> 24);
    }
  }
  // The shortest end within the range; missing bytes are read as 0.
  if (low > 0) bytes.push((low >>> 24) + 1);
  while (bytes.at(-1) === 0) bytes.pop();
  return Uint8Array.from(bytes);
}

/** Unpacks a text of at most `most` bytes. Null if the bytes were not packed here. */
export function unpacked(bytes, most) {
  const predictor = taught();
  const text = [];
  let next = 0;
  const take = () => bytes[next++] ?? 0;
  let [low, high, value] = [0, 0xffffffff, 0];
  for (let at = 0; at < 4; at += 1) value = ((value << 8) | take()) >>> 0;
  while (text.length < most && next < bytes.length + BEYOND) {
    let byte = 0;
    for (let at = 0; at < 8; at += 1) {
      const middle = split(low, high, predictor.chance);
      const bit = value <= middle ? 1 : 0;
      if (bit) high = middle;
      else low = middle + 1;
      predictor.learn(bit);
      byte = (byte << 1) | bit;
      for (; low >>> 24 === high >>> 24; [low, high] = [(low << 8) >>> 0, ((high << 8) | 255) >>> 0]) value = ((value << 8) | take()) >>> 0;
    }
    if (byte === 0) return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(text));
    text.push(byte);
  }
  return null;
}
