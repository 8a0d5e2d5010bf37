//! Arguments of `sudoku generate`.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sudoku::format::Format;
use sudoku::rules::Kind;
use sudoku::{Difficulty, Regions, Style, Symbols, Symmetry};
use sudoku_ask::{Plan, PlanError};

use super::difficulty::{self, Techniques};
use crate::args::{Color, units};

#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku generate                                   a minimal puzzle, drawn on a terminal
  sudoku generate --count 1000 --clues ..24 --output hard.txt
  sudoku generate --clues 28..32 --symmetry rotational
  sudoku generate --minimal --seed 7 | sudoku solve
  sudoku generate --size 6 --to grid
  sudoku generate --like jigsaw.txt --count 10      with its shape and symbols
  sudoku generate --like cages.txt                  with its rules, and other clues
  sudoku generate --rules killer,thermo --to native
  sudoku generate --difficulty hard --count 100
  sudoku generate --only singles,pointing,pairs --needs naked-pair
  sudoku generate --needs x-wing --at               a position to practise it
  sudoku generate --pattern heart.txt --time-limit 1m
  sudoku generate --rules killer --style tiled --symmetry rotational
  sudoku generate --count 100 --distinct published.txt
  sudoku generate --plan \"20 easy, 20 medium, 10 hard; 5 killer medium\" --output set.txt

Clues are removed from a full grid in random order as long as the solution stays unique: until none \
can be removed, or with --clues until a random number from MIN to MAX is left. In a pattern, cells \
with . or 0 have no clue, and all others may have one. The same seed gives the same puzzles on any machine and \
with any number of threads, and other full grids for each level and rule.

With rules of variants, clues that hold for a full grid are placed at random, and then givens and clues \
are left out as long as there is one solution. A clue is kept if 60 nodes (2,000 with --difficulty any, \
extreme or nested) do not decide whether it is needed, and one clue of each rule is always kept. Cages are \
connected and lines do not cross. --clues is the number of givens. Such puzzles have a title and their rules \
in sentences in the formats that have room for them.

The difficulty is that of `sudoku rate`. A puzzle that is too hard gets clues back, so that it is not \
minimal unless --minimal is set; a puzzle that is too easy is dropped. Of a level or range, the least cost that \
will do is drawn anew for each puzzle. Without one, a technique of --needs is the hardest step.

A plan is batches with commas, semicolons or new lines between: a number, and in any order a level or range, \
rules, rotational, mirror or full, a style, and a size such as 16x16. No two puzzles of a plan are the same. \
Standard error tells what was made: the cost and level of each puzzle, its steps, its givens, its clues of \
rules, and its canonical form (a number, if it is no classic 9x9). With --output, what has been made is \
kept in FILE.journal until the plan is done: after an interrupt the same command goes on.

Exit status 3: fewer puzzles were found than are wanted.")]
pub(crate) struct Generate {
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", value_parser = units::positive, default_value = "1")]
    pub count: u64,

    /// A whole set instead: "20 easy, 20 medium, 10 hard; 5 killer medium"
    #[arg(long, value_name = "PLAN", value_parser = plan, conflicts_with_all = ["count", "difficulty", "needs", "only", "at", "like", "rules", "pattern"])]
    pub plan: Option<Plan>,

    /// Files of puzzles that are kept out, also turned or with exchanged values; no two of those that are made are the
    /// same either
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub distinct: Vec<OsString>,

    /// Seed of random choices [default: a new one each time]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// Number of clues: 24, 24..28, 24.. or ..28
    #[arg(long, value_name = "MIN..MAX", value_parser = units::bounds)]
    pub clues: Option<units::Bounds>,

    /// Leave out clues, or groups of symmetric clues, until none can be left out; the default without --clues.
    /// Otherwise grids larger than 16x16 may keep clues whose question takes more than 400 nodes, and their number is
    /// reported
    #[arg(long)]
    pub minimal: bool,

    /// Level or cost of the hardest step: easy, medium, hard, fiendish, extreme, nested, 2.6..3.4, se:6.5..7.2, or any
    /// [default: any, but up to hard with rules of variants]
    #[arg(long, value_name = "LEVEL", value_parser = Difficulty::read_costs, help_heading = "Difficulty")]
    pub difficulty: Option<RangeInclusive<u16>>,

    /// Techniques that a puzzle needs: x-wing,pairs
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = difficulty::techniques, help_heading = "Difficulty")]
    pub needs: Vec<Techniques>,

    /// Techniques that suffice: singles,pointing
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = difficulty::techniques, help_heading = "Difficulty")]
    pub only: Vec<Techniques>,

    /// Write the position at which a technique of --needs is the next step, instead of the puzzle
    #[arg(long, requires = "needs", help_heading = "Difficulty")]
    pub at: bool,

    /// Symmetry of the cells with clues
    #[arg(long, value_parser = symmetry(), default_value = Symmetry::None.name())]
    pub symmetry: Symmetry,

    /// How clues of rules are set out; in a plan, of the batches with rules
    #[arg(long, value_parser = style(), default_value = Style::default().name())]
    pub style: Style,

    /// A file or a grid with the cells that may hold clues: all but those with . or 0
    #[arg(long, value_name = "PATTERN")]
    pub pattern: Option<OsString>,

    /// Rows and columns: 9, or 6x9 [default: 9]
    #[arg(long, value_name = "SIZE", value_parser = units::size, help_heading = "Grid")]
    pub size: Option<(usize, usize)>,

    /// Height and width of boxes, or none: 2x3
    #[arg(long, value_name = "BOXES", value_parser = units::boxes, help_heading = "Grid")]
    pub boxes: Option<Regions>,

    /// Take the grid, its symbols and its rules from a puzzle: the first of a file, or the puzzle itself; clues are placed
    /// anew
    #[arg(long, value_name = "INPUT", conflicts_with_all = ["size", "boxes"], help_heading = "Grid")]
    pub like: Option<OsString>,

    /// Rules of variants, whose clues are placed at random: killer,thermo
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule, help_heading = "Grid")]
    pub rules: Vec<Meant>,

    /// Symbols in the order of their values: ABCDEFGHI, or words separated by blanks
    #[arg(long, value_name = "SYMBOLS", value_parser = units::symbols, help_heading = "Grid")]
    pub symbols: Option<Symbols>,

    /// Form of the output: picture, or a format of `convert` [default: picture for one puzzle on a terminal, else
    /// line, or native where these cannot hold the puzzle]
    #[arg(short, long, value_name = "FORMAT", value_parser = written, help_heading = "Output")]
    pub to: Option<Written>,

    /// Draw with + - | only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,

    /// Bold givens
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub color: Color,

    /// Write to a file instead of standard output; it appears at the end, or after an interrupt with the results so far
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Print numbers and times on standard error
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    /// Time limit of all puzzles together: 500ms, 2s, 1m; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Effort")]
    pub time_limit: Option<Duration>,

    /// Give up after N successive full grids without a puzzle [default: 100k without --time-limit]
    #[arg(long, value_name = "N", value_parser = units::positive, help_heading = "Effort")]
    pub attempts: Option<u64>,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Effort")]
    pub threads: Option<u16>,

    /// Lanes of an older instruction set, for comparisons
    #[arg(long, hide = true)]
    pub portable: bool,
}

impl Generate {
    /// Returns the required difficulty of puzzles with or without rules; `None` if none is required.
    pub fn wanted(&self, has_rules: bool) -> Option<Difficulty> {
        let any = Difficulty::default();
        if self.needs.is_empty() && self.only.is_empty() {
            match &self.difficulty {
                None => return has_rules.then(Difficulty::for_people),
                Some(hardest) if *hardest == any.hardest => return None,
                Some(_) => {}
            }
        }
        Some(Difficulty {
            hardest: self.difficulty.clone().unwrap_or(any.hardest),
            needs: self.needs.iter().map(|Techniques(set)| set.clone()).collect(),
            only: self.only.iter().flat_map(|Techniques(set)| set.iter().copied()).collect(),
        })
    }
}

/// Reads the name of a symmetry, and lists all in the help.
fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    let all = Symmetry::ALL.map(|symmetry| PossibleValue::new(symmetry.name()).help(symmetry.help()));
    PossibleValuesParser::new(all).map(|name| Symmetry::find(&name).expect("it is one of them"))
}

/// Reads the name of a style, and lists all in the help.
fn style() -> impl TypedValueParser<Value = Style> {
    let all = Style::ALL.map(|style| PossibleValue::new(style.name()).help(style.help()));
    PossibleValuesParser::new(all).map(|name| Style::find(&name).expect("it is one of them"))
}

fn plan(text: &str) -> Result<Plan, PlanError> {
    Plan::read(text)
}

/// Form in which puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Picture,
    As(Format),
}

/// The rules that one name stands for.
#[derive(Clone, Debug)]
pub(crate) struct Meant(pub Vec<&'static Kind>);

fn rule(text: &str) -> Result<Meant, String> {
    sudoku::rules::meant(text).map(Meant).map_err(|hint| format!("unknown rule {text:?} ({hint})"))
}

fn written(text: &str) -> Result<Written, String> {
    if text.eq_ignore_ascii_case("picture") {
        return Ok(Written::Picture);
    }
    units::format(text).map(Written::As).map_err(|error| error.replace("are ", "are picture, "))
}
