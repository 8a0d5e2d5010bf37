//! The screen: the grid with its candidates, and a panel with the steps beside or below it.
//!
//! The grid has two sizes. In the large one each cell has a square of candidates, shaded like a chess board so that
//! no lines are needed between cells. In the small one a row is one line, and a cell shows its candidates if they are
//! few, else their number.

use sudoku::Candidates;
use sudoku::print::areas;
use sudoku::trace::{ConflictKind, Step};

use super::canvas::{Canvas, CharStyle};
use super::watcher::{LineKind, Watcher};

const GIVEN: CharStyle = CharStyle::PLAIN.bold();
const FOUND: CharStyle = CharStyle::of(75);
const TRIED: CharStyle = CharStyle::of(221);
const MARK: CharStyle = CharStyle::of(245);
const NEW: CharStyle = CharStyle::of(114);
const GONE: CharStyle = CharStyle::of(203);
const WALL: CharStyle = CharStyle::of(240);
const FAINT: CharStyle = CharStyle::of(244);
const SHADE: u8 = 235;
const TRIED_BACK: u8 = 58;
const FAILED_BACK: u8 = 52;
const SOLVED_BACK: u8 = 22;

/// Minimum width of the panel beside the grid.
const NARROWEST_PANEL: usize = 34;
/// Minimum height of the panel below the grid, if it is not beside it.
const LOWEST_PANEL: usize = 4;

/// State of playback.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playing {
    pub on: bool,
    pub speed: &'static str,
    pub help: bool,
}

/// Layout of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    /// Columns and rows of a cell, and candidates in each of its rows.
    width: usize,
    height: usize,
    across: usize,
    /// Width of a symbol.
    symbol: usize,
}

impl Layout {
    fn large(watcher: &Watcher) -> Layout {
        let values = watcher.puzzle.grid().values();
        let across = (1..=values).find(|across| across * across >= values).unwrap_or(1);
        let symbol = watcher.puzzle.symbols().width();
        let gaps = if symbol > 1 { across - 1 } else { 0 };
        Layout { width: across * symbol + gaps + 2, height: values.div_ceil(across).max(1), across, symbol }
    }

    fn small(watcher: &Watcher) -> Layout {
        let symbol = watcher.puzzle.symbols().width();
        Layout { width: (3 * symbol).max(4) + 1, height: 1, across: 0, symbol }
    }

    /// Returns the columns and rows of the grid with its walls.
    fn size(&self, walls: &Walls) -> (usize, usize) {
        let (columns, rows) = (walls.left.len() - 1, walls.above.len() - 1);
        let count = |walls: &[bool]| walls.iter().filter(|&&wall| wall).count();
        (columns * self.width + count(&walls.left), rows * self.height + count(&walls.above))
    }
}

/// Lines to be drawn between columns and between rows.
struct Walls {
    areas: Vec<Option<usize>>,
    left: Vec<bool>,
    above: Vec<bool>,
}

impl Walls {
    fn of(watcher: &Watcher) -> Walls {
        let grid = watcher.puzzle.grid();
        let mut walls = Walls {
            areas: areas(grid),
            left: vec![false; grid.columns() + 1],
            above: vec![false; grid.rows() + 1],
        };
        for row in 0..=grid.rows() {
            for column in 0..=grid.columns() {
                walls.left[column] |= walls.is_left(watcher, row, column);
                walls.above[row] |= walls.is_above(watcher, row, column);
            }
        }
        walls
    }

    fn ground(&self, watcher: &Watcher, row: usize, column: usize) -> Option<usize> {
        watcher.puzzle.grid().cell(row, column).and_then(|cell| self.areas[usize::from(cell)])
    }

    fn is_left(&self, watcher: &Watcher, row: usize, column: usize) -> bool {
        let before = column.checked_sub(1).and_then(|column| self.ground(watcher, row, column));
        before != self.ground(watcher, row, column)
    }

    fn is_above(&self, watcher: &Watcher, row: usize, column: usize) -> bool {
        let before = row.checked_sub(1).and_then(|row| self.ground(watcher, row, column));
        before != self.ground(watcher, row, column)
    }
}

/// Returns the size for the large grid and a panel; at least the size for the small grid.
pub(super) fn comfortable(watcher: &Watcher) -> (usize, usize) {
    let (width, height) = Layout::large(watcher).size(&Walls::of(watcher));
    (width + 2 + NARROWEST_PANEL + 8, height + 3)
}

/// Draws everything into the given columns and rows.
pub(super) fn draw(watcher: &Watcher, playing: Option<Playing>, width: usize, height: usize) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    let walls = Walls::of(watcher);
    let [large, small] = [Layout::large(watcher), Layout::small(watcher)];
    let beside = |layout: Layout| {
        let (across, down) = layout.size(&walls);
        (across + 2 + NARROWEST_PANEL <= width && down + 3 <= height).then_some((layout, true))
    };
    let below = |layout: Layout| {
        let (across, down) = layout.size(&walls);
        (across <= width && down + 3 + LOWEST_PANEL <= height).then_some((layout, false))
    };
    let choice = beside(large).or_else(|| below(large)).or_else(|| beside(small)).or_else(|| below(small));
    let Some((layout, is_beside)) = choice else {
        let (across, down) = small.size(&walls);
        let needed = format!("{across} x {}", down + 3 + LOWEST_PANEL);
        canvas.put(0, 0, "This terminal is too small.", TRIED);
        canvas.put(0, 1, &format!("It has {width} x {height}, and {needed} are needed."), CharStyle::PLAIN);
        canvas.put(0, 2, "q quits, --plain prints.", FAINT);
        return canvas;
    };
    let (across, down) = layout.size(&walls);
    let title = watcher.puzzle.about().and_then(|about| about.title.as_deref());
    let end = canvas.put(0, 0, title.unwrap_or("sudoku watch"), CharStyle::PLAIN.bold());
    if let Some(playing) = playing {
        let state = match (watcher.has_ended, playing.on) {
            (true, _) => "■ end",
            (false, true) => "▶ playing",
            (false, false) => "‖ paused",
        };
        canvas.put(end + 3, 0, &format!("{state}  {}", playing.speed), FAINT);
    }
    draw_grid(&mut canvas, watcher, layout, &walls, 1);
    let panel = if is_beside {
        Panel { x: across + 2, y: 1, width: width - across - 2, height: height - 2 }
    } else {
        Panel { x: 0, y: down + 1, width, height: height - down - 2 }
    };
    if playing.is_some_and(|playing| playing.help) {
        panel.draw_help(&mut canvas);
    } else {
        panel.draw(&mut canvas, watcher, is_beside);
    }
    if playing.is_some() {
        let keys = match width {
            0..66 => "space n c s + - ? q",
            _ => "space play   n step   c conflict   s solution   + - speed   ? help   q quit",
        };
        canvas.put(0, height - 1, keys, FAINT);
    }
    canvas
}

/// Part of the screen.
struct Panel {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

/// Keys and their effects.
const HELP: [(&str, &str); 10] = [
    ("space", "play, or pause"),
    ("n  →  enter", "one step"),
    ("d", "on to the next decision"),
    ("c", "on to the next conflict"),
    ("s", "on to the next solution"),
    ("+  -", "faster, slower"),
    ("r", "from the beginning"),
    ("?", "this help"),
    ("q  esc", "quit"),
    ("", "Red goes, green is new, yellow is tried."),
];

impl Panel {
    fn put(&self, canvas: &mut Canvas, row: usize, text: &str, ink: CharStyle) {
        if row < self.height {
            let shown = match text.char_indices().nth(self.width) {
                Some(_) => text.chars().take(self.width - 1).chain(['…']).collect(),
                None => text.to_owned(),
            };
            canvas.put(self.x, self.y + row, &shown, ink);
        }
    }

    fn draw_help(&self, canvas: &mut Canvas) {
        for (row, (keys, what)) in HELP.iter().enumerate() {
            let text = if keys.is_empty() { (*what).to_owned() } else { format!("{keys:<12} {what}") };
            self.put(canvas, row, &text, CharStyle::PLAIN);
        }
    }

    fn draw(&self, canvas: &mut Canvas, watcher: &Watcher, is_beside: bool) {
        let said = watcher.counted();
        let mut row = 0;
        if is_beside {
            for line in said {
                self.put(canvas, row, &line, FAINT);
                row += 1;
            }
            row += 1;
        } else {
            self.put(canvas, 0, &said.join("   "), FAINT);
            row = 1;
        }
        let path: Vec<String> = watcher.path.iter().map(|choice| choice.text(&watcher.puzzle)).collect();
        let mut path = path.join(" › ");
        if path.chars().count() > self.width {
            let left = path.chars().count() - self.width + 1;
            path = std::iter::once('…').chain(path.chars().skip(left)).collect();
        }
        if is_beside || !path.is_empty() {
            self.put(canvas, row, &path, TRIED);
            row += if is_beside { 2 } else { 1 };
        }
        // The latest line is at the bottom, and may take several rows.
        let mut lines: Vec<(String, CharStyle)> = Vec::new();
        for (age, (depth, text, tone)) in watcher.said.iter().rev().enumerate() {
            let ink = match tone {
                LineKind::Plain if age == 0 => CharStyle::PLAIN.bold(),
                LineKind::Plain => FAINT,
                LineKind::Tried => TRIED,
                LineKind::Failed => GONE,
                LineKind::TakenBack => CharStyle::of(180),
                LineKind::Solved => NEW,
            };
            let wrapped = wrapped(text, (*depth).min(6), self.width);
            lines.extend(wrapped.into_iter().rev().map(|line| (line, ink)));
            if lines.len() + row >= self.height {
                break;
            }
        }
        lines.truncate(self.height.saturating_sub(row));
        for (at, (line, ink)) in lines.into_iter().rev().enumerate() {
            self.put(canvas, row + at, &line, ink);
        }
    }
}

/// Wraps a text to a width, with an indent.
fn wrapped(text: &str, indent: usize, width: usize) -> Vec<String> {
    let mut lines = vec![" ".repeat(indent)];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one");
        let is_new = line.trim_start().is_empty();
        if !is_new && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("{}{word}", " ".repeat(indent + 2)));
        } else {
            if !is_new {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

fn draw_grid(canvas: &mut Canvas, watcher: &Watcher, layout: Layout, walls: &Walls, top: usize) {
    let grid = watcher.puzzle.grid();
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    let mut x = 0;
    for column in 0..grid.columns() {
        x += usize::from(walls.left[column]);
        xs.push(x);
        x += layout.width;
    }
    let mut y = top;
    for row in 0..grid.rows() {
        y += usize::from(walls.above[row]);
        ys.push(y);
        y += layout.height;
    }
    xs.push(x + usize::from(walls.left[grid.columns()]));
    ys.push(y + usize::from(walls.above[grid.rows()]));
    for (row, &y) in ys.iter().enumerate() {
        for (column, &x) in xs.iter().enumerate() {
            if row < grid.rows() && walls.left[column] && walls.is_left(watcher, row, column) {
                (0..layout.height).for_each(|line| _ = canvas.put(x - 1, y + line, "│", WALL));
            }
            if column < grid.columns() && walls.above[row] && walls.is_above(watcher, row, column) {
                canvas.put(x, y - 1, &"─".repeat(layout.width), WALL);
            }
            if walls.left[column] && walls.above[row] {
                canvas.put(x - 1, y - 1, corner(watcher, walls, row, column), WALL);
            }
        }
    }
    for cell in 0..grid.rectangle().min(watcher.puzzle.cells().len()) {
        if !grid.is_gap(cell) {
            let (row, column) = (cell / grid.columns(), cell % grid.columns());
            draw_cell(canvas, watcher, layout, cell, xs[column], ys[row], (row + column) % 2 == 1);
        }
    }
}

fn corner(watcher: &Watcher, walls: &Walls, row: usize, column: usize) -> &'static str {
    let up = row > 0 && walls.is_left(watcher, row - 1, column);
    let down = walls.is_left(watcher, row, column);
    let left = column > 0 && walls.is_above(watcher, row, column - 1);
    let right = walls.is_above(watcher, row, column);
    // Index bits: up, down, left, right.
    const CORNERS: [&str; 16] =
        [" ", "─", "─", "─", "│", "┌", "┐", "┬", "│", "└", "┘", "┴", "│", "├", "┤", "┼"];
    CORNERS[[up, down, left, right].iter().fold(0, |walls, &wall| 2 * walls + usize::from(wall))]
}

/// Returns the values that the latest step removed from a cell, and the background of the cell.
fn latest(watcher: &Watcher, cell: usize, shade: bool) -> (Candidates, Option<u8>) {
    let shade = shade.then_some(SHADE);
    let Some(step) = &watcher.latest else { return (Candidates::NONE, shade) };
    let removal = step.removals().iter().find(|removal| removal.cell == cell);
    let gone = removal.map_or(Candidates::NONE, |removal| removal.gone);
    let back = match step {
        Step::Decide { choice, .. } if choice.cell == Some(cell) => Some(TRIED_BACK),
        Step::Refute { choice, .. } if choice.cell == Some(cell) => Some(TRIED_BACK),
        Step::Solution(_) => Some(SOLVED_BACK),
        Step::Conflict { kind, .. } => {
            let is_in = match kind {
                ConflictKind::NoValue(place) => *place == cell,
                ConflictKind::Repeated(_, both) => both.contains(&cell),
                ConflictKind::Violated(cells) => cells.contains(&cell),
                _ => false,
            };
            if is_in { Some(FAILED_BACK) } else { shade }
        }
        _ => shade,
    };
    (gone, back)
}

fn draw_cell(
    canvas: &mut Canvas,
    watcher: &Watcher,
    layout: Layout,
    cell: usize,
    x: usize,
    y: usize,
    shade: bool,
) {
    let symbols = watcher.puzzle.symbols();
    let now = watcher.cells()[cell];
    let (gone, back) = latest(watcher, cell, shade);
    for line in 0..layout.height {
        canvas.put(x, y + line, &" ".repeat(layout.width), CharStyle::PLAIN.on(back));
    }
    let is_tried = watcher.path.iter().any(|choice| choice.cell == Some(cell));
    // Removed candidates stay visible for one step, unless the cell has its value.
    if let Some(value) = watcher.value(cell) {
        let ink = match () {
            () if watcher.puzzle.given(cell).is_some() => GIVEN,
            () if is_tried => TRIED.bold(),
            () if !gone.is_empty() => NEW.bold(),
            () => FOUND.bold(),
        };
        let symbol = symbols.get(value);
        let before = (layout.width - layout.symbol.min(layout.width)) / 2;
        canvas.put(x + before, y + layout.height / 2, symbol, ink.on(back));
        return;
    }
    if layout.height == 1 {
        let shown = now.or(gone);
        let room = layout.width - 1;
        if shown.len() * layout.symbol > room {
            let ink = if gone.is_empty() { WALL } else { GONE };
            canvas.put(x + 1, y, &format!("·{}", now.len()), ink.on(back));
            return;
        }
        let mut at = x + 1;
        for value in shown.iter() {
            let ink = if gone.contains(value) { GONE.struck() } else { MARK };
            at = canvas.put(at, y, symbols.get(value), ink.on(back));
        }
        return;
    }
    let step = layout.symbol + usize::from(layout.symbol > 1);
    for value in now.or(gone).iter() {
        let (row, column) = (usize::from(value) / layout.across, usize::from(value) % layout.across);
        let ink = if gone.contains(value) { GONE.struck() } else { MARK };
        canvas.put(x + 1 + column * step, y + row, symbols.get(value), ink.on(back));
    }
}
