//! Images and their elements.

use crate::{Look, Path, Place};

/// A rectangle of the plane with the elements on it, from back to front.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The upper left corner.
    pub corner: Place,
    /// Width and height.
    pub size: Place,
    /// Whether viewers show a unit as a pixel; otherwise the image fills the place that it is given.
    pub is_in_pixels: bool,
    /// The colour behind the elements. Pages of documents are white.
    pub paper: String,
    /// The drawn elements.
    pub elements: Vec<Element>,
}

/// A part of an image.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Element {
    /// Elements with a common look, which their own looks override. An opacity applies to the group as a whole.
    Group(Look, Vec<Element>),
    /// A shape.
    Path(Path, Look),
    /// A circle.
    Circle {
        /// The centre.
        centre: Place,
        /// The radius.
        radius: f64,
        /// The look.
        look: Look,
    },
    /// A line of text.
    Text {
        /// The point of the baseline at which the text is anchored: by its middle, unless the look says otherwise.
        place: Place,
        /// The text.
        text: String,
        /// The look.
        look: Look,
    },
    /// A picture within the picture.
    Placed(Placement, Vec<Element>),
    /// What a viewer tells of the group around this element when it is pointed at. Not drawn.
    Tooltip(String),
}

/// Where a picture within a picture is drawn: its origin at a place, at a scale, and perhaps upside down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The place of the origin.
    pub at: Place,
    /// The length of a unit.
    pub scale: f64,
    /// Whether it is turned by half a circle about its origin.
    pub is_turned: bool,
}

impl Placement {
    /// The unit to the right, and downwards as well, with its sign.
    pub(crate) fn unit(self) -> f64 {
        if self.is_turned { -self.scale } else { self.scale }
    }
}

impl Image {
    /// The image as a part of another one, with its upper left corner at a place.
    pub fn placed(self, [x, y]: Place, scale: f64) -> Element {
        let at = [x - self.corner[0] * scale, y - self.corner[1] * scale];
        Element::Placed(Placement { at, scale, is_turned: false }, self.elements)
    }

    /// The image as a part of another one, upside down, with the upper left corner of its room at a place.
    pub fn turned(self, place: Place, scale: f64) -> Element {
        let at = [0, 1].map(|axis| place[axis] + (self.corner[axis] + self.size[axis]) * scale);
        Element::Placed(Placement { at, scale, is_turned: true }, self.elements)
    }

    /// The image with all lengths multiplied by a factor and rounded to hundredths of the new unit.
    pub fn scaled(mut self, factor: f64) -> Image {
        let length = |length: &mut f64| {
            // Adding 0 turns -0 into 0.
            *length = (*length * factor * 100.0).round() / 100.0 + 0.0;
        };
        [&mut self.corner, &mut self.size].into_iter().flatten().for_each(length);
        self.elements.iter_mut().for_each(|element| element.each_length(&length));
        self
    }

    /// The image with other colours for those that have one, also behind the elements.
    pub fn recoloured(mut self, other: &impl Fn(&str) -> Option<&'static str>) -> Image {
        let change = |colour: &mut String| {
            if let Some(other) = other(colour) {
                *colour = other.to_owned();
            }
        };
        change(&mut self.paper);
        self.elements.iter_mut().for_each(|element| element.each_colour(&change));
        self
    }

    /// The image of which viewers show a unit as a pixel.
    pub fn in_pixels(self) -> Image {
        Image { is_in_pixels: true, ..self }
    }
}

impl Element {
    fn each_colour(&mut self, change: &impl Fn(&mut String)) {
        match self {
            Element::Placed(_, elements) => {
                elements.iter_mut().for_each(|element| element.each_colour(change))
            }
            Element::Group(look, elements) => {
                look.each_colour(change);
                elements.iter_mut().for_each(|element| element.each_colour(change));
            }
            Element::Path(_, look) | Element::Circle { look, .. } | Element::Text { look, .. } => {
                look.each_colour(change);
            }
            Element::Tooltip(_) => {}
        }
    }

    fn each_length(&mut self, change: &impl Fn(&mut f64)) {
        match self {
            Element::Placed(placement, elements) => {
                placement.at.iter_mut().for_each(change);
                elements.iter_mut().for_each(|element| element.each_length(change));
            }
            Element::Group(look, elements) => {
                look.each_length(change);
                elements.iter_mut().for_each(|element| element.each_length(change));
            }
            Element::Path(path, look) => {
                path.each_length(change);
                look.each_length(change);
            }
            Element::Circle { centre, radius, look } => {
                centre.iter_mut().chain([radius]).for_each(change);
                look.each_length(change);
            }
            Element::Text { place, look, .. } => {
                place.iter_mut().for_each(change);
                look.each_length(change);
            }
            Element::Tooltip(_) => {}
        }
    }
}
