//! What stands on the pages of a book: lines, and rows of pictures.

use super::caption::{Caption, SMALL};
use super::strip::{GAP, Strip};
use super::{Entry, Solution};
use crate::Image;
use crate::files::frame::{Frame, LINE};
use crate::files::line::{Line, wrapped};

/// Sizes of letters, in points.
const CHAPTER: f64 = 16.0;
const PART: f64 = 12.0;
pub(super) const TEXT: f64 = 9.5;
const NUMBER: f64 = 10.0;
/// The room above a heading, and between contents and text.
const ABOVE: f64 = 14.0;
const BESIDE: f64 = 4.0;
/// How much smaller a row may be than its pictures need, and how much larger than one of those that fill a page.
const LEAST: f64 = 0.78;
const MOST: f64 = 1.25;
/// The same for solutions, of which more would fit if they were smaller.
const LEAST_SOLUTION: f64 = 0.95;
/// The most text, as a part of the page, that stays on the page of the puzzles below.
const MOST_TIED: f64 = 0.3;
/// The least height of a row below a heading, as a part of the page.
const LEAST_BELOW: f64 = 0.3;
/// The least height of a picture, relative to the height that it has without text below it.
const LEAST_PICTURE: f64 = 0.55;
/// The most lines below a picture that has others beside it, relative to the height that is wanted for its row.
const MOST_FOOT: f64 = 0.5;
/// The largest width of a solution.
const SOLUTION: f64 = 150.0;

/// A line, or a row of pictures.
pub(super) struct Block {
    pub what: What,
    /// The least height, the one that is wanted, and the greatest.
    pub least: f64,
    pub ideal: f64,
    pub most: f64,
    /// The part of a page that it takes, of rows of which so many belong on one.
    pub share: f64,
    /// The room above it, except at the top of a page.
    pub above: f64,
    /// Whether the next block has to be on the same page.
    pub is_tied: bool,
    /// The chapter that begins with it.
    pub begins: Option<usize>,
}

pub(super) enum What {
    Line(Line),
    Row {
        cells: Vec<Cell>,
        /// The width of a cell.
        wide: f64,
    },
}

/// A picture with what stands above and below it.
pub(super) struct Cell {
    pub number: u64,
    pub caption: Caption,
    /// The lines below the picture.
    pub lines: Vec<String>,
    /// The picture, or why there is none.
    pub picture: Result<Image, String>,
    /// The solution for the next page.
    pub solution: Option<Result<Image, String>>,
}

impl Cell {
    /// A solution of a width.
    pub fn solved((number, picture): Solution, letters: f64, wide: f64) -> Cell {
        let caption = Caption::of(number, "", "", SMALL * letters, wide);
        Cell { number, caption, lines: Vec::new(), picture, solution: None }
    }

    /// The height of what stands below the picture.
    pub fn foot(&self, letters: f64) -> f64 {
        let lines = self.lines.len() as f64 * SMALL * letters * LINE;
        if self.lines.is_empty() { 0.0 } else { lines + BESIDE }
    }
}

/// Blocks that have no page yet.
pub(super) struct Blocks<'a> {
    frame: &'a Frame,
    all: Vec<Block>,
    /// Whether solutions are printed upside down on the next page.
    pub has_strips: bool,
}

impl<'a> Blocks<'a> {
    pub fn new(frame: &'a Frame) -> Blocks<'a> {
        Blocks { frame, all: Vec::new(), has_strips: false }
    }

    /// Takes the blocks, for their pages.
    pub fn take(&mut self) -> Vec<Block> {
        std::mem::take(&mut self.all)
    }

    /// Adds a heading, which stands above something.
    pub fn heading(&mut self, text: &str, is_part: bool, number: Option<usize>) {
        let from = self.all.len();
        let size = if is_part { PART } else { CHAPTER };
        self.lines(text, size, true, 0.0, None);
        self.all[from..].iter_mut().for_each(|block| block.is_tied = true);
        if let Some(first) = self.all.get_mut(from) {
            (first.above, first.begins) = (ABOVE * self.frame.letters, number);
        }
        if let Some(last) = self.all[from..].last_mut() {
            // Room below the letters.
            let height = last.ideal * 1.2;
            (last.least, last.ideal, last.most) = (height, height, height);
        }
    }

    /// Adds paragraphs, a line each. Short text is on the page of the row below it.
    pub fn text(&mut self, text: &str, is_above_row: bool) {
        let begun = self.all.len();
        for paragraph in text.lines() {
            let from = self.all.len();
            self.lines(paragraph, TEXT, false, 0.0, None);
            if let Some(first) = self.all.get_mut(from) {
                first.above = BESIDE;
            }
        }
        let height: f64 = self.all[begun..].iter().map(|block| block.ideal).sum();
        let is_short = height <= MOST_TIED * self.frame.room()[1];
        let tied = if is_short { self.all.len() - begun } else { 1.min(self.all.len() - begun) };
        for block in self.all.iter_mut().rev().take(tied).filter(|_| is_above_row) {
            block.is_tied = true;
        }
    }

    /// Adds a line of the contents.
    pub fn entry(&mut self, text: &str, is_part: bool, chapter: usize) {
        self.lines(text, TEXT, false, if is_part { 2.0 * TEXT } else { 0.0 }, Some(chapter));
    }

    /// Adds a paragraph. Two of its lines at least are on a page.
    fn lines(&mut self, text: &str, size: f64, is_bold: bool, indent: f64, of: Option<usize>) {
        let (text, size) = (text.to_owned(), size * self.frame.letters);
        let lines = Line { text, size, is_bold, indent, of }.wrapped(self.frame.room()[0]);
        let count = lines.len();
        for (at, line) in lines.into_iter().enumerate() {
            let height = line.height();
            let (least, ideal, most) = (height, height, height);
            let is_tied = at + 1 < count && (at == 0 || at + 2 == count);
            let (what, share, above, begins) = (What::Line(line), 0.0, 0.0, None);
            self.all.push(Block { what, least, ideal, most, share, above, is_tied, begins });
        }
    }

    /// The height of what has to stand above the next block on its page.
    fn tied(&self) -> f64 {
        let tied = self.all.iter().rev().take_while(|block| block.is_tied);
        tied.map(|block| block.ideal + block.above).sum()
    }

    /// Adds puzzles in rows. Rules that are too long for a place below the picture follow after the row.
    pub fn puzzles(&mut self, entries: Vec<Entry>, across: usize, down: usize) {
        let ([width, height], letters) = (self.frame.room(), self.frame.letters);
        let wide = (width - (across - 1) as f64 * GAP) / across as f64;
        let turned = entries.iter().take(across * down).filter_map(|entry| entry.solution.as_ref());
        let turned = turned.filter(|_| self.has_strips);
        let room = height - Strip::of(turned, [width, height], letters).map_or(0.0, |strip| strip.room());
        let high = (room - (down - 1) as f64 * GAP) / down as f64;
        let below_heading = (room - self.tied() - GAP).max(room * LEAST_BELOW);
        let most_foot = if across > 1 { high * MOST_FOOT } else { room };
        let mut entries = entries.into_iter().peekable();
        while entries.peek().is_some() {
            let (mut cells, mut after) = (Vec::new(), Vec::new());
            for entry in entries.by_ref().take(across) {
                let lines = entry.rules.iter().flat_map(|rule| wrapped(rule, SMALL * letters, false, wide));
                let mut cell = Cell {
                    number: entry.number,
                    caption: Caption::of(entry.number, &entry.title, &entry.label, NUMBER * letters, wide),
                    lines: lines.collect(),
                    picture: Ok(entry.puzzle),
                    solution: entry.solution,
                };
                let picture = below_heading - cell.caption.height() - wide.min(high) * LEAST_PICTURE;
                if cell.foot(letters) > picture.min(most_foot) {
                    cell.lines.clear();
                    after.push(format!("{}   {}", entry.number, entry.rules.join(" ")));
                }
                cells.push(cell);
            }
            let share = 1.0 / down as f64;
            self.row(Row { cells, wide, high, most_least: below_heading, least: LEAST, share });
            for text in after {
                self.all.last_mut().expect("the row").is_tied = true;
                let from = self.all.len();
                self.lines(&text, SMALL, false, 0.0, None);
                self.all[from].above = BESIDE;
            }
        }
    }

    /// Adds solutions in rows.
    pub fn solutions(&mut self, solutions: Vec<Solution>, across: usize) {
        let ([width, height], letters) = (self.frame.room(), self.frame.letters);
        let fitting = ((width + GAP) / (SOLUTION + GAP)).ceil() as usize;
        let across = if across == 0 { fitting.max(3) } else { across };
        let wide = (width - (across - 1) as f64 * GAP) / across as f64;
        let most_least = (height - self.tied() - GAP).max(height * LEAST_BELOW);
        let mut cells =
            solutions.into_iter().map(|solution| Cell::solved(solution, letters, wide)).peekable();
        while cells.peek().is_some() {
            let cells: Vec<Cell> = cells.by_ref().take(across).collect();
            let high = wide + cells[0].caption.height();
            self.row(Row { cells, wide, high, most_least, least: LEAST_SOLUTION, share: 0.0 });
        }
    }

    fn row(&mut self, row: Row) {
        let Row { cells, wide, high, least, most_least, share } = row;
        let letters = self.frame.letters;
        let around = cells.iter().map(|cell| cell.caption.height() + cell.foot(letters)).fold(0.0, f64::max);
        // A row that is higher than its pictures need can give way to another one.
        let needed = high.min(around + wide);
        let least = (needed * least).max(around + wide.min(high) * LEAST_PICTURE).min(most_least);
        let ideal = high.max(least);
        let what = What::Row { cells, wide };
        let (most, above, is_tied, begins) = (ideal * MOST, GAP, false, None);
        self.all.push(Block { what, least, ideal, most, share, above, is_tied, begins });
    }
}

/// A row in the making.
struct Row {
    cells: Vec<Cell>,
    /// The width of a cell, and the height that is wanted.
    wide: f64,
    high: f64,
    /// The least height, relative to what its pictures need of that, and the most that it may be.
    least: f64,
    most_least: f64,
    share: f64,
}
