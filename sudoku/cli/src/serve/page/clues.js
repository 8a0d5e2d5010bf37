// The list of clues, and the card of the clue that is chosen.

import { button, make } from "./dom.js";
import { section } from "./frame.js";
import { wordsOf } from "./clue.js";
import { icon } from "./icons.js";

/** A clue of a line in words: what it is, and where. */
export function wordsOfLine(line, hand, board) {
  const tool = hand.tools.get(line.rule);
  const clue = hand.read(line);
  if (clue) return wordsOf(clue, board);
  return [tool?.title ?? line.rule, line.text === line.rule ? "in the whole grid" : line.text.slice(line.rule.length).trim()];
}

/** A line as a button with its mark. */
export function lineButton(line, hand, board, act, attributes = {}) {
  const [title, place] = wordsOfLine(line, hand, board);
  const made = button("", act, { class: "item", title: line.text, ...attributes });
  made.append(icon(line.rule), make("span", {}, make("b", {}, title), make("small", {}, place)));
  return made;
}

/** The list of clues. */
export function clueList(session, hand) {
  const list = make("ul", { class: "clues" });

  function tell() {
    if (!session.now) return;
    const { lines, board } = session.now.read;
    const item = (line, index) => make("li", { class: hand.index === index ? "on" : "" },
      lineButton(line, hand, board, () => hand.pick(index)),
      button("×", () => hand.removeLine(() => index, () => line.text), { class: "remove", "aria-label": `Delete ${wordsOfLine(line, hand, board).join(", ")}` }));
    list.replaceChildren(...(lines.length ? lines.map(item) : [make("li", { class: "none" }, "Choose a tool, then draw on the board.")]));
  }

  session.on((kind) => ["puzzle", "options"].includes(kind) && tell());
  hand.on(tell);
  return { element: list, tell };
}

/** The card of the chosen clue: in the bar, and with keys as a section for telephones. */
export function clueCards(session, hand, frameOf) {
  const bar = make("div", { class: "chosen", hidden: true });
  const dock = section("Clue", make("div", { class: "chosen" }), make("div", { class: "pad" }));
  dock.classList.add("narrow");
  dock.hidden = true;
  let shown = null;

  function tell() {
    const { clue } = hand;
    bar.hidden = dock.hidden = clue === null;
    if (clue) {
      fill(bar);
      fill(dock.firstElementChild);
      keys();
    }
    if ((clue === null) !== (shown === null)) frameOf()?.open(clue ? "Clue" : null);
    shown = clue;
  }

  function fill(card) {
    const { clue, problem } = hand;
    const [title, place] = clue.isFixed ? [clue.tool.title, clue.parameters] : wordsOf(clue, session.board);
    const isTyping = card.contains(document.activeElement) && document.activeElement.matches("input");
    if (isTyping) return card.querySelector("small").replaceChildren(problem || place);
    const { tool } = clue;
    card.replaceChildren(icon(tool.name),
      make("span", { class: "what" }, make("b", {}, title), make("small", { class: problem ? "problem" : "", role: "status" }, problem || place)),
      ...(tool.value === "words" && !clue.isFixed ? [field(clue)] : []),
      ...(hand.kinds.length > 1 && !clue.isFixed ? [kind(clue)] : []),
      ...(hand.isTurned ? [button("Turn", () => hand.turn())] : []),
      ...(clue.isFixed ? [] : [button("Repeat", () => hand.repeat(), { title: "Ctrl+D" })]),
      button("Delete", () => hand.remove(), { title: "Delete" }));
  }

  const field = ({ tool, parameters }) => make("input", {
    type: "text", value: parameters, placeholder: tool.parameters, "aria-label": tool.parameters, spellcheck: "false",
    input: (event) => hand.change({ parameters: event.target.value }, true),
  });

  function kind({ tool }) {
    const options = hand.kinds.map((one) => make("option", { value: one.name, selected: one === tool }, one.title));
    return make("select", { "aria-label": "Kind", change: (event) => hand.become(hand.tools.get(event.target.value)) }, ...options);
  }

  /** The keys of a telephone. */
  function keys() {
    const pad = dock.lastElementChild;
    pad.hidden = !hand.clue.tool.value || hand.clue.isFixed;
    if (pad.childElementCount) return;
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => button(String(digit), () => hand.type(String(digit))));
    pad.append(...digits, button("⌫", () => hand.erase(), { "aria-label": "Erase" }),
      button("✓", () => hand.leave(), { class: "accent", "aria-label": "Done" }));
  }

  hand.on(tell);
  return { bar, dock };
}
