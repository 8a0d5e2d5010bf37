// The panel "set": tools, the chosen clue, the list of clues, true candidates and counts, new grids.

import { aboutFields } from "./about.js";
import { assistant } from "./assistant.js";
import { clueCards, clueList } from "./clues.js";
import { button, make, notify } from "./dom.js";
import { panel, section } from "./frame.js";
import { newGrid } from "./grids.js";
import { guessChips } from "./guesses.js";
import { handView } from "./handview.js";
import { native } from "./native.js";
import { toolOf } from "./palette.js";
import { REGIONS } from "./regions.js";
import { list } from "./server.js";
import { solutionsTools } from "./solutions.js";
import { toolsSection } from "./tools.js";

/** Makes the panel; `frameOf` returns the frame once it is there, `told` is called when the tools are known. */
export function setPanel(session, board, hand, { editor, painter, frameOf, told }) {
  const about = aboutFields(session, editor);
  const tools = toolsSection(session, hand, painter);
  const guesses = guessChips(session, hand);
  const clues = clueList(session, hand);
  const cards = clueCards(session, hand, frameOf);
  const made = panel([tools.element], [
    cards.dock,
    section("Clues", guesses.element, ...solutionsTools(session, board), make("h2", {}, "Clues"), clues.element),
    assistant(session, board, hand, editor),
    section("Puzzle", ...about, ...newGrid(create), button("Entries to givens", fix)),
  ], [cards.bar]);

  board.hold(() => {
    if (session.panel !== "set") return [];
    return hand.tool === REGIONS ? painter.view() : handView(hand, session.board, (cells) => board.outline(cells));
  });
  painter.onChange(() => board.drawHand());
  hand.on(() => {
    board.svg.classList.toggle("drawing-tool", hand.tool !== null);
    board.drawHand();
  });
  list("rules").then((rules) => {
    hand.tools = new Map([...rules.map(toolOf), REGIONS].map((tool) => [tool.name, tool]));
    tools.list();
    clues.tell();
    guesses.tell();
    told();
  }).catch((error) => notify(error.message, "error"));

  function create(text) {
    session.open(text).catch((error) => notify(error.message, "error"));
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
