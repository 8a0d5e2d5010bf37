// Prints the functions that the first answers of the page need, by their numbers: first.mjs PACKAGE WATCHED.
//
// WATCHED is the module of the package in which each function tells that it has run.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, watched] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(watched));
const wanted = new Set();
let [script, count] = [null, 0];

/** Makes calls with a module of their own: what the allocator does depends on the calls before. */
async function fresh(calls) {
  script = await import(`${pathToFileURL(`${folder}/sudoku_wasm.js`)}?${count++}`);
  const functions = script.initSync({ module });
  calls();
  for (const name of Object.keys(functions)) if (/^\d+$/.test(name) && functions[name].value === 1) wanted.add(name);
}

const ask = (name, question) => JSON.parse(script.answer(`/api/${name}`, JSON.stringify(question), undefined, () => true));

/** What the page asks when a puzzle comes to the board, and when a digit is entered. */
function open(text) {
  const { puzzle, board } = ask("read", { text, as: [] });
  ask("read", { text: puzzle });
  const { verdict } = ask("check", { puzzle, quick: true, show: true });
  ask("check", { puzzle, quick: verdict !== "none", cap: 1000 });
  ask("check", { puzzle, entries: board.cells.map((_, cell) => (cell === 2 ? 1 : null)), quick: true });
}

const lists = () => ["/api", "/api/rules", "/api/methods"].forEach((path) => script.list(path));
const texts = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "size: 9\n", `55${".".repeat(79)}`];
await fresh(() => [lists(), ...texts.map(open)]);
await fresh(() => [...texts.map(open), lists(), ...texts.map(open)]);
for (const text of texts) await fresh(() => [open(text), lists(), open(text)]);
console.log([...wanted].join("\n"));
