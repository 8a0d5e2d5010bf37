// Keys on the board.

import { say } from "./dom.js";
import { pen } from "./entries.js";

export const MODES = ["digit", "corner", "centre", "colour", "pen"];
/** The keys that choose the modes. */
export const MODE_KEYS = ["z", "x", "c", "v", "b"];

/** The keys and their effects, as the page lists them. */
export const KEYS = [
  ["Arrows", "move; with Shift or Ctrl choose more cells"],
  ["1–9, letters", "enter in the present mode; two digits quickly for 10 and more"],
  ["Shift + digit", "corner mark"],
  ["Ctrl + digit", "centre mark"],
  ["Alt + digit", "colour"],
  ["Z X C V B, Space", "digit, corner, centre, colour, pen; the next of them"],
  ["Enter, with the pen", "draw a line through the cells chosen one after the other, or take it away"],
  ["Double click", "choose all cells with the same digit, colour or marks"],
  ["Long press", "on a digit: enter a corner mark; of a finger on a cell: corner marks, and digits again"],
  ["Delete, Backspace", "empty the chosen cells"],
  ["Ctrl + Z, Ctrl + Y", "undo, redo"],
  ["Ctrl + A", "choose all cells"],
  ["Letters, while setting", "choose the tool with that letter, with Alt if letters are values; / finds one"],
  ["Enter, with a tool", "lay its clue through the cells chosen one after the other, or outside beside the cell"],
  ["Digits, with a clue", "its value; Backspace takes the last one away, Enter ends"],
  ["Alt + arrows, Ctrl + D", "move the clue, lay it again beside"],
  ["Delete", "take the chosen clue away"],
  ["Escape", "choose nothing, put the clue and the tool away"],
  ["Ctrl + V", "open what was copied: text, link or document"],
  ["[ and ]", "the panel before, the next panel"],
  ["?", "this list"],
];

export const PANELS = ["play", "set", "steps", "learn", "text", "lab"];
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The longest time between the digits of a number, in milliseconds. */
const PAUSE = 900;

/**
 * Listens to keys. `acts` has `enter(value, mode)`, `clear()`, `help()`, `leave()` and `hand(event)`, which returns
 * whether what is in hand takes the key.
 */
export function listenToKeys(board, session, acts) {
  let typed = { text: "", at: 0, isEntered: false };

  board.svg.addEventListener("keydown", (event) => {
    if (onBoard(event)) event.preventDefault();
  });
  board.svg.addEventListener("focusin", (event) => {
    const cell = Number(event.target.dataset?.cell);
    if (Number.isInteger(cell) && cell !== session.cursor) session.select(session.selection, cell);
  });
  document.addEventListener("keydown", (event) => {
    if (!event.defaultPrevented && onPage(event)) event.preventDefault();
  });

  function onPage(event) {
    const isText = event.target.matches?.("input:not([type=checkbox],[type=range]), textarea, select");
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isText || document.querySelector("dialog[open]")) return false;
    if (session.panel === "set" && acts.hand(event)) return true;
    if (control && key === "z") return (event.shiftKey ? session.redo() : session.undo()) ?? true;
    if (control && key === "y") return session.redo() ?? true;
    if (key === "[" || key === "]") return turn(key === "[" ? -1 : 1);
    if (key === "?") return acts.help() ?? true;
    // Digits go to the chosen cells also after a click beside the board.
    if (session.panel === "play" && !event.target.closest?.("#board") && /^([0-9]|[zxcvb])$/.test(key)) return setMode(event) || enter(event, control);
    return false;
  }

  function turn(by) {
    session.setPanel(PANELS[(PANELS.indexOf(session.panel) + by + PANELS.length) % PANELS.length]);
    say(session.panel);
    return true;
  }

  function onBoard(event) {
    const control = event.ctrlKey || event.metaKey;
    if (session.panel === "set" && acts.hand(event)) return true;
    if (ARROWS[event.key]) return move(ARROWS[event.key], control || event.shiftKey);
    if (control && event.key.toLowerCase() === "a") return session.select(board.cells.keys()) ?? true;
    if (event.key === "Delete" || event.key === "Backspace") return acts.clear() ?? true;
    if (event.key === " ") return nextMode();
    if (event.key === "Enter" && session.mode === "pen" && session.panel === "play") return pen(session, [...session.selection]) ?? true;
    if (setMode(event)) return true;
    if (event.key === "Escape") return acts.leave() ?? true;
    return enter(event, control);
  }

  /** Z, X, C, V and B choose modes, where they are no values. */
  function setMode({ key, ctrlKey, metaKey, altKey }) {
    const at = MODE_KEYS.indexOf(key.toLowerCase());
    const isValue = session.board.symbols.some((symbol) => symbol.toLowerCase() === key.toLowerCase());
    if (at < 0 || isValue || ctrlKey || metaKey || altKey || session.panel === "set") return false;
    session.setMode(MODES[at]);
    say(`${session.mode} mode`);
    return true;
  }

  function nextMode() {
    session.setMode(MODES[(MODES.indexOf(session.mode) + 1) % MODES.length]);
    say(`${session.mode} mode`);
    return true;
  }

  /** Moves over gaps to the next cell, around the border, and to cells beside the grid. */
  function move([down, right], extends_) {
    const { table } = board;
    let row = table.findIndex((cells) => cells.includes(session.cursor));
    let column = table[row].indexOf(session.cursor);
    let next;
    do {
      row = (row + down + table.length) % table.length;
      column = Math.min(column, table[row].length - 1);
      column = (column + right + table[row].length) % table[row].length;
      next = table[row][column];
    } while (next === null);
    session.select(extends_ ? [...session.selection, session.cursor, next] : [next], next);
    board.focus();
    return true;
  }

  function enter(event, control) {
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    const isPlain = !control && !event.altKey;
    const mode = control ? "centre" : event.altKey ? "colour" : event.shiftKey && digit ? "corner" : session.mode;
    if (!isPlain && !digit) return false;
    const text = digit ?? event.key;
    if ([...text].length !== 1) return false;
    if (mode === "colour") return colour(text);
    const value = valueOf(text, event.timeStamp);
    if (value === null) return false;
    acts.enter(value.number, mode, value.isLonger);
    return true;
  }

  function colour(text) {
    if (!/[1-9]/.test(text)) return false;
    acts.enter(Number(text), "colour", false);
    return true;
  }

  /** Reads a symbol, or the next character of a longer one, which replaces what the shorter one has entered. */
  function valueOf(text, time) {
    const find = (word) => session.board.symbols.findIndex((symbol) => symbol.toLowerCase() === word.toLowerCase()) + 1;
    const before = time - typed.at < PAUSE ? typed : { text: "", isEntered: false };
    const longer = before.text ? find(before.text + text) : 0;
    const number = longer || find(text);
    typed = { text: longer ? before.text + text : text, at: time, isEntered: number > 0 };
    return number ? { number, isLonger: longer > 0 && before.isEntered } : null;
  }
}
