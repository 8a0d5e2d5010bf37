// The panel "lab": a search watched on the board, and methods compared.

import { button, make } from "./dom.js";
import { panel, section } from "./frame.js";
import { about as aboutCalls, ask, askStream, Latest, list } from "./server.js";

/** Domains of all cells, with the changes since each decision, so that a search can go back. */
class Domains {
  last = { event: "start", cell: null };
  counts = { decide: 0, remove: 0, fail: 0, back: 0, solution: 0 };
  #trail = [];
  #levels = [];

  constructor(session) {
    this.sets = session.board.cells.map((cell) => new Set(cell.values));
    session.now.givens.forEach((given, cell) => given === null || (this.sets[cell] = new Set([given])));
  }

  take({ event, cell = null, values = [], depth = 0 }) {
    if (event in this.counts) this.counts[event] += 1;
    if (event === "back") this.#back(depth);
    if (event === "decide") this.#levels[depth] = this.#trail.length;
    if (event === "decide" && cell !== null && values.length) this.#remove(cell, [...this.sets[cell]].filter((value) => !values.includes(value)));
    if (event === "remove") this.#remove(cell, values);
    this.last = { event, cell };
  }

  #remove(cell, values) {
    for (const value of values) if (this.sets[cell].delete(value)) this.#trail.push([cell, value]);
  }

  /** Undoes the decision at a depth and everything after it. */
  #back(depth) {
    const length = this.#levels[depth] ?? 0;
    for (const [cell, value] of this.#trail.splice(length)) this.sets[cell].add(value);
    this.#levels.length = Math.min(depth, this.#levels.length);
  }
}

/** The events of a search. They are requested in parts, because the length of an answer is limited. */
async function* eventsOf(puzzle, method, signal) {
  for (let from = 0; from !== null;) {
    const begin = from;
    from = null;
    for await (const event of askStream("watch", { puzzle, method, from: begin }, signal)) {
      if (event.event === "more") from = event.step;
      else yield event;
    }
  }
}

export function labPanel(session, board) {
  const latest = { watch: new Latest(), compare: new Latest() };
  const method = make("select", { id: "method", "aria-label": "Method", change: () => about() });
  const aboutText = make("p", { class: "detail" });
  const speed = make("input", { type: "range", min: 0, max: 10, value: 5, "aria-label": "Speed" });
  const pause = button("Pause", () => hold(), { disabled: true });
  const one = button("One step", () => stepOnce(), { disabled: true });
  const told = make("p", { class: "told", role: "status" });
  const table = make("div", { class: "table" });
  const comparison = make("div", { hidden: true },
    make("h2", {}, "Compare"), button("Compare methods on this puzzle", () => compare(), { class: "wide" }), table);
  let methods = [];
  let isHeld = false;
  let wake = () => {};

  list("methods").then((all) => {
    methods = all;
    method.replaceChildren(...all.map(({ name }) => make("option", {}, name)));
    if (all.some(({ name }) => name === "mrv")) method.value = "mrv";
    about();
  }).catch((error) => {
    told.textContent = error.message;
  });

  // The page without a server has fewer calls.
  aboutCalls().then(({ calls }) => {
    comparison.hidden = calls.every(({ path }) => path !== "/api/compare");
  }).catch(() => {});

  function about() {
    aboutText.textContent = methods.find(({ name }) => name === method.value)?.about ?? "";
  }

  function hold() {
    isHeld = !isHeld;
    pause.textContent = isHeld ? "Go on" : "Pause";
    wake();
  }

  function stepOnce() {
    if (!isHeld) hold();
    wake(true);
  }

  /** Waits according to the speed. At the highest speed, many events are drawn as one picture. */
  function pace(signal) {
    const fast = Number(speed.value);
    return new Promise((done) => {
      wake = (isStep) => (isStep || !isHeld) && done();
      signal.addEventListener("abort", done);
      if (!isHeld) setTimeout(() => isHeld || done(), 600 * 0.5 ** fast);
    });
  }

  function finish() {
    for (const part of [pause, one]) part.disabled = true;
    isHeld = false;
    pause.textContent = "Pause";
  }

  async function watch() {
    stop();
    const domains = new Domains(session);
    for (const part of [pause, one]) part.disabled = false;
    try {
      const isDone = await latest.watch.run((signal) => follow(domains, signal));
      if (isDone) finish();
    } catch (error) {
      told.textContent = error.message;
      finish();
    }
  }

  /** Shows a search up to its first solution. */
  async function follow(domains, signal) {
    let seen = 0;
    for await (const event of eventsOf(session.now.text, method.value, signal)) {
      domains.take(event);
      const isLast = ["solution", "done"].includes(event.event);
      const each = 1 << Math.max(0, Number(speed.value) - 5);
      seen += 1;
      if (seen % each && !isLast) continue;
      draw(domains);
      await pace(signal);
      // Events that arrive after the panel was left are not shown.
      if (isLast || signal.aborted) break;
    }
    return true;
  }

  function draw({ sets, last, counts }) {
    const look = (value, size) => ({ value, name: size === 1 ? "alone" : "few" });
    board.overlay((cell) => [...sets[cell]].sort((a, b) => a - b).map((value) => look(value, sets[cell].size)));
    board.tint(last.cell === null ? {} : { [last.event]: [last.cell] });
    const { decide, remove, fail, solution } = counts;
    told.textContent = `guesses ${decide}, removals ${remove}, dead ends ${fail}, solutions ${solution}`;
  }

  function stop() {
    latest.watch.cancel();
    latest.compare.cancel();
    wake(true);
    finish();
    told.textContent = "";
    if (session.panel === "lab") board.overlay(null);
  }

  async function compare() {
    table.replaceChildren(make("p", {}, "comparing …"));
    try {
      const rows = await latest.compare.run((signal) => ask("compare", { puzzle: session.now.text }, signal));
      if (rows) table.replaceChildren(tableOf(rows));
    } catch (error) {
      table.replaceChildren(make("p", { class: "problem" }, error.message));
    }
  }

  function tableOf(rows) {
    const most = Math.max(...rows.map(({ seconds }) => Math.log10(1 + seconds * 1e6)), 1);
    const bar = (seconds) => {
      const meter = make("meter", { min: 0, max: most, value: Math.log10(1 + seconds * 1e6), "aria-hidden": "true" });
      return make("td", {}, `${(seconds * 1000).toPrecision(3)} ms `, meter);
    };
    const row = ({ method: name, verdict, nodes, guesses, seconds }) =>
      make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, verdict), make("td", {}, nodes ?? "–"), make("td", {}, guesses ?? "–"), bar(seconds));
    const head = make("tr", {}, ...["Method", "Answer", "Nodes", "Guesses", "Time (bars: logarithm)"].map((text) => make("th", { scope: "col" }, text)));
    return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows.map(row)));
  }

  session.on((kind) => {
    if (["puzzle", "givens"].includes(kind)) {
      stop();
      table.replaceChildren();
    }
    if (kind === "panel" && session.panel !== "lab") {
      latest.watch.cancel();
      wake(true);
      if (session.panel !== "set" || !session.options.candidates) board.overlay(null);
    }
  });
  return panel([
    section("Compared", comparison),
  ], [
    section("Run", method, aboutText,
      make("div", { class: "row" }, button("Watch", watch, { class: "accent" }), pause, one, button("Stop", stop)),
      make("label", { class: "speed" }, "slow", speed, "fast"),
      told),
  ]);
}
