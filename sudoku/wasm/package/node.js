// The package in node: the module is read from its file.

import { readFileSync } from "node:fs";
import { initSync } from "./sudoku_wasm.js";

initSync({ module: readFileSync(new URL("./sudoku_wasm_bg.wasm", import.meta.url)) });

export * from "./sudoku.js";
