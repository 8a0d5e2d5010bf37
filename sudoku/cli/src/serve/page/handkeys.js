// Keys while setting: for the clue in hand, and for tools.

import { diagonals, sides } from "./clue.js";
import { say } from "./dom.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Makes the function that takes a key, and returns whether it did. */
export function handKeys(session, hand, tools) {
  return function take(event) {
    const { key } = event;
    const control = event.ctrlKey || event.metaKey;
    const isButton = event.target.matches?.("button, summary, [role=tab]");
    if (key === "Enter") return !isButton && enter();
    if (control) return key.toLowerCase() === "d" && hand.clue ? (hand.repeat() ?? true) : false;
    if (ARROWS[key] && !event.altKey && hand.clue) hand.leave();
    if (event.altKey && ARROWS[key]) return hand.clue ? (hand.move(...ARROWS[key]) || true) : false;
    if (key === "/" && !hand.clue?.tool.value) return tools.find() ?? true;
    if (hand.clue && !event.altKey && forClue(event)) return true;
    if (key === "Escape" && isButton) return hand.leave();
    return /^[a-z]$/i.test(key) && forTools(key.toLowerCase(), event.altKey);
  };

  /** A key for the chosen clue. */
  function forClue({ key, target }) {
    const isCell = target.matches?.("[data-cell]") && session.selection.size > 0 && !hand.clue.tool.value;
    if (key === "Delete" || (key === "Backspace" && !hand.clue.tool.value)) {
      const hasGiven = isCell && session.chosen.some((cell) => session.now.givens[cell] !== null);
      if (hasGiven) return false;
      hand.remove();
      say("clue deleted");
      return true;
    }
    if (key === "Backspace") return hand.erase() || true;
    if (/^[0-9]$/.test(key)) return hand.type(key);
    const { value } = hand.clue.tool;
    return (value === "words" || value === "values") && [...key].length === 1 && /[\w +\-/]/.test(key) && hand.type(key);
  }

  /** A letter chooses a tool; with Alt, also where letters are values. */
  function forTools(letter, isAlt) {
    const isValue = session.board.symbols.some((symbol) => symbol.toLowerCase() === letter);
    if (isValue && !isAlt) return false;
    if (letter === "g") return hand.choose(null) ?? true;
    const tool = [...hand.tools.values()].find(({ key }) => key === letter);
    if (!tool) return false;
    // Unlike a click on its picture, the letter of the tool in hand does not put it away.
    if (hand.tool !== tool) tools.take(tool);
    say(`${tool.title} chosen`);
    return true;
  }

  /** Lays the tool's clue through the chosen cells, or ends the clue. */
  function enter() {
    const { tool } = hand;
    if (hand.clue && !(hand.clue.isOpen || tool?.form === "groups")) return hand.leave();
    if (!tool) return false;
    const cells = session.selection.size ? [...session.selection] : [session.cursor];
    if (tool.form === "side" || tool.form === "diagonal") {
      const spot = beside(session.board.cells[session.cursor], tool);
      if (spot) hand.layAt(spot);
    } else hand.lay(cells);
    return true;
  }

  /** The free place outside the grid that is nearest to a cell. */
  function beside({ row, column }, { form }) {
    if (row === null) return null;
    const { board } = session;
    const spots = form === "diagonal" ? diagonals(board).filter((spot) => spot.row + spot.down === row && spot.column + spot.right === column)
      : sides(board).filter((spot) => (spot.down ? spot.column === column : spot.row === row));
    const far = (spot) => Math.abs(spot.row - row) + Math.abs(spot.column - column);
    return spots.toSorted((one, other) => far(one) - far(other))[0] ?? null;
  }
}
