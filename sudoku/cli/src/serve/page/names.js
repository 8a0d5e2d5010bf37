// Names of cells, as the player wants them.

export const CELL_NAMES = ["R1C1", "r1c1", "A1"];

/** The letters of rows: I looks like a 1. Grids of more rows, and those with cells beside them, have the usual names. */
const LETTERS = "ABCDEFGHJKLMNOPQ";

let chosen = CELL_NAMES[0];

/** Chooses how cells are named from now on. */
export function chooseNames(names) {
  chosen = CELL_NAMES.includes(names) ? names : CELL_NAMES[0];
}

/** How cells are named. */
export const cellNames = () => chosen;

/** The name of a cell in what the page itself says; the program has the same names in what it says. */
export function nameOf(board, cell) {
  const { name } = board.cells[cell];
  const place = /^r(\d+)c(\d+)$/.exec(name);
  if (!place || chosen === "R1C1") return name.toUpperCase();
  if (chosen === "r1c1") return name;
  const isLoose = ({ name }) => /^[a-z]+\d+$/.test(name);
  const rows = board.cells.flatMap(({ row }) => row ?? []);
  const isLettered = Math.max(...rows) < LETTERS.length && !board.cells.some(isLoose);
  return isLettered ? LETTERS[place[1] - 1] + place[2] : name.toUpperCase();
}
