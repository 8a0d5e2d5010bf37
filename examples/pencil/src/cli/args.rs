//! Commands and their arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use csp::units::{duration, memory, positive};
use pencil::steps::{costs, levels};

/// Pencil puzzles by their addresses: Slitherlink, Nurikabe, Masyu and others
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Examples:
  pencil check 'https://puzz.link/p?slither/4/4/dgdh2c71'
  pencil solve --unique puzzles.txt
  pencil render --output puzzle.png 'https://puzz.link/p?nurikabe/6/6/m8n8i9u'
  pencil generate heyawake --difficulty hard
  pencil kinds

The exit status is 0 if all went well, 1 if a puzzle has no answer or not just one where that was asked, 2 if something
could not be read or written, 3 after a limit, and 130 after an interrupt."
)]
pub struct Program {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve puzzles
    Solve(Solve),
    /// Check whether puzzles have one answer, none or several, and whether positions keep the rules
    Check(Check),
    /// Count the answers of puzzles
    Count(Count),
    /// Show the next step from the current position
    Hint(Hint),
    /// Explain how puzzles are solved, step by step
    Explain(Explain),
    /// Rate how hard puzzles are
    Rate(Rate),
    /// Generate puzzles with one answer
    Generate(Generate),
    /// Write the addresses of puzzles
    Convert(Convert),
    /// Write a proof that a puzzle has one answer or none, for a program that checks it
    Prove(Prove),
    /// Draw a puzzle and its answer
    Render(Render),
    /// List the kinds of puzzles, or the rules of some of them
    Kinds(Kinds),
}

/// What commands that answer puzzle by puzzle share.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Files, `-` for standard input, or addresses and positions themselves
    pub input: Vec<String>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Format::Line, help_heading = "Output")]
    pub format: Format,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub effort: Effort,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Effort")]
pub struct Effort {
    /// Time limit of each puzzle: 500ms, 2s, 1m; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,

    /// Node limit of each puzzle: 1000, 10k, 2M
    #[arg(long, value_name = "N", value_parser = positive)]
    pub node_limit: Option<u64>,

    /// Memory limit of each puzzle: 500M, 4G
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "2G")]
    pub memory_limit: u64,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A picture of characters
    Grid,
    /// One line
    Line,
    /// One object a line
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Prints a line for each puzzle, in input order: the answer, or none, multiple (with --unique), limit or invalid, with
reasons on standard error. A line has a word for each layer: shade, number, link, edge, wall, with the values of all
places row by row.")]
pub struct Solve {
    #[command(flatten)]
    pub common: Common,

    /// Prove that the answer is the only one, or tell where two differ
    #[arg(short, long)]
    pub unique: bool,

    /// Print up to N answers
    #[arg(short = 'n', long, value_name = "N", value_parser = positive, conflicts_with = "unique")]
    pub solutions: Option<u64>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Prints unique, none, multiple, limit or invalid for each puzzle, with reasons on standard error: cells that differ, or
the smallest set of rules that clash. Of a position (pzprv3/…, as the player saves it) it prints solved, open or broken,
and which rules are broken where. The exit status is 0 only if each puzzle is unique and each position solved.")]
pub struct Check {
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    pub common: Common,

    /// Stop counting at N
    #[arg(short = 'n', long, value_name = "N", value_parser = positive, default_value = "1M")]
    pub solutions: u64,
}

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HintLevel {
    /// What to look for
    Nudge,
    /// Where to look
    Where,
    /// The reason, and what follows
    Full,
}

/// Form of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StepFormat {
    /// Sentences
    Text,
    /// An object on one line
    Json,
    /// A picture of a step, with the sentence on standard error
    Svg,
}

/// What commands that tell steps share.
#[derive(Clone, Debug, Args)]
pub struct StepArgs {
    /// Files, `-` for standard input, or addresses and positions themselves
    pub input: Vec<String>,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = StepFormat::Text, help_heading = "Output")]
    pub to: StepFormat,

    /// The same as --to json
    #[arg(long, conflicts_with = "to", help_heading = "Output")]
    pub json: bool,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub effort: Effort,
}

impl StepArgs {
    /// Returns the same with a form as other commands have it.
    pub fn common(&self) -> Common {
        let StepArgs { input, output, effort, .. } = self.clone();
        let format = if self.json || self.to == StepFormat::Json { Format::Json } else { Format::Line };
        Common { input, format, output, effort }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Of a position (pzprv3/…, as the player saves it) what is drawn counts as known; what is drawn and wrong comes first. The
exit status is 1 if something is wrong, or if the puzzle has no answer or several.")]
pub struct Hint {
    #[command(flatten)]
    pub told: StepArgs,

    /// How much to tell
    #[arg(short, long, value_enum, default_value_t = HintLevel::Full)]
    pub level: HintLevel,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Each step has its rules first, with their places, then what is known, then the conclusion. Steps begin with an empty
board. A puzzle without exactly one answer gives none or multiple (exit status 1); limit (3) ends steps that did not reach
the answer.")]
pub struct Explain {
    #[command(flatten)]
    pub told: StepArgs,

    /// Only this step, by its number
    #[arg(long, value_name = "N", value_parser = positive)]
    pub step: Option<u64>,

    /// Leave out steps up to a level
    #[arg(long, value_name = "LEVEL", value_parser = PossibleValuesParser::new(below_the_last()))]
    pub skip_level: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A line has the cost, level and technique of the hardest step, and the number and the total cost of all steps. One rule at
a place costs 1.00, each further one 0.40, each fact beyond two 0.05; a supposition 0.80 more, and trial and error 20.00.
The levels are those of sudoku: easy (to 1.50), medium (2.50), hard (3.40), fiendish (5.00), extreme (9.00) and nested.

A puzzle without exactly one answer gives none or multiple (exit status 1) instead of a rating, an unreadable one invalid
(2), and one whose answer the steps did not reach limit (3).")]
pub struct Rate {
    #[command(flatten)]
    pub common: Common,
}

/// Form of generated puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PuzzleFormat {
    /// An address on a line
    Line,
    /// An object on a line, with the answer
    Json,
    /// A picture
    Svg,
    /// A picture of pixels, for --output
    Png,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pencil generate slither                           10 columns and 10 rows
  pencil generate nurikabe --size 12x8 --count 20 --output puzzles.txt
  pencil generate lightup --symmetry rotational --difficulty medium
  pencil generate kurodoko --seed 7 | pencil explain
  pencil generate tapa --to png --output puzzle.png

Of a random answer all clues are told, and left out in random order as long as the answer stays the only one; where all
clues have to stay, they or the walls are moved until it is. Every puzzle is proved to have one answer. The same seed gives
the same puzzles on any machine and with any number of threads. `pencil kinds` has a * where puzzles are made.

The difficulty is that of `pencil rate`. A puzzle that is too hard gets clues back; one that is too easy is dropped.
Exit status 3: fewer than --count were found.")]
pub struct Generate {
    /// The kind, with letters of variants after a slash: slither, yajilin/o
    pub kind: String,

    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", value_parser = positive, default_value = "1")]
    pub count: u64,

    /// Seed of random choices [default: a new one each time]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// Columns and rows, as in addresses: 10, or 12x8 [default: what is usual for the kind]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub size: Option<(usize, usize)>,

    /// Level or cost of the hardest step: easy, medium, hard, fiendish, extreme, nested, or 2.6..3.4
    #[arg(long, value_name = "LEVEL", value_parser = hardest)]
    pub difficulty: Option<std::ops::RangeInclusive<u32>>,

    /// Symmetry of the cells with clues
    #[arg(long, value_enum, default_value_t = SymmetryName::None)]
    pub symmetry: SymmetryName,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = PuzzleFormat::Line, help_heading = "Output")]
    pub to: PuzzleFormat,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Time limit of all puzzles together: 500ms, 2s, 1m; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Effort")]
    pub time_limit: Option<Duration>,

    /// Give up after N successive attempts without a puzzle [default: 1000 without --time-limit]
    #[arg(long, value_name = "N", value_parser = positive, help_heading = "Effort")]
    pub attempts: Option<u64>,

    /// Memory limit of all puzzles together: 500M, 4G
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "2G", help_heading = "Effort")]
    pub memory_limit: u64,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Effort")]
    pub threads: Option<u16>,
}

/// Symmetry of the cells with clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SymmetryName {
    /// No symmetry
    None,
    /// Rotation by half a turn
    Rotational,
    /// Reflection of left and right
    Mirror,
    /// Reflection in the diagonal from the upper left, for square boards only
    Diagonal,
    /// All symmetries of the board
    Full,
}

/// The levels that have harder ones.
fn below_the_last() -> impl Iterator<Item = &'static str> {
    levels().take(levels().count() - 1)
}

/// Parses `10` or `12x8`.
fn size(text: &str) -> Result<(usize, usize), String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse::<usize>().ok().filter(|&side| side > 0);
    side(width).zip(side(height)).ok_or_else(|| "write 10 or 12x8: columns and rows".to_owned())
}

/// Parses a level or a range of costs, as costs in hundredths.
fn hardest(text: &str) -> Result<std::ops::RangeInclusive<u32>, String> {
    if let Some(costs) = costs(&text.to_ascii_lowercase()) {
        return Ok(costs);
    }
    let levels: Vec<&str> = levels().collect();
    let malformed = || format!("not a level ({}), and not LOW..HIGH", levels.join(", "));
    let (low, high) = text.split_once("..").ok_or_else(malformed)?;
    let number = |text: &str, open: u32| match text {
        "" => Some(open),
        text => {
            let cost: f64 = text.parse().ok().filter(|cost| (0.0..=1000.0).contains(cost))?;
            Some((cost * 100.0).round() as u32)
        }
    };
    let range = number(low, 0).ok_or_else(malformed)?..=number(high, u32::MAX).ok_or_else(malformed)?;
    if range.is_empty() { Err(format!("{low} is more than {high}")) } else { Ok(range) }
}

#[derive(Debug, Args)]
pub struct Convert {
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Args)]
pub struct Render {
    /// An address or a position, a file with one, or `-` for standard input
    pub input: String,

    /// File to write: FILE.svg or FILE.png; an SVG on standard output without it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Draw the answer, too
    #[arg(short, long)]
    pub solve: bool,

    /// Pixels of a cell's side
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u16).range(4..=400))]
    pub scale: u16,

    #[command(flatten)]
    pub effort: Effort,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pencil prove 'https://puzz.link/p?slither/4/4/dgdh2c7b' -o proof/
  pencil prove puzzle.txt -o proof/ --check       if veripb is installed: cargo install veripb

Writes a formula (.opb) and a proof (.pbp) for each part: solution (the answer satisfies the formula) and others (the
formula excludes it, and has no other), or none. The formula has the rules alone, and names what is drawn: shade_r3c4,
link_r3c4_r3c5, edge_above_r3c4. An independent checker verifies them: veripb others.opb others.pbp. With several answers
there is nothing to prove (exit status 1). A rule that cannot be said in the format gives status 2, and so does a proof
that the checker refuses.")]
pub struct Prove {
    /// An address, a file with one, or `-` for standard input
    pub input: String,

    /// Directory to write to
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// Check the proof with an independent program: veripb, or drat-trim for drat
    #[arg(long)]
    pub check: bool,

    /// Format of formulas and proofs
    #[arg(short, long, value_enum, default_value_t = ProofFormat::Veripb)]
    pub format: ProofFormat,

    #[command(flatten)]
    pub effort: Effort,
}

/// Format of formulas and proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProofFormat {
    /// OPB, and a proof for VeriPB
    Veripb,
    /// DIMACS CNF and DRAT, for rules that are clauses only
    Drat,
}

#[derive(Debug, Args)]
pub struct Kinds {
    /// Kinds whose rules are told
    pub names: Vec<String>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Format::Line)]
    pub format: Format,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_help_names_all_levels() {
        let program = Program::command();
        let help = |command: &str| program.find_subcommand(command).expect("a command");
        let rated = help("rate").get_after_help().expect("it has examples").to_string();
        let wanted = help("generate").get_arguments().find(|arg| arg.get_id() == "difficulty");
        let wanted = wanted.and_then(|arg| arg.get_help()).expect("it has a text").to_string();
        for level in levels() {
            let most = *costs(level).expect("a level").end();
            let bound = format!("{:.2})", f64::from(most) / 100.0);
            assert!(rated.contains(level) && (most == u32::MAX || rated.contains(&bound)), "{level}");
            assert!(wanted.contains(level), "{level}");
        }
    }
}
