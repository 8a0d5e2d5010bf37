//! The font that is part of the crate: DejaVu Sans Condensed, regular and bold.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};
use zeno::{Command, PathBuilder};

use super::shape;
use super::style::Style;
use crate::direction::visual;
use crate::{Anchor, Element, Image, Place};

/// A font of one weight.
pub(super) struct Font {
    face: Face<'static>,
}

impl Font {
    /// Returns the font of a weight.
    pub fn of(is_bold: bool) -> &'static Font {
        static FONTS: [OnceLock<Font>; 2] = [OnceLock::new(), OnceLock::new()];
        FONTS[usize::from(is_bold)].get_or_init(|| {
            let data =
                if is_bold { dejavu::sans_condensed::bold() } else { dejavu::sans_condensed::regular() };
            Font { face: Face::parse(data, 0).expect("a font that the crate brings") }
        })
    }

    /// Returns the glyph of a letter, or the glyph for unknown letters if the font lacks the letter.
    fn glyph(&self, letter: char) -> GlyphId {
        self.face.glyph_index(letter).unwrap_or(GlyphId(0))
    }

    /// Returns the units in the size of a letter.
    pub fn units(&self) -> f64 {
        f64::from(self.face.units_per_em())
    }

    /// Returns the width of a letter in units.
    pub fn advance(&self, letter: char) -> f64 {
        f64::from(self.face.glyph_hor_advance(self.glyph(letter)).unwrap_or(0))
    }

    /// Returns the width of a letter of size 1.
    pub fn width_of(&self, letter: char) -> f64 {
        self.advance(letter) / self.units()
    }

    /// Returns the width of a text in letters of size 1.
    pub fn width(&self, text: &str) -> f64 {
        text.chars().map(|letter| self.advance(letter)).sum::<f64>() / self.units()
    }

    /// Returns the place at which a text begins if it is anchored at a place.
    pub fn start(&self, text: &str, style: Style, [x, y]: Place) -> Place {
        let share = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        let before = self.width(text) * style.size * share;
        if style.runs_upwards { [x, y + before] } else { [x - before, y] }
    }

    /// Returns the outline of a letter in units, with the vertical axis upwards.
    pub fn outline(&self, letter: char) -> Vec<Command> {
        let mut outline = Outline { commands: Vec::new(), from: [0.0; 2], right: [1.0, 0.0], up: [0.0, 1.0] };
        self.face.outline_glyph(self.glyph(letter), &mut outline);
        outline.commands
    }

    /// Returns the outlines of a text that is anchored at a place, with the vertical axis downwards.
    pub fn outlines(&self, text: &str, style: Style, place: Place) -> Vec<Command> {
        let mut at = self.start(text, style, place);
        let scale = style.size / self.units();
        let [right, up] = style.axes().map(|axis| axis.map(|length| (length * scale) as f32));
        let mut outline = Outline { commands: Vec::new(), from: [0.0; 2], right, up };
        for letter in visual(text).chars() {
            outline.from = shape::point(at);
            self.face.outline_glyph(self.glyph(letter), &mut outline);
            let [along, _] = style.axes();
            let advance = self.advance(letter) * scale;
            at = [at[0] + along[0] * advance, at[1] + along[1] * advance];
        }
        outline.commands
    }
}

/// Outlines from a place on.
struct Outline {
    commands: Vec<Command>,
    from: [f32; 2],
    /// What a unit to the right and a unit upwards are.
    right: [f32; 2],
    up: [f32; 2],
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> [f32; 2] {
        [0, 1].map(|axis| self.from[axis] + x * self.right[axis] + y * self.up[axis])
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.commands.move_to(to);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.commands.line_to(to);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to) = (self.at(x1, y1), self.at(x, y));
        self.commands.quad_to(control, to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second, to) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.commands.curve_to(first, second, to);
    }

    fn close(&mut self) {
        self.commands.close();
    }
}

/// Returns the letters of an image.
pub fn letters(image: &Image) -> BTreeSet<char> {
    fn gather(elements: &[Element], letters: &mut BTreeSet<char>) {
        for element in elements {
            match element {
                Element::Group(_, elements) | Element::Placed(_, elements) => gather(elements, letters),
                Element::Text { text, .. } => letters.extend(text.chars()),
                _ => {}
            }
        }
    }
    let mut letters = BTreeSet::new();
    gather(&image.elements, &mut letters);
    letters
}

/// Returns those letters that the font lacks.
pub fn lacking(letters: &BTreeSet<char>) -> BTreeSet<char> {
    let font = &Font::of(false).face;
    letters.iter().copied().filter(|&letter| font.glyph_index(letter).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_widths_and_outlines() {
        for font in [Font::of(false), Font::of(true)] {
            assert!(font.width("W") > font.width("i") && font.width("12") == 2.0 * font.width("1"));
            assert!(!font.outline('8').is_empty() && font.outline(' ').is_empty());
            assert_eq!(font.outline('数'), font.outline('\u{10ffff}'), "unknown letters");
        }
        let font = Font::of(false);
        let style = |anchor, runs_upwards| Style { size: 2.0, anchor, runs_upwards, ..Style::PLAIN };
        let width = 2.0 * font.width("8");
        assert_eq!(font.start("8", style(Anchor::Start, false), [1.0, 5.0]), [1.0, 5.0]);
        assert_eq!(font.start("8", style(Anchor::End, false), [1.0, 5.0]), [1.0 - width, 5.0]);
        assert_eq!(font.start("8", style(Anchor::End, true), [1.0, 5.0]), [1.0, 5.0 + width]);
    }

    #[test]
    fn outlines_turn_with_the_text() {
        let font = Font::of(false);
        let flat = font.outlines("7e", Style { anchor: Anchor::Start, ..Style::PLAIN }, [0.0, 0.0]);
        let style = Style { anchor: Anchor::Start, runs_upwards: true, ..Style::PLAIN };
        let turned = font.outlines("7e", style, [0.0, 0.0]);
        assert_eq!(flat.len(), turned.len());
        for (flat, turned) in flat.iter().zip(&turned) {
            if let (
                Command::MoveTo(flat) | Command::LineTo(flat),
                Command::MoveTo(turned) | Command::LineTo(turned),
            ) = (flat, turned)
            {
                assert!(
                    (turned.x - flat.y).abs() < 1e-4 && (turned.y + flat.x).abs() < 1e-4,
                    "{flat:?} {turned:?}"
                );
            }
        }
    }
}
