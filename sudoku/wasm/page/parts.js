// The module, which comes in two parts: the first answers what it can while the rest is still on its way.

/** The number of the section of a module that has the bodies of functions. */
const CODE = 10;
/** The body of a function that the first part lacks, with its length. */
const TRAP = [3, 0, 0, 0x0b];

/** Reads a number in LEB128. Returns it with the place after it. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value >>> 0, at];
  }
}

/** FNV-1a. */
function hash(bytes) {
  let value = 0x811c9dc5;
  for (const byte of bytes) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** The whole module: the first part with the bodies that it lacks, which the rest has in the same order. */
export function joined(first, rest) {
  // While a new version is published, the parts may be of two.
  const [version, start] = number(rest, 0);
  if (version !== hash(first)) throw new Error("the parts of the program do not fit; load the page again");
  const whole = new Uint8Array(first.length + rest.length);
  let length = 0;
  const copy = (from, begin, end) => {
    whole.set(from.subarray(begin, end), length);
    length += end - begin;
    return end;
  };
  // The bytes before the sections.
  let [at, size, begin] = [8];
  for (; ; at = begin + size) {
    [size, begin] = number(first, at + 1);
    if (first[at] === CODE) break;
  }
  copy(first, 0, at + 1);
  const end = begin + size;
  // The length of the section.
  let taken = copy(rest, start, number(rest, start)[1]);
  at = copy(first, begin, number(first, begin)[1]);
  while (at < end) {
    if (TRAP.every((byte, of) => first[at + of] === byte)) {
      const [body, inside] = number(rest, taken);
      taken = copy(rest, taken, inside + body);
      at += TRAP.length;
    } else {
      const [body, inside] = number(first, at);
      at = copy(first, at, inside + body);
    }
  }
  copy(first, end, first.length);
  return whole.subarray(0, length);
}

/** What the second part has. */
export const restOf = (module) => new Uint8Array(WebAssembly.Module.customSections(module, "rest")[0]);

async function bytes(name) {
  const response = await fetch(new URL(`./sudoku/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name} cannot be loaded`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What is loaded when it is first needed, and again if that failed. */
class Loaded {
  #load;
  #promise = null;
  #tell;
  /** Fulfilled when it is there. */
  loaded = new Promise((resolve) => (this.#tell = resolve));
  isReady = false;

  constructor(load) {
    this.#load = load;
  }

  get() {
    this.#promise ??= this.#load().then((value) => {
      this.isReady = true;
      this.#tell();
      return value;
    }).catch((error) => {
      this.#promise = null;
      throw error;
    });
    return this.#promise;
  }
}

/** The first part: its bytes, and the module that lacks functions. */
export const first = new Loaded(async () => {
  const code = await bytes("first.wasm");
  return { code, module: await WebAssembly.compile(code) };
});

/** The whole module. Its rest is asked for when it does not hold up the first part any more. */
export const whole = new Loaded(async () => {
  const { code } = await first.get();
  const rest = restOf(await WebAssembly.compile(await bytes("rest.wasm")));
  return { module: await WebAssembly.compile(joined(code, rest)) };
});
