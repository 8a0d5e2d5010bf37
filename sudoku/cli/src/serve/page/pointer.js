// Mouse, pen and touch on the board: a drag chooses cells; while setting it also lays, extends and moves clues.

import { diagonals, sides } from "./clue.js";
import { pen } from "./entries.js";
import { borderAt, clueAt, clueIn, cornerAt, sideOf, spotAt } from "./places.js";
import { handles } from "./handview.js";

/** The time of a long press, in milliseconds. */
const LONG = 450;

/** Listens to the board. */
export function listenToPointer(board, session, hand, painter) {
  const { svg } = board;
  /** What the drag does: `move(cell, point)` and `end(isClick)`. */
  let drag = null;
  let holding = 0;

  svg.addEventListener("pointerdown", (event) => {
    const point = board.pointAt(event);
    const cell = board.cellAt(point);
    if (event.button === 2 && hand.tool?.form === "regions" && cell !== null) return painter.take(cell);
    if (event.button !== 0) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    const isSetting = session.panel === "set";
    const isDrawn = session.panel === "play" && session.mode === "pen" && cell !== null;
    drag = (isDrawn && line(cell)) || (isSetting && (grip(point, cell) ?? (hand.tool ? draw(point, cell) : pick(point, cell)))) || choose(event, cell);
    drag.from = cell;
    clearTimeout(holding);
    holding = setTimeout(() => {
      if (!drag?.hold || drag.isMoved) return;
      drag.hold();
      drag = null;
    }, LONG);
    board.focus();
  });

  svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const point = board.pointAt(event);
    const cell = board.cellAt(point, 0.44);
    if (cell !== drag.from) drag.isMoved = true;
    drag.move?.(cell, point);
  });

  svg.addEventListener("pointerup", () => {
    const done = drag;
    drag = null;
    clearTimeout(holding);
    board.trace([]);
    done?.end?.(!done.isMoved);
  });
  svg.addEventListener("pointercancel", () => {
    drag = null;
    board.trace([]);
  });

  svg.addEventListener("contextmenu", (event) => event.preventDefault());

  svg.addEventListener("dblclick", (event) => {
    const cell = board.cellAt(board.pointAt(event));
    if (cell === null || hand.tool || hand.clue) return;
    const look = lookOf(cell);
    if (look === null) return;
    session.select([...session.board.cells.keys()].filter((other) => board.cells[other] && lookOf(other) === look), cell);
  });

  /** What cells are equal in: their value, or else their colours, or else their marks. */
  function lookOf(cell) {
    const { colours, centre, corner } = session.now;
    const value = session.value(cell);
    if (value !== null) return `value ${value}`;
    const kinds = { colours, centre, corner };
    const kind = Object.keys(kinds).find((name) => kinds[name][cell].length > 0);
    return kind ? `${kind} ${kinds[kind][cell]}` : null;
  }

  /** A drag that chooses cells. */
  function choose(event, cell) {
    if (cell === null) {
      hand.leave();
      session.select([]);
      return {};
    }
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    const removes = adds && session.selection.has(cell);
    const take = (cell, adds) => {
      const chosen = new Set(adds ? session.selection : []);
      if (removes) chosen.delete(cell);
      else chosen.add(cell);
      session.select(chosen, cell);
    };
    take(cell, adds);
    // A finger that rests turns between digits and marks.
    const isFinger = event.pointerType === "touch" && session.panel === "play";
    const turn = () => session.setMode(session.mode === "corner" ? "digit" : "corner");
    return { move: (next) => next !== null && removes === session.selection.has(next) && take(next, true), hold: isFinger ? turn : null };
  }

  /** A drag of the pen. */
  function line(first) {
    const cells = [first];
    session.select(cells, first);
    return { move: (next) => follow(cells, next), end: (isClick) => !isClick && pen(session, cells) };
  }

  /** A drag of the chosen clue: of its ends, its cells, or all of it. */
  function grip(point, cell) {
    const { clue } = hand;
    if (!clue || clue.isFixed || hand.index === null && clue.tool.isNeeded) return null;
    const size = sideOf(session.board);
    const near = ([x, y]) => Math.hypot(point[0] - x, point[1] - y) < 0.2 * size;
    const end = handles(clue, session.board).find(({ at }) => near(at));
    if (end) return extend(clue, end.isFirst);
    const cells = clue.groups.flat();
    if (clue.tool.form === "cells" && cells.includes(cell) && (!hand.tool || hand.tool === clue.tool)) return grow(clue, cell);
    if (hand.tool && hand.tool !== clue.tool) return null;
    const isOn = clueAt(point, hand.all, session.board) === hand.index;
    return isOn && (!hand.tool || clue.spot) ? carry(clue, cell) : null;
  }

  /** Makes a line longer or shorter at an end. */
  function extend(clue, isFirst) {
    const all = clue.groups.flat();
    const cells = isFirst ? all.toReversed() : [...all];
    return {
      move: (cell) => follow(cells, cell),
      end() {
        const line = isFirst ? cells.toReversed() : cells;
        const isSame = line.length === all.length && line.every((cell, at) => cell === all[at]);
        if (!isSame && line.length > 1) hand.change({ groups: clue.tool.form === "headed" ? [[line[0]], line.slice(1)] : [line] });
      },
    };
  }

  /** Adds cells to a cage, or takes the cell away that is clicked. */
  function grow(clue, first) {
    const cells = new Set(clue.groups[0]);
    return {
      move(cell) {
        if (cell === null || cells.has(cell)) return;
        cells.add(cell);
        board.trace([...cells]);
      },
      end(isClick) {
        if (isClick) session.select([first], first);
        else if (cells.size > clue.groups[0].length) hand.change({ groups: [[...cells], ...clue.groups.slice(1)] });
      },
    };
  }

  /** Carries the clue to another place; a click turns a diagonal, or chooses the cell. */
  function carry(clue, from) {
    const { board: grid } = session;
    let [to, spot] = [from, null];
    // An arrow keeps its direction where it can.
    const isSame = ({ down, right }) => down === clue.spot.down && right === clue.spot.right;
    const spotTo = (point) => {
      const spots = spotsOf(clue.tool);
      return spotAt(point, spots.filter(isSame), grid) ?? spotAt(point, spots, grid);
    };
    return {
      move(cell, point) {
        if (clue.spot) spot = spotTo(point);
        else if (cell !== null) to = cell;
      },
      end(isClick) {
        const isSameSpot = !spot || (spot.row === clue.spot.row && spot.column === clue.spot.column);
        if (clue.spot) return isSameSpot ? clue.tool.form === "diagonal" && hand.turn() : hand.change({ spot });
        if (isClick || to === null || from === null) return from !== null && session.select([from], from);
        const [one, other] = [grid.cells[from], grid.cells[to]];
        if (one.row !== null && other.row !== null) hand.move(other.row - one.row, other.column - one.column);
      },
    };
  }

  const spotsOf = ({ form }) => (form === "diagonal" ? diagonals(session.board) : sides(session.board));

  /** A click on a clue chooses it; so does a click on a cell that is chosen already. */
  function pick(point, cell) {
    const all = hand.all;
    const isAgain = cell !== null && session.selection.size === 1 && session.selection.has(cell) && session.cursor === cell;
    const index = clueAt(point, all, session.board) ?? (isAgain ? clueIn(cell, all) : null);
    if (index === null) {
      if (hand.clue) hand.leave();
      return null;
    }
    hand.pick(index);
    const isLine = hand.clue.groups.flat().includes(cell);
    if (isLine) session.select([cell], cell);
    // A drag that begins on a clue that was not chosen chooses cells, as everywhere.
    return isLine ? { move: (next) => next !== null && session.select([...session.selection, next], next) } : {};
  }

  /** A drag with a tool. */
  function draw(point, cell) {
    const { form, group } = hand.tool;
    if (form === "side" || form === "diagonal") return { end: () => layOutside(point) };
    if (form === "flag" || form === "line") return null;
    if (form === "regions") return cell === null ? {} : painted(cell);
    if (cell === null) return {};
    const cells = [cell];
    board.trace(cells);
    return {
      move: (next) => follow(cells, next),
      end(isClick) {
        if (isClick && form === "pair") layAt(borderAt(point, session.board));
        else if (isClick && form === "corner") layAt(cornerOf(point));
        else if (isClick && group === "Cells") toggle(cell);
        else if (isClick && chooses(cell)) return;
        else hand.lay(cells);
      },
    };
  }

  /** A stroke of a region; a long press takes the region of the cell instead. */
  function painted(cell) {
    const stroke = painter.stroke(cell);
    return { ...stroke, hold: () => { stroke.back(); painter.take(cell); } };
  }

  const cornerOf = (point) => {
    const cell = cornerAt(point, session.board);
    return cell === null ? null : [cell];
  };

  /** Chooses a clue of the tool that a cell belongs to already. */
  function chooses(cell) {
    const index = clueIn(cell, hand.all.filter(({ clue }) => clue.tool === hand.tool));
    if (index === null || hand.clue?.isOpen) return false;
    hand.pick(index);
    return true;
  }

  /** Adds cells to a drag. Dragging back to the previous cell removes the last one. */
  function follow(cells, cell) {
    if (cell === null || cells.at(-1) === cell) return;
    if (cells.at(-2) === cell) cells.pop();
    else cells.push(cell);
    board.trace(cells);
  }

  /** Lays a sign on a border or a corner. Where one is, its other kind comes next, and then none. */
  function layAt(cells) {
    if (!cells) return;
    const isHere = ({ clue }) => clue.tool.form === hand.tool.form && same(clue.groups.flat(), cells);
    const here = hand.all.filter(isHere);
    const own = here.find(({ clue }) => clue.tool === hand.tool);
    const other = here.find(({ clue }) => clue.tool.name === OTHER[hand.tool.name]);
    if (own && !OTHER[hand.tool.name]) return hand.pick(own.index);
    if (!own && !other) return hand.lay(cells);
    hand.pick((own ?? other).index);
    if (own) hand.become(hand.tools.get(OTHER[hand.tool.name]));
    else hand.remove();
  }

  /** Gives a cell the mark of the tool, or takes it away. */
  function toggle(cell) {
    const own = hand.all.find(({ clue }) => clue.tool === hand.tool && clue.groups.flat().includes(cell));
    if (!own) return hand.lay([cell]);
    hand.pick(own.index);
    const others = own.clue.groups[0].filter((one) => one !== cell);
    if (others.length) hand.change({ groups: [others] });
    else hand.remove();
  }

  function layOutside(point) {
    const spot = spotAt(point, spotsOf(hand.tool), session.board);
    if (!spot) return;
    const own = hand.all.find(({ clue }) => clue.tool === hand.tool && clue.spot.row === spot.row && clue.spot.column === spot.column);
    if (own) hand.pick(own.index);
    else if (hand.clue?.spot && hand.clue.spot.row === spot.row && hand.clue.spot.column === spot.column) hand.turn();
    else hand.layAt(spot);
  }
}

/** Signs that take turns on a border. */
const OTHER = { white: "black", black: "white", x: "v", v: "x" };

const same = (one, other) => one.length === other.length && one.every((cell) => other.includes(cell));
