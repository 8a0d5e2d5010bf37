// Drawings of the server are copied element by element: known shapes with known attributes, and nothing else.

import { byId, notify, shape } from "./dom.js";

const SHAPES = new Set(["svg", "g", "path", "rect", "circle", "text"]);
const ATTRIBUTES = new Set([
  "d", "x", "y", "cx", "cy", "r", "width", "height", "rx", "ry", "fill", "stroke", "stroke-width", "stroke-linecap",
  "stroke-linejoin", "stroke-dasharray", "opacity", "fill-opacity", "stroke-opacity", "font-family", "font-size",
  "font-weight", "text-anchor", "viewBox", "xmlns", "transform",
]);

/** Copies an element. If it has a part that drawings do not use, the whole drawing is refused. */
function copy(element) {
  const name = element.nodeName;
  if (!SHAPES.has(name)) throw new Error(`the drawing has an element "${name}"`);
  const made = shape(name);
  for (const { name: attribute, value } of element.attributes) {
    const isPlain = ATTRIBUTES.has(attribute) && !/url|script|expression/i.test(value);
    if (!isPlain) throw new Error(`the drawing has an attribute "${attribute}"`);
    if (attribute !== "xmlns") made.setAttribute(attribute, value);
  }
  for (const child of element.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) made.append(copy(child));
    else if (child.nodeType === Node.TEXT_NODE && name === "text") made.append(child.nodeValue);
  }
  return made;
}

/** Reads a drawing. Its first rectangle is the paper, which is left out. */
export function drawing(text) {
  const document = new DOMParser().parseFromString(text, "image/svg+xml");
  if (document.documentElement.nodeName !== "svg") throw new Error("the drawing is damaged");
  const image = copy(document.documentElement);
  const paper = image.firstElementChild;
  if (paper?.nodeName === "rect" && paper.getAttribute("fill") === "#fff") paper.remove();
  return image;
}

/** The pictures that panels show in place of the board. */
const pictures = new Map();

/** Sets the picture of a panel. */
export function showPicture(session, panel, svg) {
  pictures.set(panel, svg);
  refreshPicture(session);
}

/** Shows the picture of the panel that is open. */
export function refreshPicture(session) {
  const svg = pictures.get(session.panel);
  const stage = byId("picture");
  stage.hidden = !svg;
  byId("board").classList.toggle("covered", Boolean(svg));
  try {
    stage.replaceChildren(...(svg ? [drawing(svg)] : []));
  } catch (error) {
    notify(error.message, "error");
  }
}
