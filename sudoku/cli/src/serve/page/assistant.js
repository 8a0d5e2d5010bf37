// The assistant: clues that are not needed, what makes the puzzle unique, and variants a level easier or harder.

import { wordsOfLine } from "./clues.js";
import { button, make, notify } from "./dom.js";
import { section } from "./frame.js";
import { icon } from "./icons.js";
import { ask, Latest } from "./server.js";

/** The questions: the call, its fields, and what the answer's change is called. */
const QUESTIONS = {
  "Not needed": ["minimize", {}, "Leave out together"],
  "Make unique": ["suggest", { for: "unique" }, "Add"],
  "Easier": ["suggest", { for: "easier" }, "Change"],
  "Harder": ["suggest", { for: "harder" }, "Change"],
};
const SORTS = { "givens and clues": {}, "givens": { givens: true }, "clues": { rules: true } };

/** Makes the section. */
export function assistant(session, board, hand, editor) {
  const latest = new Latest();
  const told = make("p", { class: "told", role: "status" });
  const lists = make("div", { class: "proposal" });
  const sort = make("select", { "aria-label": "What may change" }, ...Object.keys(SORTS).map((name) => make("option", {}, name)));
  const buttons = Object.keys(QUESTIONS).map((name) => button(name, () => run(name), { class: "small" }));
  const stop = button("Stop", () => forget("stopped"), { class: "small", hidden: true });

  function forget(words = "") {
    latest.cancel();
    told.textContent = words;
    stop.hidden = true;
    lists.replaceChildren();
    if (session.panel === "set") board.tint({});
  }

  async function run(name) {
    const [call, fields, apply] = QUESTIONS[name];
    const puzzle = session.now.text;
    forget("looking …");
    stop.hidden = false;
    try {
      const found = await latest.run((signal) => ask(call, { puzzle, ...fields, ...SORTS[sort.value] }, signal));
      if (found) call === "minimize" ? tellNeeds(found, apply) : tellChange(found, apply);
    } catch (error) {
      told.textContent = error.message;
    }
    stop.hidden = true;
  }

  /** Clues that are not needed, each by itself. */
  function tellNeeds({ status, redundant, undecided = [], erased, puzzle }, apply) {
    if (!redundant) return void (told.textContent = status === "limit" ? "no answer within the limit" : "only a puzzle with one solution needs its clues");
    const left = undecided.length ? ` Of ${undecided.length} it is not known.` : "";
    told.textContent = (redundant.length ? "Not needed, each by itself:" : "Everything is needed.") + left;
    lists.replaceChildren(...part("", redundant), ...(erased.length ? [offer(`${apply} (${erased.length})`, puzzle)] : []));
    tint(redundant);
  }

  function tellChange({ level, hardest, removed = [], added = [], puzzle, to, reason }, apply) {
    told.textContent = reason ? `${reason[0].toUpperCase()}${reason.slice(1)}.` : level && to ? `From ${level} to ${to}:` : "One solution is left with:";
    lists.replaceChildren(
      ...part("Leave out", removed), ...part("Add", added), ...(puzzle ? [offer(apply, puzzle)] : []),
      ...(hardest ? [make("h2", {}, `Hardest step, ${level}`), make("p", { class: "detail" }, hardest.text), ...part("", hardest.clues)] : []));
    tint([...removed, ...added]);
  }

  const tint = (all) => board.tint({ open: all.flatMap(({ cells }) => cells) });

  /** A list of givens and clues. */
  function part(heading, all) {
    if (all.length === 0) return [];
    return [...(heading ? [make("h2", {}, heading)] : []), make("ul", { class: "list" }, ...all.map((one) => make("li", {}, item(one))))];
  }

  function item({ kind, text, cells }) {
    const rule = kind === "given" ? "digits" : text.split(/[ :]/)[0];
    const [title, place] = kind === "given" ? [text, ""] : wordsOfLine({ rule, text }, hand, session.board);
    const made = button("", () => session.select(cells, cells[0] ?? session.cursor), { class: "item", title: text });
    made.append(icon(rule), make("span", {}, make("b", {}, title), make("small", {}, place)));
    for (const event of ["focus", "pointerenter"]) made.addEventListener(event, () => board.tint({ open: cells }));
    return made;
  }

  const offer = (words, puzzle) => button(words, () => editor.run(() => puzzle).catch((error) => notify(error.message, "error")), { class: "accent" });

  session.on((kind) => ["puzzle", "givens"].includes(kind) && (told.textContent || lists.childElementCount) && forget());
  return section("Assistant", make("h2", {}, "Assistant"), make("div", { class: "row" }, ...buttons, stop, sort), told, lists);
}
