// The panel "text": the native text in an editor, synchronised with the board in both directions.

import { button, make } from "./dom.js";
import { panel, section } from "./frame.js";
import { ask, Latest } from "./server.js";

/** The time in milliseconds without a key press after which the text is read. */
const PAUSE = 120;

export function textPanel(session) {
  const latest = new Latest();
  const behind = make("div", { class: "behind", "aria-hidden": "true" });
  const editor = make("textarea", {
    spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": "Text of the puzzle",
    "aria-describedby": "problem", input: readSoon, scroll, blur: () => problem.hidden && show(),
  });
  const problem = make("p", { id: "problem", class: "problem", role: "status", hidden: true });
  const notes = make("ul", { class: "notes" });
  let waiting = 0;
  let isOwn = false;

  function scroll() {
    behind.scrollTop = editor.scrollTop;
    behind.scrollLeft = editor.scrollLeft;
  }

  function show() {
    if (editor.value !== session.now.text) editor.value = session.now.text;
    mark(null);
  }

  function readSoon() {
    latest.cancel();
    clearTimeout(waiting);
    waiting = setTimeout(read, PAUSE);
  }

  async function read() {
    const text = editor.value;
    try {
      const found = await latest.run((signal) => ask("read", { text }, signal));
      if (!found) return;
      mark(null);
      isOwn = found.format === "native";
      session.take(found, true);
    } catch (error) {
      mark(error);
    } finally {
      isOwn = false;
    }
  }

  /** Shows an error of the text, and its line. */
  function mark(error) {
    problem.hidden = error === null;
    editor.setAttribute("aria-invalid", error !== null);
    behind.replaceChildren();
    if (!error) return;
    const { line, column, message } = error;
    const place = line ? button(`line ${line}, column ${column ?? 1}`, () => go(line, column ?? 1)) : null;
    problem.replaceChildren(...[place, place ? `: ${message}` : message].filter((part) => part));
    editor.value.split("\n").forEach((text, at) => {
      behind.append(make("div", at + 1 === line ? { class: "wrong" } : {}, text || " "));
    });
    scroll();
  }

  function go(line, column) {
    const before = editor.value.split("\n").slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    editor.focus();
    editor.setSelectionRange(before + column - 1, before + column);
  }

  session.on((kind) => {
    if (kind === "panel" && session.panel === "text") show();
    if (!["puzzle", "givens"].includes(kind)) return;
    const told = session.now.read.notes ?? [];
    notes.replaceChildren(...told.map((note) => make("li", {}, note)));
    if (!isOwn) show();
  });
  const text = section("Text", make("div", { class: "editor" }, behind, editor), problem);
  text.classList.add("grow");
  return panel([text], [
    section("Notes", notes, make("p", { class: "hint" }, "Any text, link or document that the program reads can be put here.")),
  ]);
}
