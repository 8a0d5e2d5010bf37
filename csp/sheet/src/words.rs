//! Widths and positions of texts.

use crate::{Look, Pen, Point, at};

/// The height of digits above their baseline, relative to their size.
const RISE: f64 = 0.72;

/// The estimated width of a text in letters of size 1. Fonts differ; the estimate is that of wider ones.
pub fn width(text: &str) -> f64 {
    text.chars().map(width_of).sum()
}

fn width_of(c: char) -> f64 {
    match c {
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.0,
        'i' | 'j' | 'l' | 'I' | ' ' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' => 0.35,
        'f' | 'r' | 't' | 'J' | '(' | ')' | '[' | ']' | '/' | '-' => 0.42,
        'A'..='Z' | '+' | '=' | '<' | '>' | '±' | '×' => 0.76,
        ' '..='\u{2ff}' => 0.64,
        '\u{1100}'.. => 1.05,
        _ => 0.8,
    }
}

/// The size of letters, at most `size`, at which a text fits into `room`.
pub fn fitting(text: &str, size: f64, room: f64) -> f64 {
    let width = width(text);
    if width * size > room { room / width } else { size }
}

/// The baseline for digits that are centred at a point.
pub fn baseline(middle: Point, size: f64) -> Point {
    middle + at(0.0, size * RISE / 2.0)
}

/// Draws a text centred at a point.
pub fn centred(pen: &mut Pen, middle: Point, size: f64, text: &str, look: &Look) {
    pen.text(baseline(middle, size), text, &look.clone().size(size));
}

/// Draws a text centred at a point, with white around the letters so that it is readable on lines.
pub fn on_lines(pen: &mut Pen, middle: Point, size: f64, text: &str, look: &Look) {
    centred(pen, middle, size, text, &look.clone().border("#fff", size * 0.4).round());
    centred(pen, middle, size, text, look);
}

/// Breaks a text into lines no wider than `room`, in letters of size 1. Words that are too long are broken anywhere.
pub fn wrapped(text: &str, room: f64) -> Vec<String> {
    wrapped_by(text, room, width_of)
}

/// The same for letters of known widths.
pub fn wrapped_by(text: &str, room: f64, width_of: impl Fn(char) -> f64) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0.0);
        for word in paragraph.split_whitespace() {
            let blank = if line.is_empty() { 0.0 } else { width_of(' ') };
            let needed: f64 = word.chars().map(&width_of).sum();
            if !line.is_empty() && used + blank + needed > room {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            } else if !line.is_empty() {
                line.push(' ');
                used += blank;
            }
            for c in word.chars() {
                if !line.is_empty() && used + width_of(c) > room {
                    lines.push(std::mem::take(&mut line));
                    used = 0.0;
                }
                line.push(c);
                used += width_of(c);
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_within_them_only_where_they_must() {
        assert_eq!(wrapped("one two three", 6.0), ["one two", "three"]);
        assert_eq!(wrapped("one\n\n two", 50.0), ["one", "two"]);
        let long = "o".repeat(1000);
        let lines = wrapped(&long, 6.4);
        assert_eq!(lines.concat(), long);
        assert!(lines.iter().all(|line| width(line) <= 6.4 && line.len() >= 9));
        assert_eq!(wrapped("ab", 0.0), ["a", "b"]);
    }

    #[test]
    fn letters_shrink_to_fit() {
        assert_eq!(fitting("1", 0.5, 1.0), 0.5);
        let size = fitting("123456", 0.5, 1.0);
        assert!((width("123456") * size - 1.0).abs() < 1e-9);
    }
}
