// Answers calls, one after the other.

import { answer, initSync, list } from "./sudoku/sudoku_wasm.js";

/** Whether the module lacks no function. */
let isWhole = false;
/** Whether the present answer is a stream. The whole module gives it, since it cannot be begun anew. */
let isStream = false;

const line = (text) => {
  isStream = true;
  if (isWhole) postMessage({ line: text });
  return isWhole;
};

function told(path, body) {
  isStream = false;
  try {
    const text = body === undefined ? list(path) : answer(path, body, undefined, line);
    return isStream && !isWhole ? { lacks: true } : { text };
  } catch (failure) {
    if (typeof failure === "string") return { failure };
    // An error that is no text is a trap: a function is lacking, or the program is at fault. Its memory cannot be trusted.
    return isWhole ? { broken: true } : { lacks: true };
  }
}

onmessage = ({ data: { module, isWhole: is, path, body } }) => {
  if (module) {
    isWhole = is;
    initSync({ module });
  } else {
    postMessage(told(path, body));
  }
};
