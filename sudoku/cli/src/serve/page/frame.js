// The frame of the page: columns beside the board on a wide window; on a telephone a dock below the board, which shows
// one section at a time, so that the board stays in view.

import { button, byId, make, shape } from "./dom.js";
import { PANELS } from "./keys.js";

/** Pictures of the tabs, on 24×24. */
const SIGNS = {
  play: "M4 4h16v16H4ZM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  set: "M4 20l1-5L16 4l4 4L9 19Z",
  steps: "M4 19h5v-5h5V9h5V4",
  learn: "M4 5h6l2 2 2-2h6v13h-6l-2 2-2-2H4ZM12 7v13",
  text: "M4 6h16M4 12h16M4 18h10",
  lab: "M9 3h6M10 3v6L5 20h14L14 9V3",
};

/** Makes a section of a column. On a telephone, the dock shows it under its name. */
export function section(name, ...children) {
  return make("section", { "aria-label": name, "data-dock": name }, ...children);
}

/** Makes a panel of sections on the left and on the right of the board, and parts of the bar below it. */
export function panel(left, right, bar = []) {
  const made = make("div", { class: "panel", role: "tabpanel" },
    make("div", { class: "left column" }, ...left), make("div", { class: "right column" }, ...right));
  return { element: made, bar: make("div", { class: "part" }, ...bar) };
}

/** Shows the panels as tabs. */
export class Frame {
  #session;
  #panels;
  /** The name of the section that each panel has in the dock. */
  #open = {};

  constructor(session, panels) {
    this.#session = session;
    this.#panels = panels;
    for (const name of PANELS) this.#add(name);
    byId("tabs").addEventListener("keydown", (event) => this.#turn(event));
    session.on((kind) => {
      if (kind === "panel" || kind === "puzzle") this.#show();
    });
  }

  /** Opens a section in the dock. */
  open(name) {
    this.#open[this.#session.panel] = name;
    this.#dock();
  }

  #add(name) {
    const { element, bar } = this.#panels[name];
    element.id = `panel-${name}`;
    element.setAttribute("aria-labelledby", `tab-${name}`);
    const sign = shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: SIGNS[name] }));
    byId("tabs").append(make("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": element.id, click: () => this.#session.setPanel(name),
    }, sign, name));
    byId("panels").append(element);
    byId("redo").after(bar);
  }

  #turn(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    this.#session.setPanel(PANELS[(PANELS.indexOf(this.#session.panel) + by + PANELS.length) % PANELS.length]);
    byId(`tab-${this.#session.panel}`).focus();
  }

  #show() {
    const session = this.#session;
    document.body.dataset.panel = session.panel;
    for (const [name, { element, bar }] of Object.entries(this.#panels)) {
      const isShown = name === session.panel;
      element.hidden = bar.hidden = !isShown;
      byId(`tab-${name}`).setAttribute("aria-selected", isShown);
      byId(`tab-${name}`).tabIndex = isShown ? 0 : -1;
    }
    this.#dock();
  }

  #dock() {
    const { element } = this.#panels[this.#session.panel];
    const sections = [...element.querySelectorAll("[data-dock]")].filter((one) => !one.hidden);
    const names = [...new Set(sections.map((one) => one.dataset.dock))].sort((one, other) => rank(one) - rank(other));
    const wanted = this.#open[this.#session.panel];
    const open = names.includes(wanted) ? wanted : names[0];
    for (const one of sections) one.classList.toggle("open", one.dataset.dock === open);
    document.body.dataset.dock = open;
    const docks = byId("docks");
    const isSame = names.length === docks.children.length && names.every((name, at) => docks.children[at].textContent === name);
    if (!isSame) docks.replaceChildren(...names.map((name) => button(name, () => this.open(name))));
    for (const one of docks.children) one.setAttribute("aria-pressed", String(one.textContent === open));
  }
}

/** Sections that are used most stand first in the dock. */
const FIRST = ["Keys", "Hint", "Tools", "Text", "Practise", "Run"];
const rank = (name) => (FIRST.includes(name) ? 0 : 1);
