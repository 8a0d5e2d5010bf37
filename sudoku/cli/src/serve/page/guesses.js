// Guesses of a drawing: each rule that was guessed is a chip, with its reason, what the parts may be instead, and what
// follows from each.

import { button, make, notify } from "./dom.js";
import { icon } from "./icons.js";
import { ask, Latest } from "./server.js";

const NOTHING = "nothing";
const VERDICTS = { unique: "unique", several: "several solutions", none: "no solution", unknown: "not known in time" };

/** Makes the chips of the puzzle on the board; there are none once it is edited. */
export function guessChips(session, hand) {
  const made = make("div", { class: "guesses", hidden: true });
  const latest = new Latest();

  const titleOf = (rule) => (rule === NOTHING ? "Decoration" : hand.tools.get(rule)?.title ?? rule);

  function tell() {
    latest.cancel();
    const { source, guesses = [] } = session.now.read;
    made.hidden = !source || guesses.length === 0;
    if (made.hidden) return made.replaceChildren();
    made.replaceChildren(make("h2", {}, "Read from the drawing"), ...guesses.map((guess) => chip(source, guess)));
  }

  function chip(source, { rule, parts, reason, others }) {
    const count = parts.length > 1 ? ` × ${parts.length}` : "";
    const choices = make("div", { class: "list" });
    const box = make("details", { class: "guess", toggle: () => box.open && choices.childElementCount === 0 && fill() },
      make("summary", {}, icon(rule === NOTHING ? "digits" : rule), make("b", {}, titleOf(rule) + count), make("small", {}, reason)), choices);

    function fill() {
      const told = [rule, ...others, NOTHING].filter((name, at, all) => all.indexOf(name) === at).map((name) => choice(source, parts, name, name === rule));
      choices.replaceChildren(...told.map(({ element }) => element));
      latest.run((signal) => follow(told, signal)).catch((error) => notify(error.message, "error"));
    }

    // A rule that only words say has no part to be read in another way.
    if (parts.length === 0) choices.append(make("small", {}, "Said in words alone."));
    return box;
  }

  /** A reading of the parts; `tell` says what follows. */
  function choice(source, parts, name, isOn) {
    const readings = { ...source.readings, ...Object.fromEntries(parts.map((part) => [part, name])) };
    const verdict = make("small", {}, "…");
    const take = () => session.open(source.text, readings).catch((error) => notify(error.message, "error"));
    const element = button("", take, { class: "item", "aria-pressed": String(isOn) });
    element.append(icon(name === NOTHING ? "digits" : name), make("span", {}, make("b", {}, titleOf(name)), verdict));
    return { element, text: source.text, readings, tell: (words) => (verdict.textContent = words) };
  }

  /** Tells for each choice whether there is one solution. */
  async function follow(told, signal) {
    for (const { text, readings, tell: say } of told) {
      try {
        const read = await ask("read", { text, as: asked(readings) }, signal);
        const { verdict } = await ask("check", { puzzle: read.puzzle, quick: true }, signal);
        say(VERDICTS[verdict]);
      } catch (error) {
        if (signal.aborted) throw error;
        say(error.message);
      }
    }
  }

  session.on((kind) => kind === "puzzle" && tell());
  return { element: made, tell: () => session.now && tell() };
}

/** Readings as the server takes them. */
export const asked = (readings) => Object.entries(readings).map(([part, rule]) => `${part}=${rule}`);
