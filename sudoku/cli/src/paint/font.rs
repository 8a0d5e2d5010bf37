//! The font that is part of the program: DejaVu Sans Condensed, regular and bold.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use sudoku::print::image::{Anchor, Element, Image};
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use zeno::{Command, PathBuilder};

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
            Font { face: Face::parse(data, 0).expect("a font that the program was built with") }
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

    /// Returns the width of a text in letters of size 1.
    pub fn width(&self, text: &str) -> f64 {
        text.chars().map(|letter| self.advance(letter)).sum::<f64>() / self.units()
    }

    /// Returns the horizontal position at which a text of a size begins if it is anchored at a place.
    pub fn start(&self, text: &str, size: f64, x: f64, anchor: Anchor) -> f64 {
        let share = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        x - self.width(text) * size * share
    }

    /// Returns the outline of a letter in units, with the vertical axis upwards.
    pub fn outline(&self, letter: char) -> Vec<Command> {
        let mut outline = Outline { commands: Vec::new(), scale: 1.0, from: [0.0, 0.0], down: 1.0 };
        self.face.outline_glyph(self.glyph(letter), &mut outline);
        outline.commands
    }

    /// Returns the outlines of a text of a size, with the vertical axis downwards. The baseline begins at a place.
    pub fn outlines(&self, text: &str, size: f64, [mut x, y]: [f64; 2]) -> Vec<Command> {
        let scale = size / self.units();
        let mut outline = Outline { commands: Vec::new(), scale: scale as f32, from: [0.0; 2], down: -1.0 };
        for letter in text.chars() {
            outline.from = [x as f32, y as f32];
            self.face.outline_glyph(self.glyph(letter), &mut outline);
            x += self.advance(letter) * scale;
        }
        outline.commands
    }
}

/// Outlines at a place and a scale.
struct Outline {
    commands: Vec<Command>,
    scale: f32,
    from: [f32; 2],
    /// The sign of the vertical axis.
    down: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> [f32; 2] {
        [self.from[0] + x * self.scale, self.from[1] + y * self.scale * self.down]
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

/// Returns the letters of an image that the font lacks.
pub(crate) fn lacking(image: &Image) -> BTreeSet<char> {
    fn gather(elements: &[Element], letters: &mut BTreeSet<char>) {
        for element in elements {
            match element {
                Element::Group(_, elements) => gather(elements, letters),
                Element::Text { text, .. } => letters.extend(text.chars()),
                _ => {}
            }
        }
    }
    let mut letters = BTreeSet::new();
    gather(&image.elements, &mut letters);
    let font = &Font::of(false).face;
    letters.retain(|&letter| font.glyph_index(letter).is_none());
    letters
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
        assert_eq!(font.start("8", 2.0, 1.0, Anchor::Start), 1.0);
        assert_eq!(font.start("8", 2.0, 1.0, Anchor::End), 1.0 - 2.0 * font.width("8"));
    }
}
