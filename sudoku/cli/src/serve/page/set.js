// The panel "set": tools, the chosen clue, the list of clues, true candidates and counts, new grids.

import { clueCards, clueList } from "./clues.js";
import { button, make, notify, tick } from "./dom.js";
import { panel, section } from "./frame.js";
import { handView } from "./handview.js";
import { native } from "./native.js";
import { toolOf } from "./palette.js";
import { list } from "./server.js";
import { solutionsTools } from "./solutions.js";
import { toolsSection } from "./tools.js";

/** Makes the panel; `frameOf` returns the frame once it is there. */
export function setPanel(session, board, hand, frameOf) {
  const tools = toolsSection(session, hand);
  const clues = clueList(session, hand);
  const cards = clueCards(session, hand, frameOf);
  const size = make("select", { "aria-label": "Size of a new grid" },
    ...[4, 6, 8, 9, 10, 12, 16].map((size) => make("option", { value: size, selected: size === 9 }, `${size}×${size}`)));
  const made = panel([tools.element], [
    cards.dock,
    section("Clues", ...solutionsTools(session, board), make("h2", {}, "Clues"), clues.element),
    section("Puzzle", make("div", { class: "row" }, size, button("New grid", create)),
      button("Entries to givens", fix)),
  ], [cards.bar]);

  board.hold(() => (session.panel === "set" ? handView(hand, session.board, (cells) => board.outline(cells)) : []));
  hand.on(() => {
    board.svg.classList.toggle("drawing-tool", hand.tool !== null);
    board.drawHand();
  });
  list("rules").then((rules) => {
    hand.tools = new Map(rules.map((rule) => [rule.name, toolOf(rule)]));
    tools.list();
    clues.tell();
  }).catch((error) => notify(error.message, "error"));

  function create() {
    session.open(`size: ${size.value}\n`).catch((error) => notify(error.message, "error"));
  }

  function fix() {
    const { givens, entries, text } = session.now;
    const cells = [...entries.keys()].filter((cell) => entries[cell] !== null && session.isInGrid(cell));
    if (cells.length === 0) return notify("Nothing has been entered.");
    const all = givens.map((given, cell) => given ?? (session.isInGrid(cell) ? entries[cell] : null));
    const left = entries.map((entry, cell) => (session.isInGrid(cell) ? null : entry));
    session.change({ givens: all, text: native.withGivens(text, session.board, all, cells), entries: left }, "givens");
  }

  return { ...made, tools };
}
