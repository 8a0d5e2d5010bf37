// The native text of a puzzle, changed in place.

/** Lines of the block "grid:": where its rows are. */
function rowsOfGrid(lines, rows) {
  const head = lines.findIndex((line) => /^\s*grid\s*:/i.test(line));
  if (head < 0) return null;
  const found = [];
  for (let at = head + 1; at < lines.length && found.length < rows; at += 1) {
    const isRuler = /^[\s\-+=]+$/.test(lines[at]) && lines[at].includes("+");
    if (!isRuler && lines[at].trim()) found.push(at);
  }
  return found;
}

/** The cells of a row as words: one for each column, or null if the row is not understood. */
function words(line, columns) {
  const text = line.replaceAll("|", " ").trim();
  const apart = text.match(/\{[^}]*\}|\S+/g) ?? [];
  if (apart.length === columns) return apart;
  const together = [...text.replace(/\s/g, "")];
  return together.length === columns ? together : null;
}

/** The lines without boxes and the block of regions, which ends at the next key. */
function withoutRegions(text) {
  const lines = text.split("\n").filter((line) => !/^\s*boxes\s*:/i.test(line));
  const head = lines.findIndex((line) => /^\s*regions\s*:/i.test(line));
  if (head < 0) return lines;
  const next = lines.findIndex((line, at) => at > head && /:|^\s*$/.test(line));
  return lines.toSpliced(head, (next < 0 ? lines.length : next) - head);
}

function putBeforeGrid(lines, block) {
  const grid = lines.findIndex((line) => /^\s*grid\s*:/i.test(line));
  return lines.toSpliced(grid < 0 ? lines.length : grid, 0, ...block).join("\n");
}

export const native = {
  /** Returns the text with the values of these cells in the grid. Values are numbers from 1, null for none. */
  withGivens(text, board, givens, cells) {
    const lines = text.split("\n");
    const rows = rowsOfGrid(lines, board.rows) ?? [];
    const table = rows.map((at) => words(lines[at], board.columns));
    if (table.length !== board.rows || table.some((row) => row === null)) {
      throw new Error("the text has no grid that could be changed");
    }
    for (const cell of cells) {
      const { row, column } = board.cells[cell];
      table[row][column] = givens[cell] === null ? "." : board.symbols[givens[cell] - 1];
    }
    const blank = table.some((row) => row.some((word) => [...word].length > 1)) ? " " : "";
    rows.forEach((at, row) => {
      lines[at] = table[row].join(blank);
    });
    return lines.join("\n");
  },

  /** Returns the text with these regions, a list for each row: numbers from 1, 0 for none. */
  withRegions(text, rows) {
    const isWide = rows.flat().some((region) => region > 9);
    const word = (region) => (region === 0 ? "." : String(region));
    const block = ["regions:", ...rows.map((row) => row.map(word).join(isWide ? " " : ""))];
    return putBeforeGrid(withoutRegions(text), block);
  },

  /** Returns the text with a line for its boxes in place of regions, or with the usual boxes for `null`. */
  withBoxes(text, line) {
    return putBeforeGrid(withoutRegions(text), line ? [line] : []);
  },

  /** Returns the text with these lines of a key: title, author or rules. */
  withText(text, key, lines) {
    const others = text.split("\n").filter((line) => !line.toLowerCase().startsWith(`${key}:`));
    const block = others.findIndex((line) => /^\s*(grid|regions|boxes|solution)\s*:/i.test(line));
    return others.toSpliced(block < 0 ? others.length : block, 0, ...lines.map((line) => `${key}: ${line}`)).join("\n");
  },

  /** Returns the text with one more line. */
  withLine: (text, line) => `${text.replace(/\s+$/, "")}\n${line}\n`,

  /** Returns the text with another line for a clue, or without it for `null`. Its line may have other clues. */
  withClue(text, clues, clue, line) {
    const lines = text.split("\n");
    const all = clues.filter((other) => other.line === clue.line).map((other) => (other === clue ? line : other.text));
    lines.splice(clue.line - 1, 1, ...all.filter((one) => one !== null));
    return lines.join("\n");
  },
};
