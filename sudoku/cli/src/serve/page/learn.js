// The panel "learn": what each technique is, a picture of it, and positions to practise it.

import { button, make } from "./dom.js";
import { refreshPicture, showPicture } from "./drawing.js";
import { panel, section } from "./frame.js";
import { nameOf } from "./names.js";
import { ask, Latest, list } from "./server.js";

/** Seeds of new positions. */
const SEEDS = 1e9;

export function learnPanel(session) {
  const latest = new Latest();
  const choice = make("select", { "aria-label": "Technique", id: "technique", change: () => teach() });
  const lesson = make("dl", { class: "lesson" });
  const told = make("p", { class: "told", role: "status" });
  const check = button("Check", () => judge(), { class: "accent", hidden: true, id: "check-step" });
  const reveal = button("Show me", () => show(), { hidden: true });
  let techniques = [];
  let isLoaded = false;
  /** The position that is practised, and what the board held when it began. */
  let position = null;

  const made = panel([
    section("Lesson", choice, lesson),
  ], [
    section("Practise", make("div", { class: "card" },
      make("div", { class: "row" },
        button("Practise", () => practise(), { class: "accent", id: "practise" }), check, reveal),
      told)),
  ]);

  function chosen() {
    return techniques.find(({ technique }) => technique === choice.value);
  }

  async function load() {
    if (isLoaded) return;
    isLoaded = true;
    try {
      techniques = await list("techniques");
    } catch (error) {
      isLoaded = false;
      throw error;
    }
    const levels = [...new Set(techniques.map(({ level }) => level))];
    choice.replaceChildren(...levels.map((level) => make("optgroup", { label: level },
      ...techniques.filter((one) => one.level === level)
        .map(({ technique, name }) => make("option", { value: technique }, name)))));
    if (techniques.some(({ technique }) => technique === "x-wing")) choice.value = "x-wing";
    teach();
  }

  /** Shows the lesson of the chosen technique, with a picture of its first position. */
  async function teach() {
    end();
    const { technique, what, why, spot, also, level, cost, se, hodoku } = chosen();
    const values = [`${level}, cost from ${cost}`, se && `Sudoku Explainer ${se}`, hodoku && `HoDoKu ${hodoku}`];
    const parts = {
      "What it is": what, "Why it is right": why, "How to spot it": spot,
      "Also called": also.join(", "), Difficulty: values.filter(Boolean).join(", "),
    };
    lesson.replaceChildren(...Object.entries(parts).filter(([, text]) => text)
      .flatMap(([heading, text]) => [make("dt", {}, heading), make("dd", {}, text)]));
    const answer = await run({ technique });
    const [step] = answer?.steps ?? [];
    if (step) told.textContent = `In the picture: ${step.text}`;
    showPicture(session, "learn", step?.svg);
  }

  async function run(body) {
    told.textContent = "thinking …";
    try {
      const answer = await latest.run((signal) => ask("practise", body, signal));
      if (answer) told.textContent = "";
      return answer;
    } catch (error) {
      told.textContent = error.message;
      return null;
    }
  }

  /** Puts a new position of the technique on the board; a known one if none is found in time. */
  async function practise() {
    const { technique, name } = chosen();
    end();
    const seed = 1 + Math.floor(Math.random() * SEEDS);
    const found = await run({ technique, seed }) ?? await run({ technique });
    if (!found) return;
    await session.open(found.puzzle);
    session.change({ centre: found.marks });
    session.setMode("centre");
    position = { ...found, text: session.now.text };
    check.hidden = reveal.hidden = false;
    const what = found.steps.some(({ place }) => place) ? "enter the digit" : "take away a candidate that it excludes";
    told.textContent = `${name}: find it, ${what}, then check.`;
    showPicture(session, "learn", null);
  }

  /** What the user removed and entered, as texts for cells and values. */
  function answered() {
    const { entries, centre } = session.now;
    const placed = entries.flatMap((value, cell) => (value === null ? [] : [[cell, value]]));
    const removed = position.marks.flatMap((marks, cell) =>
      (entries[cell] === null ? marks.filter((value) => !centre[cell].includes(value)) : []).map((value) => [cell, value]));
    return { placed, removed };
  }

  function judge() {
    const answer = answered();
    const right = (part, [cell, value]) => position.steps.some(({ cells }) =>
      cells[part].some(([other, allowed]) => other === cell && allowed === value));
    const all = [...answer.placed.map((one) => ["placed", one]), ...answer.removed.map((one) => ["removed", one])];
    if (all.length === 0) {
      told.textContent = "Nothing is changed yet: take away a candidate, or enter a digit.";
      return;
    }
    const wrong = all.find(([part, one]) => !right(part, one));
    if (wrong) {
      const [part, [cell, value]] = wrong;
      const change = `${session.symbol(value)} in ${nameOf(session.board, cell)}`;
      told.textContent = part === "placed" ? `${change} does not follow from it.` : `That takes away ${change}, which it does not exclude.`;
      return;
    }
    show("Right. ", all);
  }

  /** Shows a step of the position: the one that was found, or the first. */
  function show(praise = "", all = []) {
    const has = ({ cells }) => all.some(([part, [cell, value]]) =>
      cells[part].some(([other, allowed]) => other === cell && allowed === value));
    const step = position.steps.find(has) ?? position.steps[0];
    told.textContent = praise + step.text;
    showPicture(session, "learn", step.svg);
  }

  function end() {
    latest.cancel();
    position = null;
    check.hidden = reveal.hidden = true;
  }

  session.on((kind) => {
    if (kind === "puzzle" && position && session.now.text !== position.text) end();
    if (kind === "entries" && position) showPicture(session, "learn", null);
    if (session.panel === "learn") load().catch((error) => { told.textContent = error.message; });
    if (kind === "panel") refreshPicture(session);
  });
  return made;
}
