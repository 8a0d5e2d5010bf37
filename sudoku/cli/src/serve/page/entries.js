// Entries in cells.

import { COLOURS } from "./board.js";
import { say } from "./dom.js";

const LISTS = { corner: "corner", centre: "centre", colour: "colours" };

/** Enters a value in the chosen cells. `isLonger` replaces the entry of the number's first digit. */
export function enter(session, value, mode, isLonger) {
  const cells = session.chosen;
  if (cells.length === 0) return;
  if (isLonger) session.undo();
  if (LISTS[mode]) return mark(session, cells, LISTS[mode], value);
  if (session.panel === "set") {
    const isGiven = cells.every((cell) => session.now.givens[cell] === value);
    session.give(cells, isGiven ? null : value);
  } else {
    const open = cells.filter((cell) => session.now.givens[cell] === null);
    const isEntered = open.every((cell) => session.now.entries[cell] === value);
    const entries = session.now.entries.slice();
    for (const cell of open) entries[cell] = isEntered ? null : value;
    const marks = session.options.clean && !isEntered ? withoutSeen(session, open, value) : {};
    if (open.length) session.change({ entries, ...marks });
  }
  tellConflicts(session, cells, value);
}

/** The marks without a value in the cells that see its entry. */
function withoutSeen(session, cells, value) {
  const { houses } = session.now.read;
  const seen = new Set(cells.flatMap((cell) => session.board.cells[cell].houses).flatMap((house) => houses[house].cells));
  const left = (marks, cell) => (seen.has(cell) && marks.includes(value) ? marks.filter((mark) => mark !== value) : marks);
  return { corner: session.now.corner.map(left), centre: session.now.centre.map(left) };
}

/** Gives each open cell the values that no cell of its houses has as centre marks. */
export function fillMarks(session) {
  const { givens, entries, read } = session.now;
  const possible = (cell) => {
    const seen = session.board.cells[cell].houses.flatMap((house) => read.houses[house].cells).map((other) => session.value(other));
    return session.board.cells[cell].values.filter((value) => !seen.includes(value));
  };
  const isOpen = (cell) => session.isInGrid(cell) && givens[cell] === null && entries[cell] === null;
  session.change({ centre: session.now.centre.map((marks, cell) => (isOpen(cell) ? possible(cell) : marks)) });
}

function tellConflicts(session, cells, value) {
  const conflicts = session.options.conflicts ? session.conflicts() : new Set();
  const isBad = cells.some((cell) => conflicts.has(cell));
  say(`${session.symbol(value)}${isBad ? ", conflict" : ""}`);
}

/** Adds a mark to all chosen cells, or removes it if all have it. */
function mark(session, cells, name, value) {
  const { givens, entries } = session.now;
  const takes = (cell) => name === "colours" || (givens[cell] === null && entries[cell] === null);
  const open = cells.filter(takes);
  if (open.length === 0) return;
  const list = session.now[name].slice();
  const haveAll = open.every((cell) => list[cell].includes(value));
  for (const cell of open) {
    const others = list[cell].filter((other) => other !== value);
    list[cell] = haveAll ? others : [...others, value].sort((one, other) => one - other);
  }
  session.change({ [name]: list });
  say(`${name} ${name === "colours" ? COLOURS[value - 1] : session.symbol(value)} ${haveAll ? "removed" : "added"}`);
}

/** Draws a line of the pen through cells, or takes it away if all of it is there. Each part belongs to its lesser cell. */
export function pen(session, cells) {
  const parts = cells.slice(1).map((cell, at) => [Math.min(cell, cells[at]), Math.max(cell, cells[at])]);
  if (parts.length === 0) return;
  const list = session.now.pen.slice();
  const haveAll = parts.every(([from, to]) => list[from].includes(to));
  for (const [from, to] of parts) {
    const others = list[from].filter((other) => other !== to);
    list[from] = haveAll ? others : [...others, to];
  }
  session.change({ pen: list });
  say(`line ${haveAll ? "removed" : "drawn"}`);
}

/** Removes the entries of the current mode from the chosen cells, or else all entries. */
export function clear(session) {
  const cells = session.chosen;
  if (session.panel === "set" && cells.some((cell) => session.now.givens[cell] !== null)) {
    session.give(cells, null);
    return say("emptied");
  }
  if (session.mode === "pen" && session.panel === "play") {
    const isGone = (from, to) => cells.includes(from) || cells.includes(to);
    session.change({ pen: session.now.pen.map((ends, from) => (ends.some((to) => isGone(from, to)) ? ends.filter((to) => !isGone(from, to)) : ends)) });
    return say("lines removed");
  }
  const blank = (name) => (name === "entries" ? null : []);
  const isFilled = (name) => cells.some((cell) => (session.now[name][cell] ?? []).length !== 0);
  const own = LISTS[session.mode] ?? "entries";
  const names = isFilled(own) ? [own] : ["entries", "corner", "centre", "colours"].filter(isFilled);
  const next = {};
  for (const name of names) {
    next[name] = session.now[name].slice();
    for (const cell of cells) next[name][cell] = blank(name);
  }
  if (names.length) session.change(next);
  say("emptied");
}
