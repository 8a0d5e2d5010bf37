// Small drawings of the marks of rules, on 32×32.

import { shape } from "./dom.js";

const text = (words, x = 16, y = 21, size = 14) => ["text", { x, y, "font-size": size }, words];
const line = (d, look = "grey") => ["path", { d, class: `stroke ${look}` }];
const disc = (cx, cy, r, look) => ["circle", { cx, cy, r, class: look }];
const box = (x, y, width, height, look) => ["rect", { x, y, width, height, class: look }];

const ZIGZAG = "M5 25L12 8L20 23L27 7";
const BEND = "M7 25H16V8H26";
const CAGE = "M5 5H27V27H5Z";
const edge = line("M16 3V29", "thin");
const outsideOf = (words, arrow = "M16 17V26M13 23L16 26L19 23") => [text(words, 16, 12, 12), line("M4 15H28", "ink"), line(arrow, "thin")];

const MARKS = {
  "digits": [text("5", 10, 14, 12), text("3", 22, 28, 12), line("M16 3V29M3 16H29", "thin")],
  "six": [text("6", 16, 22, 17), box(3, 3, 26, 26, "thin")],
  "regions": [box(3, 3, 13, 13, "tint"), line("M16 3V10H23V16H16V29M3 16H16M23 16H29", "ink")],
  "killer": [line("M27 27H5V12M14 5H27V27", "dashed"), text("15", 8, 12, 9)],
  "extra-region": [box(5, 5, 22, 22, "tint")],
  "sum": [line(CAGE, "dashed"), text("Σ")],
  "rellik": [line(CAGE, "dashed"), text("≠9", 16, 21, 12)],
  "math": [line(CAGE, "dashed"), text("×6", 16, 21, 12)],
  "value-cage": [line(CAGE, "dashed"), text("2×", 16, 21, 12)],
  "doubler": [disc(16, 16, 11, "tint"), text("×2", 16, 21, 12)],
  "hidden-doublers": [disc(16, 16, 11, "open"), text("×2?", 16, 20, 11)],
  "row-index": [box(5, 5, 22, 22, "tint"), line("M16 9V23M12 19L16 23L20 19", "thin")],
  "column-index": [box(5, 5, 22, 22, "tint"), line("M9 16H23M19 12L23 16L19 20", "thin")],
  "box-index": [box(5, 5, 22, 22, "tint"), line("M10 10H22V22H10Z", "thin")],
  "negative-index": [box(5, 5, 22, 22, "thin"), line("M9 16H23M19 12L23 16L19 20", "thin"), line("M6 26L26 6", "red")],
  "clone": [box(4, 4, 11, 11, "tint"), box(17, 17, 11, 11, "tint")],
  "equality": [line(CAGE, "dashed"), text("=")],
  "lunchbox": [line("M9 9H23Q29 16 23 23H9Q3 16 9 9Z", "thin"), text("8", 16, 21, 13)],
  "thermo": [line("M9 24V14H17V7H25", "broad grey"), disc(9, 24, 5.5, "grey")],
  "slow-thermo": [line("M9 24V14H17V7H25", "broad grey"), disc(9, 24, 5, "open")],
  "arrow": [disc(9, 23, 5.5, "open"), line("M13 19L25 7M25 13V7H19")],
  "double-arrow": [disc(8, 24, 4.5, "open"), disc(24, 8, 4.5, "open"), line("M11 21L21 11")],
  "between": [disc(8, 24, 4.5, "grey"), disc(24, 8, 4.5, "grey"), line("M11 21L21 11")],
  "lockout": [line("M11 21L21 11", "blue"), line("M8 19L13 24L8 29L3 24ZM24 3L29 8L24 13L19 8Z", "blue")],
  "whisper": [line(ZIGZAG, "bold green")],
  "dutch-whisper": [line(ZIGZAG, "bold orange")],
  "renban": [line(BEND, "bold pink")],
  "nabner": [line(BEND, "bold gold")],
  "palindrome": [line(BEND, "bold grey")],
  "zipper": [line("M5 16H27", "bold violet"), disc(16, 16, 4, "open")],
  "region-sum": [line(BEND, "bold blue"), edge],
  "sum-line": [line(BEND, "bold red"), text("10", 22, 28, 10)],
  "entropic": [line(ZIGZAG, "bold peach")],
  "modular": [line(ZIGZAG, "bold teal"), text("3", 8, 13, 11)],
  "white": [edge, disc(16, 16, 6, "open")],
  "black": [edge, disc(16, 16, 6, "full")],
  "x": [edge, text("X", 16, 21, 15)],
  "v": [edge, text("V", 16, 21, 15)],
  "pair-sum": [edge, disc(16, 16, 7.5, "open"), text("8", 16, 20, 12)],
  "greater": [edge, text(">", 16, 21, 16)],
  "quadruple": [line("M16 3V29M3 16H29", "thin"), disc(16, 16, 8, "open"), text("14", 16, 20, 11)],
  "sandwich": outsideOf("8"),
  "x-sum": outsideOf("24"),
  "skyscraper": [text("3", 16, 12, 12), line("M7 28V22M13 28V15M19 28V19M25 28V17", "ink")],
  "numbered-room": outsideOf("5", "M10 18H22V28H10Z"),
  "little-killer": [text("23", 11, 14, 12), line("M15 17L27 28M27 21V28H20", "thin")],
  "odd": [disc(16, 16, 10, "tint")],
  "even": [box(6, 6, 20, 20, "tint")],
  "minimum": [line("M10 13L16 19L22 13"), box(5, 5, 22, 22, "thin")],
  "maximum": [line("M10 19L16 13L22 19"), box(5, 5, 22, 22, "thin")],
  "diagonal+": [line("M4 28L28 4", "blue")],
  "diagonal-": [line("M4 4L28 28", "blue")],
  "diagonals": [line("M4 4L28 28M4 28L28 4", "blue")],
  "windoku": [4, 18].flatMap((x) => [4, 18].map((y) => box(x, y, 10, 10, "tint"))),
  "anti-knight": [text("♞", 16, 24, 22)],
  "anti-king": [text("♚", 16, 24, 22)],
  "counting-circles": [disc(10, 11, 6, "open"), disc(22, 22, 6, "open")],
  "chaos-construction": [text("?", 16, 22, 18), line("M3 11H12V3M29 20H21V29", "thin")],
};

const shapes = new Map();

/** The drawing of a rule: its mark, or else the beginning of its name. */
export function icon(name) {
  const marks = MARKS[name] ?? [text(initials(name), 16, 21, 13)];
  const made = shapes.get(name) ?? shape("svg", { viewBox: "0 0 32 32", class: "icon-mark", "aria-hidden": "true" },
    ...marks.map(([tag, attributes, words]) => shape(tag, attributes, words)));
  shapes.set(name, made);
  return made.cloneNode(true);
}

function initials(name) {
  const words = name.split("-").filter((word) => word);
  return words.length > 1 ? words.map(([letter]) => letter).join("").slice(0, 3).toUpperCase() : name.slice(0, 3);
}
