// True candidates, and the number of solutions.

import { button, make, notify, tick } from "./dom.js";
import { nameOf } from "./names.js";
import { ask, askStream, Latest } from "./server.js";

/** The greatest number of solutions that is counted for a candidate. */
const CAP = 8;

/** Makes the buttons and what they tell. */
export function solutionsTools(session, board) {
  const latest = { candidates: new Latest(), count: new Latest() };
  const detail = make("p", { class: "detail" });
  const told = make("p", { class: "told", role: "status" });
  const box = tick("True candidates", session.options.candidates, (isOn) => session.setOption("candidates", isOn));
  let [answer, asked] = [null, null];

  async function candidates() {
    const puzzle = session.now.text;
    const isOn = session.panel === "set" && session.options.candidates;
    box.firstElementChild.checked = session.options.candidates;
    if (!isOn) {
      latest.candidates.cancel();
      if (answer) board.overlay(null);
      [answer, asked] = [null, null];
      return tell();
    }
    if (asked === puzzle) return;
    asked = puzzle;
    try {
      const found = await latest.candidates.run((signal) => ask("candidates", { puzzle, cap: CAP }, signal));
      if (!found) return;
      answer = found;
      board.overlay((cell) => found.candidates[cell]?.map((value, at) => ({ value, name: lookOf(found.counts[cell][at]) })));
    } catch (error) {
      answer = null;
      board.overlay(null);
      notify(error.message, "error");
    }
    tell();
  }

  /** Shows the number of solutions for each value of the cell under the cursor. */
  function tell() {
    const cell = session.cursor;
    const times = (count) => (count >= CAP ? `${CAP} or more` : String(count));
    const parts = answer?.candidates[cell]?.map((value, at) => `${session.symbol(value)} in ${times(answer.counts[cell][at])}`) ?? [];
    detail.textContent = parts.length ? `${nameOf(session.board, cell)}, solutions: ${parts.join(", ")}` : "";
  }

  /** Shows the lines of a stream in words: `words(line, isLast)`. */
  async function stream(name, beginning, words) {
    told.textContent = beginning;
    try {
      await latest.count.run(async (signal) => {
        let last = null;
        for await (last of askStream(name, { puzzle: session.now.text }, signal)) told.textContent = words(last, false);
        if (last) told.textContent = words(last, true);
      });
    } catch (error) {
      told.textContent = error.message;
    }
  }

  const count = () => stream("count", "counting …", ({ count: solutions, finished }, isLast) => {
    const words = `${solutions} ${solutions === 1 ? "solution" : "solutions"}`;
    if (!isLast) return `${words} so far`;
    return finished ? words : `${words} at least: the limit was reached`;
  });
  const estimate = () => stream("estimate", "estimating …", ({ text, samples, exact, finished }) => {
    const from = exact ? "counted" : `${samples} samples, interval of 95 %`;
    return `${text} solutions, ${from}${exact || finished ? "" : " …"}`;
  });

  session.on((kind) => {
    if (["puzzle", "givens"].includes(kind)) {
      latest.count.cancel();
      told.textContent = "";
    }
    if (["puzzle", "givens", "panel", "options"].includes(kind)) candidates();
    if (kind === "selection") tell();
  });
  return [
    make("div", { class: "row" }, box, button("Count all", count, { class: "small" }), button("Estimate", estimate, { class: "small" })),
    told, detail,
  ];
}

const lookOf = (count) => (count === 1 ? "once" : count < CAP ? "few" : "many");
