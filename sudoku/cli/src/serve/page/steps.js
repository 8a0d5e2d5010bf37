// The panel "steps": hints in three levels, the whole path, and the rating.

import { button, make, tick } from "./dom.js";
import { showPicture } from "./drawing.js";
import { panel, section } from "./frame.js";
import { ask, Latest, list } from "./server.js";

const LEVELS = ["nudge", "where", "full"];
const LABELS = { nudge: "Give me a nudge", where: "Where?", full: "Tell me" };

const counted = (steps) => (steps === 1 ? "1 step" : `${steps} steps`);

export function stepsPanel(session) {
  const latest = new Latest();
  const told = make("div", { class: "hint-text", role: "status" });
  const next = button(LABELS.nudge, () => hint(), { class: "wide accent", id: "hint" });
  const take = button("Take this step", () => takeStep(), { hidden: true, id: "take" });
  const path = make("ol", { class: "path" });
  const walk = make("div", { class: "row walk", hidden: true },
    button("◀", () => turn(-1), { "aria-label": "Step before" }),
    make("span", { id: "step-number" }),
    button("▶", () => turn(1), { "aria-label": "Next step" }));
  const rating = make("div", { class: "rating" });
  let level = 0;
  let step = null;
  let steps = [];
  let at = -1;
  let frame = 0;
  let isPictured = true;

  const made = panel([
    section("Path",
      make("div", { class: "row" }, button("Whole path", explain), button("Rate", rate)),
      rating, path),
  ], [
    section("Hint", make("div", { class: "card" }, next, told, take), walk,
      tick("Picture of the step on the board", true, (isOn) => {
        isPictured = isOn;
        picture(shown());
      })),
  ]);
  made.element.addEventListener("keydown", keys);

  /** Shows the picture of a step in place of the board. */
  function picture(svg) {
    showPicture(session, "steps", isPictured ? svg : null);
  }

  function reset() {
    latest.cancel();
    [level, step, steps, at] = [0, null, [], -1];
    next.textContent = LABELS.nudge;
    for (const one of [told, path, rating]) one.replaceChildren();
    take.hidden = true;
    walk.hidden = true;
    picture(null);
  }

  async function run(name, body, act) {
    told.textContent = "thinking …";
    try {
      const answer = await latest.run((signal) => ask(name, body, signal));
      if (answer) act(answer);
    } catch (error) {
      told.textContent = error.message;
    }
  }

  /** Requests the next level of the hint. */
  function hint() {
    const { text: puzzle, entries, centre } = session.now;
    const name = LEVELS[Math.min(level, LEVELS.length - 1)];
    run("hint", { puzzle, entries, marks: centre, level: name }, (answer) => {
      told.replaceChildren(make("p", {}, answer.text));
      level += 1;
      next.textContent = LABELS[LEVELS[Math.min(level, LEVELS.length - 1)]];
      if (name !== "full") return picture(answer.svg);
      step = { ...answer.step, svg: answer.svg, cells: answer.cells };
      take.hidden = !answer.step;
      next.textContent = LABELS.nudge;
      level = 0;
      [steps, at] = [[], -1];
      picture(step.svg);
    });
  }

  /** Enters the values that the step places, and removes its removals from the centre marks. */
  function takeStep() {
    const { placed = [], removed = [] } = step.cells ?? {};
    const entries = session.now.entries.slice();
    const centre = session.now.centre.slice();
    for (const [cell, value] of placed) entries[cell] = value;
    for (const [cell, value] of removed) {
      const marks = centre[cell].length ? centre[cell] : possible(cell);
      centre[cell] = marks.filter((other) => other !== value);
    }
    session.change({ entries, centre });
  }

  /** Values of an open cell that no other cell of its houses has. */
  function possible(cell) {
    const { board, now } = session;
    const seen = board.cells[cell].houses.flatMap((house) => now.read.houses[house].cells).map((other) => session.value(other));
    return board.symbols.map((_, value) => value + 1).filter((value) => !seen.includes(value));
  }

  function explain() {
    run("explain", { puzzle: session.now.text }, (answer) => {
      steps = answer.steps ?? [];
      told.textContent = steps.length ? counted(steps.length) : answer.reason ?? "There is nothing to explain.";
      walk.hidden = steps.length === 0;
      path.replaceChildren(...steps.map((one, number) =>
        make("li", {}, make("button", { type: "button", click: () => go(number) }, make("strong", {}, one.name), ` ${one.text}`))));
      go(0);
      if (!steps.length) picture(answer.svg);
    });
  }

  /** The picture of the step: the current one, if there are several. */
  function shown() {
    return steps[at]?.frames?.[frame] ?? (steps[at] ?? step)?.svg;
  }

  /** Goes to the next picture of a step, or to the next step; or back. */
  function turn(by) {
    const count = (number) => steps[number]?.frames?.length ?? 1;
    if (frame + by >= 0 && frame + by < count(at)) go(at, frame + by);
    else go(at + by, by > 0 ? 0 : count(at - 1) - 1);
  }

  function go(number, part = 0) {
    if (number < 0 || number >= steps.length) return;
    path.children[at]?.firstElementChild.removeAttribute("aria-current");
    [at, frame] = [number, part];
    take.hidden = true;
    const line = path.children[at].firstElementChild;
    line.setAttribute("aria-current", "step");
    line.scrollIntoView({ block: "nearest" });
    const count = steps[at].frames?.length;
    const nth = count ? `, picture ${frame + 1} of ${count}` : "";
    made.element.querySelector("#step-number").textContent = `${at + 1} of ${steps.length}${nth}`;
    picture(shown());
  }

  function keys(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || steps.length === 0 || event.target.matches("input")) return;
    event.preventDefault();
    turn(by);
  }

  function rate() {
    run("rate", { puzzle: session.now.text }, async (answer) => {
      told.textContent = answer.reason ?? "";
      const { level, hardest, name, se, steps: count, counts } = answer;
      if (level === undefined) return;
      const titles = new Map((await list("techniques")).map((one) => [one.technique, one.name]));
      const rows = Object.entries(counts ?? {}).map(([one, times]) => make("tr", {}, make("th", { scope: "row" }, titles.get(one)), make("td", {}, times)));
      rating.replaceChildren(
        make("p", {}, make("strong", {}, level), name ? `: hardest step ${hardest} (${name}), ${counted(count)}, SE ${se}` : ": nothing is left to solve"),
        make("table", {}, make("tbody", {}, ...rows)));
    });
  }

  session.on((kind) => {
    if (["puzzle", "givens", "entries"].includes(kind)) reset();
    if (kind === "panel") picture(shown());
  });
  return made;
}
