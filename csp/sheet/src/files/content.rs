//! Images in operators of PDF.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use miniz_oxide::deflate::compress_to_vec_zlib;
use zeno::{Command, Point};

use super::font::Font;
use super::shape;
use super::style::{Colour, Style};
use crate::{Element, Image, Place, Placement, direction};

/// The effort of compression, of 10.
const EFFORT: u8 = 6;

/// The resources of the document that a content uses.
#[derive(Clone, Debug, Default)]
pub(super) struct Used {
    /// Letters, and whether they are bold.
    pub letters: BTreeSet<(bool, char)>,
    /// Opacities in thousandths.
    pub opacities: BTreeSet<u16>,
}

impl Used {
    pub fn add(&mut self, more: &Used) {
        self.letters.extend(&more.letters);
        self.opacities.extend(&more.opacities);
    }
}

/// Operators, and contents that they draw as a whole.
#[derive(Debug)]
pub(super) struct Content {
    pub stream: Vec<u8>,
    pub groups: Vec<Content>,
    /// The corners of what it may draw on.
    pub bounds: [Place; 2],
}

impl Content {
    /// Returns the operators of an image on a page of its size, whose vertical axis points upwards, and what they use.
    ///
    /// Names do not depend on the document: a font is named by its weight and the first digits of its letters' numbers,
    /// an opacity by its thousandths.
    pub fn of(image: &Image) -> (Content, Used) {
        let ([left, top], [width, height]) = (image.corner, image.size);
        let mut writer = ContentWriter::new([image.corner, [left + width, top + height]]);
        numbers(&mut writer.operators, [1.0, 0.0, 0.0, -1.0, -left, top + height]);
        writer.operators.push_str("cm\n");
        writer.draw_all(&image.elements, Style::PLAIN);
        writer.finish()
    }
}

/// Compresses a stream.
pub(super) fn packed(stream: &[u8]) -> Vec<u8> {
    compress_to_vec_zlib(stream, EFFORT)
}

/// Writes a length without needless digits.
pub(super) fn number(to: &mut String, value: f64) {
    let from = to.len();
    let _ = write!(to, "{value:.3}");
    let kept = to[from..].trim_end_matches('0').trim_end_matches('.').len();
    to.truncate(from + kept);
    if &to[from..] == "-0" {
        to.replace_range(from.., "0");
    }
    to.push(' ');
}

fn numbers(to: &mut String, values: impl IntoIterator<Item = f64>) {
    values.into_iter().for_each(|value| number(to, value));
}

/// Writes an outline.
pub(super) fn outline(to: &mut String, outline: &[Command]) {
    let mut last = Point::ZERO;
    let pair = |point: Point| [f64::from(point.x), f64::from(point.y)];
    for command in outline {
        last = match *command {
            Command::MoveTo(end) => {
                numbers(to, pair(end));
                to.push_str("m\n");
                end
            }
            Command::LineTo(end) => {
                numbers(to, pair(end));
                to.push_str("l\n");
                end
            }
            // PDF has cubic curves only.
            Command::QuadTo(control, end) => {
                let toward = |from: Point| from + (control - from) * (2.0 / 3.0);
                numbers(to, [toward(last), toward(end), end].into_iter().flat_map(pair));
                to.push_str("c\n");
                end
            }
            Command::CurveTo(first, second, end) => {
                numbers(to, [first, second, end].into_iter().flat_map(pair));
                to.push_str("c\n");
                end
            }
            // Shapes move after closing, so the place where the part began is not needed.
            Command::Close => {
                to.push_str("h\n");
                last
            }
        };
    }
}

/// Writer of operators.
#[derive(Debug)]
struct ContentWriter {
    operators: String,
    groups: Vec<Content>,
    used: Used,
    bounds: [Place; 2],
}

impl ContentWriter {
    fn new(bounds: [Place; 2]) -> ContentWriter {
        ContentWriter { operators: String::new(), groups: Vec::new(), used: Used::default(), bounds }
    }

    fn finish(self) -> (Content, Used) {
        let stream = packed(self.operators.as_bytes());
        (Content { stream, groups: self.groups, bounds: self.bounds }, self.used)
    }

    fn draw_all(&mut self, elements: &[Element], style: Style) {
        elements.iter().for_each(|element| self.draw(element, style));
    }

    fn draw(&mut self, element: &Element, around: Style) {
        let Some((style, layer)) = around.of(element) else { return };
        if let Some(opacity) = layer {
            let mut inner = ContentWriter::new(self.bounds);
            inner.draw_in(element, style);
            let (content, used) = inner.finish();
            self.used.add(&used);
            self.opaque(opacity, |writer| {
                let _ = writeln!(writer.operators, "/G{} Do", writer.groups.len());
            });
            self.groups.push(content);
        } else {
            self.draw_in(element, style);
        }
    }

    /// Draws an element in its own style.
    fn draw_in(&mut self, element: &Element, style: Style) {
        match element {
            Element::Group(_, elements) => self.draw_all(elements, style),
            Element::Placed(placement, elements) => self.placed(*placement, elements, style),
            Element::Path(path, _) => self.fill_and_stroke(&shape::path(path), style),
            Element::Circle { centre, radius, .. } => {
                self.fill_and_stroke(&shape::circle(*centre, *radius), style);
            }
            Element::Text { place, text, .. } => {
                let font = Font::of(style.is_bold);
                if style.stroke.is_some() {
                    self.fill_and_stroke(&font.outlines(text, style, *place), style);
                } else if let Some(colour) = style.fill {
                    self.opaque(colour.opacity, |writer| {
                        writer.fill_with(colour);
                        writer.letters(text, style, font.start(text, style, *place), style.axes());
                    });
                }
            }
            Element::Tooltip(_) => {}
        }
    }

    /// Draws a picture within the picture.
    fn placed(&mut self, placement: Placement, elements: &[Element], style: Style) {
        let ([x, y], unit) = (placement.at, placement.unit());
        let _ = writeln!(self.operators, "q {unit:.5} 0 0 {unit:.5} {x:.2} {y:.2} cm");
        let around = self.bounds;
        let inner = around.map(|[right, down]| [(right - x) / unit, (down - y) / unit]);
        self.bounds = if unit < 0.0 { [inner[1], inner[0]] } else { inner };
        self.draw_all(elements, style);
        self.bounds = around;
        self.operators.push_str("Q\n");
    }

    /// Draws with an opacity.
    fn opaque(&mut self, opacity: f64, draw: impl FnOnce(&mut Self)) {
        if opacity >= 1.0 {
            return draw(self);
        }
        let thousandths = (opacity.max(0.0) * 1000.0).round() as u16;
        self.used.opacities.insert(thousandths);
        let _ = writeln!(self.operators, "q /A{thousandths} gs");
        draw(self);
        self.operators.push_str("Q\n");
    }

    fn fill_with(&mut self, colour: Colour) {
        numbers(&mut self.operators, colour.channels);
        self.operators.push_str("rg\n");
    }

    fn fill_and_stroke(&mut self, shape: &[Command], style: Style) {
        if let Some(colour) = style.fill {
            self.opaque(colour.opacity, |writer| {
                writer.fill_with(colour);
                outline(&mut writer.operators, shape);
                writer.operators.push_str("f\n");
            });
        }
        if let Some(colour) = style.stroke {
            self.opaque(colour.opacity, |writer| {
                writer.stroke_with(colour, style);
                outline(&mut writer.operators, shape);
                writer.operators.push_str("S\n");
            });
        }
    }

    fn stroke_with(&mut self, colour: Colour, style: Style) {
        let to = &mut self.operators;
        numbers(to, colour.channels);
        to.push_str("RG ");
        number(to, style.width);
        let cap = if style.is_round {
            1
        } else if style.is_square {
            2
        } else {
            0
        };
        let _ = write!(to, "w {cap} J {} j [", u8::from(style.is_round));
        numbers(to, style.dashes.into_iter().flatten());
        to.push_str("] 0 d\n");
    }

    /// Writes letters from a place on, in the direction of the first axis.
    fn letters(&mut self, text: &str, style: Style, from: Place, [right, up]: [Place; 2]) {
        let to = &mut self.operators;
        to.push_str("BT ");
        numbers(to, [right, up, from].into_iter().flatten());
        to.push_str("Tm");
        let mut font = None;
        for letter in direction::visual(text).chars() {
            self.used.letters.insert((style.is_bold, letter));
            let number_of_font = u32::from(letter) >> 8;
            if font != Some(number_of_font) {
                to.push_str(if font.is_some() { "> Tj /F" } else { " /F" });
                let _ = write!(to, "{}{number_of_font:X} ", u8::from(style.is_bold));
                number(to, style.size);
                to.push_str("Tf <");
                font = Some(number_of_font);
            }
            let _ = write!(to, "{:02X}", u32::from(letter) & 255);
        }
        to.push_str(if font.is_some() { "> Tj ET\n" } else { " ET\n" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let mut text = String::new();
        numbers(&mut text, [1.0, -0.0001, 0.5, -12.3456, 100.0]);
        assert_eq!(text, "1 0 0.5 -12.346 100 ");
    }

    #[test]
    fn letters_are_two_digits_each_in_the_font_of_their_block() {
        let mut writer = ContentWriter::new([[0.0; 2], [100.0; 2]]);
        let (size, is_bold) = (10.0, true);
        let style = Style { size, is_bold, ..Style::PLAIN };
        writer.letters("1→", style, [5.0, 6.0], style.axes());
        assert_eq!(writer.operators, "BT 1 0 0 -1 5 6 Tm /F10 10 Tf <31> Tj /F121 10 Tf <92> Tj ET\n");
        assert_eq!(writer.used.letters, BTreeSet::from([(true, '1'), (true, '→')]));
        let mut writer = ContentWriter::new([[0.0; 2], [100.0; 2]]);
        writer.letters("\u{5d0}\u{5d1}", style, [5.0, 6.0], style.axes());
        assert!(writer.operators.contains("<D1D0>"), "{}", writer.operators);
    }
}
