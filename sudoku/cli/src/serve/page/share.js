// Import and export: links, the clipboard, files, pictures and printing.

import { button, byId, make, notify } from "./dom.js";
import { base, pack, unpack } from "./link.js";
import { code } from "./qr.js";
import { ask, askFile } from "./server.js";

async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    notify("Copied.");
  } catch {
    // Without permission, or on a page that was not opened on this machine.
    field.value = text;
    field.select();
    notify("Copy the chosen text.");
  }
}

function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Makes the dialogs and listens for pasted and dropped texts. */
export function sharing(session) {
  const field = make("textarea", { rows: 4, spellcheck: "false", "aria-label": "Text to copy" });
  const lost = make("p", { class: "detail" });
  const picture = make("div", { class: "codes" });
  /** Shows a text; a link also as a code for the camera of a telephone. */
  const tell = (text, words) => {
    field.value = text;
    lost.textContent = words;
    const drawn = /^https?:/.test(text) ? code(text.trim()) : null;
    picture.replaceChildren(...(drawn ? [drawn] : []));
  };
  const attempt = (act) => async () => {
    try {
      await act();
    } catch (error) {
      notify(error.message, "error");
    }
  };
  const link = async () => base() + (await pack(session.now.text));
  const tellLink = async () => {
    const text = await link();
    tell(text, `A link of ${text.length} characters.`);
  };
  const convert = (to) => attempt(async () => {
    const { text, lost: left = [] } = await ask("convert", { puzzle: session.now.text, to });
    tell(text, left.length ? `Left out: ${left.join("; ")}` : "");
    await copy(text, field);
  });
  const image = (to) => attempt(async () => save(await askFile("render", { puzzle: session.now.text, to }), `sudoku.${to}`));

  const shareDialog = dialog("Share",
    make("p", {}, "A link holds the puzzle itself: it is sent nowhere, and opens wherever this program runs."),
    make("div", { class: "row" },
      button("Copy link", attempt(async () => {
        await tellLink();
        await copy(field.value, field);
      }), { class: "accent", id: "copy-link" }),
      button("Native text", convert("native")), button("f-puzzles", convert("link")), button("SudokuPad", convert("sudokupad")),
      button("One line", convert("line"))),
    field, lost, picture,
    make("h2", {}, "Picture and paper"),
    make("div", { class: "row" }, button("SVG", image("svg")), button("PNG", image("png")), button("PDF", image("pdf")), button("Print", () => {
      shareDialog.close();
      print();
    })));

  const text = make("textarea", { rows: 8, spellcheck: "false", "aria-label": "A puzzle", placeholder: "81 characters, native text, an f-puzzles or SudokuPad link, a document …" });
  const problem = make("p", { class: "problem", role: "status" });
  const file = make("input", { type: "file", "aria-label": "A file", change: () => file.files[0] && openText(file.files[0].text()) });
  const openDialog = dialog("Open", text, problem,
    make("div", { class: "row" }, button("Open", () => openText(text.value), { class: "accent", id: "open-text" }), file));

  /** Opens a text, or a promise of the text of a file. */
  async function openText(words) {
    problem.textContent = "";
    try {
      const given = await words;
      // A link of a page like this one holds its text.
      const read = await session.open((/^https?:\S+$/.test(given.trim()) && (await unpack(given.trim()))) || given);
      openDialog.close();
      text.value = "";
      const from = read.format === "native" ? "" : ` (${read.format})`;
      notify([`Opened${from}.`, ...(read.notes ?? [])].join(" "));
    } catch (error) {
      const place = error.line ? `Line ${error.line}, column ${error.column ?? 1}: ` : "";
      problem.textContent = place + error.message;
      if (!openDialog.open) notify(place + error.message, "error");
    }
  }

  document.addEventListener("paste", (event) => {
    if (event.target.matches?.("input, textarea")) return;
    const pasted = event.clipboardData.getData("text/plain");
    if (!pasted.trim()) return;
    event.preventDefault();
    openText(pasted);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    const words = dropped ? await dropped.text() : event.dataTransfer.getData("text/plain");
    if (words.trim()) openText(words);
  });
  addEventListener("hashchange", async () => {
    const packed = await unpack(location.hash).catch(() => null);
    if (packed) openText(packed);
  });
  byId("share").addEventListener("click", attempt(async () => {
    shareDialog.showModal();
    await tellLink();
  }));
  byId("open").addEventListener("click", () => openDialog.showModal());
}

/** Makes a dialog, which Escape closes. */
export function dialog(title, ...content) {
  const id = `title-${title.toLowerCase()}`;
  const made = make("dialog", { "aria-labelledby": id },
    make("header", {}, make("h2", { id }, title), button("×", () => made.close(), { class: "remove", "aria-label": "Close" })),
    ...content);
  document.body.append(made);
  return made;
}
