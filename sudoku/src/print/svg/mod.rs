//! Images of puzzles.

mod between;
mod cells;
mod digits;
mod layout;
mod lines;
mod outline;
mod outside;
mod palette;
mod roles;
mod sketches;

use sheet::{Image, Look, Path, Pen, Point, at, words};

pub use palette::{dark, dark_style};

use digits::Places;
use layout::{CellLayout, Segment, Window};
use roles::Painter;

use super::loose;
use crate::candidates::Candidates;
use crate::print::roles::Roles;
use crate::puzzle::Puzzle;
use crate::rules::mark::{Mark, Weight};

/// A picture of a puzzle.
///
/// ```
/// use sudoku::Puzzle;
/// use sudoku::print::{Drawing, Mark};
///
/// let puzzle: Puzzle = "12..34..........".parse()?;
/// let marks = [Mark::Cage { cells: vec![10, 11, 14], label: "7".into() }, Mark::Note("Anti-knight".into())];
/// let svg = Drawing::of(&puzzle).marks(&marks).draw();
/// assert!(svg.contains(">7</text>") && svg.contains(">Anti-knight</text>"));
/// # Ok::<(), sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    puzzle: &'a Puzzle,
    marks: &'a [Mark],
    solution: Option<&'a [u8]>,
    candidates: Option<&'a [Candidates]>,
    has_words: bool,
    has_title: bool,
    placed: Option<&'a [Option<u8>]>,
    roles: Option<&'a Roles>,
    /// The part that is shown, if it is not the whole.
    window: Option<Window>,
}

impl<'a> Drawing<'a> {
    /// The length of a cell's side in units of the image.
    pub const SCALE: f64 = 64.0;

    /// A picture of the puzzle and its title.
    pub fn of(puzzle: &'a Puzzle) -> Drawing<'a> {
        Drawing {
            puzzle,
            marks: &[],
            solution: None,
            candidates: None,
            has_words: true,
            has_title: true,
            placed: None,
            roles: None,
            window: None,
        }
    }

    /// Adds the marks of clues.
    pub fn marks(mut self, marks: &'a [Mark]) -> Drawing<'a> {
        self.marks = marks;
        self
    }

    /// Adds the digits of a solution in another colour than the givens, and the borders of regions that are to be found.
    /// Values of cells beside the grid are listed below it.
    pub fn solution(mut self, solution: &'a [u8]) -> Drawing<'a> {
        self.solution = Some(solution);
        self
    }

    /// Adds candidates in small letters to cells that have neither a given nor a value of the solution.
    pub fn candidates(mut self, candidates: &'a [Candidates]) -> Drawing<'a> {
        self.candidates = Some(candidates);
        self
    }

    /// Adds digits that were placed on the way to the solution. Candidates are then small even if they are alone.
    pub fn placed(mut self, placed: &'a [Option<u8>]) -> Drawing<'a> {
        self.placed = Some(placed);
        self
    }

    /// Adds the reason and the conclusion of a step.
    pub fn roles(mut self, roles: &'a Roles) -> Drawing<'a> {
        self.roles = Some(roles);
        self
    }

    /// Leaves out the texts above the grid.
    pub fn without_title(mut self) -> Drawing<'a> {
        self.has_title = false;
        self
    }

    /// Leaves out the texts above and below the grid.
    pub fn without_words(mut self) -> Drawing<'a> {
        self.has_words = false;
        self
    }

    /// Draws the image and returns it as the text of an SVG file.
    pub fn draw(&self) -> String {
        self.image().svg()
    }

    /// Draws the image.
    pub fn image(&self) -> Image {
        let mut layout = CellLayout::of(&self.puzzle.grid);
        if let Some(solution) = self.solution {
            layout.divide(&self.puzzle.grid, solution);
        }
        let roles = self.roles.map(|roles| roles.shown(|cell| layout.shows(cell)));
        let window = roles.as_ref().and_then(|roles| {
            let outside = roles.clues.iter().any(|mark| matches!(mark, Mark::Outside { .. }));
            let causes = roles.causes.iter().map(|cause| cause.cell);
            let cells: Vec<usize> = roles.cells().into_iter().chain(causes).chain(roles.seconds()).collect();
            // A clue outside the grid is far from some of its cells.
            if outside { None } else { Window::around(&layout, &self.puzzle.grid, &cells) }
        });
        Drawing { roles: roles.as_ref(), window, ..self.clone() }.painted(&layout)
    }

    fn painted(&self, layout: &CellLayout) -> Image {
        let marks = self.marks;
        let mut pen = Pen::default();
        let lines = layout.lines();
        let mut bounds = Bounds::around(&lines.thick);
        let places = Places::new(layout, self);
        let painter = self.roles.map(|roles| Painter::new(layout, roles, &places));
        cells::draw_shades(&mut pen, layout, marks);
        if let Some(painter) = &painter {
            painter.tints(&mut pen);
        }
        let sketches = self.puzzle.about.as_ref().map_or(&[][..], |about| &about.sketches);
        sketches::draw(&mut pen, sketches, false, &mut bounds);
        self.draw_lines(&mut pen, layout);
        draw_segments(&mut pen, &lines.thin, &Look::stroked(palette::GRID, 0.016));
        between::draw_links(&mut pen, layout, marks);
        draw_segments(&mut pen, &lines.thick, &Look::stroked(palette::INK, 0.045).square());
        if let Some(painter) = &painter {
            painter.frames(&mut pen);
        }
        self.draw_cages(&mut pen, layout);
        if let Some(painter) = &painter {
            painter.below(&mut pen);
        }
        places.draw(&mut pen);
        if let Some(painter) = &painter {
            painter.set(&mut pen, |value| self.puzzle.symbols.get(value).to_owned());
            painter.above(&mut pen);
        }
        cells::draw_signs(&mut pen, layout, marks);
        let strong = self.roles.map_or(&[][..], |roles| &roles.clues);
        between::draw(&mut pen, layout, marks, strong);
        sketches::draw(&mut pen, sketches, true, &mut bounds);
        outside::draw(&mut pen, layout, marks, strong, &mut bounds);
        if let Some(window) = self.window {
            bounds = draw_edges(&mut pen, window);
        }
        self.draw_caption(&mut pen, &mut bounds);
        if self.has_words {
            self.draw_words(&mut pen, &mut bounds);
        }
        bounds.image(pen)
    }

    /// Draws lines and pills; beside a step, pale those that it does not use.
    fn draw_lines(&self, pen: &mut Pen, layout: &CellLayout) {
        let Some(roles) = self.roles else { return lines::draw(pen, layout, self.marks, 1.0) };
        let (strong, pale): (Vec<Mark>, Vec<Mark>) =
            self.marks.iter().cloned().partition(|mark| roles.clues.contains(mark));
        lines::draw(pen, layout, &pale, 0.45);
        lines::draw(pen, layout, &strong, 1.5);
    }

    /// Draws cages; beside a step, those that it uses with strong borders.
    fn draw_cages(&self, pen: &mut Pen, layout: &CellLayout) {
        let Some(roles) = self.roles else {
            return cells::draw_cages(pen, layout, self.marks, Weight::Normal);
        };
        let (strong, pale): (Vec<Mark>, Vec<Mark>) =
            self.marks.iter().cloned().partition(|mark| roles.clues.contains(mark));
        cells::draw_cages(pen, layout, &pale, Weight::Thin);
        cells::draw_cages(pen, layout, &strong, Weight::Thick);
    }

    /// Draws the caption of a step below the grid.
    fn draw_caption(&self, pen: &mut Pen, bounds: &mut Bounds) {
        let caption = self.roles.map_or("", |roles| &roles.caption);
        if !caption.is_empty() {
            let size = words::fitting(caption, 0.36, bounds.size().x);
            let baseline = bounds.bottom() + 0.5;
            pen.text(at(bounds.middle(), baseline), caption, &Look::filled(palette::INK).bold().size(size));
            bounds.include(at(bounds.middle(), baseline + 0.12));
        }
    }

    /// Draws title and author above the grid; rules, the values of cells beside the grid and notes below it.
    fn draw_words(&self, pen: &mut Pen, bounds: &mut Bounds) {
        let about = self.puzzle.about.as_ref();
        let above = about.filter(|_| self.has_title);
        let title = above.and_then(|about| about.title.as_deref()).unwrap_or("");
        let byline = above.map_or(String::new(), |about| about.byline());
        let loose = self.solution.map_or(Vec::new(), |solution| loose::list_values(self.puzzle, solution));
        let mut below: Vec<&str> = about.into_iter().flat_map(|about| about.rules()).collect();
        below.extend(loose.iter().map(String::as_str).chain(self.marks.iter().filter_map(note)));
        if title.trim().is_empty() && byline.is_empty() && below.is_empty() {
            return;
        }
        // Larger letters for large pictures, which are displayed at a smaller scale.
        let size = (bounds.size().x * 0.03).max(0.28);
        let large = size * 1.6;
        let widths = below.iter().map(|text| words::width(text) * size);
        let longest = widths.fold(words::width(title) * large, f64::max);
        bounds.widen(longest.min(6.0));
        let middle = bounds.middle();
        let room = bounds.size().x;
        let mut above = |text: &str, size: f64, look: &Look| {
            for line in words::wrapped(text, room / size).iter().rev() {
                let baseline = bounds.top() - size * 0.4;
                pen.text(at(middle, baseline), line, &look.clone().size(size));
                bounds.include(at(middle, baseline - size * 0.85));
            }
        };
        above(&byline, size, &Look::filled(palette::PENCIL));
        above(title, large, &Look::filled(palette::INK).bold());
        pen.group(&Look::filled(palette::INK).size(size), |pen| {
            below.iter().for_each(|text| draw_below(pen, bounds, text, size));
        });
    }
}

/// Draws a paragraph below the picture: a line in the middle, or several that begin at the left.
fn draw_below(pen: &mut Pen, bounds: &mut Bounds, text: &str, size: f64) {
    let lines = words::wrapped(text, bounds.size().x / size);
    let (x, look) = match lines.len() {
        1 => (bounds.middle(), Look::inherited()),
        _ => (bounds.left(), Look::inherited().left_aligned()),
    };
    for (index, line) in lines.iter().enumerate() {
        let gap = if index == 0 { 1.6 } else { 1.3 };
        let baseline = bounds.bottom() + size * (gap - 0.25);
        pen.text(at(x, baseline), line, &look);
        bounds.include(at(x, baseline + size * 0.25));
    }
}

/// Covers what is outside a window, with the numbers of rows and columns beside it, and returns the new bounds.
fn draw_edges(pen: &mut Pen, Window { corner, opposite }: Window) -> Bounds {
    const WIDE: f64 = 0.5;
    // The caption below is on paper, too.
    const LOW: f64 = 1.0;
    let (outer, far) = (corner - at(WIDE, WIDE), opposite + at(WIDE, LOW));
    let paper = Look::filled(palette::PAPER);
    let mut cover = |from: Point, to: Point| {
        pen.path(&Path::around(&[from, at(to.x, from.y), to, at(from.x, to.y)]), &paper);
    };
    let thick = at(0.03, 0.03);
    let (inner, inner_far) = (corner - thick, opposite + thick);
    cover(outer, at(far.x, inner.y));
    cover(at(outer.x, inner_far.y), far);
    cover(outer, at(inner.x, far.y));
    cover(at(inner_far.x, outer.y), far);
    pen.group(&Look::filled(palette::PENCIL), |pen| {
        let (rows, columns) =
            (corner.y as usize..opposite.y as usize, corner.x as usize..opposite.x as usize);
        for row in rows {
            let middle = at(corner.x - 0.26, row as f64 + 0.5);
            words::centred(pen, middle, 0.26, &(row + 1).to_string(), &Look::inherited());
        }
        for column in columns {
            let middle = at(column as f64 + 0.5, corner.y - 0.24);
            words::centred(pen, middle, 0.26, &(column + 1).to_string(), &Look::inherited());
        }
    });
    Bounds { corner: corner - at(0.36, 0.36), opposite }
}

fn note(mark: &Mark) -> Option<&str> {
    match mark {
        Mark::Note(text) => Some(text),
        _ => None,
    }
}

fn draw_segments(pen: &mut Pen, segments: &[Segment], look: &Look) {
    let mut path = Path::default();
    segments.iter().for_each(|segment| path.add(&[segment.from, segment.to]));
    pen.path(&path, look);
}

/// The rectangle of the plane that the drawing occupies.
struct Bounds {
    corner: Point,
    opposite: Point,
}

impl Bounds {
    /// The margin around the drawing.
    const MARGIN: f64 = 0.2;

    fn around(segments: &[Segment]) -> Bounds {
        let corner = segments.first().map_or(at(0.0, 0.0), |segment| segment.from);
        let mut bounds = Bounds { corner, opposite: corner };
        segments.iter().flat_map(|segment| [segment.from, segment.to]).for_each(|end| bounds.include(end));
        bounds
    }

    fn include(&mut self, point: Point) {
        self.corner = at(self.corner.x.min(point.x), self.corner.y.min(point.y));
        self.opposite = at(self.opposite.x.max(point.x), self.opposite.y.max(point.y));
    }

    /// Widens the rectangle to at least this width, evenly on both sides.
    fn widen(&mut self, width: f64) {
        let missing = (width - self.size().x).max(0.0) / 2.0;
        self.corner.x -= missing;
        self.opposite.x += missing;
    }

    fn size(&self) -> Point {
        self.opposite - self.corner
    }

    fn middle(&self) -> f64 {
        (self.corner.x + self.opposite.x) / 2.0
    }

    fn left(&self) -> f64 {
        self.corner.x
    }

    fn top(&self) -> f64 {
        self.corner.y
    }

    fn bottom(&self) -> f64 {
        self.opposite.y
    }

    fn image(&self, pen: Pen) -> Image {
        let margin = at(Bounds::MARGIN, Bounds::MARGIN);
        pen.image(self.corner - margin, self.size() + margin * 2.0).scaled(Drawing::SCALE)
    }
}
