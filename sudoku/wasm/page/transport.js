// Answers without a server: workers of this page, each with one call at a time.

import { first, whole } from "./parts.js";

/** Workers that wait for the next call, all with the same part of the module. */
const free = { part: first, workers: [start(first)] };
/** The greatest number of them. */
const MOST_FREE = 3;

/** Starts a worker, which loads its script while its part is still on its way. */
function start(part) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  return Object.assign(worker, { part, isNew: true });
}

async function hire(part) {
  const { module } = await part.get();
  const worker = (free.part === part && free.workers.pop()) || start(part);
  if (worker.isNew) worker.postMessage({ module, isWhole: part === whole });
  worker.isNew = false;
  return worker;
}

function release(worker) {
  worker.onmessage = worker.onerror = null;
  if (worker.part === free.part && free.workers.length < MOST_FREE) free.workers.push(worker);
  else worker.terminate();
}

function change() {
  for (const worker of free.workers) worker.terminate();
  Object.assign(free, { part: whole, workers: [start(whole)] });
}

// After a first visit the page opens without a network, too. What keeps it takes the module from the browser's cache.
const keep = () => navigator.serviceWorker?.register("sw.js").catch(() => {});
whole.loaded.then(change);
whole.get().then(keep, keep);

const failed = (status, message) => new Response(JSON.stringify({ error: { message } }), { status });

/** Requests a path, as `fetch` does. */
export async function get(path, { body, signal } = {}) {
  const to = path === "/api/render" ? JSON.parse(body).to : "svg";
  if (to === "pdf") return failed(422, "PDF is drawn by the program; here, print the page");
  if (to === "png") return painted(await get(path, { body: JSON.stringify({ ...JSON.parse(body), to: "svg" }), signal }));
  const question = { path, body };
  return (await early(question, signal)) ?? tried(whole, question, signal);
}

async function tried(part, question, signal) {
  signal?.throwIfAborted();
  const worker = await hire(part);
  return new Promise((resolve, reject) => answer(worker, question, signal, resolve, reject));
}

/** The end of the early call before. */
let turn = Promise.resolve();
/** The number of early questions without an answer. */
let asked = 0;

/** Waits until the board has its answers. */
async function quiet() {
  do await new Promise((resolve) => setTimeout(resolve, 100));
  while (asked > 0 && !whole.isReady);
}

/**
 * The answer of the first part, or null. These calls take turns, lists after questions, since what begins together
 * delays the answer for which the board waits. The whole module ends the waiting.
 */
async function early(question, signal) {
  const isList = question.body === undefined;
  if (isList && !whole.isReady) await quiet();
  if (whole.isReady) return null;
  if (!isList) asked += 1;
  const before = turn;
  let end;
  turn = new Promise((resolve) => (end = resolve));
  try {
    await Promise.race([before, whole.loaded]);
    return whole.isReady ? null : await tried(first, question, signal);
  } finally {
    if (!isList) asked -= 1;
    end();
  }
}

/** Resolves with the response of a worker, or with null if its part of the module has no answer. */
function answer(worker, question, signal, resolve, reject) {
  const bytes = new TextEncoder();
  let stream = null;
  let isDone = false;
  // A worker that has answered may already have the next call, even if lines of its stream are still unread.
  const dismiss = () => isDone || worker.terminate();
  const leave = () => {
    dismiss();
    const error = new DOMException("the question was taken back", "AbortError");
    stream ? stream.error(error) : reject(error);
  };
  const end = () => {
    isDone = true;
    signal?.removeEventListener("abort", leave);
    release(worker);
    stream?.close();
  };
  /** Answers with a stream, to which the lines go. */
  const begin = () => {
    const start = (controller) => (stream = controller);
    resolve(new Response(new ReadableStream({ start, cancel: dismiss })));
  };
  const fail = () => {
    dismiss();
    const message = "the program failed here; please report the puzzle";
    stream ? stream.error(new Error(message)) : resolve(failed(500, message));
  };
  if (signal?.aborted) return leave();
  signal?.addEventListener("abort", leave);
  worker.onerror = fail;
  worker.onmessage = ({ data: { line, text, failure, broken, lacks } }) => {
    if (broken) return fail();
    if (lacks) {
      signal?.removeEventListener("abort", leave);
      worker.terminate();
      return resolve(null);
    }
    if (line !== undefined) {
      if (!stream) begin();
      return stream.enqueue(bytes.encode(line));
    }
    if (failure !== undefined) resolve(new Response(failure, { status: 422 }));
    else if (!stream) resolve(new Response(text, { headers: { "Content-Type": kindOf(text) } }));
    end();
  };
  worker.postMessage(question);
}

const kindOf = (text) => (text.startsWith("<svg") ? "image/svg+xml" : "application/json");

/** The picture in pixels, at twice its size. */
async function painted(response) {
  if (!response.ok) return response;
  const picture = new Image();
  picture.src = URL.createObjectURL(await response.blob());
  try {
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * picture.width, 2 * picture.height];
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Response(await new Promise((done) => canvas.toBlob(done, "image/png")));
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}
