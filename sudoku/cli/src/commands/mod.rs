//! The commands. Each stands beside its own arguments and is a line in `COMMANDS`; arguments of several commands are in
//! [`args`](crate::args).

mod assume;
mod book;
mod candidates;
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
mod quick;
mod rate;
mod render;
mod rules;
mod solve;
mod split;
mod suggest;
mod techniques;

use clap::ArgMatches;
use clap::error::{ContextKind, ContextValue};
use sudoku::format::nearest;
use sudoku_ask as ask;

use crate::Refused;
use crate::args::STYLES;
use crate::command::Entry;
use crate::compare::Compare;
use crate::growth::Growth;
#[cfg(all(feature = "serve", feature = "links"))]
use crate::listen::Listen;
#[cfg(feature = "serve")]
use crate::serve::Serve;
use crate::watch::Watch;
use quick::Quick;

/// All commands, in the order of the help.
const COMMANDS: &[Entry] = &[
    Entry::of::<solve::Solve>(),
    Entry::of::<check::Check>(),
    Entry::of::<count::Count>(),
    Entry::of::<split::Split>(),
    Entry::of::<merge::Merge>(),
    Entry::of::<candidates::Candidates>(),
    Entry::of::<hint::Hint>(),
    Entry::of::<explain::Explain>(),
    Entry::of::<rate::Rate>(),
    Entry::of::<convert::Convert>(),
    Entry::of::<generate::Generate>(),
    Entry::of::<minimize::Minimize>(),
    Entry::of::<suggest::Suggest>(),
    Entry::of::<prove::Prove>(),
    Entry::of::<Quick<ask::Canonical>>(),
    Entry::of::<render::Render>(),
    Entry::of::<book::BookArgs>(),
    Entry::of::<rules::Rules>(),
    Entry::of::<techniques::Techniques>(),
    Entry::of::<methods::Methods>(),
    Entry::of::<Watch>(),
    #[cfg(feature = "serve")]
    Entry::of::<Serve>(),
    #[cfg(all(feature = "serve", feature = "links"))]
    Entry::of::<Listen>(),
    Entry::of::<Compare>(),
    Entry::of::<Growth>(),
    Entry::of::<packages::Completions>(),
    Entry::of::<packages::Manual>(),
];

const HELP: &str = "\
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

Exit status: 0 success, 1 some puzzle has no solution (or several, if a unique one was required), \
2 wrong usage, input or output, 3 a limit was reached, 130 interrupted (143 by SIGTERM, 129 by SIGHUP).

Ctrl-C, SIGTERM and SIGHUP end a run early: finished results are written, to files as well. A second \
signal, at least a second later, ends the run at once. A file is replaced only when the new one is \
complete.";

/// Returns the program with all commands.
pub(crate) fn program() -> clap::Command {
    clap::Command::new("sudoku")
        .version(env!("CARGO_PKG_VERSION"))
        .styles(STYLES)
        .max_term_width(100)
        .about("Solves and makes Sudokus of any size and shape, one or a million")
        .after_help(HELP)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(COMMANDS.iter().map(|entry| (entry.args)()))
}

/// Returns advice for the name of a command that was misspelt.
pub(crate) fn misspelt(error: &clap::Error) -> Option<String> {
    let ContextValue::String(word) = error.get(ContextKind::InvalidSubcommand)? else { return None };
    let meant = nearest(word, COMMANDS.iter().map(|entry| entry.name))?;
    Some(format!("there is no command {word}: did you mean {meant}? (--help lists all)"))
}

/// Runs the command that was asked for. Returns the exit status.
pub(crate) fn run(asked: &ArgMatches) -> Result<u8, Refused> {
    let (name, args) = asked.subcommand().expect("a command is required");
    let entry = COMMANDS.iter().find(|entry| entry.name == name).expect("it is in the table");
    (entry.run)(args)
}
