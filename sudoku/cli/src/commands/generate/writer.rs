//! The form in which generated puzzles are written.

use std::io::{self, IsTerminal as _};

use sudoku::format::{self, Format};
use sudoku::print::Picture;
use sudoku::{About, Puzzle, Solution};
use sudoku_ask::{Convert, Converted, entitle};

use super::Generate;
use super::args::Written;
use crate::reply::Reply;

/// Writer of the generated puzzles.
pub(super) struct Writer {
    to: Written,
    ascii: bool,
    color: bool,
    pub written: u64,
    /// Whether the losses of the format have been reported.
    reported: bool,
}

impl Writer {
    /// The writer of puzzles like these, so many all together.
    pub fn new(args: &Generate, open: &[Puzzle], has_rules: bool, count: u64) -> Writer {
        let on_terminal = args.output.is_none() && io::stdout().is_terminal();
        let is_classic = !has_rules && open.iter().all(|open| open.clues().is_empty());
        // A line and a picture have no room for candidates.
        let usual = || {
            if args.at {
                Written::As(Format::Native)
            } else {
                usual_format(open, is_classic, on_terminal && count == 1)
            }
        };
        let color = args.color.is_on(on_terminal);
        Writer { to: args.to.unwrap_or_else(usual), ascii: args.ascii, color, written: 0, reported: false }
    }

    pub fn header(&self) -> &'static str {
        match self.to {
            Written::As(format) => format::header(format),
            Written::Picture => "",
        }
    }

    pub fn write(&mut self, mut puzzle: Puzzle, solution: Solution, reply: &mut Reply) {
        entitle(&mut puzzle);
        match self.to {
            Written::Picture => {
                if self.written > 0 {
                    reply.out.push(b'\n');
                }
                let picture = Picture::of(&puzzle).color(self.color);
                let text = if self.ascii { picture.ascii().draw() } else { picture.draw() };
                reply.out.extend(text.as_bytes());
            }
            Written::As(format) => {
                // The table has a column for the solution.
                if format == Format::Csv {
                    puzzle.set_about(About::default().with_solution(solution));
                }
                let Converted { text, lost } = Convert { to: format, place: self.written }.answer(&puzzle);
                reply.out.extend(text.as_bytes());
                if let Some(lost) = lost.filter(|_| !self.reported) {
                    self.reported = true;
                    reply.notes.push(format!("sudoku: {lost}"));
                }
            }
        }
        self.written += 1;
    }
}

/// Returns the default form: one line, but a picture for a single puzzle on a terminal, and the native format where a
/// line or a picture cannot hold the puzzles.
fn usual_format(open: &[Puzzle], is_classic: bool, is_looked_at: bool) -> Written {
    let is_plain = |open: &Puzzle| {
        let grid = open.grid();
        let symbols = open.symbols();
        grid.is_usual() && grid.values() > 3 && symbols.is_usual(1) && symbols.are_characters()
    };
    match (is_looked_at, is_classic && open.iter().all(is_plain)) {
        (true, _) if is_classic => Written::Picture,
        (_, true) => Written::As(Format::Line),
        (_, false) => Written::As(Format::Native),
    }
}
