//! The commands. Doc comments of arguments are the text of `--help`. Each command stands beside its own arguments;
//! arguments of several commands are in [`args`](crate::args).

mod assume;
mod candidates;
mod canonical;
mod check;
mod convert;
mod count;
mod explain;
mod generate;
pub(crate) mod hint;
mod merge;
mod methods;
mod minimize;
mod packages;
mod prove;
mod rate;
mod render;
mod rules;
mod solve;
mod split;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::Usage;
use crate::args::STYLES;
use crate::compare::{self, Compare};
use crate::growth::{self, Growth};
#[cfg(all(feature = "serve", feature = "links"))]
use crate::listen::{self, Listen};
#[cfg(feature = "serve")]
use crate::serve::{self, Serve};
use crate::watch::{self, Watch};
use candidates::Candidates;
use canonical::Canonical;
use check::Check;
use convert::Convert;
use count::Count;
use explain::Explain;
use generate::Generate;
use hint::Hint;
use merge::Merge;
use methods::Methods;
use minimize::Minimize;
use prove::Prove;
use rate::Rate;
use render::Render;
use rules::Rules;
use solve::Solve;
use split::Split;

#[derive(Debug, Parser)]
#[command(
    name = "sudoku",
    version,
    styles = STYLES,
    max_term_width = 100,
    about = "Solves and makes Sudokus of any size and shape, one or a million",
    after_help = "\
Examples:
  sudoku solve puzzle.txt                 a picture on a terminal, a line in a pipe
  sudoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku solve --unique < many.txt        a line for each puzzle, proved unique
  sudoku check puzzle.txt                 unique, none or multiple, with reasons
  sudoku hint puzzle.txt                  the next step, by level
  sudoku rate --format csv < many.txt     the difficulty of each puzzle
  sudoku convert --to native puzzle.sdk
  sudoku watch                            a search as it happens, step by step
  sudoku generate --count 10 --clues 24..28 --symmetry rotational

Exit status: 0 success, 1 some puzzle has no solution (or several, if a unique one was required),
2 wrong usage, input or output, 3 a limit was reached, 130 interrupted (143 by SIGTERM, 129 by SIGHUP).

Ctrl-C, SIGTERM and SIGHUP end a run early: finished results are written, to files as well. A second
signal, at least a second later, ends the run at once. A file is replaced only when the new one is
complete."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles
    Solve(Solve),
    /// Check whether puzzles have one solution, none or several
    Check(Check),
    /// Count the solutions of puzzles
    Count(Count),
    /// Cut a puzzle into parts, whose solutions several machines count
    Split(Split),
    /// Add the counts of parts
    Merge(Merge),
    /// Show which values each cell takes in some solution
    Candidates(Candidates),
    /// Show the next step from the current entries
    Hint(Hint),
    /// Explain how puzzles are solved, step by step
    Explain(Explain),
    /// Rate how hard puzzles are
    Rate(Rate),
    /// Write puzzles in another format
    Convert(Convert),
    /// Generate puzzles with one solution
    Generate(Generate),
    /// Remove the clues that puzzles do not need
    Minimize(Minimize),
    /// Write proofs that puzzles have one solution or none, for programs that check them
    Prove(Prove),
    /// Write the smallest form of classic puzzles under all symmetries, to find repeats
    Canonical(Canonical),
    /// Draw puzzles as images, with their rules
    Render(Render),
    /// List the rules of variants, or explain one
    Rules(Rules),
    /// List the algorithms that puzzles can be solved with, or explain one
    Methods(Methods),
    /// Watch a puzzle being solved, step by step
    Watch(Watch),
    /// Open a page in the browser to play, set and study puzzles
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// Serve f-puzzles.com as the solver on this machine
    #[cfg(all(feature = "serve", feature = "links"))]
    Listen(Listen),
    /// Solve puzzles with several methods, and compare them
    Compare(Box<Compare>),
    /// Show how the cost of methods grows with the size of Sudokus, queens or quasigroups
    Growth(Box<Growth>),
}

impl Command {
    /// Runs the command. Returns the exit status.
    pub fn run(self) -> Result<u8, Usage> {
        match self {
            Command::Solve(args) => solve::run(args),
            Command::Check(args) => check::run(args),
            Command::Count(args) => count::run(args),
            Command::Split(args) => split::run(args),
            Command::Merge(args) => merge::run(args),
            Command::Candidates(args) => candidates::run(args),
            Command::Hint(args) => hint::run(args),
            Command::Explain(args) => explain::run(args),
            Command::Rate(args) => rate::run(args),
            Command::Convert(args) => convert::run(args),
            Command::Generate(Generate { package: Some(package), .. }) => {
                packages::run(&package, Cli::command())
            }
            Command::Generate(args) => generate::run(args),
            Command::Minimize(args) => minimize::run(args),
            Command::Prove(args) => prove::run(args),
            Command::Canonical(args) => canonical::run(args),
            Command::Render(args) => render::run(args),
            Command::Rules(args) => rules::run(args),
            Command::Methods(args) => methods::run(args),
            Command::Watch(args) => watch::run(args),
            #[cfg(feature = "serve")]
            Command::Serve(args) => serve::run(args),
            #[cfg(all(feature = "serve", feature = "links"))]
            Command::Listen(args) => listen::run(args),
            Command::Compare(args) => compare::run(*args),
            Command::Growth(args) => growth::run(*args),
        }
    }
}
