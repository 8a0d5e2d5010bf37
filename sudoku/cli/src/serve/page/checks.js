// Whether entries are right: clues that they break, the check on request, and the greeting when the puzzle is solved.

import { button, make, notify } from "./dom.js";
import { icon } from "./icons.js";
import { ask, Latest } from "./server.js";
import { dialog } from "./share.js";

/** Makes the checks; `clock` has the time for the greeting. */
export function checks(session, board, clock, again) {
  const told = make("p", { class: "told", role: "status" });
  const broken = make("div", { class: "broken card", role: "status", hidden: true });
  const latest = { check: new Latest(), broken: new Latest() };
  const greeting = make("p", {});
  const solved = dialog("Solved", greeting, make("div", { class: "row" }, button("New puzzle", () => {
    solved.close();
    again();
  }, { class: "accent" }), button("Look at it", () => solved.close())));
  let greeted = null;

  /** Shows the clues that the entries break. */
  async function tellBroken() {
    latest.broken.cancel();
    const { text: puzzle, entries } = session.now;
    const isWanted = session.options.conflicts && session.panel === "play" && entries.some((entry) => entry !== null);
    if (!isWanted) return showBroken([]);
    try {
      const answer = await latest.broken.run((signal) => ask("check", { puzzle, entries, quick: true }, signal));
      if (answer) showBroken(answer.broken ?? []);
    } catch {
      // Entries are still shown where they repeat.
      showBroken([]);
    }
  }

  /** `all`: for each broken clue its number among the lines, the cells at fault, and a sentence. */
  function showBroken(all) {
    session.setBroken(all);
    broken.hidden = all.length === 0;
    broken.replaceChildren(...all.map(({ clue, says, cells }) => {
      const line = session.now.read.lines[clue];
      const made = button("", () => session.select(cells, cells[0]), { class: "item" });
      made.append(...(line ? [icon(line.rule)] : []), make("span", {}, says));
      return made;
    }));
  }

  async function check() {
    told.textContent = "checking …";
    try {
      const found = await latest.check.run(answer);
      if (!found) return;
      told.textContent = found.words;
      board.tint({ fault: found.wrong });
      if (found.isSolved) greet();
    } catch (error) {
      told.textContent = error.message;
    }
  }

  /** What is to be said about the entries, and the cells that are wrong. */
  async function answer(signal) {
    const { text: puzzle, entries } = session.now;
    const { verdict, wrong, faults, unfit = [] } = await ask("check", { puzzle, entries }, signal);
    const repeated = faults.filter(({ kind }) => kind === "entry");
    if (repeated.length) return { words: `Not right: ${repeated.map(({ text }) => text).join("; ")}.`, wrong: repeated.flatMap(({ cells }) => cells) };
    if (verdict === "none") return { words: "This puzzle has no solution.", wrong: [] };
    if (verdict === "unknown") return { words: "No answer within the limit.", wrong: [] };
    if (wrong.length) return { words: wrong.length === 1 ? "One entry is wrong." : `${wrong.length} entries are wrong.`, wrong };
    if (unfit.length) return { words: "These entries fit no solution.", wrong: unfit };
    return right(verdict === "unique" ? "All right so far" : "These entries fit a solution");
  }

  function right(words) {
    const left = session.openCells().length;
    return { words: left === 0 ? "Solved. Well done!" : `${words}; ${left} to go.`, wrong: [], isSolved: left === 0 };
  }

  /** Looks at a full grid. */
  async function lookAtFull() {
    const { text, entries } = session.now;
    if (session.panel !== "play" || session.openCells().length > 0 || entries.every((entry) => entry === null)) return;
    if (greeted === text) return;
    const found = await latest.check.run(answer).catch(() => null);
    if (!found) return;
    told.textContent = found.isSolved ? found.words : "Full, but something is wrong.";
    if (found.isSolved) greet();
  }

  function greet() {
    clock.stop();
    if (greeted === session.now.text) return;
    greeted = session.now.text;
    greeting.textContent = session.options.timer ? `Well done! It took you ${clock.words}.` : "Well done!";
    if (document.querySelector("dialog[open]")) notify(greeting.textContent);
    else solved.showModal();
  }

  session.on((kind) => {
    if (kind === "puzzle") greeted = null;
    if (["puzzle", "givens", "entries", "panel", "options"].includes(kind)) tellBroken();
    if (["puzzle", "givens", "entries"].includes(kind)) {
      latest.check.cancel();
      told.textContent = "";
    }
    if (kind === "entries") lookAtFull();
  });
  return { told, broken, check };
}
