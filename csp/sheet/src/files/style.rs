//! The style of an element: its attributes and those of the groups around it, combined.

use crate::{Anchor, Attribute, Element, Look, Place};

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Colour {
    /// Red, green and blue, from 0 to 1.
    pub channels: [f64; 3],
    pub opacity: f64,
}

impl Colour {
    pub const BLACK: Colour = Colour { channels: [0.0; 3], opacity: 1.0 };

    /// Reads a colour, by default white.
    pub fn of_paper(text: &str) -> Colour {
        Colour::parse(text).unwrap_or(Colour { channels: [1.0; 3], opacity: 1.0 })
    }

    /// Reads `#` and three, six or eight hexadecimal digits. Everything else is no colour.
    fn parse(text: &str) -> Option<Colour> {
        let digits =
            text.strip_prefix('#').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        let byte = |shift: u32| f64::from(number >> shift & 255) / 255.0;
        let nibble = |shift: u32| f64::from(number >> shift & 15) / 15.0;
        let colour = match digits.len() {
            3 => Colour { channels: [nibble(8), nibble(4), nibble(0)], opacity: 1.0 },
            6 => Colour { channels: [byte(16), byte(8), byte(0)], opacity: 1.0 },
            8 => Colour { channels: [byte(24), byte(16), byte(8)], opacity: byte(0) },
            _ => return None,
        };
        Some(colour).filter(|colour| colour.opacity > 0.0)
    }

    /// The colour with a part of its opacity.
    pub fn faded(self, opacity: f64) -> Colour {
        Colour { opacity: self.opacity * opacity, ..self }
    }
}

/// The look of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    pub fill: Option<Colour>,
    pub stroke: Option<Colour>,
    pub width: f64,
    pub is_round: bool,
    pub is_square: bool,
    pub dashes: Option<[f64; 2]>,
    pub is_bold: bool,
    pub size: f64,
    pub anchor: Anchor,
    pub runs_upwards: bool,
}

impl Style {
    /// The look of elements without attributes.
    pub const PLAIN: Style = Style {
        fill: Some(Colour::BLACK),
        stroke: None,
        width: 1.0,
        is_round: false,
        is_square: false,
        dashes: None,
        is_bold: false,
        size: 16.0,
        anchor: Anchor::Middle,
        runs_upwards: false,
    };

    /// The directions in which a text runs and its letters point, with the vertical axis downwards.
    pub fn axes(self) -> [Place; 2] {
        if self.runs_upwards { [[0.0, -1.0], [-1.0, 0.0]] } else { [[1.0, 0.0], [0.0, -1.0]] }
    }

    /// Returns the look of an element in a group of this look. The opacity is that of the layer on which the element
    /// has to be drawn as a whole, if its parts overlap. Elements that are not drawn have no look.
    pub fn of(self, element: &Element) -> Option<(Style, Option<f64>)> {
        let (look, is_group) = match element {
            Element::Group(look, _) => (look, true),
            Element::Path(_, look) | Element::Circle { look, .. } | Element::Text { look, .. } => {
                (look, false)
            }
            // Its parts have looks of their own.
            Element::Placed(..) => return Some((self, None)),
            Element::Tooltip(_) => return None,
        };
        let (style, opacity) = self.with(look);
        let overlaps = is_group || style.fill.is_some() && style.stroke.is_some();
        Some(if opacity < 1.0 && overlaps { (style, Some(opacity)) } else { (style.faded(opacity), None) })
    }

    /// Returns the look with the attributes of an element, and the opacity of the element as a whole.
    fn with(mut self, look: &Look) -> (Style, f64) {
        let mut whole = 1.0;
        for attribute in look.attributes() {
            match attribute {
                Attribute::Fill(colour) => self.fill = Colour::parse(colour),
                Attribute::Stroke(colour) => self.stroke = Colour::parse(colour),
                Attribute::StrokeWidth(width) => self.width = *width,
                Attribute::Round => self.is_round = true,
                Attribute::Square => self.is_square = true,
                Attribute::Dashes(dashes) => self.dashes = Some(*dashes),
                Attribute::Opacity(opacity) => whole = *opacity,
                Attribute::Bold => self.is_bold = true,
                Attribute::FontSize(size) => self.size = *size,
                Attribute::Anchor(anchor) => self.anchor = *anchor,
                Attribute::Upwards => self.runs_upwards = true,
            }
        }
        (self, whole)
    }

    /// The look in which fill and border have a part of their opacity, as if they did not overlap.
    fn faded(self, opacity: f64) -> Style {
        let faded = |colour: Option<Colour>| colour.map(|colour| colour.faded(opacity));
        Style { fill: faded(self.fill), stroke: faded(self.stroke), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_hexadecimal() {
        let red = Colour { channels: [1.0, 0.0, 0.0], opacity: 1.0 };
        assert_eq!(Colour::parse("#f00"), Some(red));
        assert_eq!(Colour::parse("#FF0000"), Some(red));
        assert_eq!(Colour::parse("#FF000033"), Some(red.faded(0.2)));
        for none in ["none", "red", "#", "#12", "#12345678f", "#FF000000", "#+ff"] {
            assert_eq!(Colour::parse(none), None, "{none}");
        }
    }
}
