//! The paper of a document: borders, page numbers, and marks to cut by. All lengths are in points.

use super::document::Leaf;
use crate::{Look, Path, Pen, Place, at};

/// The colour of letters.
pub(super) const INK: &str = "#000";
/// The height of a line, relative to its letters.
pub(super) const LINE: f64 = 1.3;
/// The size of the numbers of pages.
const SMALL: f64 = 8.0;
/// The length of a mark, and its distance from the cut.
const MARK: f64 = 14.0;
const APART: f64 = 6.0;
const HAIR: f64 = 0.3;

/// The paper of a document, and the empty borders of its pages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Width and height of the cut page.
    pub paper: Place,
    /// The border at which pages are bound: on the left of odd pages, on the right of even ones.
    pub inner: f64,
    /// The border on the other side.
    pub outer: f64,
    /// The border above.
    pub top: f64,
    /// The border below, in which the number of the page stands.
    pub bottom: f64,
    /// How far colours are printed beyond the cut.
    pub bleed: f64,
    /// Whether there are marks to cut by, outside of the page.
    pub has_marks: bool,
    /// The size of letters, relative to that of ordinary print.
    pub letters: f64,
}

impl Frame {
    /// The border of pages that are not bound.
    pub const BORDER: f64 = 36.0;

    /// Pages of this size with equal borders.
    pub const fn of(paper: Place) -> Frame {
        let border = Frame::BORDER;
        let (inner, outer, top, bottom) = (border, border, border, border);
        Frame { paper, inner, outer, top, bottom, bleed: 0.0, has_marks: false, letters: 1.0 }
    }

    /// Width and height of what can be printed on.
    pub fn room(&self) -> Place {
        [self.paper[0] - self.inner - self.outer, self.paper[1] - self.top - self.bottom]
    }

    /// The upper left corner of what can be printed on.
    pub fn corner(&self, page: usize) -> Place {
        [if page % 2 == 1 { self.inner } else { self.outer }, self.top]
    }

    /// Makes a page of what was drawn.
    pub fn leaf(&self, pen: Pen, headings: Vec<(String, f64)>) -> Leaf {
        let [width, height] = self.paper;
        let marks = if self.has_marks { APART.max(self.bleed) + MARK } else { 0.0 };
        let around = marks.max(self.bleed);
        let mut whole = pen;
        if self.has_marks {
            self.mark(&mut whole);
        }
        let size = at(width + 2.0 * around, height + 2.0 * around);
        let image = whole.image(at(-around, -around), size);
        Leaf { image, trim: self.paper, bleed: self.bleed, headings }
    }

    /// The same with the number of the page below.
    pub fn numbered(&self, page: usize, mut pen: Pen, headings: Vec<(String, f64)>) -> Leaf {
        let [left, _] = self.corner(page);
        let size = SMALL * self.letters;
        let foot = at(left + self.room()[0] / 2.0, self.paper[1] - self.bottom / 2.0);
        pen.text(foot, &page.to_string(), &Look::filled("#000").size(size));
        self.leaf(pen, headings)
    }

    /// Draws the marks of the four corners.
    fn mark(&self, pen: &mut Pen) {
        let [width, height] = self.paper;
        let from = APART.max(self.bleed);
        let look = Look::stroked("#000", HAIR);
        for (x, right) in [(0.0, -1.0), (width, 1.0)] {
            for (y, down) in [(0.0, -1.0), (height, 1.0)] {
                let level = [at(x + right * from, y), at(x + right * (from + MARK), y)];
                let upright = [at(x, y + down * from), at(x, y + down * (from + MARK))];
                [level, upright].iter().for_each(|line| pen.path(&Path::through(line), &look));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Element;

    #[test]
    fn pages_are_bound_on_alternate_sides() {
        let frame = Frame { inner: 60.0, outer: 30.0, ..Frame::of([300.0, 400.0]) };
        assert_eq!((frame.corner(1), frame.corner(2)), ([60.0, 36.0], [30.0, 36.0]));
        assert_eq!(frame.room(), [210.0, 328.0]);
    }

    #[test]
    fn marks_are_outside_of_the_page_and_of_the_bleed() {
        let frame = Frame { bleed: 8.0, has_marks: true, ..Frame::of([300.0, 400.0]) };
        let leaf = frame.numbered(7, Pen::default(), Vec::new());
        assert_eq!((leaf.image.corner, leaf.image.size), ([-22.0, -22.0], [344.0, 444.0]));
        assert_eq!(leaf.cut().size, [300.0, 400.0]);
        let lines = leaf.image.elements.iter().filter(|element| matches!(element, Element::Path(..)));
        assert_eq!(lines.count(), 8);
        let texts: Vec<&str> = leaf
            .image
            .elements
            .iter()
            .filter_map(|element| match element {
                Element::Text { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(texts, ["7"]);
    }
}
