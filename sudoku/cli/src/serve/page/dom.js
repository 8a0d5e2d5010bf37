// Elements. Texts become text nodes, so nothing in a document is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/** Finds an element by its id. */
export const byId = (id) => document.getElementById(id);

/** Makes an element. Functions among the attributes become listeners for the events of their names. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Makes an element of a drawing. */
export function shape(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Makes a button. */
export function button(label, act, attributes = {}) {
  return make("button", { type: "button", click: act, ...attributes }, label);
}

/** Makes a box to tick, with its label. */
export function tick(label, isOn, change) {
  const box = make("input", { type: "checkbox", change: () => change(box.checked) });
  box.checked = isOn;
  return make("label", { class: "tick" }, box, label);
}

/** Makes a choice of texts, with its label. */
export function choose(label, texts, chosen, change) {
  const choice = make("select", { change: () => change(choice.value) }, ...texts.map((text) => make("option", {}, text)));
  choice.value = chosen;
  return make("label", { class: "tick" }, label, choice);
}

/** Announces a text to screen readers. */
export function say(text) {
  byId("spoken").textContent = text;
}

/** Shows a message for a while, in place of the one before: in the bar below the board, on a telephone at the top. */
export function notify(text, kind = "note") {
  const note = make("p", { class: `toast ${kind}`, title: text }, text);
  byId("toasts").replaceChildren(note);
  setTimeout(() => note.remove(), kind === "error" ? 8000 : 3500);
}
