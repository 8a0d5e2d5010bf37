// Answers calls, one after the other.

import { answer, initSync, list } from "./sudoku/sudoku_wasm.js";

const line = (text) => {
  postMessage({ line: text });
  return true;
};

onmessage = ({ data: { module, path, body } }) => {
  if (module) return initSync({ module });
  try {
    postMessage({ text: body === undefined ? list(path) : answer(path, body, undefined, line) });
  } catch (failure) {
    // An error that is no text is a fault of the program, after which its memory cannot be trusted.
    postMessage(typeof failure === "string" ? { failure } : { broken: true });
  }
};
