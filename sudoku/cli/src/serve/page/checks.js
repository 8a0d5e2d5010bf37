// Whether entries are right: clues that they break, the check on request, and the greeting when the puzzle is solved.

import { wordsOfLine } from "./clues.js";
import { button, make, notify } from "./dom.js";
import { icon } from "./icons.js";
import { native } from "./native.js";
import { about, ask, Latest } from "./server.js";
import { dialog } from "./share.js";

/** Makes the checks; `clock` has the time for the greeting. */
export function checks(session, board, hand, clock, again) {
  const told = make("p", { class: "told", role: "status" });
  const broken = make("div", { class: "broken card", role: "status", hidden: true });
  const latest = { check: new Latest(), broken: new Latest() };
  const greeting = make("p", {});
  const solved = dialog("Solved", greeting, make("div", { class: "row" }, button("New puzzle", () => {
    solved.close();
    again();
  }, { class: "accent" }), button("Look at it", () => solved.close())));
  // A program without the call shows only what repeats in a row, column or box.
  const hasBroken = about().then(({ calls }) => calls.some(({ path }) => path === "/api/broken")).catch(() => false);
  let greeted = null;

  /** Shows the clues that the entries break. */
  async function tellBroken() {
    latest.broken.cancel();
    const { text: puzzle, entries } = session.now;
    const isWanted = session.options.conflicts && session.panel === "play" && entries.some((entry) => entry !== null);
    if (!isWanted || !(await hasBroken)) return showBroken([]);
    try {
      const answer = await latest.broken.run((signal) => ask("broken", { puzzle, entries }, signal));
      if (answer) showBroken(answer.broken);
    } catch {
      showBroken([]);
    }
  }

  /** `all`: for each broken clue its text, its cells, and a sentence. */
  function showBroken(all) {
    session.setBroken(all);
    broken.hidden = all.length === 0;
    broken.replaceChildren(...all.map(({ text, sentence }) => {
      const line = session.now.read.lines.find((one) => one.text === text);
      const name = line ? make("b", {}, `${wordsOfLine(line, hand, session.board)[0]}: `) : null;
      return make("p", {}, ...(line ? [icon(line.rule)] : []), make("span", {}, name, sentence));
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
    const { verdict, wrong, faults } = await ask("check", { puzzle, entries }, signal);
    const repeated = faults.filter(({ kind }) => kind === "entry");
    if (repeated.length) return { words: `Not right: ${repeated.map(({ text }) => text).join("; ")}.`, wrong: repeated.flatMap(({ cells }) => cells) };
    if (verdict === "none") return { words: "This puzzle has no solution.", wrong: [] };
    if (verdict === "unknown") return { words: "No answer within the limit.", wrong: [] };
    if (wrong.length) return { words: wrong.length === 1 ? "One entry is wrong." : `${wrong.length} entries are wrong.`, wrong };
    return verdict === "unique" ? right("All right so far") : amongSeveral(signal);
  }

  function right(words) {
    const left = session.openCells().length;
    return { words: left === 0 ? "Solved. Well done!" : `${words}; ${left} to go.`, wrong: [], isSolved: left === 0 };
  }

  /** Whether the entries fit one of several solutions: they are givens of the puzzle that is asked. */
  async function amongSeveral(signal) {
    const { text, givens, entries } = session.now;
    const cells = [...entries.keys()].filter((cell) => entries[cell] !== null && session.isInGrid(cell));
    if (cells.length === 0) return right("This puzzle has several solutions");
    const all = givens.map((given, cell) => given ?? entries[cell]);
    const puzzle = native.withGivens(text, session.board, all, cells);
    const none = (faults) => ({
      words: "These entries fit no solution.", wrong: faults.flatMap((fault) => fault.cells).filter((cell) => cells.includes(cell)),
    });
    try {
      const { verdict, faults } = await ask("check", { puzzle }, signal);
      return verdict === "none" ? none(faults.filter(({ kind }) => kind === "given")) : right("These entries fit a solution");
    } catch (error) {
      if (error.status !== 422) throw error;
      return none([]);
    }
  }

  /** Looks at a full grid. */
  async function lookAtFull() {
    const { text, entries } = session.now;
    if (session.panel !== "play" || session.openCells().length > 0 || entries.every((entry) => entry === null)) return;
    if (session.conflicts().size > 0 || greeted === text) return;
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
