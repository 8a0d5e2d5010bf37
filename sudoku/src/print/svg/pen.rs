//! Builder of images from lengths in cells.

use super::point::Point;
use crate::print::image::{Anchor, Attribute, Element, Image, Look, Path, Place, Step};

/// The length of a cell's side in units of the image.
pub(super) const SCALE: f64 = 64.0;

/// A length in units of the image, rounded to a hundredth.
fn scaled(length: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    (length * SCALE * 100.0).round() / 100.0 + 0.0
}

fn place(point: Point) -> Place {
    [scaled(point.x), scaled(point.y)]
}

impl Look {
    /// The look of the group that contains the element.
    pub(super) fn inherited() -> Look {
        Look::default()
    }

    /// A filled shape without a border.
    pub(super) fn filled(color: &str) -> Look {
        Look::inherited().with(Attribute::Fill(color.into()))
    }

    /// A stroke without filling.
    pub(super) fn stroked(color: &str, width: f64) -> Look {
        Look::filled("none").border(color, width)
    }

    /// Adds a border.
    pub(super) fn border(self, color: &str, width: f64) -> Look {
        self.with(Attribute::Stroke(color.into())).with(Attribute::StrokeWidth(scaled(width)))
    }

    /// Rounds ends and corners.
    pub(super) fn round(self) -> Look {
        self.with(Attribute::Round)
    }

    /// Extends the ends by half the width.
    pub(super) fn square(self) -> Look {
        self.with(Attribute::Square)
    }

    /// Makes the stroke dashed.
    pub(super) fn dashed(self, dash: f64, gap: f64) -> Look {
        self.with(Attribute::Dashes([scaled(dash), scaled(gap)]))
    }

    /// Sets the opacity.
    pub(super) fn opacity(self, opacity: f64) -> Look {
        self.with(Attribute::Opacity(opacity))
    }

    /// Makes letters bold.
    pub(super) fn bold(self) -> Look {
        self.with(Attribute::Bold)
    }

    /// Sets the size of letters.
    pub(super) fn size(self, size: f64) -> Look {
        self.with(Attribute::FontSize(scaled(size)))
    }

    /// Aligns texts by their left end instead of their centre.
    pub(super) fn left_aligned(self) -> Look {
        self.with(Attribute::Anchor(Anchor::Start))
    }

    /// Aligns texts by their right end instead of their centre.
    pub(super) fn right_aligned(self) -> Look {
        self.with(Attribute::Anchor(Anchor::End))
    }

    fn with(mut self, attribute: Attribute) -> Look {
        self.attributes.push(attribute);
        self
    }
}

impl Path {
    /// A path through these points.
    pub(super) fn through(points: &[Point]) -> Path {
        let mut path = Path::default();
        path.add(points);
        path
    }

    /// A closed path through these points.
    pub(super) fn around(points: &[Point]) -> Path {
        let mut path = Path::through(points);
        path.close();
        path
    }

    /// Adds a separate stroke.
    pub(super) fn add(&mut self, points: &[Point]) {
        let Some((&first, rest)) = points.split_first() else { return };
        self.steps.push(Step::Move(place(first)));
        if rest.is_empty() {
            // A stroke of length 0 is a dot, if its ends are round.
            self.line(first);
        }
        rest.iter().for_each(|&point| self.line(point));
    }

    /// Adds a straight line to a point, or begins the path there if it is empty.
    pub(super) fn line(&mut self, to: Point) {
        let to = place(to);
        self.steps.push(if self.steps.is_empty() { Step::Move(to) } else { Step::Line(to) });
    }

    /// Adds a clockwise arc of at most half a circle to a point.
    pub(super) fn arc(&mut self, radius: f64, to: Point) {
        self.steps.push(Step::Arc { radius: scaled(radius), to: place(to) });
    }

    /// Closes the current stroke.
    pub(super) fn close(&mut self) {
        if !self.steps.is_empty() {
            self.steps.push(Step::Close);
        }
    }
}

/// The elements that were drawn so far.
#[derive(Default)]
pub(super) struct Pen {
    elements: Vec<Element>,
}

impl Pen {
    /// Draws a group of elements with a common look. An empty group is left out.
    pub fn group(&mut self, look: &Look, draw: impl FnOnce(&mut Pen)) {
        let mut inner = Pen::default();
        draw(&mut inner);
        if !inner.elements.is_empty() {
            self.elements.push(Element::Group(look.clone(), inner.elements));
        }
    }

    pub fn path(&mut self, path: &Path, look: &Look) {
        if !path.steps.is_empty() {
            self.elements.push(Element::Path(path.clone(), look.clone()));
        }
    }

    pub fn circle(&mut self, centre: Point, radius: f64, look: &Look) {
        let (centre, radius) = (place(centre), scaled(radius));
        self.elements.push(Element::Circle { centre, radius, look: look.clone() });
    }

    /// Draws a text on a baseline through a point.
    pub fn text(&mut self, at: Point, text: &str, look: &Look) {
        if !text.is_empty() {
            self.elements.push(Element::Text { place: place(at), text: text.into(), look: look.clone() });
        }
    }

    /// Returns the image of a part of the plane.
    pub fn image(self, corner: Point, size: Point) -> Image {
        Image { corner: place(corner), size: place(size), elements: self.elements }
    }
}

#[cfg(test)]
mod tests {
    use super::super::point::at;
    use super::*;

    #[test]
    fn empty_groups_are_left_out() {
        let mut pen = Pen::default();
        pen.group(&Look::filled("red"), |pen| {
            pen.text(at(1.0, 1.0), "", &Look::inherited());
            pen.path(&Path::around(&[]), &Look::inherited());
        });
        assert_eq!(pen.elements, []);
    }

    #[test]
    fn paths_are_in_units_of_the_image() {
        let mut path = Path::around(&[at(0.0, -0.0), at(1.0, 0.5)]);
        path.add(&[at(0.33333, 1.0)]);
        path.arc(0.5, at(1.0, 1.0));
        assert_eq!(path.to_string(), "M0 0L64 32ZM21.33 64L21.33 64A32 32 0 0 1 64 64");
    }
}
