// Entries in cells, and the panel "play".

import { COLOURS } from "./board.js";
import { button, make, say, tick } from "./dom.js";
import { panel, section } from "./frame.js";
import { MODES } from "./keys.js";
import { icon } from "./icons.js";
import { sentences } from "./sentences.js";
import { ask, Latest } from "./server.js";

const LISTS = { corner: "corner", centre: "centre", colour: "colours" };

/** Enters a value in the chosen cells. `isLonger` replaces the entry of the number's first digit. */
export function enter(session, value, mode, isLonger) {
  const cells = session.chosen;
  if (cells.length === 0) return;
  if (isLonger) session.undo();
  if (mode !== "digit") return mark(session, cells, LISTS[mode], value);
  if (session.panel === "set") {
    const isGiven = cells.every((cell) => session.now.givens[cell] === value);
    session.give(cells, isGiven ? null : value);
  } else {
    const open = cells.filter((cell) => session.now.givens[cell] === null);
    const isEntered = open.every((cell) => session.now.entries[cell] === value);
    const entries = session.now.entries.slice();
    for (const cell of open) entries[cell] = isEntered ? null : value;
    if (open.length) session.change({ entries });
  }
  tellConflicts(session, cells, value);
}

function tellConflicts(session, cells, value) {
  const conflicts = session.options.conflicts ? session.conflicts() : new Set();
  const isBad = cells.some((cell) => conflicts.has(cell));
  say(`${session.symbol(value)}${isBad ? ", conflict" : ""}`);
}

/** Adds a mark to all chosen cells, or removes it if all have it. */
function mark(session, cells, name, value) {
  const { givens, entries } = session.now;
  const takes = (cell) => name === "colours" || (givens[cell] === null && entries[cell] === null);
  const open = cells.filter(takes);
  if (open.length === 0) return;
  const list = session.now[name].slice();
  const haveAll = open.every((cell) => list[cell].includes(value));
  for (const cell of open) {
    const others = list[cell].filter((other) => other !== value);
    list[cell] = haveAll ? others : [...others, value].sort((one, other) => one - other);
  }
  session.change({ [name]: list });
  say(`${name} ${name === "colours" ? COLOURS[value - 1] : session.symbol(value)} ${haveAll ? "removed" : "added"}`);
}

/** Removes the entries of the current mode from the chosen cells, or else all entries. */
export function clear(session) {
  const cells = session.chosen;
  if (session.panel === "set" && cells.some((cell) => session.now.givens[cell] !== null)) {
    session.give(cells, null);
    return say("emptied");
  }
  const blank = (name) => (name === "entries" ? null : []);
  const isFilled = (name) => cells.some((cell) => (session.now[name][cell] ?? []).length !== 0);
  const own = LISTS[session.mode] ?? "entries";
  const names = isFilled(own) ? [own] : ["entries", "corner", "centre", "colours"].filter(isFilled);
  const next = {};
  for (const name of names) {
    next[name] = session.now[name].slice();
    for (const cell of cells) next[name][cell] = blank(name);
  }
  if (names.length) session.change(next);
  say("emptied");
}

/** Makes the panel. */
export function playPanel(session, board, hand, act) {
  const pad = make("div", { class: "pad", role: "group", "aria-label": "Values" });
  const told = make("p", { class: "told", role: "status" });
  const latest = new Latest();
  const clock = make("p", { class: "clock", role: "timer" });
  let begun = Date.now();

  const modes = MODES.map((mode) => button(mode, () => session.setMode(mode), { "data-mode": mode }));
  const title = make("h2", { id: "title" });
  const author = make("p", { id: "author" });
  const rules = make("ul", { id: "rules" });
  const made = panel([
    section("Rules", title, author, rules),
    section("Options", make("h2", {}, "Show"), options()),
  ], [
    section("Keys", clock,
      make("div", { class: "segments", role: "group", "aria-label": "Mode" }, ...modes),
      pad,
      make("div", { class: "row" },
        button("Erase", () => clear(session)),
        button("Check what I have", check)),
      told),
  ]);

  function tellPuzzle() {
    const { title: named, author: by, comments = [] } = session.now.read;
    title.textContent = named ?? "";
    author.textContent = by ? `by ${by}` : "";
    // The words of the setter, or else those of the clues.
    const own = comments.map((words) => make("li", { class: "own" }, words));
    const proposed = () => sentences(session.now.read, hand.tools).map(([mark, words]) => make("li", {}, icon(mark), make("span", {}, words)));
    rules.replaceChildren(...(own.length ? own : proposed()));
  }

  function options() {
    return make("div", { class: "options" },
      tick("Show conflicts", session.options.conflicts, (isOn) => session.setOption("conflicts", isOn)),
      tick("Timer", session.options.timer, (isOn) => {
        begun = Date.now();
        session.setOption("timer", isOn);
        tellTime();
      }),
      button("Start again", restart));
  }

  function restart() {
    const none = session.board.cells.map(() => []);
    session.change({ entries: session.board.cells.map(() => null), corner: none, centre: none, colours: none });
    begun = Date.now();
  }

  function tellTime() {
    const seconds = Math.floor((Date.now() - begun) / 1000);
    const two = (number) => String(number).padStart(2, "0");
    clock.textContent = session.options.timer ? `${Math.floor(seconds / 60)}:${two(seconds % 60)}` : "";
  }
  setInterval(tellTime, 1000);

  async function check() {
    told.textContent = "checking …";
    const { text: puzzle, entries } = session.now;
    try {
      const found = await latest.run((signal) => ask("check", { puzzle, entries }, signal));
      if (!found) return;
      told.textContent = verdict(found);
      board.tint({ fault: found.wrong ?? [] });
    } catch (error) {
      told.textContent = error.message;
    }
  }

  function verdict({ verdict, wrong, faults }) {
    const { entries, givens } = session.now;
    const repeated = faults.filter(({ kind }) => kind === "entry").map(({ text }) => text);
    if (repeated.length) return `Not right: ${repeated.join("; ")}.`;
    if (verdict === "none") return "This puzzle has no solution.";
    if (verdict !== "unique") return "This puzzle has no single solution to compare with; no value repeats in a house.";
    if (wrong.length === 1) return "One entry is wrong.";
    if (wrong.length) return `${wrong.length} entries are wrong.`;
    const isOpen = (cell) => session.isInGrid(cell) && givens[cell] === null && entries[cell] === null;
    const left = [...session.board.cells.keys()].filter(isOpen).length;
    return left === 0 ? "Solved. Well done!" : `All right so far; ${left} to go.`;
  }

  function drawPad() {
    const isColour = session.mode === "colour";
    const texts = isColour ? COLOURS : session.board.symbols;
    pad.classList.toggle("many", texts.length > 9);
    pad.replaceChildren(...texts.map((text, at) => isColour
      ? button("", () => act.enter(at + 1, "colour"), { class: `swatch colour-${at + 1}`, "aria-label": text, title: text })
      : button(text, () => act.enter(at + 1, session.mode), { class: "key" })));
  }

  session.on((kind) => {
    if (kind === "puzzle") {
      begun = Date.now();
      tellPuzzle();
    }
    if (["puzzle", "mode"].includes(kind)) drawPad();
    for (const one of modes) one.setAttribute("aria-pressed", one.dataset.mode === session.mode);
    if (["puzzle", "givens", "entries"].includes(kind)) {
      latest.cancel();
      told.textContent = "";
    }
  });
  return { ...made, tellPuzzle };
}
