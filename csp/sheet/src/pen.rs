//! Builder of images.

use crate::{Element, Image, Look, Path, Point};

/// The elements that were drawn so far.
#[derive(Clone, Debug, Default)]
pub struct Pen {
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

    /// Draws a path, unless it is empty.
    pub fn path(&mut self, path: &Path, look: &Look) {
        if !path.is_empty() {
            self.elements.push(Element::Path(path.clone(), look.clone()));
        }
    }

    /// Draws a circle.
    pub fn circle(&mut self, centre: Point, radius: f64, look: &Look) {
        self.elements.push(Element::Circle { centre: centre.into(), radius, look: look.clone() });
    }

    /// Draws a text on a baseline through a point, unless it is empty.
    pub fn text(&mut self, at: Point, text: &str, look: &Look) {
        if !text.is_empty() {
            self.elements.push(Element::Text { place: at.into(), text: text.into(), look: look.clone() });
        }
    }

    /// Draws a picture that has its place.
    pub fn place(&mut self, element: Element) {
        self.elements.push(element);
    }

    /// Draws what another pen has drawn.
    pub fn add(&mut self, other: Pen) {
        self.elements.extend(other.elements);
    }

    /// Sets what a viewer tells of the current group.
    pub fn tooltip(&mut self, text: impl Into<String>) {
        self.elements.push(Element::Tooltip(text.into()));
    }

    /// Returns the image of a part of the plane.
    pub fn image(self, corner: Point, size: Point) -> Image {
        let (corner, size) = (corner.into(), size.into());
        Image { corner, size, is_in_pixels: false, paper: "#fff".into(), elements: self.elements }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at;

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
    fn colours_are_exchanged_everywhere() {
        let mut pen = Pen::default();
        pen.group(&Look::filled("#000"), |pen| {
            pen.text(at(0.0, 0.0), "a", &Look::filled("#123456").border("#fff", 1.0));
        });
        let dark = |colour: &str| match colour {
            "#fff" => Some("#111"),
            "#000" => Some("#eee"),
            _ => None,
        };
        let svg = pen.image(at(0.0, 0.0), at(1.0, 1.0)).recoloured(&dark).svg();
        assert!(svg.contains("height=\"1\" fill=\"#111\"/>\n<g fill=\"#eee\">"), "{svg}");
        assert!(svg.contains("fill=\"#123456\" stroke=\"#111\""), "{svg}");
    }

    #[test]
    fn every_length_is_scaled_and_rounded() {
        let mut pen = Pen::default();
        pen.group(&Look::inherited().size(0.1), |pen| {
            pen.circle(at(0.33333, -0.00001), 0.5, &Look::stroked("#000", 0.02).dashed(0.1, 0.2));
        });
        let image = pen.image(at(-1.0, 0.0), at(2.0, 1.0)).scaled(64.0);
        assert_eq!((image.corner, image.size), ([-64.0, 0.0], [128.0, 64.0]));
        let circle = "<g font-size=\"6.4\">\n<circle cx=\"21.33\" cy=\"0\" r=\"32\" fill=\"none\" stroke=\"#000\" \
                      stroke-width=\"1.28\" stroke-dasharray=\"6.4 12.8\"/>\n</g>\n";
        assert!(image.svg().contains(circle), "{}", image.svg());
    }
}
