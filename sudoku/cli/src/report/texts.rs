//! Puzzles that a command has changed, as text.

use sudoku::Puzzle;
use sudoku::format::{self, Format};
use sudoku_ask::{Convert, Converted, Status};

use super::{Layout, Topic, Writer};
use crate::Refused;
use crate::args::{Input, units};
use crate::reply::{Item, Reply};

/// How changed puzzles are written.
#[derive(Debug, clap::Args)]
pub(crate) struct TextOptions {
    /// Format of the puzzles, one of `convert` [default: line, or native where a line cannot hold the puzzle; with
    /// --batch link instead of native]
    #[arg(short, long, value_name = "FORMAT", value_parser = units::format, help_heading = "Output")]
    pub to: Option<Format>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Layout::Line, help_heading = "Output")]
    pub format: Layout,

    /// Draw with + - | only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,
}

impl TextOptions {
    pub fn writer(&self) -> Box<dyn Writer> {
        self.format.writer(self.ascii, false)
    }
}

/// The formats of changed puzzles.
#[derive(Clone, Copy)]
pub(crate) struct Texts {
    layout: Layout,
    to: Option<Format>,
    /// Format for puzzles that a line cannot hold.
    rich: Format,
}

impl Texts {
    /// Checks a layout with a format; without one, puzzles are lines as far as these hold them.
    pub fn new(options: &TextOptions, input: &Input) -> Result<Texts, Refused> {
        let &TextOptions { to, format: layout, .. } = options;
        input.require_lines(layout != Layout::Grid, "it cannot draw grids")?;
        if let Some(to) = to {
            if layout == Layout::Grid {
                return Err(Refused(format!("a picture is no {to}: leave out --format or --to")));
            }
            let is_one_line = to.is_one_line() || layout != Layout::Line;
            input.require_lines(is_one_line, &format!("it cannot write {to}"))?;
        }
        let one_line = Format::find("link").unwrap_or(Format::Line);
        let rich = if input.batch && layout == Layout::Line { one_line } else { Format::Native };
        Ok(Texts { layout, to, rich })
    }

    /// Returns the first line of the output.
    pub fn header(&self, writer: &dyn Writer, topic: Topic) -> String {
        match (self.layout, self.to) {
            (Layout::Line, Some(to)) => format::header(to).to_owned(),
            _ => writer.header(topic),
        }
    }

    /// Returns a puzzle as text, or its rules for a picture, and reports what the format cannot hold.
    pub fn of(&self, puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> String {
        if self.layout == Layout::Grid {
            let rules = puzzle.clues().iter().map(|clue| format::rule(clue, puzzle) + "\n");
            return rules.collect();
        }
        let place = if self.layout == Layout::Line { item.index - item.first_index } else { 0 };
        let written = |to| Convert { to, place }.answer(puzzle);
        let Converted { text, lost } = match written(self.to.unwrap_or(Format::Line)) {
            Converted { lost: Some(_), .. } if self.to.is_none() => written(self.rich),
            converted => converted,
        };
        if let Some(lost) = lost {
            let (line, column) = puzzle.place(0);
            reply.notes.push(item.note(line, column, &lost));
        }
        if text.is_empty() { format!("{}\n", Status::Invalid.name()) } else { text }
    }
}
