// Mouse, pen and touch on the board: a drag chooses cells, or draws a rule.

/** Listens to the board. `tool()` returns the tool that takes the cells of a drag, or null for the selection. */
export function listenToPointer(board, session, tool) {
  const { svg } = board;
  let drag = null;

  const cellOf = (event) => board.cellAt(event.clientX, event.clientY, drag ? 0.44 : 0);

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const cell = cellOf(event);
    if (cell === null) return session.select([]);
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    const drawn = tool();
    if (drawn) {
      drag = { drawn, cells: [cell] };
      board.trace(drag.cells);
    } else {
      const adds = event.ctrlKey || event.metaKey || event.shiftKey;
      const removes = adds && session.selection.has(cell);
      drag = { removes };
      choose(cell, adds);
    }
    board.focus();
  });

  svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const cell = cellOf(event);
    if (cell === null) return;
    if (drag.drawn) extend(cell);
    else if (drag.removes === session.selection.has(cell)) choose(cell, true);
  });

  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointercancel", () => {
    drag = null;
    board.trace([]);
  });

  svg.addEventListener("dblclick", (event) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell === null || tool()) return;
    const value = session.value(cell);
    if (value === null) return;
    const same = [...session.board.cells.keys()].filter((other) => board.cells[other] && session.value(other) === value);
    session.select(same, cell);
  });

  function choose(cell, adds) {
    const chosen = new Set(adds ? session.selection : []);
    if (drag.removes) chosen.delete(cell);
    else chosen.add(cell);
    session.select(chosen, cell);
  }

  // Dragging back to the previous cell removes the last one.
  function extend(cell) {
    const { cells } = drag;
    if (cells.at(-1) === cell) return;
    if (cells.at(-2) === cell) cells.pop();
    else cells.push(cell);
    board.trace(cells);
  }

  function end() {
    const { drawn, cells } = drag ?? {};
    drag = null;
    if (!drawn) return;
    board.trace([]);
    drawn.finish(cells);
  }
}
