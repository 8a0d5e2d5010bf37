// The live answer: one solution, several or none, requested after each change of the puzzle.

import { button, make } from "./dom.js";
import { ask, Latest } from "./server.js";

/** The greatest number of solutions that is shown exactly. */
const MOST = 1000;

/** Makes the badge. */
export function makeBadge(session, board) {
  const latest = new Latest();
  const text = make("strong", {});
  const more = make("span", { class: "more" });
  const faults = make("ul", { class: "faults" });
  const badge = make("div", { id: "badge", role: "status" }, make("p", {}, make("i", { class: "dot", "aria-hidden": "true" }), text, more), faults);
  let asked = null;
  let open = [];

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
      faults.replaceChildren();
      show("unknown", "no answer", error.message);
    } finally {
      clearTimeout(slow);
    }
  }

  async function answer(puzzle, signal) {
    const found = await ask("check", { puzzle, quick: true }, signal);
    tell(found);
    if (found.verdict === "none") {
      const { faults } = await ask("check", { puzzle }, signal);
      return tell({ ...found, faults });
    }
    if (found.verdict !== "several") return;
    const counted = await ask("check", { puzzle, cap: MOST, quick: true }, signal);
    if (counted.verdict === "several") tell(counted, MOST);
  }

  function tell({ verdict, solutions, seconds, open: differing, faults: found }, most = 2) {
    const time = seconds < 0.01 ? `${(seconds * 1000).toFixed(1)} ms` : `${(seconds * 1000).toFixed(0)} ms`;
    const words = {
      unique: "unique",
      several: solutions < most ? `${solutions} solutions` : `${most.toLocaleString("en")}+ solutions`,
      none: "no solution",
      unknown: "not known within the limit",
    };
    show(verdict, words[verdict], time);
    open = differing ?? [];
    const isShown = verdict === "none" && found.length > 0;
    faults.replaceChildren(...(isShown ? found : []).map((fault) => make("li", {}, faultButton(fault))));
    tint(isShown ? found.flatMap(({ cells }) => cells) : []);
  }

  function faultButton({ text: words, cells }) {
    const only = () => board.tint({ fault: cells });
    return button(words, () => session.select(cells, cells[0] ?? session.cursor), { focus: only, pointerenter: only });
  }

  /** Shades contradictory cells; while setting, also cells in which solutions differ. */
  function tint(fault) {
    const isSetting = session.panel === "set" && !session.options.candidates;
    board.tint({ open: isSetting ? open : [], fault });
  }

  session.on((kind) => {
    if (kind === "puzzle" || kind === "givens") refresh();
    if (kind === "panel" || kind === "options" || kind === "entries") tint([]);
  });
  return badge;
}
