//! What stands above a picture.

use crate::files::font::Font;
use crate::files::frame::{INK, LINE};
use crate::files::line::wrapped;
use crate::{Look, Pen, Place, at};

const GREY: &str = "#555";
/// The size of letters of solutions, and of what stands below a picture.
pub(super) const SMALL: f64 = 8.0;

/// Number and title on the left and a label on the right, in a line if they have room in it.
#[derive(Default)]
pub(super) struct Caption {
    number: String,
    title: Vec<String>,
    label: Vec<String>,
    /// Whether the label stands beside the title.
    is_beside: bool,
    /// The size of the letters.
    size: f64,
}

impl Caption {
    /// The room between the parts, in letters.
    const BLANK: f64 = 0.8;
    /// The height of a line alone, relative to its letters.
    const ALONE: f64 = 1.4;
    /// How much smaller letters are so that all is in a line.
    const SMALLER: f64 = 0.85;
    /// The most lines of a title and of a label below it, and the greatest part of the width for one beside it.
    const MOST_TITLE: usize = 4;
    const MOST_LABEL: usize = 2;
    const BESIDE: f64 = 0.4;

    /// Breaks title and label into lines of this width.
    pub fn of(number: u64, title: &str, label: &str, size: f64, wide: f64) -> Caption {
        let parts = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty()).into_iter().collect();
        let number = number.to_string();
        let mut caption = Caption { number, title: parts(title), label: parts(label), is_beside: true, size };
        let (room, width) = (wide / size, caption.width());
        if width * Caption::SMALLER <= room {
            caption.size *= (room / width).min(1.0);
            return caption;
        }
        let label_width = Font::of(false).width(label);
        caption.is_beside = label_width <= Caption::BESIDE * room;
        let indent = caption.indent();
        let beside = if caption.is_beside { Caption::BLANK + label_width } else { 0.0 };
        caption.title = broken(title, room - indent - beside, Caption::MOST_TITLE);
        caption.label = broken(label, room - indent, Caption::MOST_LABEL);
        caption
    }

    /// Where the title begins, in letters.
    fn indent(&self) -> f64 {
        Font::of(true).width(&self.number) + Caption::BLANK
    }

    /// The width of all in a line, in letters.
    fn width(&self) -> f64 {
        let parts = self.title.iter().chain(&self.label);
        let parts: f64 = parts.map(|text| Caption::BLANK + Font::of(false).width(text)).sum();
        Font::of(true).width(&self.number) + parts
    }

    /// The number of lines.
    fn lines(&self) -> usize {
        let (title, label) = (self.title.len(), self.label.len());
        if self.is_beside { title.max(1) } else { (title + label).max(1) }
    }

    /// The height with the room above the picture.
    pub fn height(&self) -> f64 {
        self.size * (Caption::ALONE + (self.lines() - 1) as f64 * LINE)
    }

    /// Whether it is one line of at most this width.
    pub fn fits(&self, width: f64) -> bool {
        self.lines() == 1 && self.width() * self.size <= width
    }

    /// Writes it with its upper left corner at a place.
    pub fn draw(&self, pen: &mut Pen, [left, top]: Place, wide: f64) {
        let size = self.size;
        let baseline = |line: usize| top + size * (1.0 + line as f64 * LINE);
        let plain = Look::filled(INK).size(size).left_aligned();
        pen.text(at(left, baseline(0)), &self.number, &plain.clone().bold());
        for (line, text) in self.title.iter().enumerate() {
            pen.text(at(left + self.indent() * size, baseline(line)), text, &plain);
        }
        let above = if self.is_beside { 0 } else { self.title.len() };
        for (line, text) in self.label.iter().enumerate() {
            let look = Look::filled(GREY).size(size).right_aligned();
            pen.text(at(left + wide, baseline(above + line)), text, &look);
        }
    }
}

/// Lines of a text in letters of size 1, not more than so many.
fn broken(text: &str, room: f64, most: usize) -> Vec<String> {
    let mut lines = wrapped(text, 1.0, false, room);
    if lines.len() > most {
        lines.truncate(most);
        lines[most - 1].push('…');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stay_large_and_long_titles_have_lines() {
        let caption = |title: &str, label: &str| Caption::of(12, title, label, 10.0, 120.0);
        let short = caption("Ring", "easy");
        assert!(short.fits(120.0) && !short.fits(40.0) && short.size == 10.0);
        assert_eq!(short.height(), 14.0);
        let mut longer = (1..).map(|letters| caption(&"a".repeat(letters), "easy"));
        let nearly = longer.find(|caption| caption.size != 10.0).expect("one is too long");
        assert!(nearly.lines() == 1 && (8.5..10.0).contains(&nearly.size) && nearly.fits(120.1));
        let long = caption("A title that has many more words than a line of this width can have", "easy");
        assert!(long.is_beside && long.title.len() > 1 && long.size == 10.0);
        assert!(!long.fits(1000.0) && long.height() > 27.0);
        let both = caption("A title that is long", "and a level with a longer name");
        assert!(!both.is_beside && both.lines() == both.title.len() + both.label.len());
        let endless = caption(&"word ".repeat(500), &"word".repeat(500));
        assert_eq!((endless.title.len(), endless.label.len()), (Caption::MOST_TITLE, Caption::MOST_LABEL));
        assert!(endless.title[3].ends_with('…'));
    }
}
