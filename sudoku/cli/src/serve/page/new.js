// New puzzles to play: a kind and a level. One more of the kind is made while the one before is played.

import { button, byId, make, notify } from "./dom.js";
import { icon } from "./icons.js";
import { ask } from "./server.js";
import { dialog } from "./share.js";

const STORE = "sudoku.new";
const KINDS = {
  "Classic": { mark: "digits" },
  "Small 6×6": { mark: "six", size: 6 },
  "Diagonals": { rules: ["diagonals"] },
  "Killer": { rules: ["killer"] },
  "Thermo": { rules: ["thermo"] },
  "Arrow": { rules: ["arrow"] },
  "Kropki": { rules: ["white", "black"] },
  "Whispers": { rules: ["whisper"] },
  "Renban": { rules: ["renban"] },
  "Sandwich": { rules: ["sandwich"] },
  "Little killer": { rules: ["little-killer"] },
  "Mixed": { mark: "quadruple", rules: ["killer", "thermo", "arrow"] },
};
const LEVELS = ["easy", "medium", "hard", "fiendish", "extreme"];
const SEEDS = 1e9;

/** The kind of a day, and its seed. */
function ofToday(now) {
  const day = now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate();
  return { kind: Object.keys(KINDS)[day % Object.keys(KINDS).length], seed: day };
}

/** Makes the dialog; `play` is called when a puzzle is on the board. */
export function newPuzzles(session, play) {
  /** Puzzles that are made or on the way, by kind and level. */
  const reserve = new Map();
  const wish = stored();
  const kinds = make("div", { class: "tiles kinds", role: "group", "aria-label": "Kind" }, ...Object.entries(KINDS).map(kindTile));
  const levels = make("div", { class: "segments levels", role: "group", "aria-label": "Level" },
    ...LEVELS.map((level) => button(level, () => choose({ level }), { "data-level": level })));
  const told = make("p", { class: "told", role: "status" });
  const go = button("Play", () => open(wish.kind, wish.level), { class: "accent", id: "play-new" });
  const made = dialog("New puzzle", kinds, levels, make("div", { class: "row" }, go, told),
    make("div", { class: "row" }, button("Today’s puzzle", today), button("Empty 9×9 to set", empty)));

  function kindTile([kind, { mark, rules }]) {
    const tile = button("", () => choose({ kind }), { class: "tile", "data-kind": kind });
    tile.append(icon(mark ?? rules[0]), make("span", {}, kind));
    return tile;
  }

  function choose(part) {
    Object.assign(wish, part);
    store(wish);
    tell();
    spare(wish.kind, wish.level).catch(() => {});
  }

  function tell() {
    for (const one of kinds.children) one.setAttribute("aria-pressed", String(one.dataset.kind === wish.kind));
    for (const one of levels.children) one.setAttribute("aria-pressed", String(one.dataset.level === wish.level));
    go.textContent = `Play ${wish.kind.toLowerCase()}, ${wish.level}`;
    told.textContent = reserve.get(key(wish.kind, wish.level))?.isReady ? "ready" : "";
  }

  const key = (kind, level) => `${kind} ${level}`;

  /** The puzzle in reserve, which is made if there is none. */
  function spare(kind, level) {
    const known = reserve.get(key(kind, level));
    if (known) return known.puzzle;
    const seed = Math.floor(Math.random() * SEEDS);
    const entry = { isReady: false, puzzle: generate(kind, level, seed) };
    reserve.set(key(kind, level), entry);
    entry.puzzle.then(() => {
      entry.isReady = true;
      tell();
    }, () => reserve.delete(key(kind, level)));
    return entry.puzzle;
  }

  async function generate(kind, difficulty, seed) {
    const { size = 9, rules = [] } = KINDS[kind];
    return (await ask("generate", { seed, size, difficulty, rules })).puzzle;
  }

  async function open(kind, level) {
    told.textContent = "making …";
    go.disabled = true;
    try {
      const puzzle = await spare(kind, level);
      reserve.delete(key(kind, level));
      await start(puzzle);
      spare(kind, level).catch(() => {});
    } catch (error) {
      told.textContent = error.message;
    } finally {
      go.disabled = false;
    }
  }

  async function today() {
    const { kind, seed } = ofToday(new Date());
    told.textContent = "making …";
    try {
      await start(await generate(kind, "medium", seed));
      notify(`Today: ${kind.toLowerCase()}, medium.`);
    } catch (error) {
      told.textContent = error.message;
    }
  }

  async function start(puzzle) {
    await session.open(puzzle);
    made.close();
    play();
  }

  async function empty() {
    await session.open("size: 9\n");
    made.close();
    session.setPanel("set");
  }

  function show() {
    tell();
    made.showModal();
    go.focus();
    spare(wish.kind, wish.level).catch(() => {});
  }

  byId("new").addEventListener("click", show);
  return { show };
}

function stored() {
  try {
    const { kind, level } = JSON.parse(localStorage.getItem(STORE));
    return { kind: kind in KINDS ? kind : "Classic", level: LEVELS.includes(level) ? level : "medium" };
  } catch {
    return { kind: "Classic", level: "medium" };
  }
}

function store(wish) {
  try {
    localStorage.setItem(STORE, JSON.stringify(wish));
  } catch {
    // Without storage the wish is kept only as long as the page.
  }
}
