// The panel "play": rules, keys, time and checks.

import { COLOURS } from "./board.js";
import { button, choose, make, tick } from "./dom.js";
import { clear, fillMarks } from "./entries.js";
import { panel, section } from "./frame.js";
import { icon } from "./icons.js";
import { MODE_KEYS, MODES } from "./keys.js";
import { CELL_NAMES, cellNames } from "./names.js";

/** The time of a long press, in milliseconds. */
const LONG = 450;

/** Makes the panel. */
export function playPanel(session, clock, checking, act) {
  const pad = make("div", { class: "pad", role: "group", "aria-label": "Values" });
  const modes = MODES.map((mode, at) => {
    const made = button(mode, () => session.setMode(mode), { "data-mode": mode });
    made.append(make("kbd", { "aria-hidden": "true" }, MODE_KEYS[at].toUpperCase()));
    return made;
  });
  const title = make("h2", { id: "title" });
  const author = make("p", { id: "author" });
  const rules = make("ul", { id: "rules" });
  const made = panel([
    section("Rules", title, author, rules),
    section("Options", make("h2", {}, "Options"), options()),
  ], [
    section("Keys", clock.element,
      make("div", { class: "segments", role: "group", "aria-label": "Mode" }, ...modes),
      pad,
      make("div", { class: "row" },
        button("Erase", () => clear(session)), button("Check", checking.check, { title: "Check what I have" }),
        button("Hint", () => session.setPanel("steps"))),
      checking.told, checking.broken),
  ]);

  function tellPuzzle() {
    const { title: named, author: by, comments = [], rules: proposed } = session.now.read;
    title.textContent = named ?? "";
    author.textContent = by ? `by ${by}` : "";
    // The words of the setter, or else those of the clues.
    const own = comments.map((words) => make("li", { class: "own" }, words));
    rules.replaceChildren(...(own.length ? own : proposed.map(({ rule, says }) => make("li", {}, icon(rule ?? "digits"), make("span", {}, says)))));
  }

  function options() {
    const choice = (name, label) => tick(label, session.options[name], (isOn) => session.setOption(name, isOn));
    const ticks = { conflicts: choice("conflicts", "Show broken entries"), clean: choice("clean", "Entries remove marks"), timer: choice("timer", "Timer") };
    // Options come back with stored work.
    session.on(() => {
      for (const [name, label] of Object.entries(ticks)) label.firstElementChild.checked = session.options[name];
    });
    const names = choose("Cell names", CELL_NAMES, cellNames(), (chosen) => session.setOption("names", chosen));
    session.on(() => { names.lastElementChild.value = cellNames(); });
    return make("div", { class: "options" }, ...Object.values(ticks), names,
      make("div", { class: "row" }, button("Fill in all marks", () => fillMarks(session), { class: "small" }), button("Start again", restart, { class: "small" })));
  }

  function restart() {
    const none = session.board.cells.map(() => []);
    session.change({ entries: session.board.cells.map(() => null), corner: none, centre: none, colours: none, pen: none });
    session.elapsed = 0;
  }

  function drawPad() {
    const isColour = session.mode === "colour";
    const texts = isColour ? COLOURS : session.board.symbols;
    pad.classList.toggle("many", texts.length > 9);
    pad.replaceChildren(...texts.map((text, at) => isColour
      ? button("", () => act.enter(at + 1, "colour"), { class: `swatch colour-${at + 1}`, "aria-label": text, title: text })
      : key(text, at + 1)));
  }

  /** A key for a value, which a long press enters as a corner mark. */
  function key(text, value) {
    let waiting = 0;
    let isLong = false;
    const made = button(text, () => {
      if (!isLong) act.enter(value, session.mode);
      isLong = false;
    }, { class: "key" });
    made.addEventListener("pointerdown", () => {
      isLong = false;
      waiting = setTimeout(() => {
        isLong = true;
        act.enter(value, "corner");
      }, LONG);
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) made.addEventListener(end, () => clearTimeout(waiting));
    return made;
  }

  session.on((kind) => {
    if (kind === "puzzle") tellPuzzle();
    if (["puzzle", "mode"].includes(kind)) drawPad();
    for (const one of modes) one.setAttribute("aria-pressed", one.dataset.mode === session.mode);
  });
  return made;
}
