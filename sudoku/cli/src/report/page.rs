//! Text for people, wrapped to the width of the terminal.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use clap::ValueEnum;
use clap::builder::styling::Style;

use crate::{Refused, files};

/// Maximum width of help texts, and the width if the terminal's is not known.
pub(crate) const WIDEST: usize = 100;
/// Minimum width of a column beside another.
const NARROWEST: usize = 30;

/// Returns the number of columns to write in.
pub(crate) fn width() -> usize {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.or_else(columns).unwrap_or(WIDEST).clamp(20, WIDEST)
}

/// Form of a list or description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listing {
    /// For people
    Text,
    /// One object a line
    Json,
}

/// Item that a command lists, and describes by its name.
pub(crate) trait Entry {
    /// Writes the full description.
    fn explain(&self, page: &mut Page) -> Result<(), Refused>;

    /// Returns the description as an object on one line.
    fn object(&self) -> String;
}

/// Describes the named entries, or lists all if none is named.
pub(crate) fn show<E: Entry>(
    named: &[&E],
    all: &[&E],
    listing: Listing,
    list: impl FnOnce(&mut Page),
) -> Result<u8, Refused> {
    if listing == Listing::Json {
        let shown = if named.is_empty() { all } else { named };
        return print(&shown.iter().map(|entry| entry.object()).collect::<String>());
    }
    let mut page = Page::new(width(), is_colored());
    if named.is_empty() {
        list(&mut page);
    }
    for (index, entry) in named.iter().enumerate() {
        if index > 0 {
            page.line("");
        }
        entry.explain(&mut page)?;
    }
    page.print()
}

/// Text of a page.
pub(crate) struct Page {
    text: String,
    width: usize,
    color: bool,
}

impl Page {
    pub fn new(width: usize, color: bool) -> Page {
        Page { text: String::new(), width, color }
    }

    /// Adds a line without wrapping.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds a styled line.
    pub fn styled(&mut self, style: &Style, line: &str) {
        let line = self.paint(style, line);
        self.line(&line);
    }

    /// Adds a wrapped and indented text.
    pub fn paragraph(&mut self, indent: usize, text: &str) {
        for line in wrapped(text, self.width - indent) {
            let _ = writeln!(self.text, "{:indent$}{line}", "");
        }
    }

    /// Adds a term with its description beside it from a column on; below it if there is too little room.
    pub fn entry(&mut self, term: &str, style: &Style, column: usize, text: &str) {
        let painted = self.paint(style, term);
        let beside = self.width >= column + NARROWEST;
        let taken = 2 + term.chars().count();
        if !beside || taken + 2 > column {
            let _ = writeln!(self.text, "  {painted}");
            return self.paragraph(if beside { column } else { 6 }, text);
        }
        let mut lines = wrapped(text, self.width - column).into_iter();
        let first = lines.next().unwrap_or_default();
        let _ = writeln!(self.text, "  {painted}{:pad$}{first}", "", pad = column - taken);
        for line in lines {
            let _ = writeln!(self.text, "{:column$}{line}", "");
        }
    }

    fn paint(&self, style: &Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Prints the page.
    pub fn print(&self) -> Result<u8, Refused> {
        print(&self.text)
    }
}

/// Writes to standard output. A reader that closes the pipe early is not an error.
pub(crate) fn print(text: &str) -> Result<u8, Refused> {
    files::print(text.as_bytes()).map(|()| 0)
}

/// Returns whether to use colours by default.
pub(crate) fn is_colored() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Breaks a text between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if used + 1 + length <= width => {
                line.push(' ');
                line.push_str(word);
                used += 1 + length;
            }
            _ => {
                lines.push(word.to_owned());
                used = length;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(width: usize) -> Page {
        let mut page = Page::new(width, false);
        page.entry("thermo", &Style::new(), 12, "Numbers increase from the bulb to the tip of it.");
        page.entry("german whispers", &Style::new(), 12, "Neighbours differ.");
        page
    }

    #[test]
    fn entries_have_two_columns_if_they_fit() {
        let text = "  thermo    Numbers increase from the bulb\n            to the tip of it.\n  german whispers\n            Neighbours differ.\n";
        assert_eq!(page(44).text, text);
        let narrow = "  thermo\n      Numbers increase\n      from the bulb to\n      the tip of it.\n  german whispers\n      Neighbours differ.\n";
        assert_eq!(page(24).text, narrow);
    }

    #[test]
    fn long_words_have_lines_of_their_own() {
        assert_eq!(wrapped("a bb ccccccc d", 4), ["a bb", "ccccccc", "d"]);
        assert!(wrapped("", 4).is_empty());
    }
}
