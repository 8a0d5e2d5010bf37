//! `sudoku minimize`.

use clap::Args;
use sudoku::format::{self, Format, ParseError};
use sudoku::print::Picture;
use sudoku::{Needs, Puzzle};

use crate::Usage;
use crate::args::{Effort, Input, Layout, Output};
use crate::batch::{self, Batch, Item, Job, Reply, Solved, Worker};
use crate::report::reasons::note_none;
use crate::report::{self, Status, invalid, line};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku minimize puzzle.txt
  sudoku minimize --format grid puzzle.txt
  sudoku minimize --format json < puzzles.txt

Prints each puzzle without clues that it does not need: none of the others can be left out any more.
Which ones could be left out, each by itself, is said on standard error. Where a puzzle has not just
one solution, none or multiple stands there (exit status 1), or limit (3) or invalid (2).")]
pub(crate) struct Minimize {
    #[command(flatten)]
    pub input: Input,

    /// How to print
    #[arg(short, long, value_enum, default_value_t = Layout::Line, help_heading = "Output")]
    pub format: Layout,

    /// Draw with + - | only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

struct MinimizeJob {
    layout: Layout,
    ascii: bool,
}

pub(crate) fn run(args: Minimize) -> Result<u8, Usage> {
    let Minimize { input, format, ascii, output, effort } = args;
    if input.batch && format == Layout::Grid {
        return Err(Usage("--batch gives one line a puzzle: it cannot draw grids".into()));
    }
    let batch = Batch::new(&input, &output, &effort);
    let header = if format == Layout::Csv { "index,status,givens,needed,redundant,minimal\n" } else { "" };
    batch::run(&batch, header, &MinimizeJob { layout: format, ascii })
}

impl Job for MinimizeJob {
    fn most(&self) -> Option<usize> {
        Some(2)
    }

    fn answer(
        &self,
        puzzle: &Puzzle,
        solved: Option<Solved>,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    ) {
        let Solved { answer, .. } = solved.expect("solutions were asked for");
        let mut needs = None;
        let mut status = Status::of(&answer);
        if status == Status::Unique {
            needs = Needs::of(&mut worker.solver, puzzle);
            status = if needs.is_some() { Status::Unique } else { Status::Limit };
        }
        if status == Status::Limit && worker.is_interrupted() {
            return;
        }
        reply.tally.answer(status, answer.nodes);
        let reason = (status == Status::None).then(|| note_none(puzzle, item, reply)).flatten();
        if let Some(needs) = &needs {
            note_redundant(puzzle, needs, item, reply);
        }
        match self.layout {
            Layout::Json | Layout::Csv => self.report(puzzle, status, needs, reason, item, reply),
            Layout::Line | Layout::Grid => self.show(puzzle, status, needs, item, reply),
        }
    }

    fn invalid(&self, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        match self.layout {
            Layout::Csv => line(&format!("{},invalid,,,,", item.index), reply),
            layout => invalid(layout, error, item, reply),
        }
    }
}

impl MinimizeJob {
    /// The minimal puzzle, or a word.
    fn show(
        &self,
        puzzle: &Puzzle,
        status: Status,
        needs: Option<Needs>,
        item: &Item<'_>,
        reply: &mut Reply,
    ) {
        if self.layout == Layout::Grid && item.index > item.first_index {
            reply.out.push(b'\n');
        }
        let Some(minimal) = needs.map(|needs| reduced(puzzle, &needs)) else {
            return line(status.name(), reply);
        };
        let text = match self.layout {
            Layout::Grid => {
                let picture = Picture::of(&minimal);
                if self.ascii { picture.ascii().draw() } else { picture.draw() }
            }
            _ => as_line(&minimal),
        };
        reply.out.extend(text.as_bytes());
    }

    /// All that machines may want to know.
    fn report(
        &self,
        puzzle: &Puzzle,
        status: Status,
        needs: Option<Needs>,
        reason: Option<String>,
        item: &Item<'_>,
        reply: &mut Reply,
    ) {
        let name = |&cell: &usize| puzzle.grid.name(cell).to_string();
        let (index, status, givens) = (item.index, status.name(), puzzle.givens());
        let found = needs.map(|needs| {
            let names: Vec<String> = needs.redundant.iter().map(name).collect();
            (names, needs.minimal.len(), as_line(&reduced(puzzle, &needs)))
        });
        let text = match (self.layout, found) {
            (Layout::Csv, Some((redundant, needed, minimal))) => {
                let redundant = report::csv_field(redundant.join(" "));
                let minimal = report::csv_field(minimal.trim_end().to_owned());
                format!("{index},{status},{givens},{needed},{redundant},{minimal}")
            }
            (Layout::Csv, None) => format!("{index},{status},{givens},,,"),
            (_, Some((redundant, needed, minimal))) => {
                let redundant: Vec<String> = redundant.iter().map(|name| report::quoted(name)).collect();
                let (redundant, minimal) = (redundant.join(","), report::quoted(minimal.trim_end()));
                format!(
                    "{{\"index\":{index},\"status\":\"{status}\",\"givens\":{givens},\"needed\":{needed},\
                     \"redundant\":[{redundant}],\"minimal\":{minimal}}}"
                )
            }
            (_, None) => {
                let reason =
                    reason.map_or(String::new(), |reason| format!(",\"reason\":{}", report::quoted(&reason)));
                format!("{{\"index\":{index},\"status\":\"{status}\",\"givens\":{givens}{reason}}}")
            }
        };
        line(&text, reply);
    }
}

/// The puzzle with those givens only that it needs.
fn reduced(puzzle: &Puzzle, needs: &Needs) -> Puzzle {
    let mut minimal = puzzle.clone();
    for cell in &needs.redundant {
        if !needs.minimal.contains(cell) {
            minimal.cells[*cell] = puzzle.all_values();
        }
    }
    minimal
}

fn as_line(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    // What a line cannot hold stands in the input.
    format::write(puzzle, Format::Line, 0, &mut text);
    text
}

/// Says which clues can be left out, each by itself.
fn note_redundant(puzzle: &Puzzle, needs: &Needs, item: &Item<'_>, reply: &mut Reply) {
    let Some(&first) = needs.redundant.first() else {
        return;
    };
    let clue = |&cell: &usize| {
        let symbol = puzzle.cells[cell].value().map_or("", |value| puzzle.symbols.get(value));
        format!("{symbol} in {}", puzzle.grid.name(cell))
    };
    let clues: Vec<String> = needs.redundant.iter().map(clue).collect();
    let what = match &clues[..] {
        [one] => format!("{one} is not needed"),
        several => {
            format!("{} clues are not needed, each by itself: {}", several.len(), several.join(", "))
        }
    };
    let (line, column) = puzzle.places.get(first);
    reply.notes.push(item.note(line, column, &what));
}
