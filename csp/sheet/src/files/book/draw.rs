//! Pages of a book as images.

use super::Run;
use super::blocks::{Cell, GAP, LINE, NUMBER, SMALL, What, wrapped};
use super::flow::Sheet;
use crate::files::document::Leaf;
use crate::files::font::Font;
use crate::files::frame::Frame;
use crate::{Image, Look, Pen, Place, at};

pub(super) const INK: &str = "#000";
const GREY: &str = "#555";

/// The number of a puzzle, and its solution or the reason why there is none.
type Solution = (u64, Result<Image, String>);

/// Painter of the pages.
pub(super) struct Painter<'a> {
    pub frame: &'a Frame,
    /// The chapters, each with its page.
    pub heads: &'a [(String, usize)],
}

impl Painter<'_> {
    /// Draws all pages, of which the first has a number.
    pub fn leaves(&self, runs: Vec<Run>, first: usize) -> Vec<Leaf> {
        let mut leaves: Vec<Leaf> = Vec::new();
        for run in runs {
            match run {
                Run::Leaves(drawn) => leaves.extend(drawn),
                Run::Sheets(sheets) => {
                    let mut solutions = Vec::new();
                    for sheet in sheets {
                        leaves.push(self.leaf(sheet, &mut solutions, first + leaves.len()));
                    }
                }
            }
        }
        leaves
    }

    /// Draws a page, and the solutions of the page before; its own take their place.
    fn leaf(&self, sheet: Sheet, solutions: &mut Vec<Solution>, page: usize) -> Leaf {
        let ([left, top], [width, height]) = (self.frame.corner(page), self.frame.room());
        let (mut pen, mut headings) = (Pen::default(), Vec::new());
        let mut own = Vec::new();
        let mut down = top;
        for (block, high, above) in sheet.blocks {
            down += above;
            headings.extend(block.begins.map(|chapter| (self.heads[chapter].0.clone(), down)));
            match block.what {
                What::Line { text, size, is_bold, indent, of } => {
                    let look = Look::filled(INK).size(size);
                    let bold = if is_bold { look.clone().bold() } else { look.clone() };
                    pen.text(at(left + indent, down + size), &text, &bold.left_aligned());
                    if let Some(chapter) = of {
                        let number = self.heads[chapter].1.to_string();
                        pen.text(at(left + width, down + size), &number, &look.right_aligned());
                    }
                }
                What::Row { cells, wide } => {
                    let mut x = left;
                    for cell in cells {
                        own.extend(self.cell(&mut pen, cell, [x, down], [wide, high]));
                        x += wide + GAP;
                    }
                }
            }
            down += high;
        }
        let before = std::mem::replace(solutions, own);
        if sheet.strip > 0.0 && !before.is_empty() {
            let strip = self.strip(before, [width, sheet.strip - GAP]);
            pen.place(strip.turned([left, top + height - sheet.strip + GAP], 1.0));
        }
        self.frame.numbered(page, pen, headings)
    }

    /// Draws solutions side by side.
    fn strip(&self, solutions: Vec<Solution>, [width, height]: Place) -> Image {
        let mut pen = Pen::default();
        let count = solutions.len() as f64;
        let wide = ((width - (count - 1.0) * GAP) / count).min(height);
        let mut x = (width - count * wide - (count - 1.0) * GAP) / 2.0;
        for (number, picture) in solutions {
            let (title, label, lines) = Default::default();
            let cell = Cell { number, title, label, lines, picture, solution: None, is_small: true };
            self.cell(&mut pen, cell, [x, 0.0], [wide, height]);
            x += wide + GAP;
        }
        pen.image(at(0.0, 0.0), at(width, height))
    }

    /// Draws a picture with what stands above and below it, as large as the room allows. Returns its solution.
    fn cell(&self, pen: &mut Pen, cell: Cell, [left, top]: Place, [wide, high]: Place) -> Option<Solution> {
        let letters = self.frame.letters;
        let (head, foot) = (cell.head(letters), cell.foot(letters));
        let size = letters * if cell.is_small { SMALL } else { NUMBER };
        let small = SMALL * letters;
        self.cell_head(pen, &cell, [left, top + size], wide, size);
        match cell.picture {
            Ok(image) => {
                let room = (high - head - foot).max(size);
                let scale = (wide / image.size[0]).min(room / image.size[1]);
                let [width, height] = image.size.map(|side| side * scale);
                pen.place(image.placed([left + (wide - width) / 2.0, top + head], scale));
                let look = Look::filled(INK).size(small).left_aligned();
                for (at_line, line) in cell.lines.iter().enumerate() {
                    let baseline = top + head + height + small * LINE * (at_line as f64 + 1.0) + 2.0;
                    pen.text(at(left, baseline), line, &look);
                }
            }
            Err(why) => {
                for (nth, line) in wrapped(&why, small, false, wide).iter().enumerate() {
                    let baseline = top + head + small * LINE * (nth as f64 + 1.0);
                    pen.text(at(left, baseline), line, &Look::filled(INK).size(small).left_aligned());
                }
            }
        }
        Some((cell.number, cell.solution?))
    }

    /// Writes number, title and label in a line, in smaller letters if there is little room.
    fn cell_head(&self, pen: &mut Pen, cell: &Cell, [left, baseline]: Place, wide: f64, size: f64) {
        let number = cell.number.to_string();
        let blank = 0.8;
        let first = Font::of(true).width(&number);
        let width = |text: &str| if text.is_empty() { 0.0 } else { blank + Font::of(false).width(text) };
        let whole = first + width(&cell.title) + width(&cell.label);
        let size = size.min(wide / whole);
        pen.text(at(left, baseline), &number, &Look::filled(INK).size(size).bold().left_aligned());
        let title = at(left + (first + blank) * size, baseline);
        pen.text(title, &cell.title, &Look::filled(INK).size(size).left_aligned());
        pen.text(at(left + wide, baseline), &cell.label, &Look::filled(GREY).size(size).right_aligned());
    }
}
