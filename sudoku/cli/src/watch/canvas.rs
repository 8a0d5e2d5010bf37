//! Coloured characters for a terminal.

use std::fmt::Write as _;

/// Style of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CharStyle {
    /// Colour of a palette of 256.
    pub fore: Option<u8>,
    pub back: Option<u8>,
    pub bold: bool,
    pub struck: bool,
}

impl CharStyle {
    pub const PLAIN: CharStyle = CharStyle { fore: None, back: None, bold: false, struck: false };

    pub const fn of(fore: u8) -> CharStyle {
        CharStyle { fore: Some(fore), ..CharStyle::PLAIN }
    }

    pub const fn bold(self) -> CharStyle {
        CharStyle { bold: true, ..self }
    }

    pub const fn struck(self) -> CharStyle {
        CharStyle { struck: true, ..self }
    }

    pub const fn on(self, back: Option<u8>) -> CharStyle {
        CharStyle { back, ..self }
    }

    /// Writes the escape sequence that resets all styles and sets this one.
    fn write(self, color: bool, to: &mut String) {
        to.push_str("\x1b[0");
        if self.bold {
            to.push_str(";1");
        }
        if self.struck {
            to.push_str(";9");
        }
        if color {
            for (layer, color) in [(38, self.fore), (48, self.back)] {
                if let Some(color) = color {
                    let _ = write!(to, ";{layer};5;{color}");
                }
            }
        }
        to.push('m');
    }
}

/// Rectangle of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Canvas {
    pub width: usize,
    pub height: usize,
    cells: Vec<(char, CharStyle)>,
}

impl Canvas {
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, height, cells: vec![(' ', CharStyle::PLAIN); width * height] }
    }

    /// Writes a text from a position on. Text that does not fit is left out; a control character is a blank. Returns
    /// the column after the text.
    pub fn put(&mut self, x: usize, y: usize, text: &str, ink: CharStyle) -> usize {
        let mut at = x;
        for c in text.chars() {
            if at < self.width && y < self.height {
                self.cells[y * self.width + at] = (if c.is_control() { ' ' } else { c }, ink);
            }
            at += 1;
        }
        at
    }

    /// Returns the characters of one line, without colours.
    #[cfg(test)]
    pub fn line(&self, y: usize) -> String {
        let line: String = self.cells[y * self.width..][..self.width].iter().map(|&(c, _)| c).collect();
        line.trim_end().to_owned()
    }

    /// Returns the whole canvas as text for a terminal, from the upper left corner on.
    pub fn ansi(&self, color: bool) -> String {
        let mut text = String::from("\x1b[H");
        for y in 0..self.height {
            if y > 0 {
                text.push_str("\r\n");
            }
            let line = &self.cells[y * self.width..][..self.width];
            let end =
                line.iter().rposition(|&cell| cell != (' ', CharStyle::PLAIN)).map_or(0, |last| last + 1);
            let mut last = None;
            for &(c, ink) in &line[..end] {
                if last != Some(ink) {
                    ink.write(color, &mut text);
                    last = Some(ink);
                }
                text.push(c);
            }
            text.push_str("\x1b[0m");
            // After the last column the cursor is still in it, so clearing the rest of the line would erase that
            // character.
            if end < self.width {
                text.push_str("\x1b[K");
            }
        }
        text
    }
}
