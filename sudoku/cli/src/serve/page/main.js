// The page: its parts, and the first puzzle on the board.

import { Board } from "./board.js";
import { makeBadge } from "./badge.js";
import { byId, make, notify } from "./dom.js";
import { KEYS, listenToKeys, PANELS } from "./keys.js";
import { labPanel } from "./lab.js";
import { learnPanel } from "./learn.js";
import { clear, enter, playPanel } from "./play.js";
import { listenToPointer } from "./pointer.js";
import { about, Refused } from "./server.js";
import { Session } from "./session.js";
import { SetPanel } from "./set.js";
import { dialog, sharing, unpack } from "./share.js";
import { stepsPanel } from "./steps.js";
import { textPanel } from "./text.js";
import { themeSwitch } from "./theme.js";

/** A puzzle to begin with. */
const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const session = new Session();
const board = new Board(byId("board"), session);
const setter = new SetPanel(session, board);
const help = dialog("Keys", make("dl", { class: "keys" },
  ...KEYS.flatMap(([keys, meaning]) => [make("dt", {}, keys), make("dd", {}, meaning)])));

/** Runs the action of a key, and shows the reason if it fails. */
function attempt(act) {
  try {
    act();
  } catch (error) {
    notify(error.message, "error");
  }
}

const acts = {
  enter: (value, mode, isLonger = false) => attempt(() => enter(session, value, mode, isLonger)),
  clear: () => attempt(() => clear(session)),
  help: () => help.showModal(),
  leave: () => setter.leave() || session.select([]),
  confirm() {
    if (!setter.tool) return false;
    setter.finish([...session.selection]);
    return true;
  },
};

const panels = {
  play: playPanel(session, board, acts),
  set: setter.element,
  text: textPanel(session),
  steps: stepsPanel(session),
  learn: learnPanel(session),
  lab: labPanel(session, board),
};

function showPanels() {
  const tabs = byId("tabs");
  for (const [name, panel] of Object.entries(panels)) {
    panel.id = `panel-${name}`;
    panel.setAttribute("role", "tabpanel");
    const tab = make("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, click: () => session.setPanel(name),
    }, name);
    tabs.append(tab);
    byId("panels").append(panel);
  }
  tabs.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    session.setPanel(PANELS[(PANELS.indexOf(session.panel) + by + PANELS.length) % PANELS.length]);
    byId(`tab-${session.panel}`).focus();
  });
}

function tell(kind) {
  if (kind === "puzzle") tellPuzzle();
  for (const [name, panel] of Object.entries(panels)) {
    const isShown = name === session.panel;
    panel.hidden = !isShown;
    byId(`tab-${name}`).setAttribute("aria-selected", isShown);
    byId(`tab-${name}`).tabIndex = isShown ? 0 : -1;
  }
}

function tellPuzzle() {
  const { title, author, rules, comments = [] } = session.now.read;
  byId("title").textContent = title ?? "";
  byId("author").textContent = author ? `by ${author}` : "";
  byId("rules").replaceChildren(...[...comments, ...rules].map((rule) => make("li", {}, rule)));
  byId("rules-box").hidden = rules.length + comments.length === 0;
  document.title = title ? `${title} · Sudoku` : "Sudoku";
}

/** Opens the puzzle of the link, or else the stored work. */
async function begin() {
  const linked = await unpack(location.hash).catch(() => null);
  const stored = Session.stored();
  session.on((kind) => ["puzzle", "givens"].includes(kind) && forgetLink(linked));
  try {
    if (linked && stored?.link === location.hash) await session.resume(stored);
    else if (linked) await session.open(linked);
    else if (stored) await session.resume(stored);
    else await session.open(FIRST);
  } catch (error) {
    notify(error.message, "error");
    if (!(error instanceof Refused) || error.status !== 0) await session.open(FIRST);
  }
}

/** Keeps a link in the address as long as its puzzle is on the board. */
let ofLink = null;
function forgetLink(linked) {
  if (linked && ofLink === null) ofLink = session.now.text;
  else if (location.hash && session.now.text !== ofLink) history.replaceState(null, "", location.pathname);
}

async function warnIfOpen() {
  const { open } = await about();
  byId("open-warning").hidden = open !== true;
}

themeSwitch();
showPanels();
session.on(tell);
listenToKeys(board, session, acts);
listenToPointer(board, session, () => setter.tool);
sharing(session);
byId("help").addEventListener("click", acts.help);
byId("live").append(makeBadge(session, board));
addEventListener("pagehide", () => session.save());
begin().catch((error) => notify(error.message, "error"));
warnIfOpen().catch(() => {});
