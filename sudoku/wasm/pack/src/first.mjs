// Prints the functions that the first answers of the page need, by their numbers: first.mjs PACKAGE WATCHED.
//
// WATCHED is the module of the package in which each function tells that it has run.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, watched] = process.argv.slice(2);
const { answer, initSync, list } = await import(pathToFileURL(`${folder}/sudoku_wasm.js`));
const functions = initSync({ module: readFileSync(watched) });

const ask = (name, question) => JSON.parse(answer(`/api/${name}`, JSON.stringify(question), undefined, () => true));

/** What the page asks when a puzzle comes to the board, and when a digit is entered. */
function open(text) {
  const { puzzle, board } = ask("read", { text, as: [] });
  ask("read", { text: puzzle });
  const { verdict } = ask("check", { puzzle, quick: true, show: true });
  ask("check", { puzzle, quick: verdict !== "none", cap: 1000 });
  ask("check", { puzzle, entries: board.cells.map((_, cell) => (cell === 2 ? 1 : null)), quick: true });
}

for (const path of ["/api", "/api/rules", "/api/methods"]) list(path);
open("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
open("size: 9\n");
open(`55${".".repeat(79)}`);
const numbers = Object.keys(functions).filter((name) => /^\d+$/.test(name) && functions[name].value === 1);
console.log(numbers.join("\n"));
