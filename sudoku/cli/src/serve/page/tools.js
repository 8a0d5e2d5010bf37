// The palette: tools as pictures, found by every name of their rules.

import { button, make } from "./dom.js";
import { section } from "./frame.js";
import { icon } from "./icons.js";
import { found, how, isDrawn, MOST_USED } from "./palette.js";
import { REGIONS } from "./regions.js";

const STORE = "sudoku.tools";
/** The number of tools that are kept as last used. */
const LAST = 4;
const ALL = "All";
/** The tool of those who use none: digits are typed in cells. */
const DIGITS = { name: "digits", title: "Digits", key: "g", help: "Choose cells and type digits." };
const GROUPS = [ALL, "Cages", "Lines", "Signs", "Outside", "Cells", "Grid", "Chaos", "Own"];

/** Makes the section of tools. */
export function toolsSection(session, hand, painter) {
  const card = make("div", { class: "tool card", hidden: true });
  const tiles = make("div", { class: "tiles-box" });
  const search = make("input", {
    type: "search", placeholder: "Find a rule: cage, kropki, differ …", "aria-label": "Find a rule", input: () => list(), keydown: takeFirst,
  });
  const chips = make("div", { class: "chips", role: "group", "aria-label": "Groups of rules" },
    ...GROUPS.map((name) => button(name, () => show(name), { class: "small" })));
  const made = section("Tools", card, search, chips, tiles);
  let group = ALL;
  let last = stored();

  function show(name) {
    group = name;
    search.value = "";
    list();
  }

  function list() {
    const tools = [...hand.tools.values()];
    const words = search.value.trim();
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(!words && chip.textContent === group));
    if (words) return tiles.replaceChildren(results(found(tools, words)));
    if (group !== ALL) return tiles.replaceChildren(grid(tools.filter((tool) => tool.group === group)));
    const named = (names) => names.map((name) => hand.tools.get(name)).filter((tool) => tool);
    tiles.replaceChildren(
      ...(last.length ? [make("h2", {}, "Last used"), grid(named(last))] : []),
      make("h2", {}, "Most used"), grid([DIGITS, ...named(MOST_USED), REGIONS]),
      ...GROUPS.slice(1).flatMap((name) => [make("h2", {}, name), grid(tools.filter((tool) => tool.group === name))]));
    mark();
  }

  const grid = (tools) => make("div", { class: "tiles" }, ...tools.map(tile));

  function tile(tool) {
    const made = button("", () => take(tool), { class: "tile", title: tool.help, "data-rule": tool.name });
    made.append(icon(tool.name), make("span", {}, tool.title), ...(tool.key ? [make("kbd", { "aria-hidden": "true" }, tool.key.toUpperCase())] : []));
    return made;
  }

  /** What the search found, with sentences. */
  function results(tools) {
    if (tools.length === 0) return make("p", { class: "how" }, "No tool of that name. Try what it does: sum, differ, rise.");
    const entry = (tool) => {
      const made = button("", () => take(tool), { class: "item", "data-rule": tool.name });
      made.append(icon(tool.name), make("span", {}, make("b", {}, tool.title), make("small", {}, tool.help)));
      return made;
    };
    return make("div", { class: "list" }, ...tools.map(entry));
  }

  function takeFirst(event) {
    const [first] = found([...hand.tools.values()], search.value.trim());
    if (event.key === "Escape") search.value = "";
    if (event.key === "Escape" || (event.key === "Enter" && first)) {
      event.preventDefault();
      if (event.key === "Enter") take(first);
      list();
    }
  }

  /** Takes a tool; a rule of the whole grid is added at once, or taken away. */
  function take(tool) {
    if (tool === DIGITS) return hand.choose(null);
    last = [tool.name, ...last.filter((name) => name !== tool.name)].slice(0, LAST);
    store(last);
    const { lines } = session.now.read;
    if (tool.form === "flag" && !tool.parameters) {
      const at = lines.findIndex(({ rule, text }) => rule === tool.name && text === tool.name);
      if (at < 0) hand.add(tool.name);
      else hand.removeLine(() => at, () => tool.name);
      return;
    }
    hand.choose(hand.tool === tool ? null : tool);
  }

  function mark() {
    const { tool } = hand;
    const isOn = (name) => name === (tool ?? DIGITS).name || session.now?.read.lines.some(({ text }) => text === name);
    for (const one of tiles.querySelectorAll("[data-rule]")) one.setAttribute("aria-pressed", String(Boolean(isOn(one.dataset.rule))));
  }

  function tell() {
    mark();
    const { tool } = hand;
    if (card.dataset.rule === (tool?.name ?? "")) return;
    card.dataset.rule = tool?.name ?? "";
    card.hidden = tool === null;
    if (!tool) return card.replaceChildren();
    card.replaceChildren(icon(tool.name), make("b", {}, tool.title), button("Done", () => hand.choose(null), { class: "small" }),
      ...(tool === REGIONS ? [painter.element] : [make("p", { class: "how" }, how(tool)), ...(isDrawn(tool) ? [] : written(tool))]));
    card.scrollIntoView({ block: "nearest" });
  }

  /** The field of a rule that is written. */
  function written(tool) {
    const add = () => hand.add(`${tool.name} ${field.value.trim()}`.trim());
    const field = make("input", {
      id: "parameters", type: "text", value: tool.isNeeded ? tool.usual : "", placeholder: tool.parameters, spellcheck: "false",
      "aria-label": tool.parameters, keydown: (event) => event.key === "Enter" && add(),
    });
    return [make("p", {}, tool.help), field, button("Add", add, { class: "accent" })];
  }

  hand.on(tell);
  session.on((kind) => kind === "puzzle" && mark());
  return { element: made, list, take, find: () => search.focus() };
}

/** The tools that were used last, as the browser has stored them. */
function stored() {
  try {
    const names = JSON.parse(localStorage.getItem(STORE));
    return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, LAST) : [];
  } catch {
    return [];
  }
}

function store(names) {
  try {
    localStorage.setItem(STORE, JSON.stringify(names));
  } catch {
    // Without storage they are kept only as long as the page.
  }
}
