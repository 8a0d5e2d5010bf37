// The package in a browser or a worker: the module is fetched from the folder of this file.

import init from "./sudoku_wasm.js";

await init();

export * from "./sudoku.js";
