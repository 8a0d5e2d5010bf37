//! Pages of a book as images.

use super::Solution;
use super::blocks::{Block, Cell, What};
use super::caption::SMALL;
use super::making::{Laid, Page};
use super::strip::{GAP, Strip};
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
    pub fn leaves(&self, pages: Vec<Page>, first: usize) -> Vec<Leaf> {
        let mut solutions = Vec::new();
        (first..).zip(pages).map(|(number, page)| self.leaf(page, &mut solutions, number)).collect()
    }

    /// Draws a page, and the solutions of the page before; its own take their place.
    fn leaf(&self, page: Page, solutions: &mut Vec<Solution>, number: usize) -> Leaf {
        let ([left, top], [width, height]) = (self.frame.corner(number), self.frame.room());
        let (mut pen, mut headings) = (Pen::default(), Vec::new());
        let mut own = Vec::new();
        for part in page.parts {
            match part {
                Laid::Blocks(below, blocks) => {
                    headings.extend(self.blocks(&mut pen, &mut own, blocks, [left, top + below]));
                }
                Laid::Columns(drawn) => {
                    pen.add(drawn.pen);
                    headings.extend(drawn.headings);
                }
            }
        }
        let before = std::mem::replace(solutions, own);
        if let Some(strip) = page.strip {
            let turned = self.strip(before, strip, width);
            pen.place(turned.turned([left, top + height - strip.height], 1.0));
        }
        self.frame.numbered(number, pen, headings)
    }

    /// Draws blocks from a place on, and gathers their solutions. Returns their headings.
    fn blocks(
        &self,
        pen: &mut Pen,
        own: &mut Vec<Solution>,
        blocks: Vec<(Block, f64, f64)>,
        [left, mut down]: Place,
    ) -> Vec<(String, f64)> {
        let mut headings = Vec::new();
        for (block, high, above) in blocks {
            down += above;
            headings.extend(block.begins.map(|chapter| (self.heads[chapter].0.clone(), down)));
            match block.what {
                What::Line(line) => {
                    line.draw(pen, [left, down], self.frame.room()[0], |chapter| self.heads[chapter].1);
                }
                What::Row { cells, wide } => {
                    let mut x = left;
                    for cell in cells {
                        own.extend(self.cell(pen, cell, [x, down], [wide, high]));
                        x += wide + GAP;
                    }
                }
            }
            down += high;
        }
        headings
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
