//! Lines of text, and how many things that stand below each other fit into the room of a page.

use super::font::Font;
use super::frame::{INK, LINE};
use crate::{Look, Pen, Place, at, words};

/// A line of a paragraph.
pub(super) struct Line {
    pub text: String,
    pub size: f64,
    pub is_bold: bool,
    pub indent: f64,
    /// The chapter or section whose page is named at the end of the line.
    pub of: Option<usize>,
}

/// Breaks a text into lines of a width, in letters of a size.
pub(super) fn wrapped(text: &str, size: f64, is_bold: bool, width: f64) -> Vec<String> {
    let font = Font::of(is_bold);
    words::wrapped_by(text, width / size, |letter| font.width_of(letter))
}

impl Line {
    /// The room that the number of a page takes, in letters.
    const NUMBER: f64 = 4.0;

    /// Breaks a paragraph that looks like a line into lines of a width. The last one names the page.
    pub fn wrapped(self, width: f64) -> Vec<Line> {
        let Line { text, size, is_bold, indent, of } = self;
        let kept = if of.is_some() { Line::NUMBER * size } else { 0.0 };
        let lines = wrapped(&text, size, is_bold, width - indent - kept);
        let last = lines.len().saturating_sub(1);
        let line = |(at, text)| Line { text, size, is_bold, indent, of: of.filter(|_| at == last) };
        lines.into_iter().enumerate().map(line).collect()
    }

    pub fn height(&self) -> f64 {
        self.size * LINE
    }

    /// Draws the line with its upper left corner at a place, and the number of a page at the end of this width.
    pub fn draw(&self, pen: &mut Pen, [left, top]: Place, width: f64, page: impl Fn(usize) -> usize) {
        let look = Look::filled(INK).size(self.size);
        let bold = if self.is_bold { look.clone().bold() } else { look.clone() };
        pen.text(at(left + self.indent, top + self.size), &self.text, &bold.left_aligned());
        if let Some(of) = self.of {
            pen.text(at(left + width, top + self.size), &page(of).to_string(), &look.right_aligned());
        }
    }
}

/// A thing in a column of things.
pub(super) struct Extent {
    pub height: f64,
    /// The room above it, except at the top of the column.
    pub above: f64,
    /// The part of a column that it takes, of things of which so many belong into one.
    pub share: f64,
    /// Whether the next one has to be in the same column.
    pub is_tied: bool,
}

/// The room that is left of a page: how far below its border it begins, its height, and the part of the page that is taken
/// by things of which so many belong on one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rest {
    pub top: f64,
    pub height: f64,
    pub share: f64,
}

impl Rest {
    /// A page with nothing on it yet.
    pub fn of(height: f64) -> Rest {
        Rest { top: 0.0, height, share: 0.0 }
    }

    /// What is left below things of a height, with some room between.
    pub fn below(self, used: f64, share: f64) -> Rest {
        const APART: f64 = 20.0;
        let used = if used > 0.0 { used + APART } else { 0.0 };
        Rest { top: self.top + used, height: self.height - used, share: self.share + share }
    }

    /// Whether more than so many things fit into it without tearing what is tied.
    pub fn holds(self, opening: usize, extents: impl Iterator<Item = Extent>) -> bool {
        self.counts(extents).0 > opening
    }

    /// The number of things that fit into it without tearing what is tied; at least one.
    pub fn fitting(self, extents: impl Iterator<Item = Extent>) -> usize {
        // What is tied and longer than a column is torn.
        let (whole, torn) = self.counts(extents);
        if whole == 0 { torn } else { whole }
    }

    /// The number of things that fit into it without tearing what is tied, and with it.
    fn counts(self, extents: impl Iterator<Item = Extent>) -> (usize, usize) {
        let (mut used, mut share, mut fits, mut count) = (0.0, self.share, 0, 0);
        for extent in extents {
            used += extent.height + if count == 0 { 0.0 } else { extent.above };
            share += extent.share;
            if used > self.height + 1e-6 || share > 1.0 + 1e-6 {
                return (fits, count.max(1));
            }
            count += 1;
            if !extent.is_tied {
                fits = count;
            }
        }
        (count, count)
    }
}
