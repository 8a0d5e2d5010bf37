// Title, author and rules of the puzzle as texts. Rules are proposed from the clues, until the setter writes their own.

import { button, make, notify } from "./dom.js";
import { native } from "./native.js";

/** Makes the fields. */
export function aboutFields(session, editor) {
  const title = make("input", { type: "text", input: () => write("title", [title.value]) });
  const author = make("input", { type: "text", input: () => write("author", [author.value]) });
  const rules = make("textarea", { rows: 6, class: "prose", input: () => write("rules", rules.value.split("\n")) });
  const tag = make("span", { class: "tag" });
  const again = button("Propose again", () => write("rules", [], false), { class: "small" });
  let last = { key: "", text: null };
  const latest = {};

  /** Writes lines of a text: the latest, when its turn comes. What is typed in one field is undone at once. */
  function write(key, lines, isTyped = true) {
    latest[key] = lines.map((line) => line.trim()).filter((line) => line);
    const merges = () => isTyped && last.key === key && last.text === session.now.text;
    editor.run((text) => native.withText(text, key, latest[key]), merges)
      .then(({ puzzle }) => {
        last = { key, text: puzzle };
      })
      .catch((error) => notify(error.message, "error"));
  }

  function tell() {
    const { read } = session.now;
    const { title: named, author: by, comments = [], rules: proposed } = read;
    const isOwn = comments.length > 0;
    const fields = [[title, named ?? ""], [author, by ?? ""], [rules, (isOwn ? comments : proposed.map(({ says }) => says)).join("\n")]];
    for (const [field, text] of fields) if (field !== document.activeElement) field.value = text;
    tag.textContent = isOwn ? "yours" : "from the clues";
    again.hidden = !isOwn;
  }

  session.on((kind) => kind === "puzzle" && tell());
  const elements = [
    make("h2", {}, "Puzzle"),
    make("div", { class: "two" }, make("label", {}, "Title", title), make("label", {}, "Author", author)),
    make("label", {}, make("span", { class: "row" }, "Rules", tag), rules), again,
  ];
  return elements;
}
