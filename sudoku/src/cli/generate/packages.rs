//! What packagers install beside the program: hidden commands below `sudoku generate`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{CommandFactory as _, Subcommand};

use super::super::Usage;
use super::super::args::Cli;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Package {
    /// Completions for a shell, to standard output
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Manual pages, into a directory
    #[command(hide = true)]
    Man {
        /// The directory
        directory: PathBuf,
    },
}

pub(super) fn run(what: &Package) -> Result<u8, Usage> {
    let mut command = Cli::command();
    match what {
        Package::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command, "sudoku", &mut script);
            io::stdout().write_all(&script).and_then(|()| io::stdout().flush())?;
        }
        Package::Man { directory } => {
            std::fs::create_dir_all(directory)
                .and_then(|()| clap_mangen::generate_to(command, directory))
                .map_err(|error| Usage(format!("{}: {error}", directory.display())))?;
        }
    }
    Ok(0)
}
