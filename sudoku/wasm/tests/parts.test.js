// Tests of the two parts in which the page loads the module.
//
//   PACKAGE=folder PAGE=folder node --test sudoku/wasm/tests

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const { PACKAGE, PAGE } = process.env;
const bytes = (path) => new Uint8Array(readFileSync(path));
const { joined, restOf } = await import(`data:text/javascript,${encodeURIComponent(readFileSync(`${PAGE}/page/parts.js`, "utf8"))}`);
const examples = new URL("../../../examples/puzzles/", import.meta.url);
const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

let count = 0;

/** A module of its own, as a worker has it. */
async function started(module) {
  const script = await import(`${pathToFileURL(`${PACKAGE}/sudoku_wasm.js`)}?${count++}`);
  script.initSync({ module });
  return script;
}

/** The answer, a failure, or null if a function is lacking. Times differ. */
function told({ answer, list }, [path, question]) {
  try {
    const text = question ? answer(path, JSON.stringify(question), undefined, () => true) : list(path);
    return text.replace(/"seconds":[^,}]*/, "");
  } catch (error) {
    return typeof error === "string" ? error : null;
  }
}

/** A text as the page asks about it, in the native format. */
const native = (text) => JSON.parse(told(whole, ["/api/read", { text }])).puzzle ?? text;
const module = (code) => new WebAssembly.Module(code);
const [first, second] = ["first.wasm", "rest.wasm"].map((name) => bytes(`${PAGE}/page/sudoku/${name}`));
const rest = restOf(module(second));
const whole = await started(module(joined(first, rest)));

test("the parts make the module of the package", () => {
  assert.deepEqual(joined(first, rest), bytes(`${PACKAGE}/sudoku_wasm_bg.wasm`));
  const other = first.slice();
  other[other.length - 1] ^= 1;
  assert.throws(() => joined(other, rest), /do not fit/);
});

test("the first part has the first answers", async () => {
  const part = await started(module(first));
  const [puzzle, none] = [CLASSIC, `55${".".repeat(79)}`].map(native);
  const calls = [
    ["/api"], ["/api/rules"], ["/api/methods"], ["/api/read", { text: CLASSIC }], ["/api/read", { text: puzzle }],
    ["/api/check", { puzzle, quick: true, show: true }], ["/api/check", { puzzle: none, quick: true }],
  ];
  for (const call of calls) assert.ok(told(part, call), `${call[0]} is lacking`);
});

test("whichever part answers, the answer is the same", async () => {
  const texts = readdirSync(examples).map((name) => readFileSync(new URL(name, examples), "utf8"));
  const rules = JSON.parse(told(whole, ["/api/rules"]));
  texts.push(CLASSIC, "", "size: x", "1..4........4..1", ...rules.map(({ example }) => `size: 9\n${example}\n`));
  const code = module(first);
  let [part, answered, lacking] = [await started(code), 0, 0];
  for (const text of texts) {
    const puzzle = native(text);
    const calls = [["/api/read", { text }], ["/api/read", { text: puzzle }], ["/api/check", { puzzle, quick: true }], ["/api/hint", { puzzle }]];
    for (const call of calls) {
      const early = told(part, call);
      if (early === null) {
        lacking += 1;
        part = await started(code);
        continue;
      }
      answered += 1;
      assert.equal(early, told(whole, call), `${call[0]} ${puzzle}`);
    }
  }
  assert.ok(answered > 10 && lacking > 10, `${answered} answered, ${lacking} lacking`);
});
