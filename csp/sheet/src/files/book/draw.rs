//! Pages of a book as images.

use super::blocks::{Cell, GAP, NUMBER, SMALL, What, wrapped};
use super::flow::Sheet;
use super::{Run, Solution};
use crate::files::document::Leaf;
use crate::files::font::Font;
use crate::files::frame::{Frame, INK, LINE};
use crate::{Image, Look, Pen, Place, at};

const GREY: &str = "#555";

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
        let count = solutions.len();
        // In as many rows as make them largest.
        let size = |rows: usize| -> (usize, Place) {
            let across = count.div_ceil(rows);
            let side = |whole: f64, places: usize| (whole - (places as f64 - 1.0) * GAP) / places as f64;
            (across, [side(width, across), side(height, rows)])
        };
        let least = |rows: &usize| size(*rows).1.into_iter().fold(f64::MAX, f64::min);
        let rows = (1..=count).max_by(|one, other| least(one).total_cmp(&least(other))).unwrap_or(1);
        let (across, [wide, high]) = size(rows);
        let wide = wide.min(high);
        let before = (width - across as f64 * wide - (across as f64 - 1.0) * GAP) / 2.0;
        for (nth, (number, picture)) in solutions.into_iter().enumerate() {
            let (title, label, lines) = Default::default();
            let cell = Cell { number, title, label, lines, picture, solution: None, is_small: true };
            let place = [before + (nth % across) as f64 * (wide + GAP), (nth / across) as f64 * (high + GAP)];
            self.cell(&mut pen, cell, place, [wide, high]);
        }
        pen.image(at(0.0, 0.0), at(width, height))
    }

    /// Draws a picture with what stands above and below it, as large as the room allows. Returns its solution.
    fn cell(&self, pen: &mut Pen, cell: Cell, [left, top]: Place, [wide, high]: Place) -> Option<Solution> {
        let letters = self.frame.letters;
        let (head, foot) = (cell.head(letters), cell.foot(letters));
        let size = letters * if cell.is_small { SMALL } else { NUMBER };
        let small = SMALL * letters;
        let look = Look::filled(INK).size(small).left_aligned();
        let Cell { number, title, label, lines, picture, solution, .. } = cell;
        let caption = Caption { number: number.to_string(), title, label };
        match picture {
            Ok(image) => {
                let room = (high - head - foot).max(size);
                let scale = (wide / image.size[0]).min(room / image.size[1]);
                let [width, height] = image.size.map(|side| side * scale);
                let corner = left + (wide - width) / 2.0;
                // The words above are as wide as the picture, if they have room there.
                let fits = caption.width() * size <= width;
                let (from, along) = if fits { (corner, width) } else { (left, wide) };
                caption.draw(pen, [from, top + size], along, size);
                pen.place(image.placed([corner, top + head], scale));
                let widest = lines.iter().map(|line| Font::of(false).width(line) * small).fold(0.0, f64::max);
                let left = if widest <= width { corner } else { left };
                for (nth, line) in lines.iter().enumerate() {
                    let baseline = top + head + height + small * LINE * (nth as f64 + 1.0) + 2.0;
                    pen.text(at(left, baseline), line, &look);
                }
            }
            Err(why) => {
                caption.draw(pen, [left, top + size], wide, size);
                for (nth, line) in wrapped(&why, small, false, wide).iter().enumerate() {
                    pen.text(at(left, top + head + small * LINE * (nth as f64 + 1.0)), line, &look);
                }
            }
        }
        Some((number, solution?))
    }
}

/// What stands above a picture.
struct Caption {
    number: String,
    title: String,
    label: String,
}

impl Caption {
    /// The room between the parts, in letters.
    const BLANK: f64 = 0.8;

    /// The width in letters of size 1.
    fn width(&self) -> f64 {
        let more = [&self.title, &self.label].into_iter().filter(|text| !text.is_empty());
        let more: f64 = more.map(|text| Caption::BLANK + Font::of(false).width(text)).sum();
        Font::of(true).width(&self.number) + more
    }

    /// Writes it in a line, in smaller letters if there is little room.
    fn draw(&self, pen: &mut Pen, [left, baseline]: Place, wide: f64, size: f64) {
        let size = size.min(wide / self.width());
        let plain = Look::filled(INK).size(size).left_aligned();
        pen.text(at(left, baseline), &self.number, &plain.clone().bold());
        let title = left + (Font::of(true).width(&self.number) + Caption::BLANK) * size;
        pen.text(at(title, baseline), &self.title, &plain);
        let label = Look::filled(GREY).size(size).right_aligned();
        pen.text(at(left + wide, baseline), &self.label, &label);
    }
}
