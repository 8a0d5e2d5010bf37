// The panel "set": sizes, rules as tools, true candidates and counts.

import { button, make, notify, tick } from "./dom.js";
import { panel, section } from "./frame.js";
import { native } from "./native.js";
import { HOW, lineOf, needsParameters, toolOf } from "./palette.js";
import { ask, askStream, Latest, list } from "./server.js";

/** The greatest number of solutions that is counted for a candidate. */
const CAP = 8;

export class SetPanel {
  panel;
  #session;
  #board;
  #tools = [];
  #tool = null;
  #groups = [];
  #edits = [];
  #latest = { candidates: new Latest(), count: new Latest() };
  #found = null;
  #asked = null;
  #parts;

  constructor(session, board) {
    this.#session = session;
    this.#board = board;
    this.#parts = {
      chosen: make("div", { class: "tool", hidden: true }),
      rules: make("div", { class: "rules" }),
      clues: make("ul", { class: "clues" }),
      detail: make("p", { class: "detail" }),
      count: make("p", { class: "told", role: "status" }),
      search: make("input", { type: "search", placeholder: "Find a rule", "aria-label": "Find a rule", input: () => this.#list() }),
    };
    this.#parts.candidates = tick("True candidates", session.options.candidates, (isOn) => session.setOption("candidates", isOn));
    this.panel = this.#make();
    session.on((kind) => this.#changed(kind));
    list("rules").then((rules) => {
      this.#tools = rules.map(toolOf);
      this.#list();
    }).catch((error) => notify(error.message, "error"));
  }

  #make() {
    const { chosen, rules, clues, detail, count, search, candidates } = this.#parts;
    const size = make("select", { "aria-label": "Size of a new grid" },
      ...[4, 6, 8, 9, 10, 12, 16].map((size) => make("option", { value: size, selected: size === 9 }, `${size}×${size}`)));
    return panel([
      section("Tools", chosen, search, rules),
    ], [
      section("Clues", make("div", { class: "row" }, candidates, button("Count all", () => this.#count(), { class: "small" }),
        button("Estimate", () => this.#estimate(), { class: "small" })),
        count, detail, make("h2", {}, "On the board"), clues),
      section("Puzzle", make("div", { class: "row" }, size, button("New grid", () => this.#new(size.value)),
        button("Entries to givens", () => this.#fix()))),
    ]);
  }

  /** Returns the tool that takes the cells of a drag, if one is chosen. */
  get tool() {
    return this.#session.panel === "set" && this.#tool && !["flag", "line"].includes(this.#tool.form) ? this : null;
  }

  /** Deselects the tool. Returns whether one was selected. */
  leave() {
    const had = this.#tool !== null;
    this.#choose(null);
    return had;
  }

  #list() {
    const words = this.#parts.search.value.trim().toLowerCase();
    const isFound = ({ name, help }) => `${name} ${help}`.toLowerCase().includes(words);
    const groups = new Map();
    for (const tool of this.#tools.filter(isFound)) groups.set(tool.group, [...(groups.get(tool.group) ?? []), tool]);
    const entry = (tool) => button("", () => this.#choose(tool), { class: "rule", title: tool.help, "aria-pressed": tool === this.#tool, "data-rule": tool.name });
    const full = (tool) => {
      const made = entry(tool);
      made.append(make("b", {}, tool.name), make("span", {}, tool.help));
      return made;
    };
    const sections = [...groups].map(([group, tools]) =>
      make("details", { open: words !== "" || tools.includes(this.#tool) }, make("summary", {}, group), ...tools.map(full)));
    this.#parts.rules.replaceChildren(...sections);
  }

  #choose(tool) {
    this.#tool = tool;
    this.#groups = [];
    this.#board.svg.classList.toggle("drawing-tool", this.tool !== null);
    for (const one of this.#parts.rules.querySelectorAll(".rule")) one.setAttribute("aria-pressed", one.dataset.rule === tool?.name);
    const { chosen } = this.#parts;
    chosen.hidden = tool === null;
    if (!tool) return chosen.replaceChildren();
    const needed = needsParameters(tool);
    const field = make("input", {
      id: "parameters", type: "text", value: needed ? tool.usual : "", placeholder: tool.parameters, spellcheck: "false",
      keydown: (event) => event.key === "Enter" && ["flag", "line"].includes(tool.form) && this.finish([]),
    });
    const side = make("select", { id: "side", "aria-label": "Side" }, ...tool.sides.map((name) => make("option", {}, name)));
    const isDrawn = !["flag", "line"].includes(tool.form);
    chosen.replaceChildren(
      make("h2", {}, tool.name),
      make("p", {}, tool.help),
      make("code", {}, tool.usage),
      ...(tool.parameters ? [make("label", {}, "Numbers or words", field)] : []),
      ...(tool.form === "side" ? [side] : []),
      make("p", { class: "how" }, HOW[tool.form]),
      make("div", { class: "row" },
        button(isDrawn ? "Through the chosen cells" : "Add", () => this.finish([...this.#session.selection])),
        button("Done", () => this.leave())));
    chosen.scrollIntoView({ block: "nearest" });
  }

  /** Takes the cells of a drag. */
  finish(cells) {
    const tool = this.#tool;
    const { board } = this.#session;
    if (this.tool && cells.length === 0) return notify("Choose cells first.");
    this.#groups = tool.form === "groups" ? [...this.#groups, cells] : [cells];
    const parameters = this.panel.element.querySelector("#parameters")?.value.trim() ?? "";
    const side = this.panel.element.querySelector("#side")?.value;
    const line = lineOf(tool, parameters, this.#groups, side, board);
    if (line === null) return notify(HOW[tool.form]);
    this.#groups = [];
    this.#edit((text) => native.withLine(text, line));
  }

  /** Changes the text. What is drawn or entered while the server reads is kept: the edits are made once more. */
  async #edit(edit) {
    this.#edits.push(edit);
    if (this.#edits.length > 1) return;
    const session = this.#session;
    try {
      for (let made = 0; made < this.#edits.length;) {
        made = this.#edits.length;
        const base = session.now.text;
        const text = this.#edits.reduce((before, one) => one(before), base);
        const read = await ask("read", { text });
        if (session.now.text !== base) made = 0;
        else if (made === this.#edits.length) session.take(read, true);
      }
    } catch (error) {
      notify(error.message, "error");
    }
    this.#edits = [];
  }

  #new(size) {
    this.#session.open(`size: ${size}\n`).catch((error) => notify(error.message, "error"));
  }

  #fix() {
    const { givens, entries } = this.#session.now;
    const all = givens.map((given, cell) => given ?? (this.#session.isInGrid(cell) ? entries[cell] : null));
    const cells = [...all.keys()].filter((cell) => entries[cell] !== null && this.#session.isInGrid(cell));
    if (cells.length === 0) return notify("Nothing has been entered.");
    const text = native.withGivens(this.#session.now.text, this.#session.board, all, cells);
    this.#session.change({ givens: all, text, entries: entries.map((entry, cell) => (this.#session.isInGrid(cell) ? null : entry)) }, "givens");
  }

  #changed(kind) {
    if (kind === "puzzle") this.#clues();
    if (kind === "panel" && this.#session.panel !== "set") this.leave();
    if (["puzzle", "givens"].includes(kind)) {
      this.#latest.count.cancel();
      this.#parts.count.textContent = "";
    }
    if (["puzzle", "givens", "options", "panel"].includes(kind)) this.#candidates();
    if (kind === "selection") this.#detail();
  }

  #clues() {
    const { lines } = this.#session.now.read;
    // The line numbers are valid only for the text that was read, so not while another change is pending.
    const remove = (clue) => this.#edits.length || this.#edit((text) => native.withoutClue(text, lines, clue));
    const item = (clue) => {
      const show = () => this.#board.tint({ shown: clue.cells ?? [] });
      const hide = () => this.#board.tint({});
      return make("li", { pointerenter: show, pointerleave: hide, focusin: show, focusout: hide },
        make("code", {}, clue.text), button("×", () => remove(clue), { class: "remove", "aria-label": `Remove ${clue.text}` }));
    };
    const none = make("li", { class: "none" }, "No rules but those of the grid.");
    this.#parts.clues.replaceChildren(...(lines.length ? lines.map(item) : [none]));
  }

  async #candidates() {
    const session = this.#session;
    const puzzle = session.now.text;
    const isOn = session.panel === "set" && session.options.candidates;
    this.#parts.candidates.firstElementChild.checked = session.options.candidates;
    if (!isOn) {
      this.#latest.candidates.cancel();
      if (this.#found) this.#board.overlay(null);
      [this.#found, this.#asked] = [null, null];
      return this.#detail();
    }
    if (this.#asked === puzzle) return;
    this.#asked = puzzle;
    try {
      const found = await this.#latest.candidates.run((signal) => ask("candidates", { puzzle, cap: CAP }, signal));
      if (!found) return;
      this.#found = found;
      this.#board.overlay((cell) => found.candidates[cell]?.map((value, at) => ({ value, name: lookOf(found.counts[cell][at]) })));
    } catch (error) {
      this.#found = null;
      this.#board.overlay(null);
      notify(error.message, "error");
    }
    this.#detail();
  }

  /** Shows the number of solutions for each value of the cell under the cursor. */
  #detail() {
    const session = this.#session;
    const { candidates, counts } = this.#found ?? {};
    const cell = session.cursor;
    const times = (count) => (count >= CAP ? `${CAP} or more` : String(count));
    const parts = candidates?.[cell]?.map((value, at) => `${session.symbol(value)} in ${times(counts[cell][at])}`) ?? [];
    this.#parts.detail.textContent = parts.length ? `${session.board.cells[cell].name}, solutions: ${parts.join(", ")}` : "";
  }

  async #count() {
    const puzzle = this.#session.now.text;
    const told = this.#parts.count;
    told.textContent = "counting …";
    try {
      await this.#latest.count.run(async (signal) => {
        let last = { count: 0, finished: false };
        for await (last of askStream("count", { puzzle }, signal)) told.textContent = `${last.count} solutions so far`;
        const { count, finished } = last;
        const words = `${count} ${count === 1 ? "solution" : "solutions"}`;
        told.textContent = finished ? words : `${words} at least: the limit was reached`;
      });
    } catch (error) {
      told.textContent = error.message;
    }
  }

  /** Shows better and better estimates of the number of solutions. */
  async #estimate() {
    const puzzle = this.#session.now.text;
    const told = this.#parts.count;
    told.textContent = "estimating …";
    try {
      await this.#latest.count.run(async (signal) => {
        for await (const { text, samples, exact, finished } of askStream("estimate", { puzzle }, signal)) {
          const from = exact ? "counted" : `${samples} samples, interval of 95 %`;
          told.textContent = `${text} solutions, ${from}${exact || finished ? "" : " …"}`;
        }
      });
    } catch (error) {
      told.textContent = error.message;
    }
  }
}

const lookOf = (count) => (count === 1 ? "once" : count < CAP ? "few" : "many");
