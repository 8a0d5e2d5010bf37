// Calls of the server.

import { CELL_NAMES, cellNames } from "./names.js";
import { get } from "./transport.js";

/** The longest body that the server takes, in bytes. */
export const LONGEST = 1 << 20;
export const TOO_LONG = "a puzzle of more than 1 MB is not read";

/** The error of a refused call, with the place in the text if there is one. */
export class Refused extends Error {
  constructor({ message, line, column, hint }, status) {
    super(hint ? `${message} (${hint})` : message);
    Object.assign(this, { line, column, status });
  }
}

async function send(path, question, signal) {
  const isUsual = question?.puzzle === undefined || cellNames() === CELL_NAMES[0];
  const body = isUsual ? question : { ...question, cell_names: cellNames() };
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  if (options.body?.length > LONGEST) throw new Refused({ message: TOO_LONG }, 413);
  if (body !== undefined) options.headers = { "Content-Type": "application/json" };
  let answer;
  try {
    answer = await get(path, { ...options, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ message: "the program does not answer; is it still running?" }, 0);
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw new Refused(told.error ?? { message: `the server said ${answer.status}` }, answer.status);
}

/** Gets a list. */
export const list = async (name) => (await send(`/api/${name}`)).json();

/** The server's description of itself. */
export const about = async () => (await send("/api")).json();

/** Makes a call and returns the answer. */
export const ask = async (name, body, signal) => (await send(`/api/${name}`, body, signal)).json();

/** Makes a call and returns the answer as a file. */
export const askFile = async (name, body, signal) => (await send(`/api/${name}`, body, signal)).blob();

/** Makes a call and yields the lines of the answer as they are consumed. */
export async function* askStream(name, body, signal) {
  const answer = await send(`/api/${name}`, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line.trim()) yield told(line);
    }
    if (rest.trim()) yield told(rest);
  } finally {
    reader.cancel().catch(() => {});
  }
}

function told(line) {
  const object = JSON.parse(line);
  if (object.error) throw new Refused(object.error, 200);
  return object;
}

/** Calls of which only the latest is needed: a new call cancels the previous one. */
export class Latest {
  #controller = null;

  cancel() {
    this.#controller?.abort();
    this.#controller = null;
  }

  /** Runs `act` with a signal. Returns undefined if it was cancelled. */
  async run(act) {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const answer = await act(controller.signal);
      return controller.signal.aborted ? undefined : answer;
    } catch (error) {
      if (controller.signal.aborted || error.name === "AbortError") return undefined;
      throw error;
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }
}
