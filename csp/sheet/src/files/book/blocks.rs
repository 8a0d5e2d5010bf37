//! What stands on the pages of a book: lines, and rows of pictures.

use super::{Entry, Solution};
use crate::files::font::Font;
use crate::files::frame::{Frame, LINE};
use crate::{Image, Place, words};

/// Sizes of letters, in points.
const CHAPTER: f64 = 16.0;
const PART: f64 = 12.0;
pub(super) const TEXT: f64 = 9.5;
pub(super) const NUMBER: f64 = 10.0;
pub(super) const SMALL: f64 = 8.0;
/// The room between pictures.
pub(super) const GAP: f64 = 16.0;
/// The room above a heading, and between contents and text.
const ABOVE: f64 = 14.0;
const BESIDE: f64 = 4.0;
/// How much smaller and larger a row may be than one of those that fill a page.
const LEAST: f64 = 0.78;
const MOST: f64 = 1.25;
/// The same for solutions, of which more would fit if they were smaller.
const LEAST_SOLUTION: f64 = 0.95;
/// The most lines of text that stay on the page of the puzzles below.
const MOST_TIED: usize = 12;
/// The least height of a picture, relative to the height that it has without text below it.
const LEAST_PICTURE: f64 = 0.55;
/// The largest width of a solution, and of one that is printed upside down.
const SOLUTION: f64 = 150.0;
const TURNED: f64 = 84.0;

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
    Line {
        text: String,
        size: f64,
        is_bold: bool,
        indent: f64,
        /// The chapter whose page is named at the end of the line.
        of: Option<usize>,
    },
    Row {
        cells: Vec<Cell>,
        /// The width of a cell.
        wide: f64,
    },
}

/// A picture with what stands above and below it.
pub(super) struct Cell {
    pub number: u64,
    pub title: String,
    pub label: String,
    /// The lines below the picture.
    pub lines: Vec<String>,
    /// The picture, or why there is none.
    pub picture: Result<Image, String>,
    /// The solution for the next page.
    pub solution: Option<Result<Image, String>>,
    /// Whether letters are small.
    pub is_small: bool,
}

impl Cell {
    /// The height of what stands above the picture.
    pub fn head(&self, letters: f64) -> f64 {
        letters * if self.is_small { SMALL * 1.4 } else { NUMBER * 1.4 }
    }

    /// The height of what stands below it.
    pub fn foot(&self, letters: f64) -> f64 {
        let lines = self.lines.len() as f64 * SMALL * letters * LINE;
        if self.lines.is_empty() { 0.0 } else { lines + BESIDE }
    }
}

/// Breaks a text into lines of a width.
pub(super) fn wrapped(text: &str, size: f64, is_bold: bool, width: f64) -> Vec<String> {
    let font = Font::of(is_bold);
    words::wrapped_by(text, width / size, |letter| font.width_of(letter))
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

    /// The height of a row of solutions upside down; 0 if there are none.
    pub fn strip(&self) -> f64 {
        if !self.has_strips {
            return 0.0;
        }
        (self.frame.room()[0] / 4.0).min(TURNED) + SMALL * self.frame.letters * 1.4 + GAP
    }

    /// Adds a heading, which stands above something.
    pub fn heading(&mut self, text: &str, is_part: bool, number: Option<usize>) {
        let from = self.all.len();
        let size = if is_part { PART } else { CHAPTER };
        self.lines(text, size, true, 0.0, None);
        for block in &mut self.all[from..] {
            block.is_tied = true;
        }
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
        let count = self.all.len() - begun;
        let tied = if count <= MOST_TIED { count } else { 1 };
        for block in self.all.iter_mut().rev().take(tied).filter(|_| is_above_row) {
            block.is_tied = true;
        }
    }

    /// Adds a line of the contents.
    pub fn entry(&mut self, text: &str, is_part: bool, chapter: usize) {
        self.lines(text, TEXT, false, if is_part { 2.0 * TEXT } else { 0.0 }, Some(chapter));
    }

    fn lines(&mut self, text: &str, size: f64, is_bold: bool, indent: f64, of: Option<usize>) {
        let size = size * self.frame.letters;
        let kept = if of.is_some() { 4.0 * size } else { 0.0 };
        let lines = wrapped(text, size, is_bold, self.frame.room()[0] - indent - kept);
        let (last, height) = (lines.len().saturating_sub(1), size * LINE);
        for (at, text) in lines.into_iter().enumerate() {
            let what = What::Line { text, size, is_bold, indent, of: of.filter(|_| at == last) };
            let (least, ideal, most) = (height, height, height);
            let (share, above, is_tied, begins) = (0.0, 0.0, at < last, None);
            self.all.push(Block { what, least, ideal, most, share, above, is_tied, begins });
        }
    }

    /// Adds puzzles in rows.
    pub fn puzzles(&mut self, entries: Vec<Entry>, across: usize, down: usize) {
        let [width, height] = self.frame.room();
        let wide = (width - (across - 1) as f64 * GAP) / across as f64;
        let size = SMALL * self.frame.letters;
        let cells = entries.into_iter().map(|entry| Cell {
            lines: entry.rules.iter().flat_map(|rule| wrapped(rule, size, false, wide)).collect(),
            number: entry.number,
            title: entry.title,
            label: entry.label,
            picture: Ok(entry.puzzle),
            solution: entry.solution,
            is_small: false,
        });
        let high = (height - self.strip() - (down - 1) as f64 * GAP) / down as f64;
        self.rows(cells.collect(), across, [wide, high], (LEAST, 1.0 / down as f64));
    }

    /// Adds solutions in rows.
    pub fn solutions(&mut self, solutions: Vec<Solution>, across: usize) {
        let width = self.frame.room()[0];
        let fitting = ((width + GAP) / (SOLUTION + GAP)).ceil() as usize;
        let across = if across == 0 { fitting.max(3) } else { across };
        let wide = (width - (across - 1) as f64 * GAP) / across as f64;
        let cells = solutions.into_iter().map(|(number, picture)| Cell {
            number,
            title: String::new(),
            label: String::new(),
            lines: Vec::new(),
            picture,
            solution: None,
            is_small: true,
        });
        let high = wide + SMALL * self.frame.letters * 1.4;
        self.rows(cells.collect(), across, [wide, high], (LEAST_SOLUTION, 0.0));
    }

    fn rows(&mut self, cells: Vec<Cell>, across: usize, [wide, high]: Place, (least, share): (f64, f64)) {
        let letters = self.frame.letters;
        let height = self.frame.room()[1];
        let mut cells = cells.into_iter().peekable();
        while cells.peek().is_some() {
            let cells: Vec<Cell> = cells.by_ref().take(across).collect();
            let around = cells.iter().map(|cell| cell.head(letters) + cell.foot(letters)).fold(0.0, f64::max);
            let picture = wide.min(high);
            let least = (high * least).max(around + picture * LEAST_PICTURE).min(height);
            let ideal = high.max(least);
            let what = What::Row { cells, wide };
            self.all.push(Block {
                what,
                least,
                ideal,
                most: ideal * MOST,
                share,
                above: GAP,
                is_tied: false,
                begins: None,
            });
        }
    }
}
