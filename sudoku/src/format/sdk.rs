//! SadMan's single puzzles: rows after headers.

use std::fmt::Write as _;

use super::definition::{Definition, Write};
use super::plain::plain_rows;
use super::rows::{GRID, read};
use crate::puzzle::Puzzle;
use crate::symbols::OPEN;
use crate::text::one_line;

pub(super) const SDK: Definition = Definition {
    name: "sdk",
    help: "rows after # headers (SadMan)",
    read: |parser, piece| read(parser, piece.utf8()?, piece.line, true),
    write: Write::Givens(write),
    ..GRID
};

fn write(puzzle: &Puzzle, index: u64, to: &mut String) {
    if index > 0 {
        to.push('\n');
    }
    if let Some(about) = &puzzle.about {
        let lines = [('A', &about.author), ('D', &about.title), ('S', &about.source)];
        for (key, text) in lines.iter().filter_map(|(key, text)| Some((key, text.as_ref()?))) {
            let _ = writeln!(to, "#{key}{}", one_line(text));
        }
        for comment in &about.comments {
            let known = [("Date: ", 'B'), ("Level: ", 'L'), ("Url: ", 'U')];
            let split = known.iter().find_map(|(name, key)| Some((*key, comment.strip_prefix(name)?)));
            let (key, text) = split.unwrap_or(('C', comment));
            let _ = writeln!(to, "#{key}{}", one_line(text.trim()));
        }
    }
    plain_rows(puzzle, OPEN, to);
}
