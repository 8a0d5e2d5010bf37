// Where clues are on the board: their marks, and which clue a point of the drawing belongs to.

const TO_MARK = 0.24;
const TO_LINE = 0.14;

/** The side of a cell of the grid. */
export const sideOf = ({ cells }) => cells[0].size;

/** The centre of a cell. */
export const centre = ({ x, y, size }) => [x + size / 2, y + size / 2];

/** The centre of a clue outside the grid, as the program draws it; clues at the same place lie behind each other. */
export function outside({ row, column, down, right }, board, lane = 0) {
  const size = sideOf(board);
  const isSlanted = down !== 0 && right !== 0;
  const from = (isSlanted ? 0.56 : 0.32) + lane * 0.5;
  const along = (at, count) => (at < 0 ? -from : at >= count ? count + from : at + 0.5);
  const isCorner = (row < 0 || row >= board.rows) && (column < 0 || column >= board.columns);
  if (!isCorner) return [along(column, board.columns) * size, along(row, board.rows) * size];
  // At a corner the clue stands above or below the grid.
  return [(column + 0.5) * size, along(row, board.rows) * size];
}

/** The number of clues between this one and the grid. */
function laneOf({ spot }, all, at) {
  const isSlanted = ({ down, right }) => down !== 0 && right !== 0;
  const others = all.map(({ clue }) => clue.spot).filter((one) => one && one.row === spot.row && one.column === spot.column);
  const slanted = others.filter(isSlanted);
  if (isSlanted(spot)) return 0;
  const before = all.slice(0, at).filter(({ clue }) =>
    clue.spot && !isSlanted(clue.spot) && clue.spot.row === spot.row && clue.spot.column === spot.column);
  return Math.ceil(slanted.length / 2) + before.length;
}

/** The place of a clue's mark, where its value is typed. */
export function markOf(clue, board, all = [], at = 0) {
  const { tool, groups, spot } = clue;
  const size = sideOf(board);
  if (spot) return outside(spot, board, laneOf(clue, all, at));
  const cells = groups.flat().map((cell) => board.cells[cell]);
  if (cells.length === 0) return [0, 0];
  if (tool.form === "pair") return [0, 1].map((axis) => (centre(cells[0])[axis] + centre(cells[1])[axis]) / 2);
  if (tool.form === "corner") return cells.length > 1 ? middle(cells) : [cells[0].x + size, cells[0].y + size];
  if (["path", "headed"].includes(tool.form)) return centre(cells[0]);
  const first = cells.reduce((one, other) => (other.y < one.y || (other.y === one.y && other.x < one.x) ? other : one));
  return [first.x + 0.17 * size, first.y + 0.17 * size];
}

const middle = (cells) => [0, 1].map((axis) => cells.reduce((sum, cell) => sum + centre(cell)[axis], 0) / cells.length);

/** The number of the clue at a point among `all`; null if there is none. Small marks come before lines. */
export function clueAt(point, all, board) {
  const size = sideOf(board);
  const far = ([x, y]) => Math.hypot(point[0] - x, point[1] - y) / size;
  const distance = ({ clue }, at) => {
    const toMark = far(markOf(clue, board, all, at));
    const isLine = ["path", "headed"].includes(clue.tool.form);
    if (!isLine) return toMark < TO_MARK && clue.tool.group !== "Cells" ? toMark : Infinity;
    const points = clue.groups.flat().map((cell) => centre(board.cells[cell]));
    const toLine = Math.min(...points.slice(1).map((to, at) => toSegment(point, points[at], to))) / size;
    return toLine < TO_LINE ? 1 + toLine : Infinity;
  };
  return nearest(all, distance);
}

/** The number of the clue that a cell belongs to, the last one drawn. */
export function clueIn(cell, all) {
  return all.findLast(({ clue }) => clue.groups.flat().includes(cell))?.index ?? null;
}

function nearest(all, distance) {
  const distances = all.map(distance);
  const least = Math.min(...distances);
  return least < Infinity ? all[distances.lastIndexOf(least)].index : null;
}

function toSegment([x, y], [x1, y1], [x2, y2]) {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const at = length ? Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length)) : 0;
  return Math.hypot(x - x1 - at * (x2 - x1), y - y1 - at * (y2 - y1));
}

/** The two cells beside the border next to a point, or null. */
export function borderAt(point, board) {
  const size = sideOf(board);
  const [right, down] = point.map((at) => at / size - 0.5);
  const [row, column] = [Math.round(down), Math.round(right)];
  const [byRow, byColumn] = [down - row, right - column];
  const across = Math.abs(byColumn) > Math.abs(byRow);
  const other = across ? [row, column + Math.sign(byColumn)] : [row + Math.sign(byRow), column];
  const pair = [[row, column], other].map(([row, column]) => cellOf(row, column, board));
  return Math.max(Math.abs(byRow), Math.abs(byColumn)) < 0.18 || pair.includes(null) ? null : pair.sort((one, other) => one - other);
}

/** The cell above and left of the corner next to a point, or null. */
export function cornerAt(point, board) {
  const size = sideOf(board);
  const [column, row] = point.map((at) => Math.round(at / size) - 1);
  return cellOf(row + 1, column + 1, board) === null ? null : cellOf(row, column, board);
}

function cellOf(row, column, { rows, columns, cells }) {
  if (row < 0 || column < 0 || row >= rows || column >= columns) return null;
  const cell = row * columns + column;
  return cells[cell].gap ? null : cell;
}

/** The place outside the grid at a point, among `spots`; null if the point is in the grid or far away. */
export function spotAt(point, spots, board) {
  const size = sideOf(board);
  const far = (spot) => Math.hypot(...[spot.column + 0.5, spot.row + 0.5].map((at, axis) => point[axis] / size - at));
  const isIn = point.every((at, axis) => at > 0 && at < [board.columns, board.rows][axis] * size);
  if (isIn || spots.length === 0) return null;
  const found = spots.reduce((one, other) => (far(other) < far(one) ? other : one));
  return far(found) < 0.8 ? found : null;
}
