//! What a command is: its arguments, and what it does with them.

use clap::{ArgMatches, Args};

use crate::Refused;

/// The arguments of a command. Their doc comments are the text of `--help`.
pub(crate) trait Command: Args {
    /// The name by which it is called.
    const NAME: &'static str;
    /// What it does, for the list of commands.
    const ABOUT: &'static str;

    /// Runs it. Returns the exit status.
    fn run(self) -> Result<u8, Refused>;
}

/// A command in the table of all.
pub(crate) struct Entry {
    pub name: &'static str,
    /// Returns the command, whose arguments are described when it is the one that is called.
    pub args: fn() -> clap::Command,
    /// Runs the command on arguments that were read.
    pub run: fn(&ArgMatches) -> Result<u8, Refused>,
}

impl Entry {
    /// Returns the entry of a command.
    pub const fn of<C: Command>() -> Entry {
        Entry {
            name: C::NAME,
            args: || {
                describe::<C>(clap::Command::new(C::NAME)).defer(|it| describe::<C>(C::augment_args(it)))
            },
            run: |matches| C::from_arg_matches(matches)?.run(),
        }
    }
}

/// Adds what is said of a command, in place of the comment on its arguments.
fn describe<C: Command>(command: clap::Command) -> clap::Command {
    command.about(C::ABOUT).long_about(None)
}
