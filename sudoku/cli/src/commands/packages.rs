//! Hidden subcommands of `sudoku generate` for packagers: shell completions and manual pages.

use std::path::{Path, PathBuf};

use clap::{Command, Subcommand};
use clap_mangen::Man;

use crate::Usage;
use crate::files::{self, Files};

#[derive(Debug, Subcommand)]
pub(crate) enum Package {
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

/// Writes what packages need. `command` is the whole program.
pub(super) fn run(what: &Package, mut command: Command) -> Result<u8, Usage> {
    match what {
        Package::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command, "sudoku", &mut script);
            files::print(&script)?;
        }
        Package::Man { directory } => {
            std::fs::create_dir_all(directory)
                .map_err(|error| Usage(format!("{}: {error}", directory.display())))?;
            let mut command = command.disable_help_subcommand(true);
            command.build();
            pages(&command, directory, &Files::reading(&[]))?;
        }
    }
    Ok(0)
}

/// Writes a page for the command and for each visible subcommand.
fn pages(command: &Command, directory: &Path, files: &Files) -> Result<(), Usage> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        pages(below, directory, files)?;
    }
    let (man, mut page) = (Man::new(command.clone()), Vec::new());
    man.render(&mut page)?;
    Ok(files.save(&directory.join(man.get_filename()), &page)?)
}
