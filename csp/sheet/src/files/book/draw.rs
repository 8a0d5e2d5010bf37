//! Pages of a book as images.

use super::blocks::{Cell, What};
use super::caption::SMALL;
use super::flow::Sheet;
use super::strip::{GAP, Strip};
use super::{Run, Solution};
use crate::files::document::Leaf;
use crate::files::font::Font;
use crate::files::frame::{Frame, INK, LINE};
use crate::files::line::wrapped;
use crate::{Image, Look, Pen, Place, at};

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
                What::Line(line) => line.draw(&mut pen, [left, down], width, |chapter| self.heads[chapter].1),
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
        if let Some(strip) = sheet.strip {
            let turned = self.strip(before, strip, width);
            pen.place(turned.turned([left, top + height - strip.height], 1.0));
        }
        self.frame.numbered(page, pen, headings)
    }

    /// Draws solutions in rows.
    fn strip(&self, solutions: Vec<Solution>, strip: Strip, width: f64) -> Image {
        let mut pen = Pen::default();
        for (nth, solution) in solutions.into_iter().enumerate() {
            let cell = Cell::solved(solution, self.frame.letters, strip.size[0]);
            self.cell(&mut pen, cell, strip.place(nth, width), strip.size);
        }
        pen.image(at(0.0, 0.0), at(width, strip.height))
    }

    /// Draws a picture with what stands above and below it, as large as the room allows. Returns its solution.
    fn cell(&self, pen: &mut Pen, cell: Cell, [left, top]: Place, [wide, high]: Place) -> Option<Solution> {
        let letters = self.frame.letters;
        let foot = cell.foot(letters);
        let small = SMALL * letters;
        let look = Look::filled(INK).size(small).left_aligned();
        let Cell { number, caption, lines, picture, solution } = cell;
        let head = caption.height();
        match picture {
            Ok(image) => {
                let room = (high - head - foot).max(small);
                let scale = (wide / image.size[0]).min(room / image.size[1]);
                let [width, height] = image.size.map(|side| side * scale);
                let corner = left + (wide - width) / 2.0;
                // The words above are as wide as the picture, if they have room there.
                let (from, along) = if caption.fits(width) { (corner, width) } else { (left, wide) };
                caption.draw(pen, [from, top], along);
                pen.place(image.placed([corner, top + head], scale));
                let widest = lines.iter().map(|line| Font::of(false).width(line) * small).fold(0.0, f64::max);
                let left = if widest <= width { corner } else { left };
                for (nth, line) in lines.iter().enumerate() {
                    let baseline = top + head + height + small * LINE * (nth as f64 + 1.0) + 2.0;
                    pen.text(at(left, baseline), line, &look);
                }
            }
            Err(why) => {
                caption.draw(pen, [left, top], wide);
                for (nth, line) in wrapped(&why, small, false, wide).iter().enumerate() {
                    pen.text(at(left, top + head + small * LINE * (nth as f64 + 1.0)), line, &look);
                }
            }
        }
        Some((number, solution?))
    }
}
