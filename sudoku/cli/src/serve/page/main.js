// The page: its parts, and the first puzzle on the board.

import { Board } from "./board.js";
import { makeBadge } from "./badge.js";
import { button, byId, make, notify } from "./dom.js";
import { checks } from "./checks.js";
import { Clock } from "./clock.js";
import { Editor } from "./edit.js";
import { clear, enter } from "./entries.js";
import { Frame } from "./frame.js";
import { Hand } from "./hand.js";
import { handKeys } from "./handkeys.js";
import { KEYS, listenToKeys } from "./keys.js";
import { labPanel } from "./lab.js";
import { learnPanel } from "./learn.js";
import { unpack } from "./link.js";
import { newPuzzles } from "./new.js";
import { playPanel } from "./play.js";
import { listenToPointer } from "./pointer.js";
import { Painter } from "./regions.js";
import { about, Refused } from "./server.js";
import { Session } from "./session.js";
import { setPanel } from "./set.js";
import { dialog, sharing } from "./share.js";
import { stepsPanel } from "./steps.js";
import { textPanel } from "./text.js";
import { themeSwitch } from "./theme.js";

/** A puzzle to begin with. */
const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const session = new Session();
const board = new Board(byId("board"), session);
const editor = new Editor(session);
const hand = new Hand(session, editor);
const painter = new Painter(session, editor);
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
  leave: () => hand.leave() || session.select([]),
  hand: (event) => takeKey(event),
};
const setting = setPanel(session, board, hand, { editor, painter, frameOf: () => frame, told: () => session.now && badge.tellAgain() });
const takeKey = handKeys(session, hand, setting.tools);

const clock = new Clock(session);
const creating = newPuzzles(session, () => {
  session.setPanel("play");
  board.focus();
});
const checking = checks(session, board, clock, () => creating.show());
const playing = playPanel(session, clock, checking, acts);
const frame = new Frame(session, {
  play: playing,
  set: setting,
  text: textPanel(session),
  steps: stepsPanel(session),
  learn: learnPanel(session),
  lab: labPanel(session, board),
});

/** The line at the top of a telephone: the title while playing, else the live answer. */
function tellPill() {
  if (!session.now) return;
  const dot = make("i", { class: "dot", "aria-hidden": "true" });
  const { title } = session.now.read;
  const isPlayed = ["play", "learn"].includes(session.panel);
  byId("pill").dataset.state = badge.element.dataset.state ?? "";
  const { length } = session.broken;
  const played = length ? make("span", { class: "problem" }, `${length} broken`) : make("span", {}, title ?? "");
  byId("pill").replaceChildren(...(isPlayed ? [played] : [dot, make("span", {}, badge.element.querySelector("strong").textContent)]));
}

function tell(kind) {
  const { title } = session.now.read;
  if (kind === "puzzle") document.title = title ? `${title} · Sudoku` : "Sudoku";
  if (["panel", "puzzle", "broken"].includes(kind)) tellPill();
  byId("undo").disabled = !session.canUndo;
  byId("redo").disabled = !session.canRedo;
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

const badge = makeBadge(session, board, hand);
new MutationObserver(tellPill).observe(badge.element, { childList: true, subtree: true, characterData: true, attributes: true });
byId("live").append(badge.element);
themeSwitch();
session.on(tell);
listenToKeys(board, session, acts);
listenToPointer(board, session, hand, painter);
sharing(session);
byId("undo").addEventListener("click", () => session.undo());
byId("redo").addEventListener("click", () => session.redo());
byId("help").addEventListener("click", acts.help);
menu();
addEventListener("pagehide", () => session.save());
begin().catch((error) => notify(error.message, "error"));
warnIfOpen().catch(() => {});

/** The buttons at the top as a menu, where there is no room for them. */
function menu() {
  const names = { new: "New puzzle", open: "Open", share: "Share", theme: "Light or dark", help: "Keys" };
  const entry = ([id, name]) => button(name, () => {
    made.close();
    byId(id).click();
  }, { class: "wide" });
  const made = dialog("Menu", ...Object.entries(names).map(entry));
  byId("menu").addEventListener("click", () => made.showModal());
}
