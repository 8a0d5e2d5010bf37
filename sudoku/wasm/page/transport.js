// Answers without a server: workers of this page, each with one call at a time.

const compiled = WebAssembly.compileStreaming(fetch(new URL("./sudoku/sudoku_wasm_bg.wasm", import.meta.url)));
// After a first visit the page opens without a network, too.
addEventListener("load", () => navigator.serviceWorker?.register("sw.js").catch(() => {}));

const free = [];
/** The number of workers that wait for the next call. */
const MOST_FREE = 3;

async function hire() {
  const waiting = free.pop();
  if (waiting) return waiting;
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ module: await compiled });
  return worker;
}

function release(worker) {
  worker.onmessage = worker.onerror = null;
  if (free.length < MOST_FREE) free.push(worker);
  else worker.terminate();
}

const failed = (status, message) => new Response(JSON.stringify({ error: { message } }), { status });

/** Requests a path, as `fetch` does. */
export async function get(path, { body, signal } = {}) {
  const to = path === "/api/render" ? JSON.parse(body).to : "svg";
  if (to === "pdf") return failed(422, "PDF is drawn by the program; here, print the page");
  if (to === "png") return painted(await get(path, { body: JSON.stringify({ ...JSON.parse(body), to: "svg" }), signal }));
  const worker = await hire();
  return new Promise((resolve, reject) => answer(worker, { path, body }, signal, resolve, reject));
}

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
  worker.onmessage = ({ data: { line, text, failure, broken } }) => {
    if (broken) return fail();
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
