// The live answer: one solution, several or none, requested after each change of the puzzle.

import { lineButton } from "./clues.js";
import { button, make } from "./dom.js";
import { nameOf } from "./names.js";
import { ask, Latest } from "./server.js";

/** The greatest number of solutions that is shown exactly. */
const MOST = 1000;

/** Makes the badge. */
export function makeBadge(session, board, hand) {
  const latest = new Latest();
  const text = make("strong", {});
  const more = make("span", { class: "more" });
  const faults = make("ul", { class: "faults" });
  const both = make("div", { class: "row both" });
  const badge = make("div", { id: "badge", role: "status" }, make("p", {}, make("i", { class: "dot", "aria-hidden": "true" }), text, more), both, faults);
  let asked = null;
  let open = [];
  /** Two of several solutions, and which of them is shown on the board. */
  let pair = null;
  let shown = null;
  let latestFaults = [];

  function show(state, words, detail = "") {
    badge.dataset.state = state;
    text.textContent = words;
    more.textContent = detail;
  }

  async function refresh() {
    const puzzle = session.now.text;
    if (puzzle === asked) return;
    asked = puzzle;
    const slow = setTimeout(() => show("busy", "looking …"), 150);
    try {
      await latest.run((signal) => answer(puzzle, signal));
    } catch (error) {
      forget();
      show("unknown", "no answer", error.message);
    } finally {
      clearTimeout(slow);
    }
  }

  async function answer(puzzle, signal) {
    const found = await ask("check", { puzzle, quick: true, show: true }, signal);
    tell(found);
    if (found.verdict === "none") {
      const { faults } = await ask("check", { puzzle }, signal);
      return tell({ ...found, faults });
    }
    if (found.verdict !== "several") return;
    const counted = await ask("check", { puzzle, cap: MOST, quick: true }, signal);
    if (counted.verdict === "several") tell({ ...counted, pair: found.pair }, MOST);
  }

  function forget() {
    [pair, shown, latestFaults] = [null, null, []];
    faults.replaceChildren();
    both.replaceChildren();
  }

  function tell({ verdict, solutions, seconds, open: differing, faults: found, pair: two }, most = 2) {
    const time = seconds < 0.01 ? `${(seconds * 1000).toFixed(1)} ms` : `${(seconds * 1000).toFixed(0)} ms`;
    const words = {
      unique: "unique",
      several: solutions < most ? `${solutions} solutions` : `${most.toLocaleString("en")}+ solutions`,
      none: "no solution",
      unknown: "not known within the limit",
    };
    forget();
    show(verdict, words[verdict], time);
    open = differing ?? [];
    if (verdict === "several") tellBoth(two ?? null);
    if (verdict === "none") latestFaults = found;
    tint(tellFaults());
  }

  /** Two solutions, each a click away; the cells in which they differ show both values. */
  function tellBoth(two) {
    pair = two;
    if (!pair) return;
    const choose = (at) => () => {
      shown = shown === at ? null : at;
      for (const one of both.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.dataset.at === String(shown)));
      board.show(session.panel === "set" ? bothValues : null);
    };
    const buttons = ["A", "B"].map((name, at) => button(`Show ${name}`, choose(at), { class: "small", "data-at": at, "aria-pressed": "false" }));
    const count = open.length === 1 ? "1 cell differs" : `${open.length} cells differ`;
    both.replaceChildren(...buttons, make("small", {}, count));
    board.show(session.panel === "set" ? bothValues : null);
  }

  /** What a cell shows of two solutions: a value of the chosen one, or both where they differ. */
  function bothValues(cell) {
    if (!pair || session.options.candidates) return null;
    const [one, other] = pair.map((solution) => solution[cell]);
    if (shown !== null) return session.symbol(pair[shown][cell]);
    const isFew = pair[0].filter((value, at) => value !== pair[1][at]).length <= session.board.cells.length / 3;
    return one === other || !isFew ? null : `${session.symbol(one)} · ${session.symbol(other)}`;
  }

  /** Names the clues that clash, and returns their cells. Where a value repeats, that alone is told. */
  function tellFaults() {
    const repeats = repeated();
    const told = repeats.length ? repeats : latestFaults.filter(({ kind }) => kind !== "house");
    const items = told.map(repeats.length ? repeatButton : faultButton);
    faults.replaceChildren(...items.map((item) => make("li", {}, item)));
    return told.flatMap(({ cells }) => cells);
  }

  /** Givens that repeat in a house, each with the one before. */
  function repeated() {
    if (latestFaults.length === 0) return [];
    const found = new Map();
    for (const { cells } of session.now.read.houses) {
      const seen = new Map();
      for (const cell of cells) {
        const value = session.now.givens[cell];
        if (value === null) continue;
        if (seen.has(value)) found.set(cell, { value, cells: [cell, seen.get(value)] });
        seen.set(value, cell);
      }
    }
    return [...found.values()];
  }

  function repeatButton({ value, cells }) {
    return pointing(button(`${session.symbol(value)} in ${nameOf(session.board, cells[0])} repeats ${nameOf(session.board, cells[1])}`, () => session.select(cells, cells[0])), cells);
  }

  function faultButton({ kind, text: words, cells }) {
    const { lines } = session.now.read;
    const at = kind === "rule" ? lines.findIndex((line) => line.text === words) : -1;
    if (at >= 0) return pointing(lineButton(lines[at], hand, session.board, () => hand.pick(at)), cells);
    return pointing(button(words, () => session.select(cells, cells[0] ?? session.cursor)), cells);
  }

  /** A button that shows its cells while it is pointed at. */
  function pointing(made, cells) {
    for (const event of ["focus", "pointerenter"]) made.addEventListener(event, () => board.tint({ fault: cells }));
    return made;
  }

  /** Shades contradictory cells; while setting, also cells in which solutions differ. */
  function tint(fault) {
    const isSetting = session.panel === "set" && !session.options.candidates && shown === null;
    board.tint({ open: isSetting ? open : [], fault });
  }

  session.on((kind) => {
    if (kind === "puzzle" || kind === "givens") refresh();
    if (kind === "panel" || kind === "options" || kind === "entries") tint([]);
    if (kind === "panel" || kind === "options") board.show(session.panel === "set" && pair ? bothValues : null);
  });
  return { element: badge, tellAgain: tellFaults };
}
