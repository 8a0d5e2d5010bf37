// Answers calls, one after the other.

import { answer, initSync, list } from "./sudoku/sudoku_wasm.js";

/** The seconds after which an answer has to be there. */
const LIMIT = 10;

const line = (text) => {
  postMessage({ line: text });
  return true;
};

onmessage = ({ data: { module, path, body } }) => {
  if (module) return initSync({ module });
  try {
    postMessage({ text: body === undefined ? list(path) : answer(path, body, LIMIT, line) });
  } catch (failure) {
    // What is no text is a fault of the program, after which its memory is not to be trusted.
    postMessage(typeof failure === "string" ? { failure } : { broken: true });
  }
};
