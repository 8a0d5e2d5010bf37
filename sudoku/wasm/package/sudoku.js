// The calls as functions. Requests and answers are objects, with the types in sudoku.d.ts.

import { answer, list } from "./sudoku_wasm.js";

/** The error of a refused call, with the place in the text of the puzzle if there is one. */
export class Refused extends Error {
  constructor({ message, line, column, hint }) {
    super(message);
    Object.assign(this, { name: "Refused", line, column, hint });
  }
}

/** Makes the call of a path and returns the text of the answer; `line` takes the lines of a stream. */
export function ask(path, question, { seconds, line = () => true } = {}) {
  try {
    return answer(path, JSON.stringify(question) ?? "null", seconds, line);
  } catch (failure) {
    if (typeof failure !== "string") throw failure;
    throw new Refused(JSON.parse(failure).error);
  }
}

const call = (name) => (question, options) => JSON.parse(ask(`/api/${name}`, question, options));

export const read = call("read");
export const check = call("check");
export const candidates = call("candidates");
export const hint = call("hint");
export const explain = call("explain");
export const rate = call("rate");
export const minimize = call("minimize");
export const suggest = call("suggest");
export const generate = call("generate");
export const convert = call("convert");

/** The picture of a puzzle as the text of an SVG. */
export const render = (question, options) => ask("/api/render", { to: "svg", ...question }, options);

/** Returns the last line of a stream; `told` is called for the lines before it. */
function last(name, question, { told = () => true, ...options } = {}) {
  let latest;
  const line = (text) => {
    latest = JSON.parse(text);
    return told(latest) !== false;
  };
  ask(`/api/${name}`, question, { ...options, line });
  return latest;
}

/** Counts solutions; `told` is called with the number so far, and stops the count by returning `false`. */
export const count = (question, options) => last("count", question, options);

/** All events of a search, up to `steps`. */
export function watch(question, options) {
  const events = [];
  last("watch", question, { ...options, told: (event) => void events.push(event) });
  return events;
}

const listed = (path) => JSON.parse(list(path));

/** The rules of variants. */
export const rules = () => listed("/api/rules");
/** The methods to solve with. */
export const methods = () => listed("/api/methods");
/** The techniques of steps, each with its lesson. */
export const techniques = () => listed("/api/techniques");
/** The descriptions of all calls. */
export const calls = () => listed("/api");
